"""The desk: one workspace opened by one person at one time; every use case starts from it.

A list needs neither the store nor the settings nor an identity, so each is imported when it is first asked for.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.kinds.kind import Kinds
from dreamtui.model.channel import Channel
from dreamtui.model.errors import DreamtuiError, Integrity, Unavailable, Usage, WriteFailed
from dreamtui.sources.workspace import Workspace, data_home, discover, made_up_private
from dreamtui.store.layout import Layout
from dreamtui.text.paths import PRIVATE_HOME

if TYPE_CHECKING:
    from dreamtui.desk.config import Config
    from dreamtui.desk.kinds import DeskActions, DeskKind
    from dreamtui.desk.reviewers import Reviewers
    from dreamtui.model.decision import DecisionOrigin
    from dreamtui.sources.claude.places import MemoryFolders
    from dreamtui.sources.identity import Identity
    from dreamtui.store.commit.recovery import Recovered
    from dreamtui.store.index.queue import Queue
    from dreamtui.store.store import Store, Writer


class Seat(NamedTuple):
    """How somebody sits at a desk."""

    channel: Channel = Channel.COMMAND
    terminal: bool = False
    """Whether a terminal is read from and written to."""


@dataclass
class Desk:
    """A workspace, the person at it, and the clock."""

    workspace: Workspace
    env: Mapping[str, str]
    """The environment; never read from elsewhere."""
    wait: float = 5.0
    """Seconds to wait for the lock."""
    cwd: Path = field(default_factory=Path.cwd)
    """The working directory; relative paths on the command line start here."""
    claude_dir: Path | None = None
    """Claude Code's folder where another than the usual one is meant."""
    memory_dir: Path | None = None
    """The one memory folder that is meant, where it was named."""
    parts: "Mapping[str, DeskKind]" = field(default_factory=dict)
    """The kinds of item, as the desk serves them, by name."""
    seat: Seat = field(default_factory=Seat)
    unmended: DreamtuiError | None = None
    """Why an interrupted transaction could not be mended on the way in; reading goes on all the same."""

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of item, in the order in which they are named."""
        return Kinds(part.kind for part in self.parts.values())

    def actions(self, name: str) -> "DeskActions":
        """What the desk does for a kind."""
        from dreamtui.desk.kinds import DeskActions

        return self.parts[name].actions() if name in self.parts else DeskActions()

    def every_action(self) -> "Iterator[DeskActions]":
        """What the desk does, kind by kind."""
        return (part.actions() for part in self.parts.values())

    def queue(self) -> "Queue":
        """The queue, to be read."""
        from dreamtui.desk.queue.versions import WorkspaceVersions
        from dreamtui.store.index.queue import Queue

        versions = WorkspaceVersions(self.workspace.root)
        return Queue(self.own_layout, self.today, self.kinds, self._cache_key, self.reviewers, versions)

    @cached_property
    def reviewers(self) -> "Reviewers":
        """Where two people have to decide."""
        from dreamtui.desk.reviewers import Reviewers

        return Reviewers(self)

    def _cache_key(self) -> bytes:
        from dreamtui.store.commit.machine_key import known_key

        return known_key(data_home(self.env))

    @cached_property
    def store(self) -> "Store":
        """The one door."""
        from dreamtui.render.paths import READ
        from dreamtui.sources.claude.places import USER_RULES, rules_folder
        from dreamtui.store.files.owned_paths import DecidedFiles
        from dreamtui.store.person.private_memory import known_inside
        from dreamtui.store.store import Store

        folders = self.layout.folders.keys() - {PRIVATE_HOME}
        locks = {key: not key.startswith(("@agent-", USER_RULES)) for key in folders}
        locks |= {folder.key: folder.is_auto for folder in self.memory.folders}
        data = data_home(self.env)
        places = set(known_inside(data, self.workspace.root))
        if self.memory.claude.is_dir():
            places.add(rules_folder(self.workspace, self.env, self.memory.claude).key)
        decided = DecidedFiles.of(self.kinds)
        return Store(self.layout, data_folder=data, memory=locks, outputs=READ, places=places, decided=decided)

    @property
    def recovered(self) -> "tuple[Recovered, ...]":
        """Interrupted transactions that were finished or put back on the way in."""
        return tuple(self.store.recovered) if "store" in self.__dict__ else ()

    @cached_property
    def own_layout(self) -> Layout:
        """Where our own files are; no memory folder has to be looked for."""
        return own_layout(self.workspace, self.env)

    @cached_property
    def layout(self) -> Layout:
        """Where files are, memory folders outside the workspace among them."""
        from dreamtui.sources.claude.places import mapped, rules_folder
        from dreamtui.store.person.private_memory import known_folders

        data, root = data_home(self.env), self.workspace.root
        remembered = known_folders(data, root)
        folders = list(self.memory.folders)
        if self.memory.claude.is_dir():
            folders.append(rules_folder(self.workspace, self.env, self.memory.claude))
        return Layout(root, self.workspace.home, {**remembered, **mapped(folders), **self.own_layout.folders})

    @cached_property
    def memory(self) -> "MemoryFolders":
        """The memory folders that belong to the workspace, and Claude Code's own folder."""
        from dreamtui.sources.claude.places import find

        given = self.cwd / self.memory_dir if self.memory_dir else None
        claude = self.cwd / self.claude_dir if self.claude_dir else self.workspace.inner_claude
        return find(self.workspace, self.env, claude, given)

    @cached_property
    def _frozen(self) -> datetime | None:
        named = self.env.get("DREAMTUI_NOW", "")
        if not named:
            return None
        from dreamtui.text.dates import parse_now

        return parse_now(named)

    @property
    def now(self) -> datetime:
        """The clock: DREAMTUI_NOW when set."""
        return self._frozen or datetime.now(UTC)

    @property
    def today(self) -> str:
        return self.now.date().isoformat()

    @cached_property
    def identity(self) -> "Identity":
        """Who decides, and where that comes from."""
        from dreamtui.sources.identity import who_decides

        return who_decides(self.workspace.root, self.env)

    @property
    def actor(self) -> str:
        return self.identity.id

    @cached_property
    def config(self) -> "Config":
        from dreamtui.desk.config import load

        return load(self.workspace, self.env)

    def writer(self) -> "Writer":
        from dreamtui.store.store import Writer

        return Writer(self.actor, self.now, self.wait, self.decides, self._sign)

    def _sign(self, data: bytes) -> bytes | None:
        """The signature of a record, where the person signs."""
        if not self.config["dreamtui.sign"] and not self.config["dreamtui.need_signature"]:
            return None
        from dreamtui.desk.decide.signing import sign

        return sign(self, data)

    @cached_property
    def origin(self) -> "DecisionOrigin":
        """Where a decision made at this desk comes from."""
        from dreamtui.desk.decide.gate import origin_of

        return origin_of(self)

    def decides(self) -> "DecisionOrigin":
        """The same; Refused where nothing may be decided from there."""
        from dreamtui.desk.decide.gate import check_origin

        check_origin(self)
        return self.origin


def open_desk(
    parts: "Mapping[str, DeskKind]",
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    *,
    wait: float = 5.0,
    mend: bool = True,
    claude_dir: Path | None = None,
    memory_dir: Path | None = None,
    seat: Seat | None = None,
) -> Desk:
    """Open the workspace around a folder and finish or put back what an interrupted transaction left there."""
    environment = os.environ if env is None else env
    try:
        start = folder if folder is not None else Path.cwd()
    except OSError:
        raise Usage("the current folder is gone") from None
    desk = Desk(discover(start, environment), environment, wait, start, claude_dir, memory_dir, parts, seat or Seat())
    if memory_dir is not None:
        _ = desk.memory  # a named folder that cannot be one is refused by every command
    if mend and desk.own_layout.journal_waiting():
        try:
            desk.store.mend(desk.writer())
        except (WriteFailed, Unavailable, Integrity) as problem:
            desk.unmended = problem
    return desk


def own_layout(workspace: Workspace, env: Mapping[str, str]) -> Layout:
    """Where our own files of a workspace are, also without a desk: of `.agent`, and those of the person."""
    from dreamtui.store.person.private_memory import private_folder

    own = made_up_private(workspace) or private_folder(data_home(env), workspace.root)
    return Layout(workspace.root, workspace.home, {PRIVATE_HOME: own})

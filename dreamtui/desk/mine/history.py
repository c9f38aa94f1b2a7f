"""What the commits of a repository say when they are read with their changes; only what is new of them is read."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.model.errors import Refused
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import no_collection
from dreamtui.sources.snapshots import code_stamp

if TYPE_CHECKING:
    from dreamtui.sources.git.diffs import DiffHistory, DiffSnapshot
    from dreamtui.sources.git.head import Head, HeadSnapshot
    from dreamtui.sources.identity import Roster

DAYS = 365
"""The window; a rule of how code is written shows over a year or not at all."""
LEAST = 4000
"""Commits that are looked at where there are so many, however old they are."""
MOST_DAYS = 1100
"""Older commits tell how it was."""
_ROOMS = ("mining/history", "text")
_MOST_TEXTS = 100
"""Files that may say how the repository is worked on."""


@dataclass(frozen=True, slots=True)
class MinedHistory:
    """What was found, and in what: a run that reads the same finds the same."""

    of: str
    """Hash of everything that the findings depend on; empty where that is not known."""
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class HistoryRead:
    """What was found in the commits."""

    findings: tuple[Finding, ...] = ()
    """In the order in which a person should see them."""
    commits: int = 0
    """How many commits were looked at."""
    fresh: int = 0
    """How many of them were read now."""
    begin: str = ""
    """The day on which the oldest of them was made."""
    snapshot: "DiffSnapshot | None" = None
    """What to hand in next time."""
    head: "HeadSnapshot | None" = None
    """The same of the files of HEAD."""
    looked: int = 0
    """How many of these were looked through now."""
    remark: str = ""
    """What could not be read."""
    kept: tuple[Finding, ...] = ()
    """What the repository says already and keeps to: no items."""
    mined: MinedHistory | None = None
    """The findings for the next run; None if they are those that were handed in."""


def look(
    root: Path,
    now: int,
    *,
    ignored: Sequence[str] | None = None,
    people: "Roster | None" = None,
    previous: "DiffSnapshot | None" = None,
    previous_head: "HeadSnapshot | None" = None,
    mined: MinedHistory | None = None,
    only: str | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> HistoryRead:
    """Read the commits and ask every signal of the history; without git there is nothing."""
    from dreamtui.mining.history.base import Past
    from dreamtui.mining.history.run import each_once, mine_history
    from dreamtui.mining.history.said import ENFORCING, SAYING, is_of, named_documents
    from dreamtui.mining.noise import DEFAULT_IGNORED, Ignored
    from dreamtui.sources.git.diffs import read_diffs
    from dreamtui.sources.git.head import read_head
    from dreamtui.sources.git.lines import changed_lines, written
    from dreamtui.sources.identity import EMPTY_ROSTER

    try:
        with no_collection():
            read = read_diffs(root, now, DAYS, LEAST, MOST_DAYS, previous, cancelled, progress)
            head = read_head(root, previous_head, cancelled)
            of = _depends_on(read, head, ignored, people, only)
            if mined is not None and mined.of == of != "":
                return _told(read, mined.findings, None, head, only)
            aside, present = Ignored(DEFAULT_IGNORED if ignored is None else ignored), frozenset(head.files)
            saying = sorted(path for path in present if is_of(path, (*SAYING, *ENFORCING)) and not aside[path])
            texts = head.texts(saying[:_MOST_TEXTS])
            texts |= head.texts(named_documents(texts, present)[:_MOST_TEXTS])
            past = Past(
                each_once(read.commits),
                present,
                aside,
                (people or EMPTY_ROSTER).person,
                texts,
                head.places,
                head.texts,
                head.commented,
                lambda shas: changed_lines(root, shas),
                lambda places: written(root, places, max(0, read.since)),
            )
            found = tuple(mine_history(past, only))
    except Refused as problem:
        if cancelled is not None and cancelled():
            raise
        return HistoryRead(remark=str(problem))
    return _told(read, found, MinedHistory(of, found), head, only)


def _told(
    read: "DiffHistory", found: Sequence[Finding], mined: MinedHistory | None, head: "Head", only: str | None
) -> HistoryRead:
    from dreamtui.mining.history.base import moment

    begin = moment(min(commit.committed for commit in read.commits))[:10] if read.commits else ""
    return HistoryRead(
        tuple(one for one in found if not one.kept_at),
        len(read.commits),
        read.fresh,
        begin,
        read.snapshot,
        head.snapshot(),
        head.fresh,
        _lacking(read, only),
        tuple(one for one in found if one.kept_at),
        mined,
    )


def _depends_on(
    read: "DiffHistory", head: "Head", ignored: Sequence[str] | None, people: "Roster | None", only: str | None
) -> str:
    """A hash of what the findings are made from; empty where something of it is missing in this clone."""
    if read.snapshot is None or read.remark or read.blind or read.unfiled:
        return ""
    seen = hashlib.sha256(
        repr((code_stamp(*_ROOMS), read.snapshot.head, read.snapshot.key, ignored, people, only)).encode()
    )
    for path, file in sorted(head.files.items()):
        seen.update(f"{path}\0{file}\0".encode("utf-8", "surrogatepass"))
    for commit in read.commits:
        seen.update(commit.sha.encode())
    return seen.hexdigest()


def _lacking(read: "DiffHistory", only: str | None) -> str:
    """What this clone lacks of the commits, and which signals could not look there."""
    from dreamtui.mining.history.signals import HISTORY_SIGNALS

    said = [read.remark] if read.remark else []
    names = [name for name, kind in HISTORY_SIGNALS.items() if kind.reads_lines and only in (None, name)]
    if read.blind and names:
        said.append(
            f"{', '.join(names)} could not look into {_commits(read.blind)}: this clone lacks their contents, and "
            "nothing is fetched."
        )
    if read.unfiled:
        said.append(f"Which files {_commits(read.unfiled)} changed is not known: this clone lacks their trees.")
    return " ".join(said)


def _commits(count: int) -> str:
    return "1 commit" if count == 1 else f"{count:,} commits"

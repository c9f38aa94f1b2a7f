"""How the model command is kept from writing: in which way, what it may write all the same, and what else is said."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.desk.config import user_file
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused
from dreamtui.sources.workspace import config_home, data_home
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import tilde

if TYPE_CHECKING:
    from dreamtui.sources.model_command import ModelPlace

UNCONFINED, WRITES = "dreamtui.model_unconfined", "dreamtui.model_writes"
ALLOW, HOME = "allow", "home"
"""Run unconfined with an empty home, or with the person's own."""
_MOST_COPIED, _LARGEST_COPIED = 20_000, 4 * 1024 * 1024
"""Files of a copy, and bytes of one of them."""


@contextlib.contextmanager
def place(desk: Desk, *, repository: bool = False) -> "Iterator[ModelPlace]":
    """Where the command runs; refused where it cannot be confined and the person did not allow that.

    With `repository` it starts in the workspace, or, where it cannot be confined, in a copy of it.
    """
    from dreamtui.sources.confined.trial import confinement
    from dreamtui.sources.model_command import ModelPlace

    found, root = confinement(desk.env), desk.workspace.root
    if found.way is not None:
        yield ModelPlace(found.way, writable(desk), root if repository else None)
        return
    allowed = desk.config.own[UNCONFINED].value
    if not allowed:
        own = tilde(user_file(desk.env), desk.env)
        so = f"`{UNCONFINED}: {ALLOW}` in {own} lets it run unconfined, in a copy and with an empty home"
        raise Refused(f"the model command cannot be confined here ({found.said}); {so}")
    without = ModelPlace(empty_home=allowed != HOME)
    if not repository:
        yield without
        return
    from dreamtui.store.read_only_copy import read_only_copy

    with read_only_copy(_files(desk)) as copy:
        yield replace(without, folder=copy)


def writable(desk: Desk) -> tuple[Path, ...]:
    """What the person lets the command write, with links followed; refused where that opens what it is kept from."""
    return tuple(_checked(desk, str(named)) for named in desk.config.own[WRITES].value)


def _checked(desk: Desk, named: str) -> Path:
    home = desk.env.get("HOME", "")
    path = Path(f"{home}{named[1:]}" if home and named.startswith("~/") else named)
    if not path.is_absolute():
        raise Refused(inert_line(f"{WRITES} names {named!r}, which is neither below ~/ nor a whole path"))
    resolved = path.resolve()
    for kept, what in _kept(desk):
        real = kept.resolve()
        if real.is_relative_to(resolved) or (resolved.is_relative_to(real) and what != "your home"):
            raise Refused(inert_line(f"{WRITES} names {named!r}, which would let the model command write {what}"))
    return resolved


def _kept(desk: Desk) -> Iterator[tuple[Path, str]]:
    """What no setting opens, and what it is called."""
    if home := desk.env.get("HOME", ""):
        yield Path(home), "your home"
    yield desk.workspace.root, "the repository"
    yield desk.workspace.home, "dreamtui's own files"
    yield config_home(desk.env) / "dreamtui", "your own settings"
    yield data_home(desk.env) / "dreamtui", "dreamtui's own files"
    for folder in desk.memory.folders:
        yield folder.path, "a memory folder"


def said(desk: Desk) -> tuple[bool, str]:
    """Whether the command can run here, and a sentence on how."""
    from dreamtui.sources.confined.trial import confinement

    found = confinement(desk.env)
    if found.way is not None:
        named = ", ".join(map(str, desk.config.own[WRITES].value))
        more = inert_line(f", besides {named}") if named else ""
        return True, f"the model command is confined by {found.way.name}: it writes only a folder of its own{more}"
    allowed = desk.config.own[UNCONFINED].value
    if allowed:
        home = "your own home" if allowed == HOME else "an empty home"
        return True, f"the model command is not confined ({found.said}), as you allowed; it gets {home}"
    return False, f"the model command cannot be confined here ({found.said}) and is not run"


def _files(desk: Desk) -> Iterator[tuple[str, bytes]]:
    """The files of the workspace that git knows, as they stand on the disk; without git those that are not hidden."""
    from dreamtui.disk.opening import read_whole
    from dreamtui.sources.git.head import read_head

    root = desk.workspace.root
    names = sorted(read_head(root).files) or _shown_files(root)
    for name in names[:_MOST_COPIED]:
        with contextlib.suppress(OSError):
            yield name, read_whole(root / name, _LARGEST_COPIED)


def _shown_files(root: Path) -> list[str]:
    names = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return sorted(name for name in names if not any(part.startswith(".") for part in name.split("/")))

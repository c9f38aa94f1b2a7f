"""Handing an item or a decision out: into a new file that a person names; outside the workspace they are asked."""

from dataclasses import dataclass
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused, Usage
from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """Where something is to be written."""

    path: Path
    """The whole path."""
    outside: bool
    """Whether it is outside the workspace, so that a person has to agree."""


def target(desk: Desk, typed: str) -> ExportTarget:
    """The path meant; Refused for an existing file, and among our own files and git's."""
    if not typed.strip() or "\0" in typed:
        raise Usage("name a file to write into")
    words = typed.strip()
    home = desk.env.get("HOME", "")
    if words.startswith("~/") and home:
        words = home + words[1:]
    named = desk.cwd / words
    folder = named.parent.resolve()
    path = folder / named.name
    if path.name in {"", ".", ".."} or path.is_dir():
        raise Usage(f"{inert_line(typed)} is a folder; name a file in it")
    if not folder.is_dir():
        raise Refused(f"there is no folder {inert_line(str(folder))}; make it first")
    if path.exists() or path.is_symlink():
        raise Refused(f"{inert_line(str(path))} already exists; choose another name")
    ours = [desk.workspace.home, *(one for one in (desk.workspace.git_dir, desk.workspace.common_dir) if one)]
    if any(folder.is_relative_to(one.resolve()) for one in ours):
        raise Refused("that folder holds dreamtui's own files or git's; choose another")
    return ExportTarget(path, not folder.is_relative_to(desk.workspace.root.resolve()))


def write(where: ExportTarget, text: str) -> Path:
    """Write it, and say where it is."""
    from dreamtui.store.files.small import write_new

    write_new(where.path, text.encode("utf-8", "replace"))
    return where.path

"""Where a piece of evidence stands, as text: the commit with its patch, or the lines around it."""

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused
from dreamtui.model.evidence import Evidence, Where

AROUND = 8
"""Lines shown above and below the one that is meant."""

_LIMIT = 64 * 1024 * 1024


def source_text(desk: Desk, piece: Evidence) -> str:
    """The place as it is now, not made inert here; a sentence when it is gone or there is none."""
    place = piece.locator
    if place.where is Where.COMMIT:
        from dreamtui.sources import git

        return (
            git.show(desk.workspace.root, place.ref) or f"Commit {place.ref[:12]} is not in this repository any more."
        )
    if place.where is Where.FILE:
        return _lines_around(desk, place.ref, place.line)
    return f"It stands in no file; these are its words: {piece.quote}"


def _lines_around(desk: Desk, ref: str, line: int) -> str:
    from dreamtui.store.reader import read_or_none

    try:
        path = desk.layout.real(ref)
        inside = path.resolve().is_relative_to(desk.layout.root.resolve())
        inside = inside or path.resolve().is_relative_to(desk.layout.home.resolve())
        data = read_or_none(path, _LIMIT) if inside else None
    except (OSError, Refused):
        data = None
    if data is None:
        return f"{ref} cannot be read in this workspace any more."
    lines = data.decode("utf-8", "replace").split("\n")
    first, last = max(1, line - AROUND), min(len(lines), line + AROUND) if line else len(lines)
    digits = len(str(last))
    shown = [f"{'>' if n == line else ' '} {n:>{digits}}  {lines[n - 1]}" for n in range(first, last + 1)]
    return "\n".join([ref, *shown])

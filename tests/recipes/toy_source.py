"""A source: the open points of TODO.txt, one a line."""

from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.model.evidence import Skip

NAME = "TODO.txt"
_LARGEST = 1 << 20
"""Bytes of the file; a larger one is skipped and named."""
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Todos:
    """What was read."""

    points: tuple[tuple[int, str], ...] = ()
    """Each open point with its line, from 1."""
    skipped: tuple[Skip, ...] = ()


def read_todos(root: Path) -> Todos:
    """The lines that begin with `todo:`; one that is no text or too long is skipped and named."""
    try:
        data = read_whole(root / NAME, _LARGEST)
    except FileNotFoundError:
        return Todos()
    except OSError as problem:
        return Todos(skipped=(Skip(NAME, 0, problem.strerror or "cannot be read"),))
    points: list[tuple[int, str]] = []
    skipped: list[Skip] = []
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.startswith(b"todo:"):
            continue
        try:
            words = line.removeprefix(b"todo:").decode("utf-8").strip()
        except UnicodeDecodeError:
            skipped.append(Skip(NAME, number, "not UTF-8"))
            continue
        if len(words) > _LONGEST:
            skipped.append(Skip(NAME, number, "longer than a point"))
        elif words:
            points.append((number, words))
    return Todos(tuple(points), tuple(skipped))

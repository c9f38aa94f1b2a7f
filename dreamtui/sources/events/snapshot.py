"""What a scan leaves for the next one: how far each file was read, and what the miners remember."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from dreamtui.model.evidence import Skip
from dreamtui.model.mining import Miners

M = TypeVar("M", bound=Miners)

_VERSION = 1
SKIPS = 100
"""How many skipped lines are named; all are counted."""


class LogPosition(NamedTuple):
    """How far one file was read."""

    size: int
    """Size of the file when it was read."""
    mtime: int
    """Its modification time in nanoseconds."""
    inode: int
    """Its inode."""
    offset: int
    """Bytes read for good; a torn last line is read again."""
    lines: int
    """Lines within these bytes."""
    events: int
    """Events read."""
    skipped: int
    """Lines skipped, a torn last line included."""
    torn: bool
    """Whether the last line had no end and was no event, so that it may still be completed."""
    open: bool
    """Whether the last line counts although its newline is still to come."""
    print: int
    """Checksum of the first and the last bytes before the offset."""


make_mark: Callable[[tuple[int, int, int, int, int, int, int, bool, bool, int]], LogPosition] = partial(
    tuple.__new__, LogPosition
)
"""A mark of all its fields in their order; several times as fast as calling the class, and there is one a file."""


class Skips:
    """The first so many skipped lines in the order of files, whatever the order they come in."""

    def __init__(self, known: list[Skip] | None = None) -> None:
        self._kept = list(known or ())

    def add(self, path: str, line: int, why: str) -> None:
        """Note one."""
        self._kept.append(Skip(path, line, why))
        if len(self._kept) > 8 * SKIPS:
            self._kept = self.first()

    def first(self) -> list[Skip]:
        """The first of them."""
        return sorted(self._kept, key=lambda skip: (skip.path, skip.line, skip.why))[:SKIPS]


@dataclass(slots=True)
class LogSnapshot(Generic[M]):
    """All that is needed to read only what is new."""

    key: str
    """Key of the miners; a snapshot of others is of no use."""
    folder: str
    """The folder that was read, relative to the workspace or absolute."""
    floor: str
    """UTC time from which on the miners remember."""
    miners: M
    """The miners themselves."""
    marks: dict[str, LogPosition] = field(default_factory=dict)
    """How far each file was read, by its path."""
    skips: list[Skip] = field(default_factory=list)
    """Skipped lines of these files, at most `SKIPS`."""
    spent: bool = False
    """Whether its miners already belong to a later snapshot."""

    def to_bytes(self) -> bytes:
        """As MessagePack; there is no code in it."""
        import msgspec

        skips = [(skip.path, skip.line, skip.why) for skip in self.skips]
        return msgspec.msgpack.encode(
            [_VERSION, self.key, self.folder, self.floor, self.marks, skips, list(self.miners.pack())]
        )

    @classmethod
    def from_bytes(cls, data: bytes, miners: M) -> "LogSnapshot[M] | None":
        """Read what `to_bytes` wrote for miners of the same key; None for anything else, however hostile."""
        import msgspec

        shape = tuple[int, str, str, str, dict[str, LogPosition], list[tuple[str, int, str]], list[bytes]]
        try:
            version, key, folder, floor, marks, skips, packed = msgspec.msgpack.decode(data, type=shape)
        except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
            return None
        if version != _VERSION or key != miners.key or len(skips) > SKIPS:
            return None
        if any(min(m.size, m.offset, m.lines, m.events, m.skipped, m.size - m.offset) < 0 for m in marks.values()):
            return None
        inside = miners.fresh(floor)
        if not inside.absorb_packed(packed):
            return None
        return cls(key, folder, floor, inside, marks, [Skip(*skip) for skip in skips])

"""What a scan of event logs leaves for the next one: how far each file was read, and what the miners remember."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec

from dreamtui.model.evidence import Skip
from dreamtui.model.mining import Miners
from dreamtui.sources.jsonl import snapshot
from dreamtui.sources.jsonl.lines import NAMED
from dreamtui.sources.jsonl.positions import FilePosition, plausible

M = TypeVar("M", bound=Miners)

_VERSION = 2


class _Saved(msgspec.Struct, array_like=True):
    """The layout of the bytes."""

    version: int
    key: str
    folder: str
    floor: str
    marks: dict[str, FilePosition]
    skips: list[tuple[str, int, str]]
    packed: list[bytes]


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
    marks: dict[str, FilePosition] = field(default_factory=dict)
    """How far each file was read, by its path."""
    skips: list[Skip] = field(default_factory=list)
    """Skipped lines of these files, at most `NAMED`; torn ones are named by their positions."""
    spent: bool = False
    """Whether its miners already belong to a later snapshot."""

    def to_bytes(self) -> bytes:
        """As MessagePack."""
        skips = [(skip.path, skip.line, skip.why) for skip in self.skips]
        packed = list(self.miners.pack())
        return snapshot.encode(_Saved(_VERSION, self.key, self.folder, self.floor, self.marks, skips, packed))

    @classmethod
    def from_bytes(cls, data: bytes, miners: M) -> "LogSnapshot[M] | None":
        """Read what `to_bytes` wrote for miners of the same key; None for anything else."""
        saved = snapshot.decode(data, _Saved)
        if saved is None or (saved.version, saved.key) != (_VERSION, miners.key):
            return None
        if len(saved.skips) > NAMED or not plausible(saved.marks.values()):
            return None
        inside = miners.fresh(saved.floor)
        if not inside.absorb_packed(saved.packed):
            return None
        return cls(saved.key, saved.folder, saved.floor, inside, saved.marks, [Skip(*skip) for skip in saved.skips])

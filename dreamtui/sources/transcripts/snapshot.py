"""What a scan of transcripts leaves for the next one, as bytes and back."""

from dataclasses import dataclass, field

import msgspec

from dreamtui.sources.transcripts.state import FileState

_VERSION = 1
_DRAWN = 2
"""Changes with what is drawn from a record, so that what an older version kept is read again."""


class Origin(msgspec.Struct, array_like=True, gc=False):
    """Where the conversation in a file took place, as its first records say."""

    inode: int
    """Inode of the file that was looked at."""
    size: int
    """Its size then; a file without an answer is looked at again when it has grown."""
    cwds: list[str]
    """Working directories, sorted; empty when no record named one."""


class _Saved(msgspec.Struct, array_like=True):
    """The layout of the bytes."""

    version: int
    drawn: int
    claude: str
    roots: list[str]
    origins: dict[str, Origin]
    files: dict[str, FileState]


@dataclass(slots=True)
class Snapshot:
    """What was read, by the names of the files relative to the folder of all projects."""

    claude: str = ""
    """The folder of all projects, as it was given."""
    roots: tuple[str, ...] = ()
    """The roots whose conversations were looked for."""
    origins: dict[str, Origin] = field(default_factory=dict)
    """Where each file belongs, those of other projects too, so that they need not be opened again."""
    files: dict[str, FileState] = field(default_factory=dict)
    """What is remembered of each file that belongs here."""

    def to_bytes(self) -> bytes:
        """The snapshot as msgpack."""
        saved = _Saved(_VERSION, _DRAWN, self.claude, list(self.roots), self.origins, dict(sorted(self.files.items())))
        return msgspec.msgpack.encode(saved)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Snapshot | None":
        """Read what `to_bytes` made; None for anything else, so that everything is read again."""
        try:
            saved = msgspec.msgpack.decode(data, type=_Saved)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        if (saved.version, saved.drawn) != (_VERSION, _DRAWN):
            return None
        return cls(saved.claude, tuple(saved.roots), saved.origins, saved.files)

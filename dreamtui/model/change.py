"""What will change: spans of bytes, changes of files, and the set of them a plan consists of."""

import hashlib
from dataclasses import dataclass


def digest(data: bytes | None) -> str:
    """The full sha256 of a file's bytes; empty for a file that is not there."""
    return "" if data is None else hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes replaced at one place of a file."""

    offset: int
    """Where the replaced bytes start in the file as it was before."""
    before: bytes
    """The bytes before; empty for an insertion."""
    after: bytes
    """The bytes after; empty for a removal."""
    lead: bytes = b""
    """Up to 48 bytes in front of the new bytes."""
    trail: bytes = b""
    """Up to 48 bytes after them."""


@dataclass(frozen=True, slots=True)
class Change:
    """One file before and after. `None` means that the file is not there."""

    path: str
    """Logical path: relative to the workspace root; `.agent/…` means the home, wherever it is."""
    before: bytes | None
    """The bytes the plan was made from."""
    after: bytes | None
    """The bytes that will be written."""

    @property
    def hash_before(self) -> str:
        """sha256 of the bytes before, empty for none."""
        return digest(self.before)

    @property
    def hash_after(self) -> str:
        """sha256 of the bytes after, empty for none."""
        return digest(self.after)


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """All files one plan changes; this is what a preview shows and what the store applies."""

    changes: tuple[Change, ...] = ()
    """At most one change a path, in path order."""

    @classmethod
    def of(cls, *changes: Change) -> "ChangeSet":
        """Chain changes of the same path, drop those that change nothing, sort by path."""
        merged: dict[str, Change] = {}
        for change in changes:
            earlier = merged.get(change.path)
            merged[change.path] = Change(change.path, earlier.before, change.after) if earlier else change
        kept = (merged[path] for path in sorted(merged))
        return cls(tuple(c for c in kept if c.before != c.after))

    def __bool__(self) -> bool:
        return bool(self.changes)

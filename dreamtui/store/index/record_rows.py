"""Rows that are made from the records of all decisions and the files of some folders, kept until these change.

After a decision only what it added is looked at, where that tells: records in a straight line after all others, and the
files that came, went or changed since. Else all records are read.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from dreamtui.kinds.decision.graph import heads
from dreamtui.kinds.kind import Folder, Needs, Records, SinceThen
from dreamtui.kinds.row import QueueRow
from dreamtui.model.errors import DreamtuiError
from dreamtui.store.files.small import read_or_none
from dreamtui.store.layout import Layout

if TYPE_CHECKING:
    from dreamtui.model.decision import Decision, Mark
    from dreamtui.store.records.record_reader import Audit

Makes = Callable[[Records], list[QueueRow]]
Files = tuple[tuple[Any, ...], ...]
"""Path, times, size and inode of each file."""
_MOST_ADDED = 20


class ReviewSettings(Protocol):
    """Where two people have to decide."""

    def stamp(self) -> str:
        """Differs when a file was changed that says so."""

    def asked(self) -> Needs | None:
        """Who has to decide a rule beside the person who did; None where nobody ever has to."""


class KnownVersions(Protocol):
    """The versions that the workspace is at."""

    def stamp(self) -> str:
        """Differs when there are others."""

    def is_reached(self, version: str) -> bool:
        """Whether the workspace is at a version, or at a later one."""


class ReadRecords:
    """The decisions and files that rows are made from, read when they are asked for."""

    def __init__(
        self,
        names: list[str],
        layout: Layout,
        key: Callable[[], bytes],
        rows: Callable[[Folder], list[QueueRow]],
        reviewers: ReviewSettings | None,
        *,
        keeps: bool,
    ) -> None:
        self._layout = layout
        self._key = key
        self._keeps = keeps
        self.names = names
        self.rows = rows
        self._reviewers = reviewers
        self.since: SinceThen | None = None

    @property
    def needs(self) -> Needs | None:
        return self._reviewers.asked() if self._reviewers else None

    @cached_property
    def _audit(self) -> "Audit":
        """Imported only where there is a record: it would hold the first row up."""
        from dreamtui.store.records.record_reader import Audit

        return Audit(self._layout, self._key, keeps=self._keeps)

    @cached_property
    def _read(self) -> "tuple[Sequence[Mark], Sequence[DreamtuiError]]":
        return self._audit.readable() if self.names else ((), ())

    @property
    def marks(self) -> "Sequence[Mark]":
        return self._read[0]

    def head(self) -> str:
        """The newest decision, where all records can be read and no two of them are the newest."""
        marks, problems = self._read
        found = heads(marks)
        return found[0] if len(found) == 1 and not problems else ""

    def is_line(self) -> bool:
        """Whether all records follow each other and none puts one of another branch out of force."""
        marks = self.marks
        followed = {mark.parents for mark in marks}
        return len(followed) == len(marks) and not any(mark.overrules or len(mark.parents) > 1 for mark in marks)

    def added(self, names: Sequence[str], head: str) -> "list[Mark] | None":
        """These records, if each follows the one before it, and the first the given decision."""
        found: list[Mark] = []
        for name in names:
            mark = self._mark(name)
            if mark is None or mark.parents != (head,):
                return None
            head = mark.id
            found.append(mark)
        return found

    def undone(self, marks: "Sequence[Mark]") -> "list[Mark] | None":
        """What these take back, and, of an undo among it, what that took back; None if a record is not to be found."""
        found: list[Mark] = []
        waiting = [mark.undoes for mark in marks if mark.undoes]
        while waiting:
            end = f"-{waiting[-1][:8]}.md"
            named = next((name for name in reversed(self.names) if name.endswith(end)), None)
            mark = self._mark(named) if named else None
            if mark is None or mark.id != waiting.pop() or len(found) == _MOST_ADDED:
                return None
            found.append(mark)
            waiting += [mark.undoes] if mark.undoes else []
        return found

    def _mark(self, name: str) -> "Mark | None":
        try:
            return self._audit.mark(name)
        except DreamtuiError:
            return None

    def whole(self, mark: "Mark") -> "Decision":
        return self._audit.read(mark.name)

    def read(self, logical: str) -> bytes | None:
        try:
            return read_or_none(self._layout.real(logical))
        except DreamtuiError:
            return None


class KeptRows(NamedTuple):
    """Rows with what they were made from."""

    asked: str
    """The settings that say who has to decide."""
    known: int
    names: str
    """How many records there were, and a hash of their names."""
    head: str
    """The newest of them; empty where there is not just one."""
    is_line: bool
    """As of `SinceThen`."""
    files: Files
    rows: tuple[QueueRow, ...]

    @classmethod
    def read(cls, text: str) -> "KeptRows | None":
        """From what `text` gave."""
        if not text:
            return None
        asked, known, names, head, is_line, files, rows = json.loads(text)
        return cls(asked, known, names, head, is_line, tuple(map(tuple, files)), tuple(map(QueueRow._make, rows)))

    def text(self) -> str:
        return json.dumps(self, ensure_ascii=True)

    def still(self, asked: str, names: Sequence[str], files: Files) -> bool:
        """Whether they would be made from the same again."""
        same = (self.asked, self.known, self.files) == (asked, len(names), files)
        return same and self.names == hash_of(names)

    def since(self, asked: str, records: ReadRecords, files: Files) -> SinceThen | None:
        """What was added, where nothing else differs."""
        names = records.names
        new = names[self.known :]
        if not self.head or self.asked != asked or len(new) > _MOST_ADDED or hash_of(names[: self.known]) != self.names:
            return None
        added = records.added(new, self.head)
        undone = records.undone(added) if added is not None else None
        if added is None or undone is None:
            return None
        changed = frozenset(entry[0] for entry in set(self.files) ^ set(files))
        is_line = self.is_line and not any(mark.overrules for mark in added)
        return SinceThen(tuple(added), changed, self.rows, tuple(undone), is_line)


def hash_of(names: Sequence[str]) -> str:
    """Of the names of records."""
    return hashlib.sha256("\n".join(names).encode("utf-8", "surrogateescape")).hexdigest()

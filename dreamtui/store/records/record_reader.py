"""The audit folder: one file a decision, never changed after it is written."""

import contextlib
import hmac
import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

from dreamtui.kinds.decision import audit_record
from dreamtui.model.decision import NOTE_PATHS, RULE_FILES, Decision, Mark, Touched
from dreamtui.model.errors import DreamtuiError, Integrity, Malformed, NotFound, Refused
from dreamtui.model.verb import Verb
from dreamtui.store.files.small import read_regular
from dreamtui.store.index.schema import open_cache
from dreamtui.store.layout import OBJECTS, Layout
from dreamtui.store.person.private_memory import kept_apart, private_object
from dreamtui.store.records.names import GONE, Stamp, record_files, record_names

_RECORD_LIMIT = 32 * 1024 * 1024


class Audit:
    """Reads the records of one workspace."""

    def __init__(
        self, layout: Layout, key: Callable[[], bytes] = bytes, *, keeps: bool = True, data_folder: Path | None = None
    ) -> None:
        """`key` gives what seals the cache; where it is empty, nothing is cached and every record is read.

        With `keeps` off the cache is read and left as it is, for one who is writing to it already.
        """
        self._layout = layout
        self._key = key
        self._keeps = keeps
        self._data_folder = data_folder

    def names(self) -> list[str]:
        """Logical paths of all records, in name order, which is time order."""
        return record_names(self._layout)

    def marks(self) -> list[Mark]:
        """The light part of every record; raises Integrity naming a record that cannot be read."""
        marks, problems = self.readable()
        if problems:
            raise problems[0]
        return marks

    def readable(self) -> tuple[list[Mark], list[DreamtuiError]]:
        """The light part of every record that can be read, and why the others cannot."""
        files = record_files(self._layout)
        key = self._key() if files else b""
        kept = self._load(key) if key else {}
        found: list[_Kept] = []
        fresh: list[_Kept] = []
        problems: list[DreamtuiError] = []
        for logical, stamp in files:
            known = kept.get(logical)
            if known is None or known[0] != stamp:
                try:
                    known = stamp, self.mark(logical)
                except (Integrity, NotFound) as problem:
                    problems.append(problem)
                    continue
                fresh += [known] if stamp != GONE else []
            found.append(known)
        if fresh and key and self._keeps:
            self._save(key, fresh, found)
        return [mark for _, mark in found], problems

    def mark(self, logical: str) -> Mark:
        """The light part of one record, from its file."""
        return _mark(logical, self.read(logical))

    def read(self, logical: str) -> Decision:
        """One whole record with its spans; raises Integrity when it is not what it says."""
        data = self.bytes_of(logical)
        try:
            decision = audit_record.parse(data)
        except Malformed as problem:
            raise Integrity(f"{logical} is not a readable audit record: {problem}") from None
        if not audit_record.genuine(data, decision):
            raise Integrity(f"{logical} was changed after it was written: its text does not match its id")
        return decision

    def bytes_of(self, logical: str) -> bytes:
        """The bytes of one record."""
        try:
            return read_regular(self._layout.place(logical), _RECORD_LIMIT)
        except FileNotFoundError:
            raise NotFound(f"{logical} is gone") from None
        except Refused as problem:
            raise Integrity(str(problem)) from None

    def whole(self, mark: Mark) -> Decision:
        """The record of a mark, with the spans that are kept in objects filled in; private ones if they are here."""
        decision = self.read(mark.name)
        apart = kept_apart(entry.path for entry in decision.touched)
        return replace(decision, touched=tuple(self._filled(entry, apart) for entry in decision.touched))

    def _filled(self, entry: Touched, apart: Collection[str]) -> Touched:
        if not entry.object:
            return entry
        if entry.path in apart and (kept := private_object(self._data_folder, entry.object)) is not None:
            with contextlib.suppress(Malformed):
                if audit_record.object_key(kept) == entry.object:
                    return replace(entry, spans=audit_record.read_object(kept))
        path = self._layout.real(f"{OBJECTS}/{entry.object}")
        try:
            data = read_regular(path, 1 << 30)
            if audit_record.object_key(data) != entry.object:
                raise Integrity(f"object {entry.object[:12]} does not match its name")
            return replace(entry, spans=audit_record.read_object(data))
        except (FileNotFoundError, Malformed) as problem:
            if entry.path in apart and isinstance(problem, FileNotFoundError):
                return entry
            raise Integrity(f"object {entry.object[:12]}, needed to undo, is missing or damaged") from None

    def _load(self, key: bytes) -> dict[str, "_Kept"]:
        """What is kept of records, by their logical paths; nothing that was not sealed here."""
        import msgspec

        connection = open_cache(self._layout)
        if connection is None:
            return {}
        decoder = msgspec.msgpack.Decoder(list[_Kept])
        kept: dict[str, _Kept] = {}
        with contextlib.closing(connection), contextlib.suppress(sqlite3.Error):
            for (body,) in connection.execute("SELECT body FROM records WHERE typeof(body) = 'blob' ORDER BY rowid"):
                packed = body[_SEAL:]
                if hmac.compare_digest(body[:_SEAL], _seal(key, packed)):
                    with contextlib.suppress(msgspec.MsgspecError):
                        kept.update((one[1].name, one) for one in decoder.decode(packed))
        return kept

    def _save(self, key: bytes, fresh: Sequence["_Kept"], every: Sequence["_Kept"]) -> None:
        """Put what was read beside what is kept; now and then all into one block, so that a look opens few."""
        connection = open_cache(self._layout)
        if connection is None:
            return
        with contextlib.closing(connection), contextlib.suppress(sqlite3.Error), connection:
            (blocks,) = connection.execute("SELECT count(*) FROM records").fetchone()
            whole = _packed(fresh if blocks < _MOST_BLOCKS else every)
            if whole and blocks >= _MOST_BLOCKS:
                connection.execute("DELETE FROM records")
            if whole:
                connection.execute("INSERT INTO records VALUES (?)", (_seal(key, whole) + whole,))


_Kept = tuple[Stamp, Mark]
"""What the disk said of a record's file, and its light part: it is of this version of this file only."""
_SEAL = 32
_MOST_BLOCKS = 64


def _packed(kept: Sequence[_Kept]) -> bytes:
    """What is kept of these; a record that holds half a character is read each time. Empty for nothing."""
    import msgspec

    try:
        return msgspec.msgpack.encode(kept) if kept else b""
    except UnicodeEncodeError:
        return b"" if len(kept) == 1 else _packed([one for one in kept if _packed([one])])


def _seal(key: bytes, packed: bytes) -> bytes:
    """What only this person on this machine can make of it."""
    return hmac.digest(key, b"records\0" + packed, "sha256")


def _mark(logical: str, decision: Decision) -> Mark:
    return Mark(
        logical,
        decision.id,
        decision.parents,
        decision.item,
        decision.kind,
        decision.title,
        decision.verb,
        decision.actor,
        decision.when,
        decision.batch,
        decision.undoes,
        audit_record.words_key(decision.rationale),
        tuple(entry.path for entry in decision.touched),
        tuple(
            (e.path, e.before, _left(e, decision))
            for e in decision.touched
            if e.path.startswith((RULE_FILES, NOTE_PATHS))
        ),
        decision.origin.doubts if decision.origin else (),
        decision.overrules,
    )


def _left(entry: Touched, decision: Decision) -> str:
    """The sha256 of what a decision left of a rule or a note; empty for a note that it took out of force.

    That a note is out of force stands in its file; a record of an earlier version does not say whether it is.
    """
    if entry.path.startswith(RULE_FILES) or entry.path in {one.path for one in decision.says}:
        return entry.after
    return "" if decision.origin or decision.verb is Verb.RETIRE else entry.after

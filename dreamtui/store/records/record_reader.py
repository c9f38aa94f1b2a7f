"""The audit folder: one file a decision, never changed after it is written."""

import contextlib
import hmac
import json
import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace

from dreamtui.kinds.decision import audit_record
from dreamtui.model.decision import NOTE_PATHS, RULE_FILES, Decision, Mark, Touched
from dreamtui.model.errors import DreamtuiError, Integrity, Malformed, NotFound, Refused
from dreamtui.model.verb import Verb
from dreamtui.store.files.small import read_regular
from dreamtui.store.index.schema import open_cache
from dreamtui.store.layout import OBJECTS, Layout
from dreamtui.store.records.names import record_files

_RECORD_LIMIT = 32 * 1024 * 1024


class Audit:
    """Reads the records of one workspace."""

    def __init__(self, layout: Layout, key: Callable[[], bytes] = bytes, *, keeps: bool = True) -> None:
        """`key` gives what seals the cache; where it is empty, nothing is cached and every record is read.

        With `keeps` off the cache is read and left as it is, for one who is writing to it already.
        """
        self._layout = layout
        self._key = key
        self._keeps = keeps

    def names(self) -> list[str]:
        """Logical paths of all records, in name order, which is time order."""
        return sorted(logical for logical, _ in record_files(self._layout))

    def marks(self) -> list[Mark]:
        """The light part of every record; raises Integrity naming a record that cannot be read."""
        marks, problems = self.readable()
        if problems:
            raise problems[0]
        return marks

    def readable(self) -> tuple[list[Mark], list[DreamtuiError]]:
        """The light part of every record that can be read, and why the others cannot."""
        files = list(record_files(self._layout))
        key = self._key() if files else b""
        known = self._load() if key else {}
        marks: list[Mark] = []
        problems: list[DreamtuiError] = []
        fresh: list[tuple[object, ...]] = []
        for logical, entry in files:
            try:
                status = entry.stat(follow_symlinks=False)
                packed = _opened(key, logical, status, known.get(logical, ""))
                if packed:
                    marks.append(_unpack(logical, packed))
                    continue
                mark = _mark(logical, self.read(logical))
            except FileNotFoundError:
                problems.append(NotFound(f"{logical} is gone"))
            except (Integrity, NotFound) as problem:
                problems.append(problem)
            else:
                marks.append(mark)
                fresh.append((logical, status.st_mtime_ns, status.st_size, _sealed(key, logical, status, _pack(mark))))
        if fresh and key and self._keeps:
            self._save(fresh)
        return marks, problems

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
            return read_regular(self._layout.real(logical), _RECORD_LIMIT)
        except FileNotFoundError:
            raise NotFound(f"{logical} is gone") from None
        except Refused as problem:
            raise Integrity(str(problem)) from None

    def whole(self, mark: Mark) -> Decision:
        """The record of a mark, with the spans that are kept in objects filled in."""
        decision = self.read(mark.name)
        return replace(decision, touched=tuple(self._filled(entry) for entry in decision.touched))

    def _filled(self, entry: Touched) -> Touched:
        if not entry.object:
            return entry
        path = self._layout.real(f"{OBJECTS}/{entry.object}")
        try:
            data = read_regular(path, 1 << 30)
            if audit_record.object_key(data) != entry.object:
                raise Integrity(f"object {entry.object[:12]} does not match its name")
            return replace(entry, spans=audit_record.read_object(data))
        except (FileNotFoundError, Malformed):
            raise Integrity(f"object {entry.object[:12]}, needed to undo, is missing or damaged") from None

    def _load(self) -> dict[str, str]:
        connection = open_cache(self._layout)
        if connection is None:
            return {}
        with contextlib.closing(connection), contextlib.suppress(sqlite3.Error):
            rows = connection.execute("SELECT name, row FROM records WHERE typeof(row) = 'text'")
            return {row[0]: row[1] for row in rows}
        return {}

    def _save(self, fresh: list[tuple[object, ...]]) -> None:
        connection = open_cache(self._layout)
        if connection is None:
            return
        with contextlib.closing(connection), contextlib.suppress(sqlite3.Error), connection:
            connection.executemany("INSERT OR REPLACE INTO records VALUES (?,?,?,?)", fresh)


_SEAL = 64


def _seal(key: bytes, logical: str, status: os.stat_result, packed: str) -> str:
    """The seal of a row. It includes the time of the last change, which nobody can set, so it is valid for this file
    only.
    """
    stamp = f"{status.st_dev} {status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"
    return hmac.digest(key, f"{logical}\0{stamp}\0{packed}".encode("utf-8", "surrogatepass"), "sha256").hex()


def _sealed(key: bytes, logical: str, status: os.stat_result, packed: str) -> str:
    return _seal(key, logical, status, packed) + packed


def _opened(key: bytes, logical: str, status: os.stat_result, row: str) -> str:
    """The contents of a row; None unless it was made from this version of the file, by this person on this machine."""
    packed = row[_SEAL:]
    sound = key and row[:_SEAL] == _seal(key, logical, status, packed)
    return packed if sound else ""


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


def _pack(mark: Mark) -> str:
    return json.dumps([getattr(mark, name) for name in Mark.__dataclass_fields__ if name != "name"])


def _unpack(logical: str, packed: str) -> Mark:
    (
        id_, parents, item, kind, title, verb, actor, when, batch, undoes, words, paths, rules, doubts, overrules
    ) = json.loads(packed)  # fmt: skip
    return Mark(
        logical,
        id_,
        tuple(parents),
        item,
        kind,
        title,
        Verb(verb),
        actor,
        when,
        batch,
        undoes,
        words,
        tuple(paths),
        tuple((path, before, after) for path, before, after in rules),
        tuple(doubts),
        tuple(overrules),
    )

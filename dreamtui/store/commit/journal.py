"""The journal of one transaction: what it was going to do, so that the next start can finish it or put it back.

`<state>/journal/<id>.<stage>` is one JSON file. The id is a hash of its bytes and the stage is in its name, so a stage
changes by one rename:

writing     being written; nothing else has happened
preparing   new files may lie beside the old ones; the files themselves are untouched
committed   every new file and every backup is safe on the disk; from here on the transaction is finished
undoing     something could not be finished; from here on everything is put back

A journal is read back as untrusted input: a repository could ship one. The seal says that this person wrote it
on this machine; one without it is never carried out, and whatever it says, only files of ours are touched.
"""

import hashlib
import hmac
import json
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from dreamtui.disk.opening import TooLarge, read_whole
from dreamtui.model.errors import Integrity, Refused, Unavailable
from dreamtui.store.commit.machine_key import seal_of
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import Port
from dreamtui.text.inert import inert_line
from dreamtui.text.jsons import read_json

SCHEMA = 1
_LARGEST = 64 * 1024 * 1024
_LONGEST_NAME = 200
"""Bytes of a file's name that go into the name of its copy, so that the whole is a possible name."""
_NAME = re.compile(r"([0-9a-f]{16})\.(writing|preparing|committed|undoing)")
_HASH = re.compile(r"(?:[0-9a-f]{64})?")


@dataclass(frozen=True, slots=True)
class Move:
    """One file that is created, replaced or removed."""

    number: int
    """Its place in the journal; part of the names of its temporary files."""
    path: Path
    before: str
    """sha256 of the bytes before, empty when there was no file."""
    after: str
    """sha256 of the bytes after, empty when the file goes."""


@dataclass(frozen=True, slots=True)
class LogAppend:
    """Bytes that go to the end of a log."""

    path: Path
    at: int
    """Its size before, -1 when it was not there."""
    data: bytes
    """Whole lines, led by a newline where the log ended in a torn one."""


@dataclass(frozen=True, slots=True)
class Journal:
    state: Path
    """The real path of the state folder it was written for."""
    label: str
    """What the transaction is, in words for a person; not inert."""
    moves: tuple[Move, ...]
    """The files, in path order."""
    lines: tuple[LogAppend, ...]
    """The log lines, in path order."""
    folders: tuple[Path, ...]
    """Folders that have to be made first, parents before children."""
    salt: int = 0
    """Counts up where an earlier transaction of the same bytes left files behind under the same id."""
    seal: str = ""
    """Made of everything else with the key of this person and machine; an earlier version made none."""

    def encode(self) -> bytes:
        body: dict[str, object] = {
            "dreamtui": "journal",
            "schema": SCHEMA,
            "state": str(self.state),
            "label": self.label,
            "moves": [[str(m.path), m.before, m.after] for m in self.moves],
            "lines": [[str(n.path), n.at, n.data.decode("utf-8", "surrogateescape")] for n in self.lines],
            "folders": [str(folder) for folder in self.folders],
            "salt": self.salt,
        } | ({"seal": self.seal} if self.seal else {})
        return json.dumps(body, indent=0).encode("ascii") + b"\n"

    def sealed(self, key: bytes) -> "Journal":
        bare = replace(self, seal="")
        return replace(bare, seal=seal_of(key, bare.encode()))

    def is_sealed(self, key: bytes) -> bool:
        """Whether it was written with this key."""
        return bool(key and self.seal) and hmac.compare_digest(self.seal, self.sealed(key).seal)

    def named(self) -> "NamedJournal":
        """The journal under the id of its bytes."""
        return NamedJournal(self, hashlib.sha256(self.encode()).hexdigest()[:16])


@dataclass(frozen=True, slots=True)
class NamedJournal:
    """A journal with its id, and with it the names of all files that belong to it."""

    journal: Journal
    id: str
    """16 hex of the hash of the journal's bytes."""

    def file(self, stage: str) -> Path:
        """The journal file at a stage."""
        return folder_of(self.journal.state) / f"{self.id}.{stage}"

    def new(self, move: Move) -> Path:
        """Where the new bytes wait."""
        return move.path.parent / f".dreamtui-{self.id}-{move.number}.new"

    def old(self, move: Move) -> Path:
        """The backup of the bytes before."""
        return move.path.parent / f".dreamtui-{self.id}-{move.number}.old"

    def part(self, move: Move) -> Path:
        """Where a copy is written before it gets its name."""
        return move.path.parent / f".dreamtui-{self.id}-{move.number}.part"

    def copy(self, move: Move, nth: int) -> Path:
        """The name for the n-th copy of what another writer wrote there during the change.

        People see this name, and it is not taken for a memory, a rule or a note.
        """
        name = os.fsencode(move.path.name.lstrip("."))
        shown = os.fsdecode(name) if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME].decode("utf-8", "ignore")
        return move.path.parent / f"{shown}.theirs-{self.id}-{move.number}-{nth}"

    def copies(self, move: Move) -> tuple[Path, ...]:
        found: list[Path] = []
        while os.path.lexists(copy := self.copy(move, len(found) + 1)):
            found.append(copy)
        return tuple(found)

    def stage(self) -> str:
        """The stage on disk; empty if it is over or has not begun."""
        return next((s for s in ("undoing", "committed", "preparing") if self.file(s).exists()), "")

    def mark(self, stage: str, then: str, port: Port) -> None:
        """Go to another stage; it lasts once this returns."""
        port.rename(self.file(stage), self.file(then))
        port.sync_folder(folder_of(self.journal.state))


def folder_of(state: Path) -> Path:
    return state / "journal"


def unfinished(state: Path) -> tuple[tuple[str, str], ...]:
    """Id and stage of each transaction that was begun and is not over, without opening anything."""
    try:
        names = os.listdir(folder_of(state))  # noqa: PTH208 - runs on every start, and makes no Path objects
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise Unavailable(f"the journal in {inert_line(str(state))} cannot be read: {error.strerror}") from error
    found = (_NAME.fullmatch(name) for name in sorted(names))
    return tuple((match[1], match[2]) for match in found if match)


def read_journal(state: Path, name: str, stage: str, guard: PathGuard, key: bytes) -> NamedJournal:
    """Read a journal that was left behind, and trust nothing in it; raises `Integrity` naming the file.

    What a journal may be about is asked only of one that will be carried out, which is one that is sealed.
    """
    path = folder_of(state) / f"{name}.{stage}"
    try:
        data = _read(path)
        if hashlib.sha256(data).hexdigest()[:16] != name:
            raise ValueError("its content does not match its name")
        journal = _decode(read_json(data), guard)
        if journal.state != Path(os.path.realpath(state)):
            raise ValueError(f"it was written in {inert_line(str(journal.state))}")
        if journal.is_sealed(key):
            check_about(journal, guard)
    except (OSError, ValueError, KeyError, TypeError, RecursionError, Refused) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise Integrity(
            f"{inert_line(str(path))} is not a journal of an interrupted change here ({inert_line(str(said))});"
            " nothing is written until it is moved away"
        ) from error
    return NamedJournal(journal, name)


def check_about(journal: Journal, guard: PathGuard) -> None:
    """Raises `Refused` unless it is about files that we write, and about their folders."""
    targets = [move.path for move in journal.moves] + [line.path for line in journal.lines]
    for path in targets:
        guard.check_ours(path)
    above = {parent for path in targets for parent in path.parents}
    if guard.ours is not None and (others := [folder for folder in journal.folders if folder not in above]):
        raise Refused(f"{guard.name(others[0])} holds none of its files")


def _read(path: Path) -> bytes:
    try:
        return read_whole(path, _LARGEST)
    except TooLarge:
        raise ValueError("it is too large") from None


def _decode(body: object, guard: PathGuard) -> Journal:
    """Build the journal from JSON; raises ValueError, KeyError, TypeError or Refused for anything unexpected."""
    if not isinstance(body, dict) or body.get("dreamtui") != "journal":
        raise ValueError("it has another format")
    if body["schema"] != SCHEMA:
        raise ValueError("written by another version of dreamtui")
    state, label, salt, seal = body["state"], body["label"], body["salt"], body.get("seal", "")
    if not (isinstance(state, str) and isinstance(label, str) and isinstance(salt, int)):
        raise ValueError("a field has another type")
    if not isinstance(seal, str) or not _HASH.fullmatch(seal):
        raise ValueError("its seal is invalid")
    moves = tuple(_decode_move(number, fields, guard) for number, fields in enumerate(_list(body["moves"])))
    lines = tuple(_decode_line(fields, guard) for fields in _list(body["lines"]))
    folders = tuple(_decode_path(folder, guard) for folder in _list(body["folders"]))
    targets = [move.path for move in moves] + [line.path for line in lines]
    if len(set(targets)) != len(targets):
        raise ValueError("it names a file twice")
    return Journal(Path(state), label, moves, lines, folders, salt, seal)


def _decode_move(number: int, fields: object, guard: PathGuard) -> Move:
    path, before, after = _list(fields)
    if not (isinstance(before, str) and isinstance(after, str)):
        raise ValueError("a hash has another type")
    if not _HASH.fullmatch(before) or not _HASH.fullmatch(after) or before == after:
        raise ValueError("a hash is invalid")
    return Move(number, _decode_path(path, guard), before, after)


def _decode_line(fields: object, guard: PathGuard) -> LogAppend:
    path, at, text = _list(fields)
    if not isinstance(at, int) or at < -1 or not isinstance(text, str) or not text.endswith("\n"):
        raise ValueError("a log line is invalid")
    line = LogAppend(_decode_path(path, guard), at, text.encode("utf-8", "surrogateescape"))
    check_log(line.path)
    return line


def check_log(path: Path) -> None:
    """Only logs are appended to: a forged journal must not add a word to a file that people or agents read."""
    if path.suffix != ".jsonl":
        raise Refused(f"{inert_line(path.name)} is not a log and is never appended to")


def _decode_path(path: object, guard: PathGuard) -> Path:
    if not isinstance(path, str):
        raise ValueError("a path has another type")
    guard.check_place(Path(path))
    return Path(path)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("a list is missing")
    return value

"""The recall store of a workspace, wherever its version of OpenClaw keeps it."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import NotRegular, TooLarge, read_whole
from dreamtui.model.errors import Refused
from dreamtui.openclaw.kind import LARGEST_STORE, STORE
from dreamtui.openclaw.recall_store import OPENCLAW_LIMIT, PHASES, parse, parse_phases
from dreamtui.openclaw.scoring.recall import PhaseHits, RawStore
from dreamtui.sources.workspace import home_folder
from dreamtui.text.jsons import read_json


@dataclass(frozen=True, slots=True)
class RecallSource:
    store: RawStore
    phases: Mapping[str, PhaseHits] = field(default_factory=dict)
    where: str = ""
    """The file the entries come from; empty for none."""
    size: int = 0
    writable: bool = True
    """Whether promotions may be marked in it."""
    remarks: tuple[str, ...] = ()
    """What a person should know, a sentence each."""


def is_workspace(root: Path) -> bool:
    """Whether recalls have ever been recorded here."""
    return (root / "memory" / ".dreams").is_dir()


def read_recalls(root: Path, env: Mapping[str, str]) -> RecallSource:
    """The entries of the file; where OpenClaw has moved on to its database, those of the database, for reading only."""
    folder = root / "memory" / ".dreams"
    moved = sorted(folder.glob("short-term-recall.json.migrated*")) if folder.is_dir() else []
    from_database = _database(root, env, moved=bool(moved))
    if from_database is not None:
        return from_database
    path = root / STORE
    data = _bytes(path)
    phases = parse_phases(_bytes(root / PHASES))
    if data is None and moved:
        newest = moved[-1]
        archived = _bytes(newest)
        said = (
            f"OpenClaw has moved its recalls into a database that was not found; {newest.name} is what they were then,"
            " and it is only read",
        )
        return RecallSource(parse(archived), phases, _named(newest, root), len(archived or b""), False, said)
    if data is None:
        return RecallSource(RawStore({}), phases)
    remarks = []
    if len(data) > OPENCLAW_LIMIT:
        remarks.append(
            f"{STORE} has {len(data) / 1048576:.1f} MiB; OpenClaw stops promoting at {OPENCLAW_LIMIT // 1048576} MiB,"
            " and it is read here all the same"
        )
    if moved:
        remarks.append(
            f"{STORE} stands beside {moved[-1].name}: OpenClaw keeps recalls in a database now, so it is only read"
        )
    return RecallSource(parse(data), phases, STORE, len(data), not moved, tuple(remarks))


def _database(root: Path, env: Mapping[str, str], *, moved: bool) -> RecallSource | None:
    path = find_database(env) if moved or not (root / STORE).is_file() else None
    if path is None:
        return None
    found = read_database(path, root)
    if found is None or not (found.entries or moved):
        return None
    said = [f"recalls are in OpenClaw's database {path}, which is only read: MEMORY.md alone says what was promoted"]
    said += [f"some of {path} was not read, because OpenClaw is writing it"] if found.partial else []
    store = RawStore(found.entries)
    return RecallSource(store, found.phases, str(path), path.stat().st_size, False, tuple(said))


def _bytes(path: Path) -> bytes | None:
    """The bytes of a regular file, reached without a symbolic link, or None."""
    try:
        return read_whole(path, LARGEST_STORE)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotRegular:
        raise Refused(f"{path.name} is not a regular file") from None
    except TooLarge as problem:
        raise Refused(f"{path.name} has {problem.strerror}") from None
    except OSError as problem:
        raise Refused(f"{path.name} cannot be read: {problem.strerror}") from None


def _named(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


FILE = "openclaw.sqlite"
_PLUGIN = "memory-core"
_ROWS = "SELECT namespace, value_json FROM plugin_state_entries WHERE plugin_id = ? AND entry_key LIKE ? ORDER BY rowid"
_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the database says of one workspace."""

    entries: dict[str, Any]
    phases: dict[str, PhaseHits]
    partial: bool = False
    """Whether changes that are still in the log could not be read."""


def state_folder(env: Mapping[str, str]) -> Path:
    named = env.get("OPENCLAW_STATE_DIR", "")
    return Path(named) if named else home_folder(env) / ".openclaw"


def find_database(env: Mapping[str, str]) -> Path | None:
    """The database, in the state folder or a folder in it."""
    state = state_folder(env)
    for depth in range(_DEPTH):
        pattern = "/".join([*("*" for _ in range(depth)), FILE])
        for path in sorted(state.glob(pattern)):
            if path.is_file() and not path.is_symlink():
                return path
    return None


def read_database(path: Path, root: Path) -> Recalled | None:
    """The entries of one workspace; None if it is not such a database."""
    log = path.with_name(path.name + "-wal")
    waiting = log.is_file() and log.stat().st_size > 0
    for options, partial in (("mode=ro", False), ("mode=ro&immutable=1", waiting)):
        if options == "mode=ro" and not (waiting and path.with_name(path.name + "-shm").is_file()):
            continue  # without these files sqlite would make them
        try:
            return _read_rows(f"{path.as_uri()}?{options}", root, partial=partial)
        except sqlite3.Error:
            continue
    return None


def _read_rows(uri: str, root: Path, *, partial: bool) -> Recalled:
    connection = sqlite3.connect(uri, uri=True, timeout=0.2)
    try:
        workspace = hashlib.sha256(os.fsencode(root)).hexdigest()
        entries: dict[str, Any] = {}
        phases: dict[str, Any] = {}
        for namespace, value in connection.execute(_ROWS, (_PLUGIN, f"{workspace}:%")):
            found = _value(value)
            if found is None:
                continue
            key, entry = found
            if namespace == "short-term-recall":
                entries[key] = entry
            elif namespace == "short-term-phase-signals":
                phases[key] = entry
    finally:
        connection.close()
    hits = parse_phases(json.dumps({"entries": phases}).encode())
    return Recalled(entries, hits, partial)


def _value(text: Any) -> tuple[str, Any] | None:
    """The logical key and the entry of a row; None for a row that is neither."""
    try:
        row = read_json(text)
    except (TypeError, ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or not isinstance(row.get("key"), str):
        return None
    return row["key"], row.get("value")


LARGEST_NOTE = 16 * 1024 * 1024


def read_note(root: Path, relative: str) -> str | None:
    """The text of a note; None if it is missing, elsewhere or unreadable."""
    parts = relative.split("/")
    if relative.startswith("/") or ".." in parts or "\0" in relative:
        return None
    path = root.joinpath(*parts)
    try:
        real = path.resolve()
        if not real.is_relative_to(root.resolve()):
            return None
        return read_whole(real, LARGEST_NOTE).decode("utf-8", "replace")
    except (OSError, ValueError, RuntimeError):
        return None

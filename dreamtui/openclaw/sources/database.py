"""Recalls in OpenClaw's own database, opened for reading so that nothing is made beside it."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dreamtui.kinds.promotion.recall_store import parse_phases
from dreamtui.model.recall import PhaseHits
from dreamtui.sources.workspace import home_folder
from dreamtui.text.jsons import read_json

FILE = "openclaw.sqlite"
_PLUGIN = "memory-core"
_QUERY = (
    "SELECT namespace, value_json FROM plugin_state_entries WHERE plugin_id = ? AND entry_key LIKE ? ORDER BY rowid"
)
_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Recalled:
    """What the database says of one workspace."""

    entries: dict[str, Any]
    """Recall entries by key."""
    phases: dict[str, PhaseHits]
    """Phase hits by key."""
    partial: bool = False
    """Whether changes that are still in the log could not be read."""


def state_folder(env: Mapping[str, str]) -> Path:
    """Where OpenClaw keeps its state."""
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
    """The entries of one workspace; None where it is no such database."""
    log = path.with_name(path.name + "-wal")
    waiting = log.is_file() and log.stat().st_size > 0
    for options, partial in (("mode=ro", False), ("mode=ro&immutable=1", waiting)):
        if options == "mode=ro" and not (waiting and path.with_name(path.name + "-shm").is_file()):
            continue  # without these files sqlite would make them
        try:
            return _read(f"{path.as_uri()}?{options}", root, partial=partial)
        except sqlite3.Error:
            continue
    return None


def _read(uri: str, root: Path, *, partial: bool) -> Recalled:
    connection = sqlite3.connect(uri, uri=True, timeout=0.2)
    try:
        workspace = hashlib.sha256(os.fsencode(root)).hexdigest()
        entries: dict[str, Any] = {}
        phases: dict[str, Any] = {}
        for namespace, value in connection.execute(_QUERY, (_PLUGIN, f"{workspace}:%")):
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

"""The log: every run, decision, undo and render, one line of JSON each, one file a writer, so that branches merge."""

import hashlib
import json
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dreamtui.store.layout import LOG, Layout
from dreamtui.text.jsons import read_json


def log_path(when: str, actor: str) -> str:
    """Logical path of the file this writer appends to in this month."""
    host = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:4]
    name = re.sub(r"[^a-z0-9._-]+", "-", actor.lower()).strip("-.") or "somebody"
    return f"{LOG}/{when[:4]}/{when[5:7]}/{name[:80]}-{host}.jsonl"


def log_line(when: str, actor: str, what: str, **details: Any) -> bytes:
    """One line; ASCII, so that nothing in it can act on a terminal."""
    return json.dumps({"ts": when, "actor": actor, "what": what, **details}, ensure_ascii=True).encode() + b"\n"


def entries(layout: Layout, *, newest: int | None = None) -> list[dict[str, Any]]:
    """The log's lines, oldest first; torn lines are passed over."""
    found: list[dict[str, Any]] = []
    for path in _files(layout.real(LOG)):
        try:
            lines = path.read_bytes().splitlines()
        except OSError:
            continue
        for line in lines:
            try:
                entry = read_json(line)
            except ValueError:
                continue
            if isinstance(entry, dict) and isinstance(entry.get("ts"), str):
                found.append(entry)
    found.sort(key=lambda entry: entry["ts"])
    return found if newest is None else found[-newest:]


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(".jsonl"))


def last_entry(layout: Layout, what: str) -> dict[str, Any] | None:
    """The newest line of a kind, reading the newest months first."""
    months = sorted({path.parent for path in _files(layout.real(LOG))}, reverse=True)
    for month in months:
        best: dict[str, Any] | None = None
        for path in sorted(month.glob("*.jsonl")):
            best = _newer(best, path, what)
        if best:
            return best
    return None


def _newer(best: dict[str, Any] | None, path: Path, what: str) -> dict[str, Any] | None:
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return best
    for line in reversed(lines):
        if f'"what": "{what}"'.encode() not in line:
            continue
        try:
            entry = read_json(line)
        except ValueError:
            continue
        if isinstance(entry, dict) and (best is None or str(entry.get("ts")) >= str(best.get("ts"))):
            return entry
        return best
    return best

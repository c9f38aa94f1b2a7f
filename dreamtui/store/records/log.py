"""The log: every run, decision, undo and render, one line of JSON each, one file a writer, so that branches merge."""

import contextlib
import hashlib
import json
import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.store.index.schema import FileProblem
from dreamtui.store.layout import LOG, Layout
from dreamtui.text.jsons import read_json

_LARGEST = 256 * 1024 * 1024
"""Bytes of one writer's month that are read."""


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
            lines = _lines(path)
        except OSError:
            continue
        found += [entry for line in lines if (entry := _entry(line)) is not None]
    found.sort(key=lambda entry: entry["ts"])
    return found if newest is None else found[-newest:]


def _lines(path: Path) -> list[bytes]:
    return read_whole(path, _LARGEST).splitlines()


def _entry(line: bytes) -> dict[str, Any] | None:
    """What a line says; None for a torn one and for any other that is no entry."""
    try:
        entry = read_json(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) and isinstance(entry.get("ts"), str) else None


def unreadable(layout: Layout) -> tuple[list[FileProblem], list[FileProblem]]:
    """Files of the log that cannot be read, and lines in the others that are no entries, as a torn one is."""
    files: list[FileProblem] = []
    torn: list[FileProblem] = []
    for path in _files(layout.real(LOG)):
        logical = layout.logical(path)
        try:
            lines = _lines(path)
        except OSError as problem:
            files.append(FileProblem(logical, f"{path} cannot be read: it is {problem.strerror}"))
            continue
        odd = [number for number, line in enumerate(lines, 1) if line.strip() and _entry(line) is None]
        if odd:
            more = f" and {len(odd) - 1} more lines" if len(odd) > 1 else ""
            torn.append(FileProblem(logical, f"{logical}:{odd[0]}{more}: not a log entry; skipped"))
    return files, torn


def stamp(layout: Layout) -> tuple[tuple[str, int], ...]:
    """A fingerprint of the log files; it differs after any write."""
    found = []
    for path in _files(layout.real(LOG)):
        with contextlib.suppress(OSError):
            found.append((str(path), path.stat().st_size))
    return tuple(found)


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(".jsonl"))


Fits = Callable[[dict[str, Any]], bool]


def _any(entry: dict[str, Any]) -> bool:
    return True


def last_entry(layout: Layout, what: str, fits: Fits = _any) -> dict[str, Any] | None:
    """The newest line of a kind that fits, reading the newest months first."""
    months = sorted({path.parent for path in _files(layout.real(LOG))}, reverse=True)
    for month in months:
        best: dict[str, Any] | None = None
        for path in sorted(month.glob("*.jsonl")):
            best = _newer(best, path, what, fits)
        if best:
            return best
    return None


def _newer(best: dict[str, Any] | None, path: Path, what: str, fits: Fits) -> dict[str, Any] | None:
    try:
        lines = _lines(path)
    except OSError:
        return best
    for line in reversed(lines):
        if f'"what": "{what}"'.encode() not in line:
            continue
        entry = _entry(line)
        if entry is None or not fits(entry):
            continue
        return entry if best is None or entry["ts"] >= best["ts"] else best
    return best

"""The recall store and the phase signals as files: bytes to values and back, in OpenClaw's own serialisation."""

import json
from typing import Any

from dreamtui.model.errors import Refused
from dreamtui.model.recall import PhaseHits, RawStore
from dreamtui.text.js import number, stringify, trim

STORE = "memory/.dreams/short-term-recall.json"
"""Where the recall store lies in a workspace."""
PHASES = "memory/.dreams/phase-signals.json"
LOCK = "memory/.dreams/short-term-promotion.lock"
MEMORY = "MEMORY.md"
OPENCLAW_LIMIT = 16 * 1024 * 1024
"""Bytes above which OpenClaw itself does not read a store any more."""


def parse(data: bytes | None) -> RawStore:
    """A store's entries; none for a missing file or one that holds no object; Refused for what is not JSON."""
    if data is None:
        return RawStore({})
    value = load(data, STORE)
    if not isinstance(value, dict):
        return RawStore({})
    entries, updated = value.get("entries"), value.get("updatedAt")
    return RawStore(entries if isinstance(entries, dict) else {}, updated if isinstance(updated, str) else "")


def load(data: bytes, shown: str) -> Any:
    """The value of a JSON file, read by the fast parser where it can."""
    import msgspec

    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    try:
        return json.loads(data.decode("utf-8", "replace").removeprefix("\ufeff"), parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        raise Refused(f"{shown} is not valid JSON (line {problem.lineno}); it is left alone") from None
    except (ValueError, RecursionError):
        raise Refused(f"{shown} is not valid JSON; it is left alone") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def dump(entries: dict[str, Any], updated_at: str) -> bytes:
    """A whole store as OpenClaw writes it."""
    text = stringify({"version": 1, "updatedAt": updated_at, "entries": entries}) + "\n"
    return text.encode("utf-8")


def parse_phases(data: bytes | None) -> dict[str, PhaseHits]:
    """Phase hits by recall key; a missing or malformed file has none."""
    if data is None:
        return {}
    try:
        value = load(data, PHASES)
    except Refused:
        return {}
    entries = value.get("entries") if isinstance(value, dict) else None
    if not isinstance(entries, dict):
        return {}
    found: dict[str, PhaseHits] = {}
    for name, entry in entries.items():
        if not isinstance(entry, dict):
            continue
        hits = PhaseHits(
            _count(entry.get("lightHits")),
            _count(entry.get("remHits")),
            _text(entry, "lastLightAt"),
            _text(entry, "lastRemAt"),
        )
        if hits.light or hits.rem:
            found[_text(entry, "key") or name] = hits
    return found


def _count(value: Any) -> int:
    found = number(value) if value is not None else 0.0
    return int(found) if 0 <= found < 1e15 else 0


def _text(entry: dict[str, Any], name: str) -> str:
    value = entry.get(name)
    return value if isinstance(value, str) and trim(value) else ""

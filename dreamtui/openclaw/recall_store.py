"""OpenClaw's recall store and phase signals: found where its version keeps them, read, and changed member by member,
every other byte kept.
"""

import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from dreamtui.disk.opening import NotRegular, TooLarge, read_whole
from dreamtui.model.errors import Refused
from dreamtui.openclaw.js import number, stringify, trim
from dreamtui.openclaw.kind import LARGEST_STORE, STORE
from dreamtui.openclaw.scoring.recall_entries import PhaseHits, RawStore
from dreamtui.sources.workspace import home_folder
from dreamtui.text.jsons import read_json

PHASES = "memory/.dreams/phase-signals.json"
LOCK = "memory/.dreams/short-term-promotion.lock"
OPENCLAW_LIMIT = 16 * 1024 * 1024
"""Bytes above which OpenClaw itself does not read a store."""


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


_SPACE = re.compile(r"[ \t\n\r]*")
_read = json.JSONDecoder().raw_decode

GONE = object()
"""Marks a member to be removed."""


class Member(NamedTuple):
    """The place of an object's member in the text."""

    name: str
    start: int
    value_start: int
    end: int


def members(text: str, at: int) -> Iterator[Member]:
    """The members of the object that begins at a place, each value skipped as a whole."""
    at = _blank(text, at + 1)
    while text[at] != "}":
        start = at
        if text[at] != '"':
            raise ValueError("a name is expected")
        name, at = _read(text, at)
        at = _blank(text, at)
        if text[at] != ":":
            raise ValueError("a colon is expected")
        value_start = _blank(text, at + 1)
        _, end = _read(text, value_start)
        yield Member(name, start, value_start, end)
        at = _blank(text, end)
        if text[at] == ",":
            at = _blank(text, at + 1)


def _blank(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def find(text: str, at: int, name: str) -> Member | None:
    """The last member of this name, which is the one that counts."""
    found = None
    for member in members(text, at):
        if member.name == name:
            found = member
    return found


def entry_member(text: str, key: str) -> Member | None:
    """The place of a recall key's entry."""
    entries = find(text, _blank(text, 0), "entries")
    if entries is None or text[entries.value_start] != "{":
        return None
    return find(text, entries.value_start, key)


def decode(data: bytes, shown: str) -> str:
    """The store's text; one that is no UTF-8 is not edited."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{shown} is not valid UTF-8; it is left alone") from None


def set_fields(text: str, at: int, fields: Mapping[str, object]) -> str:
    """The text with members of the object at a place set, added at its end, or removed (`GONE`)."""
    known = {member.name: member for member in members(text, at)}
    edits: list[tuple[int, int, str]] = []
    last = max(known.values(), key=lambda member: member.end, default=None)
    added = []
    for name, value in fields.items():
        member = known.get(name)
        if value is GONE:
            if member is not None:
                edits.append(_removal(member, list(known.values())))
        elif member is not None:
            edits.append((member.value_start, member.end, stringify(value, _indent(text, member.start))))
        else:
            added.append((name, value))
    if added:
        edits.append(_addition(text, at, last, added))
    for start, end, words in sorted(edits, reverse=True):
        text = text[:start] + words + text[end:]
    return text


def _indent(text: str, at: int) -> int:
    """The indentation of a member's line; 0 in the middle of a line."""
    line = text.rfind("\n", 0, at) + 1
    lead = text[line:at]
    return len(lead) if not lead.strip(" ") else 0


def _removal(member: Member, known: list[Member]) -> tuple[int, int, str]:
    """A member goes with the comma that belongs to it."""
    order = sorted(known, key=lambda other: other.start)
    place = order.index(member)
    if place:
        return order[place - 1].end, member.end, ""
    following = order[1].start if len(order) > 1 else member.end
    return member.start, following, ""


def _addition(text: str, at: int, last: Member | None, added: list[tuple[str, object]]) -> tuple[int, int, str]:
    """New members behind the last one, laid out as that one is."""
    if last is None:
        body = ", ".join(f"{stringify(name)}: {stringify(value)}" for name, value in added)
        return at + 1, at + 1, body
    lead = text[text.rfind("\n", 0, last.start) :][: last.start - text.rfind("\n", 0, last.start)]
    between = lead if lead.startswith("\n") and not lead.strip() else " "
    indent = _indent(text, last.start)
    body = "".join(f",{between}{stringify(name)}: {stringify(value, indent)}" for name, value in added)
    return last.end, last.end, body


def value_at(text: str, member: Member) -> Any:
    return read_json(text[member.value_start : member.end])


def set_entry(text: str, key: str, fields: Mapping[str, object], updated_at: str, shown: str) -> str:
    """The store with some members of one entry set, and the time it was written."""
    try:
        found = entry_member(text, key)
        if found is None:
            raise Refused(f"{shown} has no entry {key} any more")
        if text[found.value_start] != "{":
            raise Refused(f"the entry {key} of {shown} is not an object")
        return _stamped(set_fields(text, found.value_start, fields), updated_at)
    except (ValueError, IndexError, RecursionError):
        raise Refused(f"{shown} is not valid JSON; it is left alone") from None


def put_entry(text: str, key: str, entry: Mapping[str, object], updated_at: str, shown: str) -> str:
    """The store with a whole entry put in the place of the old one, or behind the last one."""
    try:
        top = _blank(text, 0)
        entries = find(text, top, "entries")
        if entries is None:
            text = set_fields(text, top, {"entries": {}})
            entries = find(text, top, "entries")
        if entries is None or text[entries.value_start] != "{":
            raise Refused(f"the entries of {shown} are not an object; it is left alone")
        if next(members(text, entries.value_start), None) is None:
            whole = stringify({key: entry}, _indent(text, entries.start))
            text = text[: entries.value_start] + whole + text[entries.end :]
        else:
            text = set_fields(text, entries.value_start, {key: entry})
        return _stamped(text, updated_at)
    except (ValueError, IndexError, RecursionError):
        raise Refused(f"{shown} is not valid JSON; it is left alone") from None


def _stamped(text: str, updated_at: str) -> str:
    return set_fields(text, _blank(text, 0), {"updatedAt": updated_at})


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
            f"{STORE} is beside {moved[-1].name}: OpenClaw keeps recalls in a database now, so it is only read"
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
    """The bytes of a regular file, reached without a symlink, or None."""
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

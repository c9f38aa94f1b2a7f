"""Changes as a unified diff for a person: what is read first, a file that moves as one, data for the program folded."""

import difflib
import json
import re
from collections.abc import Sequence
from typing import Any

from dreamtui.model.change import Change, ChangeSet
from dreamtui.store.layout import HOME
from dreamtui.text.danger.risks import mask_versions
from dreamtui.text.jsons import read_json

_DATA = re.compile(r"^(?P<sign>[-+ ])<!-- dreamtui: (?P<json>\{.*\}) -->\s*$")
"""The line of JSON that only the program reads, in a diff."""
_READ_FIRST = ("CLAUDE.md", "MEMORY.md")
_READ = (f"{HOME}/memory/", ".claude/")
_BOOKS = (f"{HOME}/dream/", f"{HOME}/archive/", "memory/.dreams/")


def diff_text(changes: ChangeSet, *, reveal: bool = False) -> str:
    """All changes as one unified diff for a person; secret-like text is masked unless it was asked for."""
    return "".join(_told(one, other, reveal=reveal) for one, other in in_pairs(changes))


def in_pairs(changes: ChangeSet) -> list[tuple[Change | None, Change | None]]:
    """Removed files paired with added ones: the same name removed and added is one move.

    Files that people and agents read come first; files that are read no longer, and records, come last.
    """
    coming: dict[str, list[Change]] = {}
    for change in changes.changes:
        if change.before is None:
            coming.setdefault(_name(change), []).append(change)
    pairs: list[tuple[Change | None, Change | None]] = []
    for change in changes.changes:
        if change.after is None:
            waiting = coming.get(_name(change), [])
            pairs.append((change, waiting.pop(0) if waiting else None))
        elif change.before is not None:
            pairs.append((change, change))
    pairs += [(None, change) for waiting in coming.values() for change in waiting]
    return sorted(pairs, key=_place)


def _name(change: Change) -> str:
    return change.path.rsplit("/", 1)[-1]


def _place(pair: tuple[Change | None, Change | None]) -> tuple[int, str]:
    """How near to what is read the files are, then their paths."""
    paths = [change.path for change in pair if change is not None]
    return min(_rank(path) for path in paths), paths[0]


def _rank(path: str) -> int:
    name = path.rsplit("/", 1)[-1]
    if path.startswith(_BOOKS):
        return 4
    if name in _READ_FIRST:
        return _READ_FIRST.index(name)
    return 2 if path.startswith(_READ) else 3


def _told(leaves: Change | None, comes: Change | None, *, reveal: bool) -> str:
    """The diff of one file, which may have moved."""
    before, after = leaves.before if leaves else None, comes.after if comes else None
    if leaves and comes and before == after:
        return f"moves as it is: {leaves.path} → {comes.path}\n"
    old = leaves.path if leaves else ""
    new = comes.path if comes else ""
    whole = file_diff(old or new, before, after, masked=not reveal, new_path=new)
    if not (old or new).startswith(f"{HOME}/"):
        return whole
    lines = whole.splitlines(keepends=True)
    data = [_DATA.match(line) for line in lines]
    return "".join(_folded(found, data) if found else line for line, found in zip(lines, data, strict=True))


def _folded(line: re.Match[str], every: Sequence[re.Match[str] | None]) -> str:
    """A line that only the program reads: what differs from the line in its place, else how long it is."""
    others = [other for other in every if other and {other["sign"], line["sign"]} == {"-", "+"}]
    own, other = _values(line), _values(others[0]) if len(others) == 1 else None
    if own is None or other is None:
        return f"{line['sign']}<!-- dreamtui: {len(line['json']):,} characters of data, whole with --json -->\n"
    differs = {key: value for key, value in own.items() if key not in other or other[key] != value}
    told = json.dumps(differs, ensure_ascii=False)
    return f"{line['sign']}<!-- dreamtui: {told} and {len(own) - len(differs)} fields that stay -->\n"


def _values(line: re.Match[str]) -> dict[str, Any] | None:
    """The fields of such a line; empty if it is not JSON."""
    try:
        found = read_json(line["json"])
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def file_diff(path: str, before: bytes | None, after: bytes | None, *, masked: bool = False, new_path: str = "") -> str:
    """One change as a unified diff; a new or removed file against nothing, a moved one against its new place."""
    one, two = (None if data is None else data.decode("utf-8", "replace") for data in (before, after))
    if masked:
        one, two = mask_versions(one, two)
    old, new = (text.splitlines(keepends=True) if text else [] for text in (one, two))
    head_old, head_new = ("/dev/null" if before is None else path), ("/dev/null" if after is None else new_path or path)
    marked = difflib.unified_diff(old, new, head_old, head_new)
    out = [line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in marked]
    return "".join(out)

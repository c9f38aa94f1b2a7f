"""Takes a promotion back out of MEMORY.md and of the recall store, whatever else changed in them since.

Both files are shared with OpenClaw and with other promotions, so what is taken back is named by its meaning: the lines
of this promotion, and the members of its entry that still say what it wrote.
"""

import re
from collections.abc import Sequence
from typing import Any

from dreamtui.kinds.kind import Reads, Undone
from dreamtui.model.change import Span
from dreamtui.model.decision import Decision, Touched
from dreamtui.model.errors import Refused
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw import recall_store
from dreamtui.openclaw.kind import FOLDERS, MEMORY, NAME, STORE
from dreamtui.openclaw.memory_file import HEADER, marker
from dreamtui.text.diff import spans as difference
from dreamtui.text.jsons import read_json

_NAMES = ("startLine", "endLine", "snippet", "promotedAt")
_MEMBER = re.compile(rb'^ *"(startLine|endLine|snippet|promotedAt|updatedAt)": (.*?),?\r?$', re.MULTILINE)
_TITLE = HEADER.strip().encode()
_SECTION = re.compile(r"## Promoted From Short-Term Memory \([^)\n]*\)\s*\Z")
_GROUP = re.compile(r"### (?:Global|Project: .[^\n]*+)\s*+\Z")


def invert(now: bytes, entry: Touched, decision: Decision, read: Reads, undone: Undone) -> bytes | None:
    """The file with the promotion taken back, None when it was itself changed since; empty bytes for a file to go."""
    if entry.path == STORE:
        return _store(now, entry, decision, undone)
    return _memory(now, entry, decision, read, undone)


def _store(now: bytes, entry: Touched, decision: Decision, undone: Undone) -> bytes | None:
    key = _key(decision)
    before, after = _members(entry.spans, key, old=True), _members(entry.spans, key, old=False)
    if before is None or after is None:
        return difference.invert(now, entry.spans)
    try:
        text = recall_store.decode(now, STORE)
        found = recall_store.entry_member(text, key)
        if found is None:
            return None if "promotedAt" in before else now
        fields = _inverse_fields(before, after, recall_store.value_at(text, found))
        if fields is None:
            return None
        text = recall_store.set_fields(text, found.value_start, fields)
        stamp = recall_store.find(text, text.index("{"), "updatedAt")
        if stamp and "updatedAt" in after and recall_store.value_at(text, stamp) == after["updatedAt"]:
            earlier = _stamp_before(str(before.get("updatedAt", "")), entry.path, undone)
            text = recall_store.set_fields(text, text.index("{"), {"updatedAt": earlier})
        return text.encode("utf-8")
    except (Refused, ValueError, IndexError):
        return None


def _key(decision: Decision) -> str:
    """The recall key a decision is about."""
    return decision.fingerprint.partition(":")[2]


def _members(changed: Sequence[Span], key: str, *, old: bool) -> dict[str, Any] | None:
    """The members that the spans hold, each once; None where that is not so."""
    found: dict[str, Any] = {}
    for span in changed:
        for match in _MEMBER.finditer(span.before if old else span.after):
            name = match[1].decode()
            try:
                value = read_json(match[2])
            except ValueError:
                return None
            if name in found:
                return None
            found[name] = value
    return found or _of_whole(changed, key, old=old)


def _of_whole(changed: Sequence[Span], key: str, *, old: bool) -> dict[str, Any] | None:
    """The same from a store that stands on one line, which is one span."""
    if len(changed) != 1:
        return {}
    try:
        store = read_json(changed[0].before if old else changed[0].after)
        entry = store["entries"][key]
        return {name: entry[name] for name in _NAMES if name in entry} | {"updatedAt": store["updatedAt"]}
    except (ValueError, KeyError, TypeError):
        return {}


def _inverse_fields(before: dict[str, Any], after: dict[str, Any], current: Any) -> dict[str, object] | None:
    """What to set in the entry; what somebody else changed since stays, but for the mark itself."""
    if not isinstance(current, dict):
        return None
    fields: dict[str, object] = {}
    for name in _NAMES[:3]:
        if name in before and name in after and current.get(name) == after[name]:
            fields[name] = before[name]
    mark_before, mark_after = before.get("promotedAt"), after.get("promotedAt")
    if current.get("promotedAt") != mark_after:
        return None
    fields["promotedAt"] = recall_store.GONE if mark_before is None else mark_before
    return fields


def _stamp_before(stamp: str, path: str, undone: Undone) -> str:
    """The time the store had, or while a promotion that stands no more wrote it, the time before that."""
    earlier: dict[str, str] = {}
    for decision in undone(path):
        for entry in decision.touched:
            if entry.path != path:
                continue
            key = _key(decision)
            was, now = _members(entry.spans, key, old=True) or {}, _members(entry.spans, key, old=False) or {}
            if "updatedAt" in was and "updatedAt" in now:
                earlier[str(now["updatedAt"])] = str(was["updatedAt"])
    while stamp in earlier:
        stamp = earlier.pop(stamp)
    return stamp


def _memory(now: bytes, entry: Touched, decision: Decision, read: Reads, undone: Undone) -> bytes | None:
    if any(_removes(span) for span in entry.spans):
        return difference.invert(now, entry.spans)
    written = _written(decision, read)
    if written is None:
        return difference.invert(now, entry.spans) if entry.before else None
    try:
        text = now.decode("utf-8")
    except UnicodeDecodeError:
        return None
    rest = without(text, _key(decision), written)
    if rest is None:
        return None
    return _as_before(rest.encode("utf-8"), (decision, *undone(entry.path)))


def _removes(span: Span) -> bool:
    """Whether a span took away more than the missing end of a last line."""
    return bool(span.before.strip()) and not span.after.startswith(span.before)


def _as_before(rest: bytes, gone: Sequence[Decision]) -> bytes:
    """Also without what promotions that stand no more put around their sections: the file, its header, a newline."""
    for decision in gone:
        for entry in decision.touched:
            if decision.kind != NAME or entry.path != MEMORY:
                continue
            if not entry.before and rest.strip() in (b"", _TITLE):
                return b""
            for span in entry.spans:
                if not span.offset and span.after.startswith(_TITLE) and rest.strip() == _TITLE:
                    rest = rest.removeprefix(HEADER.encode())
                ended = span.before + b"\n"
                if span.before.strip() and span.after.startswith(ended) and rest.endswith(ended):
                    rest = rest[:-1]
    return rest


def _written(decision: Decision, read: Reads) -> str | None:
    """The line that the promotion wrote, from its own file."""
    try:
        data = read(FOLDERS.accepted.path_of(decision.item))
        return promotion_item.parse(data).written if data is not None else None
    except (Refused, ValueError):
        return None


def without(memory: str, key: str, written: str) -> str | None:
    """MEMORY.md without one promotion: its marker and line, and the headings that stand over nothing then."""
    lines = memory.split("\n")
    marked = [n for n, line in enumerate(lines) if line == marker(key)]
    places = [n + 1 for n in marked if n + 1 < len(lines) and lines[n + 1] == written]
    if not places:
        places = [n for n, line in enumerate(lines) if line == written] if not marked else []
    if len(places) != 1:
        return None
    at = places[0]
    start = at - 1 if lines[at - 1] == marker(key) else at
    del lines[start : at + 1]
    return "\n".join(_tidied(lines, start))


def _tidied(lines: list[str], at: int) -> list[str]:
    """Take away the project's heading, then the section's, where nothing stands below them any more."""
    for is_heading, of_section in ((_GROUP.match, False), (_SECTION.match, True)):
        above = at
        while above > 0 and not lines[above - 1].strip():
            above -= 1
        below = at
        while below < len(lines) and not lines[below].strip():
            below += 1
        ends = below == len(lines) or lines[below].startswith("#")
        if above and ends and is_heading(lines[above - 1]):
            if of_section:
                start = above - 1 - (above >= 2 and not lines[above - 2].strip())
                lines[start:at] = []
                at = start
            else:
                last = at + (at + 1 < len(lines) and not lines[at].strip())
                lines[above - 1 : below if below < len(lines) else last] = []
                at = above - 1
    return lines

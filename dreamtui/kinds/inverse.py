"""Plans that take a decision back: its spans are inverted, with any other changes in the files since."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from dreamtui.kinds.item_files import Setting
from dreamtui.kinds.kind import ItemKind, Reads, Undone
from dreamtui.model.change import Change, ChangeSet, Span, digest
from dreamtui.model.decision import Decision, Draft, Mark, Plan, Touched
from dreamtui.model.errors import Changed
from dreamtui.model.verb import Verb
from dreamtui.text.diff import spans

Later = Callable[[str], Mark | None]
"""Logical path to the newest standing decision on it that came after the one that is taken back; for the message."""


def plan(
    decision: Decision,
    kind: ItemKind[Any],
    later: Later,
    rationale: str,
    setting: Setting,
    read: Reads,
    undone: Undone,
) -> Plan:
    """The plan that takes `decision` back."""
    changes = [_inverse(entry, decision, kind, later, read, undone) for entry in decision.touched]
    draft = Draft(
        item=decision.item,
        kind=decision.kind,
        fingerprint=decision.fingerprint,
        title=decision.title,
        verb=Verb.REDO if decision.verb is Verb.UNDO else Verb.UNDO,
        actor=setting.actor,
        when=setting.when,
        rationale=rationale,
        batch=setting.batch,
        undoes=decision.id,
        same_sitting=setting.sitting,
        evidence=decision.evidence,
    )
    return Plan(ChangeSet.of(*changes), draft)


def _inverse(
    entry: Touched, decision: Decision, kind: ItemKind[Any], later: Later, read: Reads, undone: Undone
) -> Change:
    now = read(entry.path)
    shares = kind.actions().take_back if entry.path in kind.shared else None
    if shares is not None and now is not None and digest(now) != entry.after and entry.after:
        shared = shares(now, entry, decision, read, undone)
        if shared is None:
            raise _refusal(entry, decision, later, "has changed in that place since")
        return Change(entry.path, now, shared or None)
    if not entry.before:
        if digest(now) != entry.after:
            raise _refusal(entry, decision, later, "is gone" if now is None else "has changed since")
        return Change(entry.path, now, None)
    if not entry.after:
        if now is not None:
            raise _refusal(entry, decision, later, "is there again")
        return Change(entry.path, None, entry.spans[0].before if entry.spans else b"")
    if now is None:
        raise _refusal(entry, decision, later, "is gone")
    restored = invert_stamped(now, entry, undone)
    if restored is None and is_index(entry.path):
        restored = invert_lines(now, entry.spans)
    if restored is None:
        raise _refusal(entry, decision, later, "has changed in that place since")
    return Change(entry.path, now, restored)


def _refusal(entry: Touched, decision: Decision, later: Later, what: str) -> Changed:
    """Names the file, what happened to it, and by which later decision, and the way out, where one is known."""
    by = later(entry.path)
    said = f"{decision.verb} {decision.short} cannot be undone: {entry.path} {what}"
    if by is None:
        return Changed(said)
    said += f" by {by.verb} {by.short} ({by.actor}, {by.when[:10]})"
    if by.verb is not Verb.UNDO:
        return Changed(f"{said}; undo that first")
    again = "redo" if decision.verb is Verb.UNDO else "undo"
    return Changed(f"{said}; `dreamtui redo {by.short}` first, then `dreamtui {again} {decision.short}`")


_FOLDER_INDEX = re.compile(r"[^/]+(?:/[^/]+)*/MEMORY(?:-\d+)?\.md")


def is_index(path: str) -> bool:
    """Whether a logical path is an index of a memory folder; those at the top of a workspace and ours are none."""
    return _FOLDER_INDEX.fullmatch(path) is not None and not path.startswith(".agent/")


def invert_lines(now: bytes, changed: Sequence[Span]) -> bytes | None:
    """The index with these changes taken back, None when one of the lines they wrote was changed since."""
    for span in reversed(changed):
        if span.after:
            if now.count(span.after) != 1 or not _whole(now, now.index(span.after), span.after):
                return None
            now = now.replace(span.after, span.before, 1)
        elif not _stands(now, span.before):
            now = _put_back(now, span)
    return now


def _stands(now: bytes, lines: bytes) -> bool:
    """Whether lines are there again already."""
    at = now.find(lines)
    return at >= 0 and _whole(now, at, lines)


def _whole(now: bytes, at: int, lines: bytes) -> bool:
    """Whether the bytes at a place are whole lines."""
    end = at + len(lines)
    return (at == 0 or now[at - 1 : at] == b"\n") and (end == len(now) or lines.endswith(b"\n"))


def _put_back(now: bytes, span: Span) -> bytes:
    """Lines back before the line that came after them, else behind the one before them, else at the end."""
    for at in (_begins(now, span.trail), _ends(now, span.lead)):
        if at is not None:
            return now[:at] + span.before + now[at:]
    return now + (b"\n" if now and not now.endswith(b"\n") else b"") + span.before


def _begins(now: bytes, trail: bytes) -> int | None:
    """Where the only line begins that begins as what came after; None if several do."""
    line = trail.partition(b"\n")[0]
    found = [match.start() for match in re.finditer(rb"^" + re.escape(line), now, re.MULTILINE)]
    return found[0] if len(found) == 1 and line.strip() else None


def _ends(now: bytes, lead: bytes) -> int | None:
    """Behind the only line that ends as what came before."""
    line = lead[lead.rfind(b"\n", 0, -1) + 1 :]
    found = [match.end() for match in re.finditer(re.escape(line), now)]
    return found[0] if len(found) == 1 and line.strip() and line.endswith(b"\n") else None


_STAMP = re.compile(rb"^updated: ([^\r\n]*)(?=\r?\n)", re.MULTILINE)
_HEAD = re.compile(rb"---\n(?:(?!---\n)[^\n]*\n)*?updated: ([^\r\n]*)(?=\n)")


def invert_stamped(now: bytes, entry: Touched, undone: Callable[[str], Sequence[Decision]]) -> bytes | None:
    """The file with what a decision did to it taken back; None when that was itself changed since."""
    inner = _stamped(entry.spans)
    here = _HEAD.match(now)
    if inner is None or here is None:
        return spans.invert(now, entry.spans, exact=digest(now) == entry.after)
    before, after = inner
    alone = _with_stamp(now, after)
    restored = spans.invert(alone, entry.spans, exact=digest(alone) == entry.after)
    if restored is None or _HEAD.match(restored) is None:
        return restored
    if here[1] != after:
        return _with_stamp(restored, here[1])
    return _with_stamp(restored, _still_standing(before, entry.path, undone))


def _stamped(changed: Sequence[Span]) -> tuple[bytes, bytes] | None:
    """The time before and after, when a decision changed it."""
    for span in changed:
        was, now = _STAMP.search(span.before), _STAMP.search(span.after)
        if was and now and was[1] != now[1]:
            return was[1], now[1]
    return None


def _with_stamp(data: bytes, stamp: bytes) -> bytes:
    found = _HEAD.match(data)
    return data if found is None else data[: found.start(1)] + stamp + data[found.end(1) :]


def _still_standing(stamp: bytes, path: str, undone: Callable[[str], Sequence[Decision]]) -> bytes:
    """The time, or if a decision that is not in force wrote it, the time before that."""
    earlier: dict[bytes, bytes] = {}
    for decision in undone(path):
        for entry in decision.touched:
            if entry.path == path and (inner := _stamped(entry.spans)):
                earlier[inner[1]] = inner[0]
    while stamp in earlier:
        stamp = earlier.pop(stamp)
    return stamp

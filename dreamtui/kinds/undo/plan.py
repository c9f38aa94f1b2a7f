"""Plans that take a decision back: its spans are inverted, whatever else changed in the files since."""

from collections.abc import Sequence
from typing import Any

from dreamtui.kinds.item_files import Setting
from dreamtui.kinds.kind import ItemKind, Reads, Undone
from dreamtui.kinds.undo import index_lines, timestamps
from dreamtui.model.change import Change, ChangeSet, digest
from dreamtui.model.decision import Decision, Draft, Mark, Plan, Touched
from dreamtui.model.errors import Changed
from dreamtui.model.verb import Verb


def plan(
    decision: Decision,
    kind: ItemKind[Any],
    later: Sequence[Mark],
    rationale: str,
    setting: Setting,
    read: Reads,
    undone: Undone,
) -> Plan:
    """The plan that takes `decision` back; `later` are standing decisions that came after it, for the message."""
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
    entry: Touched, decision: Decision, kind: ItemKind[Any], later: Sequence[Mark], read: Reads, undone: Undone
) -> Change:
    now = read(entry.path)
    shares = kind.take_back if entry.path in kind.shared else None
    if shares is not None and now is not None and digest(now) != entry.after and entry.after:
        shared = shares(now, entry, decision, read, undone)
        if shared is None:
            raise _refusal(entry, decision, later, "was changed since in the very place")
        return Change(entry.path, now, shared or None)
    if not entry.before:
        if digest(now) != entry.after:
            raise _refusal(entry, decision, later, "is gone" if now is None else "was changed since")
        return Change(entry.path, now, None)
    if not entry.after:
        if now is not None:
            raise _refusal(entry, decision, later, "is there again")
        return Change(entry.path, None, entry.spans[0].before if entry.spans else b"")
    if now is None:
        raise _refusal(entry, decision, later, "is gone")
    restored = timestamps.invert(now, entry, undone)
    if restored is None and index_lines.is_index(entry.path):
        restored = index_lines.invert(now, entry.spans)
    if restored is None:
        raise _refusal(entry, decision, later, "was changed since in the very place")
    return Change(entry.path, now, restored)


def _refusal(entry: Touched, decision: Decision, later: Sequence[Mark], what: str) -> Changed:
    """Names the file, what happened to it, and by which later decision, and the way out, where one is known."""
    by = next((mark for mark in reversed(later) if entry.path in mark.paths), None)
    said = f"{decision.verb} {decision.short} cannot be taken back: {entry.path} {what}"
    if by is None:
        return Changed(said)
    said += f" by {by.verb} {by.short} ({by.actor}, {by.when[:10]})"
    if by.verb is not Verb.UNDO:
        return Changed(f"{said}; undo that first")
    again = "redo" if decision.verb is Verb.UNDO else "undo"
    return Changed(f"{said}; `dreamtui redo {by.short}` first, then `dreamtui {again} {decision.short}`")

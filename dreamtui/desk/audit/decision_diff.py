"""What a recorded decision did to each file, as texts before and after: whole where that can still be known."""

from collections.abc import Sequence
from dataclasses import dataclass

from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision import graph
from dreamtui.model.change import Span, digest
from dreamtui.model.decision import Decision, Mark, Touched
from dreamtui.model.errors import Refused
from dreamtui.text.diff.spans import invert

_PRIVATE = "Its words are private and only with the person who decided it, on their machine."
_MOST_SINCE = 50
"""Later decisions on a file that are worked back through."""


@dataclass(frozen=True, slots=True)
class DecidedFile:
    """One file of a decision."""

    path: str
    """Logical path."""
    before: bytes | None
    """Its bytes before, or the pieces of them that the record keeps; none when the file was not there."""
    after: bytes | None
    """Its bytes afterwards, or the pieces the record keeps; None if the file was removed."""
    whole: bool
    """Whether these are the whole files; otherwise only the spans of the record are known."""
    remark: str = ""
    """What is to be known about it, a sentence; empty for nothing."""


def recorded_changes(desk: Desk, decision: Decision) -> tuple[DecidedFile, ...]:
    """What the decision did, file by file; `decision` has its spans filled in."""
    listed = graph.ordered(desk.store.audit.marks())
    at = next((number for number, mark in enumerate(listed) if mark.id == decision.id), len(listed))
    return tuple(_recorded(desk, entry, listed[at + 1 :]) for entry in decision.touched)


def _recorded(desk: Desk, entry: Touched, since: Sequence[Mark]) -> DecidedFile:
    if entry.is_lacking:
        return DecidedFile(entry.path, b"", None if not entry.after else b"", whole=False, remark=_PRIVATE)
    if not entry.after:
        return DecidedFile(entry.path, entry.spans[0].before if entry.spans else b"", None, whole=True)
    now = _left(desk, entry, [mark for mark in since if entry.path in mark.paths][:_MOST_SINCE])
    current = digest(now) == entry.after
    if not entry.before:
        if current:
            return DecidedFile(entry.path, None, now, whole=True)
        what = "has been removed" if _now(desk, entry.path) is None else "has changed since"
        return DecidedFile(entry.path, None, b"", False, f"It was made by this decision and {what}; git has the text.")
    if current and now is not None:
        before = invert(now, entry.spans, exact=True)
        if before is not None and digest(before) == entry.before:
            return DecidedFile(entry.path, before, now, whole=True)
    return DecidedFile(
        entry.path,
        _pieces(entry.spans, old=True),
        _pieces(entry.spans, old=False),
        whole=False,
        remark="The file has changed since, so only the places this decision changed are shown.",
    )


def _left(desk: Desk, entry: Touched, since: Sequence[Mark]) -> bytes | None:
    """The bytes a decision left: those there are now, or worked back from them through the decisions made since."""
    now = _now(desk, entry.path)
    if now is not None and digest(now) == entry.after:
        return now
    steps: list[Touched] = []
    wanted = entry.after
    for mark in since:
        step = next((one for one in desk.store.audit.whole(mark).touched if one.path == entry.path), None)
        if step is None or step.is_lacking or step.before != wanted:
            break
        steps.append(step)
        wanted = step.after
        if not wanted or (now is not None and digest(now) == wanted):
            break
    data = now if now is not None and digest(now) == wanted else None
    for step in reversed(steps):
        if step.after:
            data = invert(data, step.spans, exact=True) if data is not None else None
        else:
            data = step.spans[0].before if step.spans else b""
    return data if data is not None and digest(data) == entry.after else now


def _now(desk: Desk, path: str) -> bytes | None:
    try:
        return desk.store.read(path)
    except Refused:
        return None


def _pieces(spans: tuple[Span, ...], *, old: bool) -> bytes:
    """Each span with its context; a line of dots between two of them."""
    parts = [span.lead + (span.before if old else span.after) + span.trail for span in spans]
    return b"\n...\n".join(part.rstrip(b"\n") for part in parts) + b"\n"

"""What a recorded decision did to each file, as texts before and after: whole where that can still be known."""

from dataclasses import dataclass

from dreamtui.desk.desk import Desk
from dreamtui.model.change import Span, digest
from dreamtui.model.decision import Decision, Touched
from dreamtui.model.errors import Refused
from dreamtui.text.spans import invert


@dataclass(frozen=True, slots=True)
class Recorded:
    """One file of a decision."""

    path: str
    """Logical path."""
    before: bytes | None
    """Its bytes before, or the pieces of them that the record keeps; none when the file was not there."""
    after: bytes | None
    """Its bytes afterwards, or the pieces the record keeps; none when the file is gone."""
    whole: bool
    """Whether these are the whole files; otherwise only what stands in the record is known."""
    remark: str = ""
    """What is to be known about it, a sentence; empty for nothing."""


def recorded_changes(desk: Desk, decision: Decision) -> tuple[Recorded, ...]:
    """What the decision did, file by file; `decision` has its spans filled in."""
    return tuple(_recorded(desk, entry) for entry in decision.touched)


def _recorded(desk: Desk, entry: Touched) -> Recorded:
    if not entry.after:
        return Recorded(entry.path, entry.spans[0].before if entry.spans else b"", None, whole=True)
    now = _now(desk, entry.path)
    current = digest(now) == entry.after
    if not entry.before:
        if current:
            return Recorded(entry.path, None, now, whole=True)
        what = "is gone since" if now is None else "was changed since"
        return Recorded(entry.path, None, b"", False, f"It was made by this decision and {what}; git has the text.")
    if current and now is not None:
        before = invert(now, entry.spans, exact=True)
        if before is not None and digest(before) == entry.before:
            return Recorded(entry.path, before, now, whole=True)
    return Recorded(
        entry.path,
        _pieces(entry.spans, old=True),
        _pieces(entry.spans, old=False),
        whole=False,
        remark="The file was changed since, so only the places this decision changed are shown.",
    )


def _now(desk: Desk, path: str) -> bytes | None:
    try:
        return desk.store.read(path)
    except Refused:
        return None


def _pieces(spans: tuple[Span, ...], *, old: bool) -> bytes:
    """Each span with what stood around it; a line of dots between two of them."""
    parts = [span.lead + (span.before if old else span.after) + span.trail for span in spans]
    return b"\n...\n".join(part.rstrip(b"\n") for part in parts) + b"\n"

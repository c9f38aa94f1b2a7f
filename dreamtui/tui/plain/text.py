"""What line mode says about an item: short lines in reading order, no columns, no signs that carry meaning alone."""

from collections.abc import Iterator
from datetime import datetime

from dreamtui.desk.queue.show import Shown
from dreamtui.desk.queue.source import EvidenceSource
from dreamtui.model.evidence import Evidence, Where
from dreamtui.text.dates import humanise
from dreamtui.text.inert import make_inert, one_line
from dreamtui.text.query.row import flag_words

AROUND = 8
"""Lines said before and after the one that is meant."""

_RESOLVES = {True: "", False: " It no longer resolves.", None: ""}


def item_lines(shown: Shown, now: datetime, place: str) -> Iterator[str]:
    """Everything a decision needs, as it was read; the printer makes it inert."""
    item, entry = shown.item, shown.entry
    yield f"Item {place}. {shown.kind.word_for(item.signal).capitalize()}, {entry.status}, id {item.id}."
    hidden = make_inert(item.text).marks
    risks = [flag_words(flag) for flag in item.flags]
    if hidden and "hidden" not in item.flags:
        risks.append(f"{hidden} hidden characters, shown as marks")
    if risks:
        yield f"Warning: {', '.join(risks)}."
    yield one_line(item.title)
    yield _facts(shown, now)
    yield from _evidence(shown, now)
    if shown.objections:
        yield "Against it:"
        yield from (f"  {one_line(o.text)}{f' ({o.locator})' if o.locator else ''}" for o in shown.objections)
    if shown.history:
        yield "Decided before:"
        yield from (f"  {m.verb} by {m.actor}, {humanise(m.when, now)}, decision {m.short}" for m in shown.history)
    if told := shown.unrecorded:
        yield f"Decided before, without a record here: {told.verb} by {told.actor}, {humanise(told.when, now)}"
    if shown.suggestion:
        yield f"Suggested rule: {one_line(shown.suggestion)}"


def _facts(shown: Shown, now: datetime) -> str:
    item = shown.item
    parts = [shown.kind.weight(item.signal, item.weight).spoken]
    if item.first_seen:
        first, last = humanise(item.first_seen, now), humanise(item.last_seen, now)
        parts.append(f"seen {first}" if first == last else f"first seen {first}, last seen {last}")
    if item.actors:
        parts.append(f"by {', '.join(item.actors)}")
    if item.files:
        parts.append(f"in {', '.join(item.files)}")
    return "; ".join(parts) + "."


def _evidence(shown: Shown, now: datetime) -> Iterator[str]:
    pieces = shown.item.evidence
    newer = f", {shown.kind.newer}" if shown.kind.newer else ""
    yield f"Evidence, {len(pieces)} {'piece' if len(pieces) == 1 else 'pieces'}{newer}:" if pieces else "No evidence."
    for number, (piece, known) in enumerate(zip(pieces, shown.resolved, strict=True), 1):
        yield f"  {number}. {_where(piece, now)}{one_line(piece.quote).strip()}{_RESOLVES[known]}"


def _where(piece: Evidence, now: datetime) -> str:
    place = piece.locator
    named = {
        Where.COMMIT: f"commit {place.ref[:7]}",
        Where.FILE: f"{place.ref}:{place.line}" if place.line else place.ref,
    }.get(place.where, "")
    parts = [part for part in (humanise(piece.when, now) if piece.when else "", piece.who, named) if part]
    return f"{', '.join(parts)}: " if parts else ""


def source_lines(source: EvidenceSource) -> Iterator[str]:
    """A commit whole; of a file the lines around the one that is meant, with their numbers; of a conversation all."""
    if source.is_patch:
        yield source.text
        return
    lines = source.text.split("\n") if source.text else []
    if source.meant is not None:
        first, end = source.meant
        yield from (f"{'>' if first <= at < end else ' '} {line}" for at, line in enumerate(lines))
        return
    for number, line in enumerate(lines, source.first):
        if not source.line or abs(number - source.line) <= AROUND:
            yield f"{'>' if number == source.line else ' '} {number:>5}  {line}"

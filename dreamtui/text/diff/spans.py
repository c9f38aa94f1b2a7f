"""Which bytes differ between two versions of a file, and how to take such a difference back later.

A span remembers some of its surroundings, so that it is found again when other parts of the file changed.
"""

import re

from dreamtui.model.change import Span
from dreamtui.text.diff.lines import align_lines

AROUND = 48
"""Bytes of surroundings kept on each side."""
_DISTINCT = 12
"""From this length on, new bytes that occur only once are found without their surroundings."""
_NEAR = 8
"""Bytes beside shorter ones that have to be as they were."""
_MOST_PLACES = 1000
"""Above this many places the right one is not looked for."""
_COMMENT = b"<!-- dreamtui: {"
_KEYS = re.compile(b'(?=,")')
"""Before each key or string of the comment's JSON; inside a string a backslash comes before a quote."""


def compute(before: bytes, after: bytes) -> tuple[Span, ...]:
    """The spans that turn `before` into `after`, whole lines where possible, in order."""
    if before == after:
        return ()
    old, new = _parts(before), _parts(after)
    at_old = at_new = 0
    spans = []
    for block in align_lines(old, new):
        was = b"".join(old[block.before_start : block.before_end])
        now = b"".join(new[block.after_start : block.after_end])
        if not block.equal:
            lead = after[max(0, at_new - AROUND) : at_new]
            trail = after[at_new + len(now) : at_new + len(now) + AROUND]
            spans.append(Span(at_old, was, now, lead, trail))
        at_old += len(was)
        at_new += len(now)
    return tuple(spans)


def _parts(data: bytes) -> list[bytes]:
    """Lines; the one line of JSON in our own comment falls into its keys, so that two of them change apart."""
    parts: list[bytes] = []
    for line in data.splitlines(keepends=True):
        parts += _KEYS.split(line) if line.startswith(_COMMENT) else [line]
    return parts


def invert(data: bytes, spans: tuple[Span, ...], *, exact: bool = False) -> bytes | None:
    """`data` with the spans taken back at their current places.

    `exact` says that the file is byte for byte what the spans made of it. Otherwise other parts may have changed, and
    each span has to be found again; None if one was itself changed, or could be in several places.
    """
    shift = 0
    places: list[tuple[int, Span]] = []
    floor = 0
    for span in spans:
        place = span.offset + shift if exact else _locate(data, span)
        if place is None or place < floor or not data.startswith(span.after, place):
            return None
        places.append((place, span))
        floor = place + len(span.after)
        shift += len(span.after) - len(span.before)
    for place, span in reversed(places):
        data = data[:place] + span.before + data[place + len(span.after) :]
    return data


def _locate(data: bytes, span: Span) -> int | None:
    """The place of the span's new bytes: the only one that has them and is unchanged on one side at least."""
    places = _occurrences(data, span.after) if span.after else _gaps(data, span)
    if len(places) == 1 and (len(span.after) >= _DISTINCT or (span.after and _touches(data, span, places[0]))):
        return places[0]
    fitting = [place for place in places if _fits(data, span, place)]
    return fitting[0] if len(fitting) == 1 else None


def _occurrences(data: bytes, part: bytes) -> list[int]:
    """Every place of a part, overlapping ones too; None if there are too many."""
    found: list[int] = []
    at = data.find(part)
    while at >= 0 and len(found) < _MOST_PLACES:
        found.append(at)
        at = data.find(part, at + 1)
    return found if at < 0 else []


def _gaps(data: bytes, span: Span) -> list[int]:
    """The places a removal may have been made at: behind its lead and before its trail."""
    if not span.lead and not span.trail:
        return [] if data else [0]
    behind = [place + len(span.lead) for place in _occurrences(data, span.lead)] if span.lead else []
    ahead = _occurrences(data, span.trail) if span.trail else []
    return sorted({*behind, *ahead})


def _touches(data: bytes, span: Span, place: int) -> bool:
    """Whether the bytes right beside it are unchanged, or it is still the first or the last of the file."""
    end = place + len(span.after)
    near, behind = span.lead[-_NEAR:], span.trail[:_NEAR]
    lead = data.endswith(near, 0, place) if near else place == 0
    return lead or (data.startswith(behind, end) if behind else end == len(data))


def _fits(data: bytes, span: Span, place: int) -> bool:
    """Whether one of the two sides, or an empty file around it, looks as it did."""
    end = place + len(span.after)
    if not span.lead and not span.trail:
        return place == 0 and end == len(data)
    lead = bool(span.lead) and data.endswith(span.lead, 0, place)
    trail = bool(span.trail) and data.startswith(span.trail, end)
    at_start = len(span.lead) == AROUND or place == len(span.lead)
    at_end = len(span.trail) == AROUND or end + len(span.trail) == len(data)
    return (lead and at_start) or (trail and at_end)

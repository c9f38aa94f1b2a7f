"""Which bytes differ between two versions of a file, and how to take such a difference back later.

A span remembers a little of what stood around it, so that it is found again when other parts of the file changed.
"""

from difflib import SequenceMatcher

from dreamtui.model.change import Span

AROUND = 48
"""Bytes of surroundings kept on each side."""
_LINES_COMPARED = 3000
"""Above this many differing lines the difference is taken as one span."""


def compute(before: bytes, after: bytes) -> tuple[Span, ...]:
    """The spans that turn `before` into `after`, whole lines where possible, in order."""
    if before == after:
        return ()
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    old_mid, new_mid = old[start : len(old) - end], new[start : len(new) - end]
    if len(old_mid) + len(new_mid) > _LINES_COMPARED:
        blocks = [("replace", 0, len(old_mid), 0, len(new_mid))]
    else:
        blocks = list(SequenceMatcher(None, old_mid, new_mid, autojunk=False).get_opcodes())
    at_old = sum(map(len, old[:start]))
    at_new = at_old
    spans = []
    for tag, i0, i1, j0, j1 in blocks:
        was, now = b"".join(old_mid[i0:i1]), b"".join(new_mid[j0:j1])
        if tag != "equal":
            lead = after[max(0, at_new - AROUND) : at_new]
            trail = after[at_new + len(now) : at_new + len(now) + AROUND]
            spans.append(Span(at_old, was, now, lead, trail))
        at_old += len(was)
        at_new += len(now)
    return tuple(spans)


def _common(left: list[bytes], right: list[bytes]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def invert(data: bytes, spans: tuple[Span, ...]) -> bytes | None:
    """`data` with the spans taken back wherever they stand now; None when one of them was itself changed."""
    shift = 0
    places: list[tuple[int, Span]] = []
    floor = 0
    for span in spans:
        place = _locate(data, span, span.offset + shift, floor)
        if place is None:
            return None
        places.append((place, span))
        floor = place + len(span.after)
        shift += len(span.after) - len(span.before)
    for place, span in reversed(places):
        data = data[:place] + span.before + data[place + len(span.after) :]
    return data


def _locate(data: bytes, span: Span, expected: int, floor: int) -> int | None:
    """Where the span's new bytes stand: at the expected place, else where the surroundings fit best."""
    if expected >= floor and data.startswith(span.after, expected) and _fit(data, span, expected) == 2:
        return expected
    best: tuple[int, int, int] | None = None
    needle = span.after or (span.lead[-AROUND:] + span.trail[:AROUND])
    step = 0 if span.after else len(span.lead)
    start = data.find(needle, max(0, floor - step)) if needle else -1
    while start >= 0:
        place = start + step
        score = _fit(data, span, place)
        rank = (-score, abs(place - expected), place)
        if place >= floor and (best is None or rank < best):
            best = rank
        start = data.find(needle, start + 1)
    if best is None and not span.after:
        return _between(data, span, expected, floor)
    return best[2] if best else None


def _fit(data: bytes, span: Span, place: int) -> int:
    """How many of the two sides look as they did."""
    end = place + len(span.after)
    lead = span.lead == data[max(0, place - len(span.lead)) : place] and (
        len(span.lead) == AROUND or place == len(span.lead)
    )
    trail = data.startswith(span.trail, end) and (len(span.trail) == AROUND or end + len(span.trail) == len(data))
    return int(lead) + int(trail)


def _between(data: bytes, span: Span, expected: int, floor: int) -> int | None:
    """The place of a removal when only one side is still as it was: after the lead or before the trail, if unique."""
    if len(span.lead) >= 8 and data.count(span.lead) == 1:
        place = data.find(span.lead) + len(span.lead)
        return place if place >= floor else None
    if len(span.trail) >= 8 and data.count(span.trail) == 1:
        place = data.find(span.trail)
        return place if place >= floor else None
    if not span.lead and not span.trail:
        return 0 if not data else None
    if not span.lead and data.startswith(span.trail):
        return 0
    if not span.trail and data.endswith(span.lead):
        return len(data)
    return None

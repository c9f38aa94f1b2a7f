"""The `updated` line of a note, which every decision on it writes: no obstacle to undoing one of them before another.

While a later decision stands, its time stays; when the newest is taken back, the note gets the time of the newest one
that still stands, or the one it had at first.
"""

import re
from collections.abc import Callable, Sequence

from dreamtui.model.change import Span, digest
from dreamtui.model.decision import Decision, Touched
from dreamtui.text.diff import spans

_STAMP = re.compile(rb"^updated: ([^\r\n]*)(?=\r?\n)", re.MULTILINE)
_HEAD = re.compile(rb"---\n(?:(?!---\n)[^\n]*\n)*?updated: ([^\r\n]*)(?=\n)")


def invert(now: bytes, entry: Touched, undone: Callable[[str], Sequence[Decision]]) -> bytes | None:
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
    """The time, or while a decision that stands no more wrote it, the time before that."""
    earlier: dict[bytes, bytes] = {}
    for decision in undone(path):
        for entry in decision.touched:
            if entry.path == path and (inner := _stamped(entry.spans)):
                earlier[inner[1]] = inner[0]
    while stamp in earlier:
        stamp = earlier.pop(stamp)
    return stamp

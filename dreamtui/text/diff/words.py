"""What two versions of a few lines have in common: which stand side by side, and which of their words changed. Pure.

This is done only for the lines that somebody looks at.
"""

import re
from collections.abc import Sequence

from dreamtui.text.diff.lines import align_lines

PAIRED = 1_000
"""Comparisons up to which the lines of a changed block are paired by what they have in common."""

LONG_LINE = 4_000
"""Characters beyond which the words of a line are not compared."""

ALIKE = 0.35
"""Share of words two lines need in common to count as one line that changed."""

_WORDS = re.compile(r"\w+|[^\w\s]|\s+")
_BAG = re.compile(r"\w+")

Span = tuple[int, int]
"""A half-open range of characters."""


def pair_lines(before: Sequence[str], after: Sequence[str]) -> list[tuple[int | None, int | None]]:
    """Which lines of a changed block stand side by side: as many rows as the longer side has, order kept.

    Every line of the shorter side gets a partner, in small blocks the one it has most in common with.
    """
    if len(before) > len(after):
        return [(old, new) for new, old in pair_lines(after, before)]
    short, long = len(before), len(after)
    if short == 1 < long <= PAIRED:
        rows: list[tuple[int | None, int | None]] = [(None, there) for there in range(long)]
        best = _most_alike(before[0], after)
        rows[best] = 0, best
        return rows
    chosen: Sequence[int] = range(short)
    if 0 < short < long and short * (long - short + 1) <= PAIRED:
        chosen = _best_partners(before, after)
    partner = {there: here for here, there in enumerate(chosen)}
    return [(partner.get(there), there) for there in range(long)]


def _most_alike(line: str, lines: Sequence[str]) -> int:
    """Which of the lines has most in common with one, the first of several."""
    words = _bag(line)
    best, most = 0, -1.0
    for at, other in enumerate(lines):
        at_most = min(len(words), (len(other) + 1) // 2)  # words it can share, as there is something between two
        if words and 2 * at_most / (len(words) + at_most) <= most:
            continue
        likeness = _alike(words, _bag(other))
        if likeness > most:
            best, most = at, likeness
    return best


def _best_partners(short: Sequence[str], long: Sequence[str]) -> list[int]:
    """For each line of the shorter side a rising place on the longer side, so that they have most in common."""
    short_words = [_bag(line) for line in short]
    long_words = [_bag(line) for line in long]
    spare = len(long) - len(short)
    best = [[0.0] * (spare + 2) for _ in range(len(short) + 1)]
    take = [[False] * (spare + 1) for _ in short]
    for here in range(len(short) - 1, -1, -1):
        for skipped in range(spare, -1, -1):
            taken = _alike(short_words[here], long_words[here + skipped]) + best[here + 1][skipped]
            left_out = best[here][skipped + 1] if skipped < spare else -1.0
            take[here][skipped] = taken >= left_out
            best[here][skipped] = max(taken, left_out)
    chosen: list[int] = []
    skipped = 0
    for here in range(len(short)):
        while not take[here][skipped]:
            skipped += 1
        chosen.append(here + skipped)
    return chosen


def _bag(line: str) -> frozenset[str]:
    return frozenset(_BAG.findall(line[:LONG_LINE]))


def _alike(one: frozenset[str], two: frozenset[str]) -> float:
    total = len(one) + len(two)
    return 2 * len(one & two) / total if total else 1.0


def alike(before: str, after: str) -> float:
    """Share of different words two lines have in common, 0 to 1."""
    return _alike(_bag(before), _bag(after))


def changed_words(before: str, after: str) -> tuple[list[Span], list[Span]]:
    """Spans of the characters only the old and only the new line has; none when they have too little in common."""
    if len(before) > LONG_LINE or len(after) > LONG_LINE or alike(before, after) < ALIKE:
        return [], []
    old_words, new_words = _WORDS.findall(before), _WORDS.findall(after)
    old_spans: list[Span] = []
    new_spans: list[Span] = []
    for block in align_lines(old_words, new_words):
        if not block.equal:
            old_spans += _characters(old_words, block.before_start, block.before_end)
            new_spans += _characters(new_words, block.after_start, block.after_end)
    return _merged(old_spans, before), _merged(new_spans, after)


def _characters(words: Sequence[str], start: int, end: int) -> list[Span]:
    at = sum(map(len, words[:start]))
    length = sum(map(len, words[start:end]))
    return [(at, at + length)] if length else []


def _merged(spans: Sequence[Span], text: str) -> list[Span]:
    """Spans with nothing but blanks between them become one, and lose the blanks at their ends if there is more."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and not text[merged[-1][1] : start].strip():
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return [_trimmed(start, end, text) for start, end in merged]


def _trimmed(start: int, end: int, text: str) -> Span:
    inside = text[start:end]
    if not inside.strip():
        return start, end
    return start + len(inside) - len(inside.lstrip()), end - len(inside) + len(inside.rstrip())

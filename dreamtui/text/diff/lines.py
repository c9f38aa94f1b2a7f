"""Which lines two texts have in common: a longest common subsequence, taken a window at a time on long texts."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

WINDOW = 4_000
"""Lines of each side that are compared in one step; time and memory grow with its square."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines that both texts have, or that differ: half-open ranges on both sides."""

    equal: bool
    before_start: int
    before_end: int
    after_start: int
    after_end: int

    @property
    def removed(self) -> int:
        return self.before_end - self.before_start

    @property
    def added(self) -> int:
        return self.after_end - self.after_start

    @property
    def rows(self) -> int:
        """How many rows it takes side by side."""
        return max(self.removed, self.added)


def split_lines(text: str) -> list[str]:
    """The lines with their newlines; joined they give the text back. Only the newline ends a line."""
    lines = [line + "\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def align_lines(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[Block]:
    """Blocks that cover both sides in order, equal and different in turn."""
    blocks: list[Block] = []
    old = new = 0
    for old_start, new_start, length in (*_equal_runs(before, after), (len(before), len(after), 0)):
        if old < old_start or new < new_start:
            blocks.append(Block(False, old, old_start, new, new_start))
        old, new = old_start + length, new_start + length
        if length:
            blocks.append(Block(True, old_start, old, new_start, new))
    return blocks


def _equal_runs(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[tuple[int, int, int]]:
    """Runs of equal lines as (old start, new start, length), in order, neighbours joined."""
    from rapidfuzz.distance import LCSseq

    numbers: dict[Hashable, int] = {}  # rapidfuzz compares hashes, which two different lines may share
    left = [numbers.setdefault(line, len(numbers)) for line in before]
    right = [numbers.setdefault(line, len(numbers)) for line in after]
    runs: list[tuple[int, int, int]] = []
    old = new = 0
    while old < len(left) and new < len(right):
        end_old = end_new = 0
        for operation in LCSseq.opcodes(left[old : old + WINDOW], right[new : new + WINDOW]):
            if operation.tag != "equal":
                continue
            end_old, end_new = operation.src_end, operation.dest_end
            start, there, length = old + operation.src_start, new + operation.dest_start, end_old - operation.src_start
            if runs and (runs[-1][0] + runs[-1][2], runs[-1][1] + runs[-1][2]) == (start, there):
                start, there, length = runs[-1][0], runs[-1][1], runs.pop()[2] + length
            runs.append((start, there, length))
        if max(end_old, end_new) < WINDOW // 2:  # a step that is always large: nothing near the start is alike
            end_old = end_new = WINDOW // 2
        old, new = old + end_old, new + end_new
    return runs


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
    """Which lines of a changed block are side by side: as many rows as the longer side has, order kept.

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


def word_changes(before: str, after: str) -> list[tuple[str, str]]:
    """A line that is edited, in pieces: text, removed, added; none when the two have too little in common."""
    if max(len(before), len(after)) > LONG_LINE or alike(before, after) < ALIKE:
        return []
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    pieces: list[tuple[str, str]] = []
    for block in align_lines(old, new):
        gone = "".join(old[block.before_start : block.before_end])
        come = "".join(new[block.after_start : block.after_end])
        pieces += [("text", come)] if block.equal else [("removed", gone), ("added", come)]
    return [(tone, text) for tone, text in pieces if text]


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

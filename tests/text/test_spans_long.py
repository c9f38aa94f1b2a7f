"""Differences of long files: small places far apart stay apart, and are taken back one by one."""

import random

import pytest

from dreamtui.model.change import Span
from dreamtui.text.diff import spans

LINES = 6000


def long_file() -> list[bytes]:
    """A file of many lines, some of them equal."""
    return [b"line %d\n" % (number if number % 3 else 0) for number in range(LINES)]


def applied(before: bytes, changed: tuple[Span, ...]) -> bytes:
    """What the spans say the file became."""
    for span in reversed(changed):
        assert before.startswith(span.before, span.offset)
        before = before[: span.offset] + span.after + before[span.offset + len(span.before) :]
    return before


@pytest.mark.parametrize("seed", range(12))
def test_spans_of_a_long_file_are_exact(seed: int) -> None:
    """Whatever is changed, put in or taken out: forward and back give the very bytes."""
    dice = random.Random(seed)
    lines = long_file()
    before = b"".join(lines)
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(len(lines))
        lines[at : at + dice.randrange(3)] = [b"new %d\n" % dice.randrange(99) for _ in range(dice.randrange(4))]
    after = b"".join(lines)
    changed = spans.compute(before, after)
    assert applied(before, changed) == after
    assert spans.invert(after, changed, exact=True) == before
    assert sum(len(span.before) + len(span.after) for span in changed) < 2000


def test_two_changes_far_apart_are_two_spans() -> None:
    """Neither holds what lies between them, so each can be taken back without the other."""
    lines = long_file()
    before = b"".join(lines)
    lines[2], lines[5990] = b"here\n", b"there it is\n"
    found = spans.compute(before, b"".join(lines))
    assert [span.after for span in found] == [b"here\n", b"there it is\n"]


def test_long_files_that_differ_at_large_are_one_span() -> None:
    """Nothing is looked for where nothing is alike."""
    one, two = b"a\n" * 4000, b"b\n" * 4000
    [span] = spans.compute(one, two)
    assert (span.before, span.after) == (one, two)

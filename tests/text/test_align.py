"""The alignment of two texts: laws, quality on small cases, and that long texts without anchors end at once."""

import itertools

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.text.diff.lines import align_lines, alike, changed_words, pair_lines, split_lines

line = st.sampled_from(["a\n", "b\n", "c\n", "}\n", "\n", "long line with words\n"])
text_lines = st.lists(line, max_size=25)


@settings(max_examples=300, deadline=None)
@given(before=text_lines, after=text_lines)
@example(before=["a\n", "b\n"] * 200, after=["b\n", "c\n"] * 200)
def test_blocks_cover_both_sides_in_order(before: list[str], after: list[str]) -> None:
    """Each side is reproduced exactly, equal blocks are equal, and equal and changed blocks take turns."""
    blocks = align_lines(before, after)
    old = new = 0
    for block in blocks:
        assert (block.before_start, block.after_start) == (old, new)
        old, new = block.before_end, block.after_end
        assert block.rows > 0
        if block.equal:
            assert before[block.before_start : old] == after[block.after_start : new]
    assert (old, new) == (len(before), len(after))
    assert all(one.equal != two.equal for one, two in itertools.pairwise(blocks))


@settings(max_examples=200, deadline=None)
@given(before=text_lines, after=text_lines)
def test_pairs_keep_every_line_and_the_order(before: list[str], after: list[str]) -> None:
    """A changed block has as many rows as its longer side, and every line stands in exactly one of them."""
    pairs = pair_lines(before, after)
    assert [one for one, _ in pairs if one is not None] == list(range(len(before)))
    assert [two for _, two in pairs if two is not None] == list(range(len(after)))
    assert len(pairs) == max(len(before), len(after))


@settings(max_examples=200, deadline=None)
@given(before=st.text("ab c.-한\t", max_size=40), after=st.text("ab c.-한\t", max_size=40))
def test_what_is_not_marked_is_equal(before: str, after: str) -> None:
    """Without the marked spans, and the blanks between them, both lines say the same."""
    old, new = changed_words(before, after)
    for spans, text in ((old, before), (new, after)):
        assert all(start < end <= len(text) for start, end in spans)
        assert all(one[1] < two[0] for one, two in itertools.pairwise(spans))
    if old or new:
        assert without(before, old) == without(after, new)


def without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = text[:start] + text[end:]
    return "".join(text.split())


@settings(max_examples=100, deadline=None)
@given(text=st.text("a\n\r\x0b\x0c\u2028", max_size=30))
def test_lines_joined_are_the_text(text: str) -> None:
    """Only the newline ends a line, and nothing is lost."""
    lines = split_lines(text)
    assert "".join(lines) == text
    assert all(line.count("\n") == (1 if line.endswith("\n") else 0) for line in lines)
    assert len(lines) == text.count("\n") + (0 if not text or text.endswith("\n") else 1)


def test_an_inserted_line_is_one_change() -> None:
    """Common lines stay common, also when none of them is unique."""
    before = ["x\n", "y\n"] * 3
    after = ["x\n", "y\n", "new\n", *["x\n", "y\n"] * 2]
    assert [(block.equal, block.removed, block.added) for block in align_lines(before, after)] == [
        (True, 2, 2),
        (False, 0, 1),
        (True, 4, 4),
    ]


def test_moved_lines_keep_the_longest_series() -> None:
    """One line that moved does not make the others changed."""
    lines = [f"{number}\n" for number in range(9)]
    moved = [*lines[1:], lines[0]]
    assert sum(block.rows for block in align_lines(lines, moved) if block.equal) == 8


def test_similar_lines_stand_side_by_side() -> None:
    """In an unequal block a line stands beside the one it became."""
    before = ["retry three times\n"]
    after = ["brand new sentence\n", "retry five times\n"]
    assert pair_lines(before, after) == [(None, 0), (0, 1)]
    assert pair_lines(after, before) == [(0, None), (1, 0)]


def test_words_are_marked_as_phrases() -> None:
    """Changed neighbours are one mark; lines with little in common have none."""
    old, new = changed_words("Retry three times now.", "Retry at most five times now.")
    assert [("Retry three times now."[start:end]) for start, end in old] == ["three"]
    assert [("Retry at most five times now."[start:end]) for start, end in new] == ["at most five"]
    assert changed_words("one two three", "four five six") == ([], [])
    assert alike("a b", "a b") == 1.0


def test_long_texts_of_few_different_lines_are_still_aligned() -> None:
    """Thousands of lines, none unique: most of what is common is found, and the end is reached."""
    before = ["x\n"] * 5000
    after = ["y\n", "x\n"] * 2500
    assert sum(block.rows for block in align_lines(before, after) if block.equal) == 2500
    few, other = [f"{number % 5}\n" for number in range(5000)], [f"{number % 7}\n" for number in range(5000)]
    assert sum(block.rows for block in align_lines(few, other) if block.equal) > 1000

"""A text that changes, line by line and word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.diff.lines import ALIKE, alike, word_changes
from dreamtui.text.diff.marked import change_lines

TEXTS = st.text(alphabet="ab \n,", max_size=40)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("Frozen since yesterday, they say.", "Frozen since 2026, they say.",
         ["- Frozen since yesterday, they say.", "+ Frozen since 2026, they say."]),
        ("One.\nTwo.", "One.\nTwo.\nThree.", ["One.", "Two.", "+ Three."]),
        ("One.\nTwo.\nThree.\nFour goes.", "One.\nTwo.\nThree.", ["⋯ 3 lines as they are", "- Four goes."]),
        ("Nothing of this is left.", "Everything else stands here.",
         ["- Nothing of this is left.", "+ Everything else stands here."]),
    ],
)  # fmt: skip
def test_what_changes_is_marked_and_what_stays_is_short(before: str, after: str, told: list[str]) -> None:
    assert [line.text for line in change_lines(before, after)] == told


def test_the_words_that_differ_have_a_tone() -> None:
    """The line's sign says it where there are no colours."""
    old, new = change_lines("Frozen since yesterday, they say.", "Frozen since 2026, they say.")
    assert [text for tone, text in old.parts if tone == "removed"] == ["- ", "yesterday"]
    assert [text for tone, text in new.parts if tone == "added"] == ["+ ", "2026"]


@given(TEXTS, TEXTS)
def test_the_pieces_of_an_edited_line_are_both_lines(before: str, after: str) -> None:
    """Without what was added it is the old line, without what was removed the new one."""
    pieces = word_changes(before, after)
    if pieces:
        assert "".join(text for tone, text in pieces if tone != "added") == before
        assert "".join(text for tone, text in pieces if tone != "removed") == after
    else:
        assert alike(before, after) < ALIKE or not before + after

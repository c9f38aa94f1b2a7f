"""Where in a text a quote stands, and how the records of conversations are named in a line."""

import pytest

from dreamtui.text.paths import tilde
from dreamtui.text.quotes import line_saying, records_in_words

LINES = [
    "---",
    "name: The cart and its lock",
    "---",
    "",
    "- **Why:** After the release today, the lock stays.",
    "Read it.",
]


@pytest.mark.parametrize(
    ("quote", "line"),
    [
        ("After the release today, the lock stays.", 4),
        ("The cart and its lock — After the release today, the lock stays. It was", 4),
        ("The cart and its lock", 1),
        ("The cart and its lock — nothing of this stands there any more", 1),
        ("`make check` failed: After  the release today", 4),
        ("words that nobody said", None),
        ("Read it.", 5),
        ("", None),
    ],
)
def test_the_line_that_says_a_quote(quote: str, line: int | None) -> None:
    """The quote behind its title counts more than the title; too few words are found nowhere but whole."""
    assert line_saying(LINES, quote) == line


def test_a_line_may_be_the_beginning_of_a_quote() -> None:
    """A quote that was read as one line stands on several in the file."""
    assert line_saying(["x", "the lock stays where", "it is"], "the lock stays where it is") == 1


def test_records_in_a_line_are_named_by_session_and_line() -> None:
    """Everything else of the line stays."""
    raw = "a (record:claude/-home-u/0123456789.jsonl#d6446fc9-61e5:356) and file:src/a.py:3"
    assert records_in_words(raw) == "a (session 01234567, line 356) and file:src/a.py:3"
    assert records_in_words("record: none") == "record: none"


def test_paths_below_the_home_folder_begin_with_a_tilde() -> None:
    """A folder that only begins with the same letters is another one."""
    from pathlib import PurePosixPath as Path

    assert tilde(Path("/home/u/a/b"), {"HOME": "/home/u/"}) == "~/a/b"
    assert tilde(Path("/home/user/a"), {"HOME": "/home/u"}) == "/home/user/a"
    assert tilde(Path("/a"), {}) == "/a"

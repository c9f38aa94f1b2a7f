"""What a person said to an agent becomes a sentence that can stand by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.saying import LONGEST, cut, instruction, plain, preference, telling


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("no, use pnpm, we never use npm here", "Use pnpm, we never use npm here."),
        ("Remember: always run make lint before you commit", "Always run make lint before you commit."),
        ("remember that the API is flaky. Retry twice", "The API is flaky. Retry twice."),
        ("please remember to update the changelog", "Update the changelog."),
        ("stop adding comments", "Stop adding comments."),
        ("No emojis in commit messages", "No emojis in commit messages."),
        ("don't mock the database", "Don't mock the database."),
        ("i told you, use tabs!", "Use tabs!"),
        ("src/a.py is generated, don't edit it", "src/a.py is generated, don't edit it."),
        ("note that pyTest is ours", "pyTest is ours."),
        ("no", ""),
        ("remember", ""),
        ("   ", ""),
    ],
)
def test_an_instruction_is_what_was_meant(words: str, sentence: str) -> None:
    """Without the address, as a sentence."""
    assert instruction(words) == sentence


@pytest.mark.parametrize(
    ("subject", "found"),
    [
        ("use pnpm not npm", ("pnpm", "npm")),
        ("use make check not pytest", ("make check", "pytest")),
        ("use pnpm", None),
        ("not add comment", None),
        ("", None),
    ],
)
def test_a_preference_names_both(subject: str, found: tuple[str, str] | None) -> None:
    """What is wanted, and what is not."""
    assert preference(subject) == found


def test_of_many_words_the_sentence_that_tells() -> None:
    """The one that says most of what it is about; few words stay together."""
    long = "The calculator is great, take that one. " + "I am not sure about the rest of it. " * 4
    long += "And remember that I'd rather click and drag than script the browser."
    assert instruction(long, "browser click drag rath script") == "I'd rather click and drag than script the browser."
    assert instruction("One thing. Another thing.", "another") == "One thing. Another thing."
    assert telling("word " * 80, "word") == ("word " * 80).strip()


def test_a_long_instruction_ends_with_a_word() -> None:
    """Whole sentences where they fit, else whole words."""
    assert instruction("Use the fake provider. " + "And " * 80) == "Use the fake provider."
    assert instruction("word " * 80).endswith("word…")
    assert cut("abc", 3) == "abc"


@given(st.text())
def test_whatever_was_said_stays_one_plain_line(words: str) -> None:
    """No markup, no line breaks, and not too long."""
    said = instruction(words)
    assert len(said) <= LONGEST + 2 and "\n" not in said and "<" not in said and "<" not in plain(words)
    assert said == "" or said.strip() == said

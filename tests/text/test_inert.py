"""Nothing that a terminal obeys survives; nothing that was there is dropped silently."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.inert import has_hidden, inert, inert_line, make_inert, one_line
from dreamtui.text.words import is_blank, normalise, visible

HOSTILE = [
    "\x1b",
    "\x07",
    "\x00",
    "\x08",
    "\x7f",
    "\x9b",
    "\x85",
    "\r",
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200f",
    "\ufeff",
]


@pytest.mark.parametrize("char", [*HOSTILE, "\u2028", "\ud800", "\U000e0041", "\u3164", "\u00ad"])
def test_each_hostile_character_becomes_a_mark(char: str) -> None:
    """The character is gone, its mark is there, and it is counted."""
    shown = make_inert(f"a{char}b")
    assert char not in shown.text
    assert shown.text[0] == "a" and shown.text[-1] == "b" and len(shown.text) > 2
    assert shown.marks == 1
    assert has_hidden(f"a{char}b")


@given(st.text(st.characters(), max_size=60))
def test_inert_text_holds_nothing_a_terminal_obeys(text: str) -> None:
    """No control but tab and newline, no format character a terminal or bidi algorithm acts on, no surrogate."""
    shown = inert(text)
    assert all(char in "\t\n" or unicodedata.category(char) not in ("Cc", "Cs") for char in shown)
    assert not has_hidden(shown)
    assert inert(shown) == shown


@given(st.text(st.characters(), max_size=60))
def test_an_inert_line_is_one_line(text: str) -> None:
    """Whatever breaks lines is a space, tabs too."""
    assert len(inert_line(text).splitlines()) <= 1
    assert not set(inert_line(text)) & set("\n\t\r\0")


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=60))
def test_plain_text_stays_as_it_is(text: str) -> None:
    """What is harmless is shown unchanged."""
    assert inert(text) == one_line(text) == text
    assert not has_hidden(text)


def test_windows_line_ends_are_no_risk() -> None:
    """CRLF is shown as a line break and not marked; a lone carriage return is."""
    assert make_inert("a\r\nb").marks == 0
    assert inert("a\r\nb") == "a\nb"
    assert has_hidden("a\rb")


@pytest.mark.parametrize(
    "text", ["", " \t\n", "\u200b\u2060", "\u3164", "\u2800", "\x00\x1b", "\u00a0\u2003", "\ufeff"]
)
def test_what_shows_nothing_is_blank(text: str) -> None:
    """White space, zero-width characters, fillers and controls."""
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "é", "。", "日", "👍", "\u200ba", "-"])
def test_what_shows_something_is_not_blank(text: str) -> None:
    """One visible character is enough."""
    assert not is_blank(text)


@given(st.text(st.characters(), max_size=60))
def test_blank_is_what_has_nothing_visible(text: str) -> None:
    """Both views of one text agree."""
    assert is_blank(text) or visible(text) or normalise(text) == ""
    assert not (is_blank(text) and visible(text))


def test_wordings_that_differ_in_dress_are_one() -> None:
    """Case, spacing, punctuation, markup and compatibility forms do not make another sentence."""
    wordings = [
        "`Retry` failed  webhooks.",
        "retry failed webhooks",
        "*RETRY* failed\nwebhooks!",
        "ｒetry failed webhooks",
    ]
    assert {normalise(text) for text in wordings} == {"retry failed webhooks"}
    assert normalise("never retry") != normalise("retry")


@given(st.text(st.characters(max_codepoint=127)))
def test_what_is_visible_of_ascii_is_every_printable_character(text: str) -> None:
    """Control characters go, white space becomes one space, nothing else changes."""
    seen = "".join(char for char in text if char.isprintable() or char.isspace())
    assert visible(text) == " ".join(seen.split())

"""Makes text that was read safe to show: one function at the boundary, used by every front end.

A terminal obeys escape sequences, C1 controls and bidi overrides from any source. Here each of them becomes a visible
mark; nothing is dropped, so a reader sees that something was hidden.
"""

import re
from dataclasses import dataclass

_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}

_HOSTILE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but tab and newline, DEL, C1
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, fillers, Arabic letter mark
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # zero width, line separators, bidi
    "\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffc"  # fillers, invisible selectors, byte order mark
    "\U000e0000-\U000e0fff"  # tags and variation selectors
    "\ud800-\udfff]"  # lone surrogates
)
_LINE_BREAKS = re.compile("[\r\n\x0b\x0c\x85\u2028\u2029\x00]+")


def _mark(match: re.Match[str]) -> str:
    code = ord(match.group())
    return _PICTURES.get(code) or f"⟨U+{code:04X}⟩"


@dataclass(frozen=True, slots=True)
class Inert:
    """Text that is safe to show."""

    text: str
    """The text with a visible mark for each hidden character."""
    marks: int
    """How many characters had to be marked."""


def make_inert(text: str) -> Inert:
    """Replace every control, bidi, zero-width, tag and surrogate character by a mark; keep tabs and newlines."""
    shown, marks = _HOSTILE.subn(_mark, text.replace("\r\n", "\n"))
    return Inert(shown, marks)


def inert(text: str) -> str:
    return make_inert(text).text


def inert_line(text: str) -> str:
    """Safe text on a single line: line breaks and NUL become one space."""
    return make_inert(one_line(text).replace("\t", " ")).text


def one_line(text: str) -> str:
    """Line breaks and NUL become a space; everything else stays as it is."""
    return _LINE_BREAKS.sub(" ", text)


def has_hidden(text: str) -> bool:
    """Whether the text holds a character that would have to be marked."""
    return _HOSTILE.search(text.replace("\r\n", "\n")) is not None

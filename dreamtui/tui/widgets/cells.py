"""Text in terminal cells: fitting, padding and wrapping at words, with wide characters counted as two."""

import re

from rich.cells import cell_len

ELLIPSIS = "…"
"""Shown where text was cut."""


_UNEVEN = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")


def settle(text: str) -> str:
    """Without the emoji selector and skin tones: terminals measure them differently, and columns would shift."""
    return text if text.isascii() else _UNEVEN.sub("", text)


def show_uneven(text: str) -> str:
    """With a visible mark for what `settle` leaves out."""
    return _UNEVEN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", text)


def width_of(text: str) -> int:
    """How many cells the text takes."""
    return len(text) if text.isascii() else cell_len(text)


def cut(text: str, width: int) -> str:
    """The longest beginning that fits the width, with an ellipsis when something is left out."""
    if width <= 0:
        return ""
    if width_of(text) <= width:
        return text
    return text[: _fitting(text, 0, len(text), width - 1)] + ELLIPSIS


def cut_front(text: str, width: int) -> str:
    """The longest end that fits the width, after an ellipsis when something is left out; of a path the file's name."""
    if width_of(text) <= width:
        return text
    start = len(text)
    while start > 0 and width_of(text[start - 1 :]) < width:
        start -= 1
    slash = text.find("/", start)
    whole = slash if 0 <= slash < len(text) - 1 else start
    return f"{ELLIPSIS}{text[whole:]}" if width > 0 else ""


def cut_middle(text: str, width: int) -> str:
    """Beginning and end of a text that is too wide, the longer part of it its end, where names differ."""
    if width_of(text) <= width:
        return text
    if width < 12:
        return cut_front(text, width)
    head = cut(text, width // 3)
    tail = cut_front(text, width - width_of(head) + 1)
    return f"{head.removesuffix(ELLIPSIS)}{tail}"


def fit(text: str, width: int, *, right: bool = False) -> str:
    """Text of exactly this width: cut or padded, on the left if it is right-aligned."""
    shown = cut(text, width)
    blanks = " " * max(0, width - width_of(shown))
    return blanks + shown if right else shown + blanks


def _fitting(text: str, start: int, end: int, width: int) -> int:
    """Where the longest piece from `start` that fits the width ends; halves its way there, never splits a cluster."""
    low, high = start, min(end, start + max(width, 0) * 8 + 8)
    if width_of(text[start:high]) <= width and high == end:
        return end
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(text[start:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    while start < low < end and width_of(text[start : low + 1]) <= width_of(text[start:low]) and low < start + width:
        low += 1
    return low


def wrap(text: str, width: int, below: int = 0) -> list[tuple[int, int]]:
    """Spans of the lines into which the text is wrapped: at blanks if there are some, else inside a word.

    A word too long for the next line as well begins on the current one, unless hardly anything of it fits there;
    `below` is the room of the next line, the width by default. Blanks at a break stay at the end of their line and may
    be cut there. The spans cover the text without gaps.
    """
    width = max(1, width)
    end = len(text)
    narrow = text.isascii()
    if end <= width and (narrow or width_of(text) <= width):
        return [(0, end)]
    spans: list[tuple[int, int]] = []
    start = 0
    while not narrow or end - start > width:
        stop = start + width if narrow else max(_fitting(text, start, end, width), start + 1)
        if stop < end:
            stop = _break_before(text, start, stop, below or width)
        spans.append((start, stop))
        if stop == end:
            return spans
        start = stop
    spans.append((start, end))
    return spans


def _break_before(text: str, start: int, stop: int, below: int) -> int:
    """The end of the line: after the blanks that follow the last whole word, else `stop` itself."""
    if text[stop] == " ":
        while stop < len(text) and text[stop] == " ":
            stop += 1
        return stop
    blank = text.rfind(" ", start, stop)
    if blank <= start or not text[start : blank + 1].strip():
        return stop
    if stop - blank <= below // 4:
        return blank + 1
    beyond = text.find(" ", stop, blank + below + 2)
    word = text[blank + 1 : beyond if beyond >= 0 else blank + below + 2]
    return blank + 1 if width_of(word) <= below else stop


def expand_tabs(text: str, size: int = 4, sign: str = " ") -> str:
    """Tabs as a sign and blanks up to the next stop, counted in cells."""
    if "\t" not in text:
        return text
    parts: list[str] = []
    column = 0
    for piece in text.split("\t"):
        if parts:
            blanks = size - column % size
            parts.append(sign + " " * (blanks - 1))
            column += blanks
        parts.append(piece)
        column += width_of(piece)
    return "".join(parts)

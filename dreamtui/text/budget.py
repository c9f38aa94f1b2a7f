"""How much room a memory file takes, measured as Claude Code does before it loads it.

Front matter and block comments are left out, outer blank lines too. Of MEMORY.md the first 200 lines or 25,000 bytes
are loaded, whichever ends first, and never half a line. CLAUDE.md is loaded whole up to 4 MiB; 200 lines is advice.

Tokens are an estimate, since no tokenizer is shipped: an ASCII character counts a quarter, a character of a
wide script (Chinese, Japanese, Korean, emoji) one, any other a half. Prose comes out within about a fifth.
"""

import math
import re
from dataclasses import dataclass

from dreamtui.text.markup.markdown import lines_of, without_comments

MEMORY_LINES = 200
"""Lines of MEMORY.md that are loaded."""
MEMORY_BYTES = 25_000
"""Bytes of MEMORY.md that are loaded."""
CLAUDE_LINES = 200
"""Lines a CLAUDE.md is advised to stay under."""
CLAUDE_BYTES = 4 * 1024 * 1024
"""A larger CLAUDE.md is not loaded at all."""
INDEX_LINE = 150
"""Characters an index line may have."""

_WIDE = re.compile("[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U0001f000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class Size:
    """What a text costs an agent that loads it."""

    lines: int = 0
    bytes: int = 0
    """Bytes of these lines in UTF-8, line ends included."""
    tokens: int = 0
    """Estimated tokens."""

    def __add__(self, other: "Size") -> "Size":
        return Size(self.lines + other.lines, self.bytes + other.bytes, self.tokens + other.tokens)


@dataclass(frozen=True, slots=True)
class LoadedLine:
    """One line an agent is given."""

    number: int
    """Its number in the file, from 1."""
    text: str
    """Its text without the line end."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file as an agent is given it, cut where the agent cuts it."""

    visible: tuple[LoadedLine, ...]
    """Lines that are loaded."""
    hidden: tuple[LoadedLine, ...]
    """Lines past the limit."""
    size: Size
    """Size of all lines, visible or not."""


def estimate_tokens(text: str) -> int:
    """Estimated tokens of a text; see the module for how."""
    if text.isascii():
        return math.ceil(len(text) / 4)
    wide = len(_WIDE.findall(text))
    plain = len(text.encode("ascii", "ignore"))
    return math.ceil(plain / 4 + wide + (len(text) - plain - wide) / 2)


def as_loaded(data: bytes) -> tuple[LoadedLine, ...]:
    """The lines an agent is given of a file, before any cut."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    kept = [LoadedLine(number, line) for number, line in without_comments(lines_of(text))]
    first = next((i for i, line in enumerate(kept) if line.text.strip()), len(kept))
    last = next((i for i in range(len(kept), first, -1) if kept[i - 1].text.strip()), first)
    return tuple(kept[first:last])


def size_of(lines: tuple[LoadedLine, ...]) -> Size:
    text = "\n".join(line.text for line in lines)
    return Size(len(lines), len(text.encode("utf-8", "replace")), estimate_tokens(text))


def measure(data: bytes | None) -> Size:
    """What a whole file costs; nothing for one that is not there."""
    return size_of(as_loaded(data)) if data else Size()


def loaded(data: bytes, max_lines: int = MEMORY_LINES, max_bytes: int = MEMORY_BYTES) -> Loaded:
    """A file cut at the limits of MEMORY.md."""
    lines = as_loaded(data)
    used = -1
    shown = 0
    for line in lines[:max_lines]:
        used += len(line.text.encode("utf-8", "replace")) + 1
        if used > max_bytes:
            break
        shown += 1
    return Loaded(lines[:shown], lines[shown:], size_of(lines))

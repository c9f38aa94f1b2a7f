"""What lists, panes and lines of words are made of, and the pieces that several of them have."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from dreamtui.text.lines import Line, plain


class Word(NamedTuple):
    """A piece of the line."""

    text: str
    """What is shown, made inert when it is drawn."""
    tone: str = "text"
    """`text` or one of the tones."""
    action: str = ""
    """What a click on it asks for; empty for nothing."""
    keep: int = 0
    """When the line is too narrow, words with the lowest number go first."""
    key: str = ""
    """A key in front of the text, in a tone of its own."""


class Cell(NamedTuple):
    """The text in one column of a row."""

    text: str
    """As it was read; made inert when it is drawn."""
    tone: str = "text"
    """`text` or one of the tones."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a list."""

    width: int = 0
    """Cells; 0 for the one that takes what is left."""
    right: bool = False
    """Whether its text is right-aligned."""
    least: int = 0
    """Width of the list from which the column is shown."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row, or a heading between rows."""

    id: str
    """Unique in the list, and the same after a refresh."""
    cells: tuple[Cell, ...]
    """One a column; a heading has one."""
    heading: bool = False
    """Whether it is a heading: the cursor passes over it."""
    words: str = ""
    """What a filter searches besides the cells."""

    @property
    def key(self) -> str:
        return self.id

    def masked(self) -> "ListRow":
        """The row with secret-like text replaced."""
        from dreamtui.text.danger.risks import mask

        return replace(self, cells=tuple(cell._replace(text=mask(cell.text)) for cell in self.cells))

    def holds(self, wanted: Sequence[str]) -> bool:
        """Whether the row contains all the words, folded."""
        text = " ".join((*(cell.text for cell in self.cells), self.words)).casefold()
        return all(word in text for word in wanted)


NEARLY = 0.9
"""Share of the limit from which the words say how much is left."""


def meter_parts(label: str, used: int, limit: int, *, unit: str = "lines", cells: int = 6) -> list[tuple[str, str]]:
    """Style name (dim, ok, near, over, text) and text of each piece: `CLAUDE.md ▓▓▓░░░ 61/200`."""
    share = used / limit if limit > 0 else 1.0
    level = "over" if used > limit else "near" if share >= NEARLY else "ok"
    full = max(0, min(cells, int(share * cells) if used else 0))
    if used and not full:
        full = 1
    parts = [("text", f"{label} "), (level, "▓" * full), ("dim", "░" * (cells - full)), ("text", f" {used}/{limit}")]
    if level == "over":
        parts.append(("over", f" over by {used - limit} {unit}"))
    elif level == "near":
        parts.append(("near", f" {limit - used} {unit} left"))
    return [(style, text) for style, text in parts if text.strip()]


def meter_line(label: str, used: int, limit: int, *, unit: str, keep: int) -> list[Word]:
    """The same for a line with other words in it."""
    parts = meter_parts(label, used, limit, unit=unit, cells=8)
    return [Word(text, "warning" if style == "near" else style, keep=keep) for style, text in parts]


def facts(pairs: Iterable[tuple[str, str]]) -> list[Line]:
    """Names and values below each other, the values aligned; those without a value are left out."""
    kept = [(name, value) for name, value in pairs if value]
    width = max((len(name) for name, _ in kept), default=0) + 2
    return [Line((("dim", f"{name:<{width}}"), ("text", value)), hanging=width) for name, value in kept]


def block(title: str, text: str) -> list[Line]:
    """A dim title, the lines of a text below it, and a blank line."""
    return [plain(title, "dim"), *(plain(line) for line in text.split("\n")), plain("")]


_ID = re.compile(r"[a-z]-[0-9a-f]{4,}\b")


def sentence(text: str) -> str:
    """Words as a sentence begins; an id in front stays as it is."""
    return text if _ID.match(text) else f"{text[:1].upper()}{text[1:]}"

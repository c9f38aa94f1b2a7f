"""The lines of a memory index with their links; joined again they give the same bytes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dreamtui.kinds.memory.index.links import Link, links_of, same_name, starts_entry
from dreamtui.text.markup.markdown import LinePart, classify, front_matter_lines, lines_of

_BOM = "\ufeff"
_BLOCK = re.compile(r"\s*(?:#{1,6}(?:\s|$)|(?:[-*+]|\d{1,9}[.)])\s|<!--|```|~~~|---|===|\|)")
_PAGE = re.compile(r"MEMORY-([2-9]|[1-9]\d{1,3})\.md")


@dataclass(frozen=True, slots=True)
class MemoryIndexRow:
    """One line of an index."""

    number: int
    """Its number in the file, from 1."""
    raw: str
    """Its text with its end; undecodable bytes as escapes, so that they come back."""
    links: tuple[Link, ...] = ()
    """Its links; none in front matter, comments and fences."""
    own: bool = False
    """Whether it is a list item that begins with a link to a memory."""

    @property
    def text(self) -> str:
        """The line without its end."""
        return _text_of(self.raw)

    @property
    def ending(self) -> str:
        """How the line ends; empty only at the end of a file."""
        return self.raw[len(self.text) :]

    @property
    def targets(self) -> tuple[str, ...]:
        """The paths below the folder it links to."""
        return tuple(link.target for link in self.links if link.place == "in")

    @property
    def links_elsewhere(self) -> bool:
        """Whether it also links to what is no memory of this folder."""
        return any(link.place != "in" for link in self.links)

    def written(self, text: str) -> "MemoryIndexRow":
        """The line with another text, which ends as before."""
        return row_of(self.number, text + self.ending)


def row_of(number: int, raw: str, *, plain: bool = False) -> MemoryIndexRow:
    """A line read; a plain one holds no links, whatever it looks like."""
    text = _text_of(raw)
    links = () if plain else tuple(links_of(text))
    own = bool(links) and links[0].place == "in" and starts_entry(text, links[0])
    return MemoryIndexRow(number, raw, links, own)


def _text_of(raw: str) -> str:
    return raw.removesuffix("\n").removesuffix("\r")


def rows_of(data: bytes) -> list[MemoryIndexRow]:
    """Every line of an index; a byte order mark belongs to the first one's front and is left to `joined`."""
    lines = lines_of(data.decode("utf-8", "surrogateescape").removeprefix(_BOM))
    skipped = front_matter_lines(lines)
    parts = [LinePart.COMMENT] * skipped + classify(lines[skipped:])
    return [
        row_of(number, line, plain=part is not LinePart.TEXT)
        for number, (line, part) in enumerate(zip(lines, parts, strict=True), start=1)
    ]


def joined(rows: Sequence[MemoryIndexRow], before: bytes) -> bytes:
    """The bytes of these lines, with the byte order mark the file had."""
    mark = _BOM if before.startswith(_BOM.encode()) else ""
    return (mark + "".join(row.raw for row in rows)).encode("utf-8", "surrogateescape")


def goes_on(rows: Sequence[MemoryIndexRow], at: int) -> bool:
    """Whether lines below belong to the entry at this place, so that it cannot go without them."""
    indent = _indent(rows[at].text)
    for number in range(at + 1, len(rows)):
        text = rows[number].text
        if text.strip():
            near = number == at + 1
            return _indent(text) > indent or (near and not _BLOCK.match(text))
    return False


def end_of(rows: Sequence[MemoryIndexRow], at: int) -> int:
    """The place after an entry and the lines that belong to it."""
    indent = _indent(rows[at].text)
    end = at + 1
    for number in range(at + 1, len(rows)):
        text = rows[number].text
        if text.strip() and not (_indent(text) > indent or (end == number and not _BLOCK.match(text))):
            break
        if text.strip():
            end = number + 1
    return end


def unlinked(row: MemoryIndexRow, targets: Sequence[str]) -> MemoryIndexRow:
    """The line with the links to these files taken away and their words left."""
    text = row.text
    gone = set(map(same_name, targets))
    for link in reversed(row.links):
        if link.place == "in" and same_name(link.target) in gone:
            text = text[: link.start] + text[link.start + 1 : link.middle] + text[link.end :]
    return row.written(text)


def newline_of(rows: Sequence[MemoryIndexRow]) -> str:
    """How lines end in this file."""
    return next((row.ending for row in reversed(rows) if row.ending), "\n")


def page_number(name: str) -> int:
    """The number of a second-level index (`MEMORY-2.md`); 0 for any other file."""
    match = _PAGE.fullmatch(name)
    return int(match[1]) if match else 0


def _indent(text: str) -> int:
    wide = text.expandtabs(4)
    return len(wide) - len(wide.lstrip(" "))

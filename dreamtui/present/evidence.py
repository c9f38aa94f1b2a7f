"""The evidence of an item as lines: a row for each piece, and its source."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from dreamtui.coach.rationale import citation
from dreamtui.model.evidence import Evidence, Where
from dreamtui.present.parts import Cell, Column, ListRow
from dreamtui.store.layout import EVENTS
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import humanise
from dreamtui.text.inert import make_inert
from dreamtui.text.lines import Line, plain
from dreamtui.text.quotes import line_saying, session_of

if TYPE_CHECKING:
    from dreamtui.desk.queue.source import EvidenceSource

PIECES = (Column(1), Column(9), Column(12), Column(10, least=70), Column(0))
"""Resolves, when, where, who, quote."""


def piece_rows(pieces: Sequence[Evidence], resolved: Sequence[bool | None], now: datetime) -> list[ListRow]:
    """A row for each piece of evidence: whether it still resolves, when, where, who, what."""
    return [
        _piece(number, piece, known, now) for number, (piece, known) in enumerate(zip(pieces, resolved, strict=True))
    ]


def _piece(number: int, piece: Evidence, known: bool | None, now: datetime) -> ListRow:
    sign, tone = {True: ("✓", "ok"), False: ("✗", "over"), None: ("·", "dim")}[known]
    when = humanise(piece.when, now) if piece.when else ""
    cells = (Cell(sign, tone), Cell(when, "dim"), Cell(place_words(piece), "kind"), Cell(piece.who, "dim"))
    return ListRow(str(number), (*cells, Cell(piece.quote.split("\n", 1)[0])))


def numbered(pieces: Sequence[Evidence], now: datetime, safe: Callable[[str], str]) -> list[Line]:
    """The pieces as paragraphs with a number each; `safe` masks what is to be masked."""
    lines = []
    for number, piece in enumerate(pieces, 1):
        when = humanise(piece.when, now) if piece.when else ""
        place = place_words(piece)
        place = place if len(place) <= _PLACE else f"{place[:_PLACE]}…"
        facts = " · ".join(filter(None, (place, when, piece.who)))
        quote = safe(" ".join(piece.quote.split()))[:_LONGEST]
        lines.append(Line((("heading", f"{number}  "), ("dim", f"{facts}  "), ("text", quote)), hanging=3))
    return lines


NUMBERED = 5
"""Pieces that are shown with a number beside a box to write in, the newest; all of them are in the item's tab."""

_NUMBERS = re.compile(r"(?<![\w\])`])(?:\[[1-9]\])+(?![\[(`])")
"""Of pieces, one behind the other; what follows a word or is in backticks is code, and what a bracket follows is a
link.
"""


def names(pieces: Sequence[Evidence], *, revealed: bool) -> tuple[str, ...]:
    """What `[1]`, `[2]` … in a reason are recorded as; empty for a piece of which that is masked."""
    said = [make_inert(citation(piece)).text for piece in pieces[:NUMBERED]]
    return tuple(one if revealed or mask(one) == one else "" for one in said)


def numbers(words: str, named: Sequence[str]) -> tuple[int, ...]:
    """The pieces that are named by number in these words, each once."""
    found = (int(one) for together in _NUMBERS.finditer(words) for one in together[0] if one.isdigit())
    return tuple(dict.fromkeys(one for one in found if one <= len(named)))


def cited(words: str, named: Sequence[str]) -> str:
    """These words as they are recorded: with the names of pieces for their numbers."""
    known = {str(at): name for at, name in enumerate(named, 1) if name}

    def said(together: re.Match[str]) -> str:
        return ", ".join(known.get(one, f"[{one}]") for one in together[0] if one.isdigit())

    return _NUMBERS.sub(said, words)


_PLACE = 28
"""Characters of a place there."""
_LONGEST = 400
"""Characters of a quote beside a box to write in."""


def place_words(piece: Evidence) -> str:
    """The place of a piece, in a few letters."""
    place = piece.locator
    match place.where:
        case Where.COMMIT:
            return place.ref[:9]
        case Where.FILE:
            if place.ref.startswith(f"{EVENTS}/"):
                return "event log"
            name = place.ref.rsplit("/", 1)[-1]
            return f"{name}:{place.line}" if place.line else name
        case Where.RECORD:
            return f"{session_of(place)}:{place.line}" if place.line else session_of(place)
        case Where.TEXT:
            return "review" if place.ref else "words"
        case _:
            return place.where.value


def piece_words(piece: Evidence, known: bool | None) -> str:
    """Whether a piece still resolves, in words."""
    if known is False:
        return "no longer resolves: its place is gone or says something else; the quote is what was read"
    if known is None and piece.locator.where is Where.RECORD:
        return "its transcript is gone, which Claude Code deletes after some weeks; the quote is what was read"
    if known is None and piece.locator.where is not Where.TEXT:
        return "cannot tell whether it still resolves"
    return ""


def source_lines(piece: Evidence, known: bool | None, source: "EvidenceSource") -> list[Line]:
    """The quote, then the commit with its patch or the file's lines with the one that is meant."""
    lines = _above(piece, known, source)
    if not source.text:
        return [*lines, plain(source.title, "dim")]
    if source.is_patch:
        return lines + [_patch(line) for line in _commit_lines(source.text)]
    if source.meant is not None:
        return lines + [_spoken(at, line, source.meant) for at, line in enumerate(source.text.split("\n"))]
    digits = len(str(source.first + source.text.count("\n")))
    for number, line in enumerate(source.text.split("\n"), source.first):
        meant = number == source.line
        sign = "▶" if meant else " "
        tone = "heading" if meant else "text"
        lines.append(Line((("dim", f"{sign}{number:>{digits}}  "), (tone, line)), hanging=digits + 3))
    return lines


def _above(piece: Evidence, known: bool | None, source: "EvidenceSource") -> list[Line]:
    """Above the source: that it does not resolve, and a quote that does not fit the list."""
    warning = piece_words(piece, known)
    lines = [plain(f"⚠ {warning}", "warning")] if warning else []
    if "\n" in piece.quote or not source.text:
        lines += [plain(line, "heading") for line in piece.quote.split("\n")] + [plain("")]
    return lines


def _commit_lines(text: str) -> list[str]:
    """A commit without what the line above says already, and without a committer who is the author."""
    given = text.rstrip("\n").split("\n")
    end = next((at for at, line in enumerate(given) if not line), 0)
    fields = {name: value.strip() for name, _, value in (line.partition(":") for line in given[:end])}
    same = {name for name in ("Commit", "CommitDate") if fields.get(name) == fields.get(f"Author{name[6:]}")}
    if same == {"CommitDate"}:
        same.clear()
    head = [line for line in given[:end] if not line.startswith("commit ") and line.partition(":")[0] not in same]
    return [*head, *given[end:]]


def line_meant(piece: Evidence, known: bool | None, source: "EvidenceSource") -> int:
    """Which of the lines of `source_lines` the pane is to begin near, from 0; 0 where none is meant."""
    above = len(_above(piece, known, source))
    if source.meant is not None:
        begin, end = source.meant
        said = line_saying(source.text.split("\n")[begin:end], piece.quote)
        return above + begin + (said or 0)
    return above + max(0, source.line - source.first) if source.line else 0


def _spoken(at: int, line: str, meant: tuple[int, int]) -> Line:
    """A line of a conversation; those that are meant have a mark."""
    is_meant = meant[0] <= at < meant[1]
    tone = "heading" if is_meant else "text" if line.startswith(" ") else "dim"
    return Line((("dim", "▶ " if is_meant else "  "), (tone, line)), hanging=4)


def _patch(line: str) -> Line:
    if line.startswith(("+++", "---", "diff ", "index ", "new file", "deleted file", "similarity", "rename ")):
        return plain(line, "dim")
    if line.startswith("@@"):
        return plain(line, "heading")
    tone = {"+": "added", "-": "removed"}.get(line[:1], "text")
    return plain(line, tone, hanging=1)


_AROUND = 8
"""Lines said in line mode before and after the one that is meant."""


def spoken_source(source: "EvidenceSource") -> Iterator[str]:
    """A commit whole; of a file the lines around the one that is meant, with their numbers; of a conversation all."""
    if source.is_patch:
        yield source.text
        return
    lines = source.text.split("\n") if source.text else []
    if source.meant is not None:
        first, end = source.meant
        yield from (f"{'>' if first <= at < end else ' '} {line}" for at, line in enumerate(lines))
        return
    for number, line in enumerate(lines, source.first):
        if not source.line or abs(number - source.line) <= _AROUND:
            yield f"{'>' if number == source.line else ' '} {number:>5}  {line}"

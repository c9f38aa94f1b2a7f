"""Records of conversations as evidence: whether they are still there, and what was said around them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.model.evidence import Evidence, Locator, Where

if TYPE_CHECKING:
    from dreamtui.sources.claude.records import ShownRecord, Wanted

AROUND = 4
"""Records shown before and after the one that is meant."""
_LINES_AROUND = 60
"""Lines of a file among which these are looked for; most are bookkeeping."""
_NEAR = 8
"""Lines shown of each record around the one that is meant, so that more of them are in view."""
_RAW = 2000
"""Bytes shown of a record that cannot be parsed."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """A record with its neighbours, read now."""

    title: str
    """Where it is, who said it and when; or that it is gone."""
    text: str = ""
    """The records, each with a line that names it."""
    line: int = 0
    """Line of the record in its file."""
    meant: tuple[int, int] = (0, 0)
    """The lines of the text that are the record, from 0, and the one after the last."""
    path: Path | None = None
    """The file, when it is there."""


def resolve(desk: Desk, pieces: Sequence[Evidence]) -> dict[Locator, bool | None]:
    """For each place of a record whether it still says this; None if the file is gone, as it is after some weeks."""
    from dreamtui.sources.claude import records

    by_file: dict[str, list[Evidence]] = {}
    for piece in pieces:
        if piece.locator.where is Where.RECORD:
            by_file.setdefault(records.split(piece.locator.ref)[0], []).append(piece)
    found: dict[Locator, bool | None] = {}
    for file, named in by_file.items():
        with records.opened(desk.memory.claude, file) as stream:
            lines = records.lines_now(stream, [_wanted(piece) for piece in named]) if stream else []
        found.update((piece.locator, None) for piece in named)
        found.update((piece.locator, bool(line)) for piece, line in zip(named, lines, strict=False))
    return found


def _wanted(piece: Evidence) -> "Wanted":
    from dreamtui.sources.claude import records

    return records.Wanted(records.split(piece.locator.ref)[1], piece.locator.line, piece.digest)


def conversation(desk: Desk, piece: Evidence) -> Conversation:
    """The record that contains a quote, with what was said before and after it."""
    from dreamtui.sources.claude import records
    from dreamtui.sources.claude import records as talk
    from dreamtui.text.quotes import place_in_words

    where = place_in_words(piece.locator)
    file = records.split(piece.locator.ref)[0]
    with records.opened(desk.memory.claude, file) as stream:
        if stream is None:
            gone = "the transcript is gone, Claude Code keeps it for some weeks only; only the quote is left"
            return Conversation(f"{where}: {gone}")
        line = records.lines_now(stream, [_wanted(piece)])[0]
        if not line:
            return Conversation(f"{where}: the transcript no longer says this; only the quote is left")
        stream.seek(0)
        near = records.around(stream, line, _LINES_AROUND)
    told = [one for number, data in near if (one := talk.tell(number, data)) is not None]
    if all(one.line != line for one in told):
        raw = next(data for number, data in near if number == line)[:_RAW].decode("utf-8", "replace")
        told = sorted([*told, talk.ShownRecord(line, "record", piece.when, (raw,))], key=lambda one: one.line)
    return _laid_out(where, line, told, records.path_of(desk.memory.claude, file))


def _laid_out(where: str, line: int, told: "Sequence[ShownRecord]", path: Path | None) -> Conversation:
    """The records near the one that is meant, one below the other."""
    at = next(number for number, one in enumerate(told) if one.line == line)
    text: list[str] = []
    meant = (0, 0)
    for one in told[max(0, at - AROUND) : at + AROUND + 1]:
        begin = len(text)
        text += [f"{one.who} · line {one.line}{f' · {_clock(one.when)}' if one.when else ''}"]
        few = one.words if one.line == line or len(one.words) <= _NEAR + 1 else one.words[:_NEAR]
        text += [f"  {words}" for words in few]
        text += [f"  … {len(one.words) - _NEAR} more lines"] if few is not one.words else []
        if one.line == line:
            meant = (begin, len(text))
        text.append("")
    who = told[at].who
    title = f"{where} · {who}{f', {_clock(told[at].when)}' if told[at].when else ''}"
    return Conversation(title, "\n".join(text[:-1]), line, meant, path)


def _clock(when: str) -> str:
    """A time to the minute."""
    return when[:16].replace("T", " ")

"""One row of the item list as pieces of plain text, each with the name of its style. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from dreamtui.model.status import DANGEROUS
from dreamtui.text.dates import ago
from dreamtui.text.inert import inert_line
from dreamtui.text.query.row import Listed, bare_title, flag_sign, flag_words, worst_flag
from dreamtui.text.query.weeks import spark
from dreamtui.text.words import counted
from dreamtui.tui.widgets.cells import cut, fit, settle, width_of

Part = tuple[str, str]
"""A style name (title, found, dim, risk, kind, word, bar, mark) and plain text."""

_WORD = 10
_AGE = 5
_WEIGHT = 6
_WIDE = 100
_ROOMY = 78
"""Cells from which the weeks of the evidence leave enough of a title."""
_NARROW = 46
_LEAST_TITLE = 36
_LONGEST_TITLE = 1000


@dataclass(frozen=True, slots=True)
class RowLook:
    """What a row depends on besides its item."""

    width: int
    """Exact width in cells."""
    now: datetime
    """The time ages are counted to."""
    found: tuple[str, ...] = ()
    """Words of the filter, folded, to be marked in the title."""
    cursor: bool = False
    marked: bool = False
    focused: bool = False
    alike: bool = False
    """Whether all rows have one status, which then goes without saying."""
    twins: int = 0
    """How many other items have the same evidence."""
    weeks: bool = False
    """Whether it has the weeks of its evidence, where they fit."""
    plain: bool = False
    """Whether only ASCII can be shown."""
    tag: int = 0
    """Cells for the name of the workspace; 0 if there is only one."""


def row_parts(item: Listed, look: RowLook) -> list[Part]:
    """The pieces of a row, together exactly `look.width` cells wide."""
    bar = ("▌" if look.focused else "▏") if look.cursor else " "
    sign_style = "risk" if DANGEROUS.intersection(item.flags) else "dim"
    left: list[Part] = [
        ("bar", bar),
        ("mark", "■" if look.marked else " "),
        (sign_style, flag_sign(item.flags) + " "),
        ("kind", item.sign + " "),
    ]
    if look.width >= _NARROW:
        left.append(("word", fit(inert_line(item.word), _WORD) + "  "))
    if look.tag:
        left.append(("dim", fit(inert_line(item.workspace), look.tag) + " "))
    right = _right(item, look)
    state = "" if item.status == "pending" or look.alike else f"{inert_line(str(item.status))} · "
    room = look.width - sum(width_of(text) for _, text in (*left, *right))
    title = _title_of(item, look)
    least = min(_LEAST_TITLE, width_of(inert_line(title[:_LEAST_TITLE])))
    while len(right) > 1 and room - width_of(state) < least:  # the sign in front says that there is a risk
        room += width_of(right.pop(0)[1])
    if state:
        state = cut(state, max(0, room))
        left.append(("dim", state))
        room -= width_of(state)
    parts = [*left, *_title(title, room, look.found), *right]
    return _exactly(parts, look.width)


def _title_of(item: Listed, look: RowLook) -> str:
    return bare_title(item) if look.width >= _NARROW else item.title


def shows_title(item: Listed, look: RowLook) -> bool:
    """Whether the title stands whole in the row."""
    shown = "".join(text for name, text in row_parts(item, look) if name in ("title", "found"))
    return shown.strip() == settle(inert_line(_title_of(item, look))).strip()


def _right(item: Listed, look: RowLook) -> list[Part]:
    numbers = fit(ago(item.last_seen, look.now), _AGE, right=True)
    if look.width >= _NARROW:
        numbers += fit(item.weight_texts.cell if item.weight else "", _WEIGHT, right=True)
    if look.twins and look.width >= _NARROW:
        numbers = f" +{counted(look.twins, 'twin')}{numbers}"
    parts: list[Part] = [("dim", numbers + " ")]
    if look.weeks and look.width >= _ROOMY:
        parts.insert(0, ("dim", f"  {spark(item.weeks, look.now, plain=look.plain)} "))
    if look.width >= _WIDE and item.flags:
        parts.insert(0, ("dim", f"  {inert_line(flag_words(worst_flag(item.flags)))} "))
    return parts


def _title(title: str, room: int, found: Sequence[str]) -> list[Part]:
    """The title cut to its room, with the words of the filter as pieces of their own."""
    shown = fit(settle(inert_line(title[:_LONGEST_TITLE])), max(0, room))
    folded = shown.casefold()
    if not found or len(folded) != len(shown):
        return [("title", shown)]
    hits = sorted((at, at + len(word)) for word in found if word and (at := folded.find(word)) >= 0)
    parts: list[Part] = []
    done = 0
    for start, end in hits:
        if start >= done:
            parts += [("title", shown[done:start]), ("found", shown[start:end])]
            done = end
    return [*parts, ("title", shown[done:])]


def _exactly(parts: Sequence[Part], width: int) -> list[Part]:
    """Pieces cut to the width, without empty ones; leading blanks belong to the piece before."""
    kept: list[Part] = []
    room = width
    for style, text in parts:
        shown = text if width_of(text) <= room else cut(text, room)
        room -= width_of(shown)
        bare = shown.lstrip(" ")
        if kept and bare != shown and kept[-1][0] != "found":
            kept[-1] = (kept[-1][0], kept[-1][1] + shown[: len(shown) - len(bare)])
            shown = bare
        if shown:
            kept.append((style, shown))
    return kept

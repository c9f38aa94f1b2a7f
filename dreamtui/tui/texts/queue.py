"""The words around the list of the queue: the tabs above it, below it what is marked and the reason for a row's
position.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from dreamtui.present.parts import Word
from dreamtui.text.inert import inert_line
from dreamtui.text.lines import Line
from dreamtui.text.query.order import reason_of_place
from dreamtui.tui.session.queue_items import BEGUN, TABS, QueueItem
from dreamtui.tui.widgets.cells import cut

SORTED = {
    "risk": "risky first, then as found",
    "found": "as found",
    "age": "oldest first",
    "weight": "heaviest first",
    "title": "by title",
    "signal": "by signal",
}
"""What each order of the rows is called."""

_LEAST = ("All", "Decided", "Drafts", "Deferred", "Recurring", "Pending")
"""Names of the tabs, those first that do without a count, or are left out, where there is no room."""

_CUT = " …"
"""Stands for the tabs that are left out."""


def shown_tabs(counts: Mapping[str, int], chosen: int) -> Iterator[int]:
    """Numbers of the tabs worth showing: those with rows, the chosen one, and two that are always shown."""
    for number, tab in enumerate(TABS):
        if number == chosen or counts[tab.name] or tab.name in ("Pending", "All"):
            yield number


def tab_words(counts: Mapping[str, int], chosen: int, width: int, *, more: str = "") -> list[Word]:
    """The tabs with their counts, closer together if there is little room; then those that matter least lose their
    counts, and at last they are left out, which a sign says. A name is never cut.
    """
    shown = list(shown_tabs(counts, chosen))
    others = sorted(
        (number for number in shown if number != chosen), key=lambda number: _LEAST.index(TABS[number].name)
    )

    def tabs(bare: int, gone: int) -> list[tuple[int, str]]:
        left = [number for number in shown if number not in others[:gone]]
        counted = {number for number in left if number not in others[:bare]}
        figures = (f" {counts[TABS[number].name]}{more}" if number in counted else "" for number in left)
        return [(number, f" {TABS[number].name}{figure}") for number, figure in zip(left, figures, strict=True)]

    every = tabs(0, 0)
    if sum(len(text) for _, text in every) == width + 1:  # the blank at the edge is worth less than a count
        return [_tab(number, text.lstrip() if not at else text, chosen) for at, (number, text) in enumerate(every)]
    narrower = [(bare, 0) for bare in range(len(others) + 1)]
    narrower += [(len(others), gone) for gone in range(1, len(others) + 1)]
    tried = ((tabs(*each), _CUT if each[1] else "") for each in narrower)
    fitting = (one for one in tried if sum(len(text) for _, text in one[0]) + len(one[1]) <= width)
    said, cut_off = next(fitting, (tabs(*narrower[-1]), _CUT))
    end = " " if sum(len(text) for _, text in said) + len(said) <= width and not cut_off else ""
    words = [_tab(number, text + end, chosen) for number, text in said]
    return [*words, *([Word(cut_off, "dim", keep=40)] if cut_off else [])]


def _tab(number: int, text: str, chosen: int) -> Word:
    """A tab as a word of the line."""
    keep = 100 if number == chosen else 60 if TABS[number].begun else 50 - number
    return Word(text, "chosen" if number == chosen else "dim", f"status:{number}", keep)


def step_words(keys: str) -> list[Word]:
    """How to go from tab to tab, where there is room."""
    return [Word(" ", "dim", keep=2, key=keys), Word("other tabs ", "dim", keep=1)] if keys else []


def came_again(count: int) -> str:
    """What is said where nothing is pending of what was decided and came up again; empty for nothing."""
    them = "it" if count == 1 else "them"
    return f"{count} decided came up again: l shows {them}, b reopens. " if count else ""


# Twins


def named(item: QueueItem) -> str:
    """An item in a line of others: its sign, what a list calls it, its title."""
    return f"{item.sign} {item.word} {inert_line(item.title)}"


def twin_lines(twins: Iterable[QueueItem], width: int) -> list[Line]:
    """The items with the same evidence, a line each, as wide as there is room."""
    said = "Same evidence: "
    return [Line((("dim", said), ("text", cut(named(one), max(20, width - len(said)))))) for one in twins]


# Below the list


def marked_words(marked: int, shown: int, elsewhere: str) -> list[Word]:
    """How many rows are marked, how many of them are shown, and what is marked in other tabs."""
    hidden = f", {marked - shown} not shown" if marked > shown else ""
    words = [Word(f" ■ {marked} marked{hidden}", "strong", keep=90)] if marked else []
    return [*words, Word(f" ■ {elsewhere} ·", "dim", keep=88)] if elsewhere else words


def mixed_words(mixed: bool) -> list[Word]:
    """Why the keys that decide are missing below."""
    return [Word(" they need different decisions: no g, r, s ·", "warning", keep=89)] if mixed else []


def count_words(shown: int, count: int, *, so_far: bool) -> list[Word]:
    """How many rows of how many are shown; empty if all are. `so_far` says that more are being read."""
    if so_far:
        return [Word(f" {shown} of those read so far", "text", keep=95)]
    return [Word(f" {shown}/{count}", "text", keep=95)] if shown != count else []


def reading_words(done: int, total: int) -> list[Word]:
    """How much of the queue is read."""
    return [Word(f" reading {done:,} of {total:,} …" if total else " reading the rest …", "dim", keep=98)]


def begun_words(item: QueueItem) -> list[Word]:
    """In the tab of drafts: what can be done with the words."""
    goes_on = "" if item.kind == BEGUN else " e goes on writing,"
    return [Word(f"{goes_on} Y copies, x discards ·", "dim", keep=60)]


def place_words(item: QueueItem, order: str, now: datetime | None) -> list[Word]:
    """The reason for the row's position; left out if `now` is not known."""
    words = [Word(" seen again, nothing new since ·", "dim", keep=45)] if item.seen_again else []
    if item.kind != BEGUN and now is not None:
        if order not in ("weight", "title"):
            words.append(Word(reason_of_place(item, order, now), "dim", keep=40))
        words.append(Word(item.weight_texts.words, "dim", keep=5))
    return words


def apart(words: Iterable[Word]) -> list[Word]:
    """The words of a line with a dot between each two."""
    kept = [word for word in words if word.text.strip(" ·")]
    return [word._replace(text=f"{' ·' if at else ''} {word.text.strip(' ·')}") for at, word in enumerate(kept)]

"""The words around the list of the queue: the tabs above it, below it what is marked and the reason for a row's
position.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from datetime import datetime

from dreamtui.present.parts import Word
from dreamtui.text.query.order import reason_of_place
from dreamtui.tui.session.queue_items import BEGUN, TABS, QueueItem

SORTED = {
    "found": "as found",
    "risk": "risky first, then as found",
    "age": "oldest first",
    "weight": "heaviest first",
    "title": "by title",
    "signal": "by signal",
}
"""What each order of the rows is called."""

_LONGEST, _SHORTEST = max(len(tab.name) for tab in TABS), 3
"""Letters of the longest name of a tab, and those by which every one can be told."""


def shown_tabs(counts: Mapping[str, int], chosen: int) -> Iterator[int]:
    """Numbers of the tabs worth showing: those with rows, the chosen one, and two that are always shown."""
    for number, tab in enumerate(TABS):
        if number == chosen or counts[tab.name] or tab.name in ("Pending", "All"):
            yield number


def tab_words(counts: Mapping[str, int], chosen: int, width: int, *, more: str = "") -> list[Word]:
    """The tabs with their counts, closer together if there is little room; then the names of all but the chosen one
    lose their ends, and at last their counts, so that every tab is named.
    """
    shown = list(shown_tabs(counts, chosen))

    def tabs(letters: int, counted: Container[int]) -> list[str]:
        names = (TABS[number].name[: None if number == chosen else letters] for number in shown)
        figures = (f" {counts[TABS[number].name]}{more}" if number in counted else "" for number in shown)
        return [f" {name}{figure}" for name, figure in zip(names, figures, strict=True)]

    others = [number for number in reversed(shown) if number != chosen]
    narrower = [(letters, shown) for letters in range(_LONGEST, _SHORTEST - 1, -1)]
    narrower += [(_SHORTEST, [one for one in shown if one not in others[:bare]]) for bare in range(1, len(others) + 1)]
    tried = (tabs(*each) for each in narrower)
    said = next((found for found in tried if sum(map(len, found)) <= width), tabs(*narrower[-1]))
    end = " " if sum(map(len, said)) + len(said) <= width else ""
    return [
        Word(
            text + end,
            "chosen" if number == chosen else "dim",
            f"status:{number}",
            keep=100 if number == chosen else 60 if TABS[number].begun else 50 - number,
        )
        for number, text in zip(shown, said, strict=True)
    ]


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

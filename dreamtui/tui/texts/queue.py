"""The words around the list of the queue: its tabs above, below it what is marked and why a row stands there."""

from collections.abc import Iterable, Iterator, Mapping

from dreamtui.tui.queue_items import TABS
from dreamtui.tui.widgets.bar_line import Word

SORTED = {
    "risk": "risky first, then oldest",
    "age": "oldest first",
    "weight": "heaviest first",
    "title": "by title",
    "signal": "by signal",
}
"""What each order of the rows is called."""


def shown_tabs(counts: Mapping[str, int], chosen: int) -> Iterator[int]:
    """Numbers of the tabs that are worth a look: those with rows, the chosen one, and two that always stand there."""
    for number, tab in enumerate(TABS):
        if number == chosen or counts[tab.name] or tab.name in ("Pending", "All"):
            yield number


def tab_words(counts: Mapping[str, int], chosen: int, width: int, *, more: str = "") -> list[Word]:
    """The tabs with their counts, closer to each other where there is little room; words begun are kept longest."""
    shown = list(shown_tabs(counts, chosen))
    said = [f" {TABS[number].name} {counts[TABS[number].name]}{more}" for number in shown]
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


def apart(words: Iterable[Word]) -> list[Word]:
    """The words of a line with a dot between each two."""
    kept = [word for word in words if word.text.strip(" ·")]
    return [word._replace(text=f"{' ·' if at else ''} {word.text.strip(' ·')}") for at, word in enumerate(kept)]

"""The row of places: the queue and each screen beside it, with its key and how much is there."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.present.parts import Word
from dreamtui.text.query.row import UNDECIDED
from dreamtui.tui.actions.opened import BESIDE
from dreamtui.tui.session.queue_items import QueueView
from dreamtui.tui.widgets.cells import width_of

if TYPE_CHECKING:
    from dreamtui.desk.workspace.overview import Overview

QUEUE = "app.queue"
APART = "  "
NAMED_FIRST = (QUEUE, "app.memory", "app.overview", "app.history", "app.folders")
"""Where there is no room for every name these have theirs first; keys and counts always stay."""


class ConsolePlace(NamedTuple):
    """One place."""

    action: str
    """The action that goes there."""
    name: str
    number: int | None
    """How much is there; None where nothing is counted."""
    is_wrong: bool = False
    """Whether what is counted is something wrong."""


def _pending(kind: str) -> "Callable[[Overview], int]":
    return lambda found: sum(one.pending for one in found.status.kinds if one.kind == kind)


_COUNTS: "Mapping[str, Callable[[Overview], int]]" = {
    "app.overview": lambda found: len(found.findings),
    "app.memory": lambda found: found.status.remembered,
    "app.folders": lambda found: sum(len(one.files) for one in found.folders),
    "app.promotions": _pending(BESIDE["app.promotions"].kind),
    "app.history": lambda found: found.decisions,
    "app.training": _pending(BESIDE["app.training"].kind),
    "app.automation": lambda found: found.status.runs.failures,
}
_WRONG = frozenset({"app.overview", "app.automation"})
"""Places that count what is wrong: nothing is shown for none."""


def places(queue: QueueView, found: "Overview | None") -> list[ConsolePlace]:
    """Every place this workspace has something for, or may have while that is not known yet."""
    listed = [ConsolePlace(QUEUE, "queue", sum(queue.tally.get(status, 0) for status in UNDECIDED))]
    for action, beside in BESIDE.items():
        if not beside.place or (beside.kind and (found is None or beside.kind not in found.used)):
            continue
        counted = _COUNTS[action](found) if found is not None and action in _COUNTS else None
        wrong = action in _WRONG
        listed.append(
            ConsolePlace(action, beside.place, None if wrong and not counted else counted, wrong and bool(counted))
        )
    return listed


def row(listed: list[ConsolePlace], key: Callable[[str], str], here: str, width: int) -> list[Word]:
    """The places as words of a line, with as many names as there is room for."""
    named = {here}
    for action in dict.fromkeys((*NAMED_FIRST, *(place.action for place in listed))):
        if sum(map(_width, _words(listed, key, {*named, action}, here))) <= width:
            named.add(action)
    return _words(listed, key, named, here)


def _width(word: Word) -> int:
    return width_of(word.key) + width_of(word.text)


def _words(listed: list[ConsolePlace], key: Callable[[str], str], named: set[str], here: str) -> list[Word]:
    words = [Word(" ", keep=99)]
    for number, place in enumerate(listed):
        pressed = key(place.action)
        parts = [place.name] if place.action in named or not pressed else []
        parts += [f"{place.number:,}"] if place.number is not None else []
        text = "".join(f" {part}" for part in parts) if pressed else " ".join(parts)
        tone = "chosen" if place.action == here else "warning" if place.is_wrong else "dim"
        apart = "" if number == len(listed) - 1 else APART
        words.append(Word(text, tone, place.action, 50 - number, pressed))
        words.append(Word(apart, keep=50 - number))
    return words

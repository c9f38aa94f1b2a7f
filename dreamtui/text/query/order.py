"""The orders of the queue, and the reason for a row's position. Pure and stable."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import Any

from dreamtui.model.status import DANGEROUS, UNPLACED
from dreamtui.text.dates import ago
from dreamtui.text.query.row import RISKS, Listed, flag_words, weight_text, worst_flag

ORDERS = ("risk", "found", "age", "weight", "title", "signal")
"""Names of the orders; the first is the default."""

LATE = "9999"
"""Sorts after every date: an item that has none."""
_SAMPLED, _PART = 256, 16
"""Keys that are looked at to part a long list, and after how many of these, sorted, the next part begins."""
_RANK = {flag: place for place, flag in enumerate(RISKS)}


def _risk(item: Listed) -> int:
    if not item.flags:
        return len(RISKS) + 1
    return _RANK.get(worst_flag(item.flags), len(RISKS))


def _place(item: Listed) -> int:
    """Risky first, then as found, as one number: pairs take longer to sort."""
    return _risk(item) * 2 * UNPLACED + item.place


def _found(item: Listed) -> int:
    """As found; what carries a danger comes after its equals: no text gets ahead by what it says."""
    return item.place * 2 + (not DANGEROUS.isdisjoint(item.flags))


def _age(item: Listed) -> str:
    return f"{item.last_seen or LATE}\0{item.workspace}\0{item.id}"


def sort_items(items: Sequence[Listed], order: str = ORDERS[0]) -> list[int]:
    """Places in this order: risk then as found, as found, oldest, heaviest, title or signal; ties by age, then id."""
    places = _sorted(range(len(items)), items, _age)
    match order:
        case "age":
            return places
        case "weight":
            return _sorted(places, items, attrgetter("weight"), descending=True)
        case "title":
            return _sorted(places, items, lambda item: item.title.casefold())
        case "signal":
            return _sorted(places, items, attrgetter("word"))
        case "found":
            return _sorted(places, items, _found)
        case _:
            return _sorted(places, items, _place)


def _sorted(
    places: Iterable[int], items: Sequence[Listed], key: Callable[[Listed], Any], *, descending: bool = False
) -> list[int]:
    """A sort holds the interpreter lock to its end and would freeze the console: so one part of the range at a time.

    The keys are computed beforehand for the same reason.
    """
    keys = list(map(key, items))
    limits = sorted(keys[:: 1 + len(keys) // _SAMPLED])[_PART::_PART]
    parts: list[list[int]] = [[] for _ in range(len(limits) + 1)]
    for place in places:
        parts[bisect_right(limits, keys[place])].append(place)
    for part in parts:
        part.sort(key=keys.__getitem__, reverse=descending)
    return list(chain.from_iterable(reversed(parts) if descending else parts))


def same_place(one: Listed, other: Listed) -> bool:
    """Whether two rows are equal in every order."""
    return one is other or (
        (one.id, one.place, one.last_seen, one.weight, one.title, one.kind, one.signal, one.flags)
        == (other.id, other.place, other.last_seen, other.weight, other.title, other.kind, other.signal, other.flags)
        and one.workspace == other.workspace
    )


def reason_of_place(item: Listed, order: str, now: datetime) -> str:
    """The reason for the row's position, in a few words."""
    age = ago(item.last_seen, now)
    old = f"{age} old" if age and age != "now" else "new"
    match order:
        case "weight":
            return f"weight {weight_text(item.weight)}"
        case "title":
            return "by title"
        case "signal":
            return f"{item.word}, {old}"
        case "found" | "risk" if item.flags:
            return f"{flag_words(worst_flag(item.flags))}, {old}"
        case _:
            return old

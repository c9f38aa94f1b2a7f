"""The orders of the queue, and the reason why a row stands where it stands. Pure and stable."""

from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, TypeVar

from dreamtui.text.dates import ago
from dreamtui.text.query.row import RISKS, Listed, flag_words, weight_text, worst_flag

K = TypeVar("K")
T = TypeVar("T")

ORDERS = ("risk", "age", "weight", "title", "signal")
"""Names of the orders; the first is the default."""

LATE = "9999"
"""Sorts after every date: an item that has none."""
_RANK = {flag: place for place, flag in enumerate(RISKS)}


_SLICE = 4_000
_AT_ONCE = 8_000

Steps = Generator[None, None, T]
"""Work in slices of some milliseconds, so that a caller can paint between two; `done` runs it to its end."""


def done(steps: Steps[T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


def _risk(item: Listed) -> int:
    if not item.flags:
        return len(RISKS) + 1
    return _RANK.get(worst_flag(item.flags), len(RISKS))


def _keys(items: Sequence[Listed], key: Callable[[Listed], K]) -> Steps[list[K]]:
    keys: list[K] = []
    for start in range(0, len(items), _SLICE):
        keys += map(key, items[start : start + _SLICE])
        yield
    return keys


def sorted_steps(places: list[int], keys: Sequence[Any], *, descending: bool = False) -> Steps[list[int]]:
    """Places by their keys, equals as they stood: put into some buckets in order, each of which is sorted by itself.

    One call that sorts a hundred thousand places would hold the interpreter for as long as three frames.
    """
    if len(places) <= _AT_ONCE:
        return sorted(places, key=keys.__getitem__, reverse=descending)
    few = sorted(keys[place] for place in places[:: max(1, len(places) // 512)])
    limits = few[:: max(1, len(few) * _SLICE // len(places))][1:]
    buckets: list[list[int]] = [[] for _ in range(len(limits) + 1)]
    for start in range(0, len(places), _SLICE):
        for place in places[start : start + _SLICE]:
            buckets[bisect_right(limits, keys[place])].append(place)
        yield
    out: list[int] = []
    for bucket in reversed(buckets) if descending else buckets:
        bucket.sort(key=keys.__getitem__, reverse=descending)
        out += bucket
        yield
    return out


def _age(item: Listed) -> str:
    return f"{item.first_seen or LATE}\0{getattr(item, 'workspace', '')}\0{item.id}"  # what is in no queue has none


def sort_steps(items: Sequence[Listed], order: str = "risk") -> Steps[list[int]]:
    """Places of the items in this order: risk then oldest, oldest, heaviest, title or signal; ties by age, then id."""
    places = yield from sorted_steps(list(range(len(items))), (yield from _keys(items, _age)))
    match order:
        case "age":
            return places
        case "weight":
            weights = yield from _keys(items, attrgetter("weight"))
            return (yield from sorted_steps(places, weights, descending=True))
        case "title":
            return (yield from sorted_steps(places, (yield from _keys(items, lambda item: item.title.casefold()))))
        case "signal":
            words = yield from _keys(items, lambda item: item.word)
            return (yield from sorted_steps(places, words))
        case _:
            return (yield from sorted_steps(places, (yield from _keys(items, _risk))))


def sort_items(items: Sequence[Listed], order: str = "risk") -> list[int]:
    """The same at once."""
    return done(sort_steps(items, order))


def same_place(one: Listed, other: Listed) -> bool:
    """Whether two rows stand at the same place in every order."""
    return one is other or (
        (one.id, one.first_seen, one.weight, one.title, one.kind, one.signal, one.flags)
        == (other.id, other.first_seen, other.weight, other.title, other.kind, other.signal, other.flags)
        and one.workspace == other.workspace
    )


def reason_of_place(item: Listed, order: str, now: datetime) -> str:
    """Why the row stands where it stands, in a few words."""
    age = ago(item.first_seen, now)
    old = f"{age} old" if age and age != "now" else "new"
    match order:
        case "weight":
            return f"weight {weight_text(item.weight)}"
        case "title":
            return "by title"
        case "signal":
            return f"{item.word}, {old}"
        case "risk" if item.flags:
            return f"{flag_words(worst_flag(item.flags))}, {old}"
        case _:
            return old

"""The orders of the queue, and the reason why a row stands where it stands. Pure and stable."""

from collections.abc import Callable, Sequence
from datetime import datetime
from operator import attrgetter

from dreamtui.text.dates import ago
from dreamtui.text.row import RISKS, Listed, flag_words, kind_word, weight_text, worst_flag

ORDERS = ("risk", "age", "weight", "title", "signal")
"""Names of the orders; the first is the default."""

_LATE = "9999"
_RANK = {flag: place for place, flag in enumerate(RISKS)}


def _risk(item: Listed) -> int:
    if not item.flags:
        return len(RISKS) + 1
    return _RANK.get(worst_flag(item.flags), len(RISKS))


def _by_age(items: Sequence[Listed]) -> list[int]:
    """Oldest first, then by id: two stable sorts over plain text are faster than one over pairs."""
    ids = [item.id for item in items]
    ages = [item.first_seen or _LATE for item in items]
    places = sorted(range(len(items)), key=ids.__getitem__)
    places.sort(key=ages.__getitem__)
    return places


def _by_risk(items: Sequence[Listed]) -> list[int]:
    buckets: dict[int, list[int]] = {}
    for place in _by_age(items):
        buckets.setdefault(_risk(items[place]), []).append(place)
    return [place for rank in sorted(buckets) for place in buckets[rank]]


def _by(key: Callable[[Listed], object], items: Sequence[Listed], *, descending: bool = False) -> list[int]:
    places = _by_age(items)
    keys = [key(item) for item in items]
    places.sort(key=keys.__getitem__, reverse=descending)  # type: ignore[arg-type]
    return places


def sort_items(items: Sequence[Listed], order: str = "risk") -> list[int]:
    """Places of the items in this order: risk then oldest, oldest, heaviest, title or signal; ties by age, then id."""
    match order:
        case "age":
            return _by_age(items)
        case "weight":
            return _by(attrgetter("weight"), items, descending=True)
        case "title":
            return _by(lambda item: item.title.casefold(), items)
        case "signal":
            return _by(lambda item: kind_word(item.kind, item.signal), items)
        case _:
            return _by_risk(items)


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
            return f"{kind_word(item.kind, item.signal)}, {old}"
        case "risk" if item.flags:
            return f"{flag_words(worst_flag(item.flags))}, {old}"
        case _:
            return old

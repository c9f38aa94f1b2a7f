"""Which rows of a list a query selects: columns made once, terms tested column by column, a slice at a time. Pure."""

import operator
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from dreamtui.text.query.parse import Match, Query, Term, age_of
from dreamtui.text.query.row import Listed

SLICE = 4_000
"""Rows that are tested in one go, in a millisecond or two."""

_RENEWED = 500
_TIME = "%Y-%m-%dT%H:%M:%SZ"
_END_OF_TIME = "\uffff"
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    ":": operator.eq,
}

Keeper = Callable[[list[int]], list[int]]
"""Leaves the places at which a term holds."""

_FEW_VALUES = ("kind", "signal", "status", "flag", "workspace", "actor", "weight", "day")
"""The columns, as `_cells` fills them."""

_DAY = len("2026-11-18")


class ValueColumn:
    """One value for each row, and which values there are: a test is made once for each of these."""

    __slots__ = ("cells", "values")

    def __init__(self) -> None:
        self.cells: list[Any] = []
        self.values: dict[Any, Any] = {}
        """Every value that was ever there, by itself: equal ones are kept once."""

    def add(self, value: Hashable) -> None:
        self.cells.append(self.values.setdefault(value, value))

    def put(self, place: int, value: Hashable) -> None:
        self.cells[place] = self.values.setdefault(value, value)


class ColumnIndex:
    """Columns of a list, made once and used by every query; built in steps, so that nothing waits for it."""

    def __init__(self, items: Sequence[Listed], now: datetime) -> None:
        self.items = items
        self.now = now
        self.texts: list[str] = []
        self.times: list[str] = []
        self.columns = {name: ValueColumn() for name in _FEW_VALUES}
        self._words: dict[tuple[str, str], str] = {}

    @property
    def complete(self) -> bool:
        """Whether every item is in the columns."""
        return len(self.texts) == len(self.items)

    def renew(self, items: Sequence[Listed]) -> bool:
        """Go over to these items when nearly all are the ones it has, at the same places; false when they are not."""
        if len(items) != len(self.items):
            return False
        other = [place for place, (old, new) in enumerate(zip(self.items, items, strict=True)) if old is not new]
        if len(other) > _RENEWED:
            return False
        self.items = items
        for place in other:
            if place < len(self.texts):
                item = items[place]
                self.times[place], self.texts[place] = item.first_seen, self._text(item)
                for column, value in zip(self.columns.values(), _cells(item), strict=True):
                    column.put(place, value)
        return True

    def build(self, count: int = 2000) -> bool:
        """Add the next items to the columns; true when all are there."""
        start = len(self.texts)
        add = [column.add for column in self.columns.values()]
        for item in islice(self.items, start, start + count) if start else islice(self.items, count):
            for one, value in zip(add, _cells(item), strict=True):
                one(value)
            self.times.append(item.first_seen)
            self.texts.append(self._text(item))
        return self.complete

    def steps(self, count: int = 2000) -> Iterator[int]:
        """Build to the end, yielding how many are in after each step."""
        while not self.build(count):
            yield len(self.texts)

    def _text(self, item: Listed) -> str:
        """What words are looked for in: title, kind, id and files."""
        key = str(item.kind), item.signal
        word = self._words.get(key) or self._words.setdefault(key, item.word)
        return f"{item.title}\n{word} {_name(item)} {' '.join(item.files)}".casefold()


def _name(item: Listed) -> str:
    """The id as it is shown, with the workspace where there are several; what is in no queue has none."""
    workspace = getattr(item, "workspace", "")
    return f"{workspace}:{item.id}" if workspace else item.id


def _is_called(item: Listed, beginnings: tuple[str, ...]) -> bool:
    return item.id.startswith(beginnings) or _name(item).startswith(beginnings)


def _cells(item: Listed) -> tuple[Hashable, ...]:
    """The values of an item in the columns; what is in no queue has no workspace."""
    workspace = getattr(item, "workspace", "")
    kind, status, day = str(item.kind), str(item.status), item.first_seen[:_DAY]
    return (kind, item.signal, status, item.flags, workspace, item.actors, item.weight, day)


def select(query: Query, index: ColumnIndex, order: Sequence[int]) -> list[int]:
    """Places of the items that satisfy every term but the fuzzy ones, in the order given."""
    return [place for some in select_slices(query, index, order) for place in some]


def select_slices(query: Query, index: ColumnIndex, order: Sequence[int], size: int = SLICE) -> Iterator[list[int]]:
    """The same in slices of the order, so that the caller can paint, or stop, between two."""
    while not index.build():
        yield []
    cheap_first = sorted(query.terms, key=lambda term: (term.match is Match.WORD, term.negated, -len(term.value)))
    keepers = [_keeper(term, index) for term in cheap_first if term.match is not Match.FUZZY]
    for start in range(0, len(order), size):
        places = list(order[start : start + size])
        for keep in keepers:
            places = keep(places)
        yield places


def _keeper(term: Term, index: ColumnIndex) -> Keeper:
    values = tuple(value for value in term.value.split(",") if value)
    match term.field:
        case "":
            return _with_text((term.value,), index, negated=term.negated)
        case "age":
            return _aged(term, index)
        case "file" | "title":
            return _within(term.field, values, index, negated=term.negated)
        case "id":
            return lambda places: [place for place in places if _is_called(index.items[place], values) != term.negated]
        case _:
            return _with_value(index.columns[term.field], _test(term, values), negated=term.negated)


def _with_value(column: ValueColumn, holds: Callable[[Any], bool], *, negated: bool) -> Keeper:
    """Tests each value there is once, and then only looks it up."""
    cells: Sequence[Any] = column.cells
    wanted: Collection[Hashable] = {value for value in column.values if holds(value) is not negated}
    if not wanted:
        return lambda places: []
    if len(wanted) == len(column.values):
        return lambda places: places
    return lambda places: [place for place in places if cells[place] in wanted]


def _test(term: Term, values: tuple[str, ...]) -> Callable[[Any], bool]:
    """Whether a value of a column is meant."""
    match term.field:
        case "flag":
            return lambda flags: any(_begins(flag, values) for flag in flags)
        case "workspace":
            return lambda workspace: workspace.casefold().startswith(values)
        case "actor":
            return lambda actors: any(value in who.casefold() for who in actors for value in values)
        case "weight":
            compare, limit = _COMPARE[term.sign], float(term.value)
            return lambda weight: compare(weight, limit)
        case _:
            return lambda name: _begins(name, values)


def _begins(name: str, values: Sequence[str]) -> bool:
    plain = name.replace("_", " ")
    return any(name.startswith(value) or plain.startswith(value.replace("_", " ")) for value in values)


def _with_text(values: Sequence[str], index: ColumnIndex, *, negated: bool = False) -> Keeper:
    """Looks for words in all that can be searched."""
    texts = index.texts
    if len(values) != 1:
        return lambda places: [place for place in places if any(value in texts[place] for value in values) != negated]
    value = values[0]
    if negated:
        return lambda places: [place for place in places if value not in texts[place]]
    return lambda places: [place for place in places if value in texts[place]]


def _within(field: str, values: Sequence[str], index: ColumnIndex, *, negated: bool) -> Keeper:
    """Looks for words in titles or files, and only where they are in the text at all."""
    items, somewhere = index.items, _with_text(values, index)

    def keep(places: list[int]) -> list[int]:
        found = {place for place in somewhere(places) if _in_field(items[place], field, values)}
        return [place for place in places if (place in found) != negated]

    return keep


def _in_field(item: Listed, field: str, values: Sequence[str]) -> bool:
    texts = item.files if field == "file" else (item.title,)
    return any(value in text.casefold() for text in texts for value in values)


def _aged(term: Term, index: ColumnIndex) -> Keeper:
    """Older than means seen before a moment; times are ISO 8601 in UTC, so they compare as text."""
    span, unit = age_of(term.value)
    moment = (index.now - span).strftime(_TIME)
    after, until = "", moment
    if term.sign in (":", "="):
        after = (index.now - span - unit).strftime(_TIME)
    elif term.sign.startswith("<"):
        after, until = moment, _END_OF_TIME
    times, column = index.times, index.columns["day"]
    days: Sequence[Any] = column.cells
    # Texts of one day lie between the day and the day with anything behind it, so most days are settled as a whole.
    inside = {day for day in column.values if after < day and day + _END_OF_TIME <= until}
    edge = {day for day in column.values if day not in inside and day <= until and day + _END_OF_TIME > after}

    def keep(places: list[int]) -> list[int]:
        return [
            place
            for place in places
            if (days[place] in inside or (days[place] in edge and after < times[place] <= until)) != negated
        ]

    negated = term.negated
    return keep

"""The filter language of the queue: words, fields and comparisons, read into a query that selects rows. Pure.

`kind:proposal signal:repeat_fix flag:secret status:pending actor:alice file:src/ age>7d weight>=3 score<0.5
word "two words" -word ~fuzzy`. Terms all have to hold; `a,b` in a field means either; `-` turns a term round.
While somebody types, half a term is a problem said in a sentence, and the rest of the query still works.
"""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum, unique
from functools import partial
from itertools import islice

from dreamtui.text.row import Listed, kind_word


@unique
class Match(StrEnum):
    """How a term is compared."""

    WORD = "word"
    FUZZY = "fuzzy"
    FIELD = "field"
    AGE = "age"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Term:
    """One condition of a query."""

    match: Match
    """How it is compared."""
    value: str
    """What it is compared with, folded to lower case."""
    field: str = ""
    """Which field, for fields and comparisons."""
    sign: str = ":"
    """`:` or one of `< <= > >= =`."""
    negated: bool = False
    """Whether it must not hold."""


@dataclass(frozen=True, slots=True)
class Query:
    """A filter as it was understood."""

    text: str
    """What was typed."""
    terms: tuple[Term, ...] = ()
    """The conditions that were understood."""
    problems: tuple[str, ...] = ()
    """What was not understood, a sentence each; the rest still selects."""

    @property
    def fuzzy(self) -> tuple[str, ...]:
        """The words to be looked for fuzzily, those with `~`."""
        return tuple(term.value for term in self.terms if term.match is Match.FUZZY)

    @property
    def words(self) -> tuple[str, ...]:
        """The plain words that have to be there."""
        return tuple(term.value for term in self.terms if term.match is Match.WORD and not term.negated)

    def __bool__(self) -> bool:
        return bool(self.terms)


TEXT_FIELDS = ("kind", "signal", "status", "flag", "actor", "file", "id", "title")
"""Fields compared as text: the first four by their beginning, the others by a part."""

NUMBER_FIELDS = ("age", "weight", "score")
"""Fields that are compared with `<`, `>`, `<=`, `>=` or `=`; `score` is another word for `weight`."""

SHORTEST_FUZZY = 3
"""Letters a fuzzy word needs; shorter ones are similar to everything."""

_TOKEN = re.compile(r'-?~?(?:[A-Za-z]+[:<>=]+)?"[^"]*"?|\S+')
_FIELD = re.compile(r"([A-Za-z]+)(<=|>=|<|>|=|:)(.*)", re.DOTALL)
_AGE = re.compile(r"(\d+(?:\.\d+)?)(h|d|w|mo|y)")
_HOURS = {"h": 1, "d": 24, "w": 168, "mo": 720, "y": 8760}
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    ":": operator.eq,
}


def parse_query(text: str) -> Query:
    """Read what was typed; never fails: what cannot be understood becomes a problem in words."""
    terms: list[Term] = []
    problems: list[str] = []
    for token in _TOKEN.findall(text):
        read = _read_term(token)
        if isinstance(read, Term):
            terms.append(read)
        elif read:
            problems.append(read)
    return Query(text, tuple(terms), tuple(problems))


def _read_term(token: str) -> Term | str:
    negated = token.startswith("-") and len(token) > 1
    body = token[1:] if negated else token
    if body.startswith("~"):
        value = body[1:].strip('"').casefold()
        if len(value) < SHORTEST_FUZZY:
            return f"At least {SHORTEST_FUZZY} letters have to follow “~”."
        return "A fuzzy word cannot be excluded: leave out the “~” or the “-”." if negated else Term(Match.FUZZY, value)
    found = _FIELD.fullmatch(body)
    if found is None or body.startswith('"'):
        value = body.strip('"').casefold() if body.startswith('"') else body.casefold()
        return Term(Match.WORD, value, negated=negated) if value else ""
    field, sign, value = found[1].lower(), found[2], found[3].strip('"').casefold()
    if field in NUMBER_FIELDS:
        return _read_comparison(field, sign, value, negated)
    if field not in TEXT_FIELDS:
        near = _nearest(field) if sign == ":" else ""
        return f"There is no field “{field}”; did you mean “{near}:”?" if near else _word(body, negated)
    if sign != ":":
        return f"“{field}” is compared with “:”, as in {field}:{value or 'something'}."
    return Term(Match.FIELD, value, field, ":", negated) if value else f"“{field}:” needs a value."


def _word(body: str, negated: bool) -> Term:
    return Term(Match.WORD, body.casefold(), negated=negated)


def _read_comparison(field: str, sign: str, value: str, negated: bool) -> Term | str:
    if field == "age":
        if not _AGE.fullmatch(value):
            return "“age” needs a time such as age>7d, age<12h or age>2w (h, d, w, mo, y)."
        return Term(Match.AGE, value, field, sign, negated)
    try:
        float(value)
    except ValueError:
        return f"“{field}” needs a number, as in {field}>=3."
    return Term(Match.NUMBER, value, "weight", sign, negated)


def _nearest(field: str) -> str:
    from difflib import get_close_matches

    names = (*TEXT_FIELDS, *NUMBER_FIELDS)
    begun = [name for name in names if name.startswith(field) and len(field) > 1]
    return begun[0] if begun else next(iter(get_close_matches(field, names, 1, 0.75)), "")


class Index:
    """Columns of a list, made once and used by every query; built in steps, so that nobody waits for it."""

    def __init__(self, items: Sequence[Listed], now: datetime) -> None:
        self.items = items
        self.now = now
        self.texts: list[str] = []
        self.kinds: list[str] = []
        self.signals: list[str] = []
        self.statuses: list[str] = []

    @property
    def complete(self) -> bool:
        """Whether every item is in the columns."""
        return len(self.texts) == len(self.items)

    def build(self, count: int = 4000) -> bool:
        """Add the next items to the columns; true when all are there."""
        start = len(self.texts)
        words: dict[tuple[str, str], str] = {}
        for item in islice(self.items, start, start + count) if start else islice(self.items, count):
            kind, signal = str(item.kind), item.signal
            word = words.get((kind, signal)) or words.setdefault((kind, signal), kind_word(kind, signal))
            self.kinds.append(kind)
            self.signals.append(signal)
            self.statuses.append(str(item.status))
            self.texts.append(f"{item.title}\n{word} {item.id} {' '.join(item.files)}".casefold())
        return self.complete

    def steps(self, count: int = 4000) -> Iterator[int]:
        """Build to the end, yielding how many are in after each step."""
        while not self.build(count):
            yield len(self.texts)


def select(query: Query, index: Index, order: Sequence[int]) -> list[int]:
    """Places of the items that satisfy every term but the fuzzy ones, in the order given."""
    return [place for some in select_slices(query, index, order) for place in some]


def select_slices(query: Query, index: Index, order: Sequence[int], size: int = 20_000) -> Iterator[list[int]]:
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


def _keeper(term: Term, index: Index) -> Callable[[list[int]], list[int]]:
    """A function that leaves the places at which the term holds."""
    if term.match is Match.WORD:
        texts, value = index.texts, term.value
        if term.negated:
            return lambda places: [place for place in places if value not in texts[place]]
        return lambda places: [place for place in places if value in texts[place]]
    holds = _test(term, index)
    if term.negated:
        return lambda places: [place for place in places if not holds(place)]
    return lambda places: [place for place in places if holds(place)]


def _test(term: Term, index: Index) -> Callable[[int], bool]:
    items, values = index.items, [value for value in term.value.split(",") if value]
    match term.field:
        case "kind" | "signal" | "status":
            column = {"kind": index.kinds, "signal": index.signals, "status": index.statuses}[term.field]
            wanted = {name for name in set(column) if _begins(name, values)}
            return lambda place: column[place] in wanted
        case "flag":
            return lambda place: bool(items[place].flags) and any(_begins(flag, values) for flag in items[place].flags)
        case "actor":
            return lambda place: any(value in who.casefold() for who in items[place].actors for value in values)
        case "file":
            return lambda place: any(value in path.casefold() for path in items[place].files for value in values)
        case "id":
            return lambda place: any(items[place].id.startswith(value) for value in values)
        case "title":
            return lambda place: any(value in items[place].title.casefold() for value in values)
        case "age":
            return _age_test(term, index)
        case _:
            return partial(_weight_test, items, _COMPARE[term.sign], float(term.value))


def _begins(name: str, values: Sequence[str]) -> bool:
    plain = name.replace("_", " ")
    return any(name.startswith(value) or plain.startswith(value.replace("_", " ")) for value in values)


def _weight_test(items: Sequence[Listed], compare: Callable[[float, float], bool], limit: float, place: int) -> bool:
    return compare(items[place].weight, limit)


def _age_test(term: Term, index: Index) -> Callable[[int], bool]:
    """Older than means seen before a moment; times are ISO 8601 in UTC, so they compare as text."""
    amount, unit = _AGE.fullmatch(term.value).groups()  # type: ignore[union-attr]
    span = timedelta(hours=min(float(amount) * _HOURS[unit], 24 * 365 * 1000))
    moment = (index.now - span).strftime("%Y-%m-%dT%H:%M:%SZ")
    items = index.items
    if term.sign in (":", "="):
        next_moment = (index.now - span - timedelta(hours=_HOURS[unit])).strftime("%Y-%m-%dT%H:%M:%SZ")
        return lambda place: next_moment < items[place].first_seen <= moment
    if term.sign.startswith(">"):
        return lambda place: "" < items[place].first_seen <= moment
    return lambda place: items[place].first_seen > moment

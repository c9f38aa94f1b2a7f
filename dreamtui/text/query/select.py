"""Which rows of a list a query selects: the text of each folded once, terms tested one after the other. Pure."""

import operator
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from threading import Lock
from typing import Any

from dreamtui.text.query.parse import Match, Query, Term, age_of
from dreamtui.text.query.row import Listed, word_of

_RENEWED = 500
_VALUES = 4_096
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


class TextIndex:
    """The rows of a list with the text in which words are looked for; it may be asked from any thread."""

    def __init__(self, items: Sequence[Listed], now: datetime, also: Callable[[Listed], str] = lambda item: "") -> None:
        self.items = items
        self.now = now
        self._also = also
        """Further words of an item, as it has them."""
        self._texts: list[str] = []
        self._lock = Lock()

    def texts(self) -> list[str]:
        """Of every item, made when this is first asked."""
        with self._lock:
            if not self._texts:
                self._texts = [self._text(item) for item in self.items]
            return self._texts

    def renew(self, items: Sequence[Listed]) -> bool:
        """Go over to these items when nearly all are the ones it has, at the same places; false when they are not."""
        if len(items) != len(self.items):
            return False
        other = [place for place, (old, new) in enumerate(zip(self.items, items, strict=True)) if old is not new]
        if len(other) > _RENEWED:
            return False
        with self._lock:
            self.items = items
            for place in other if self._texts else ():
                self._texts[place] = self._text(items[place])
        return True

    def _text(self, item: Listed) -> str:
        """What words are looked for in: title, kind, id and files."""
        return f"{item.title}\n{item.word} {_name(item)} {' '.join(item.files)} {self._also(item)}".casefold()


def _name(item: Listed) -> str:
    """The id as it is shown, with the workspace where there are several."""
    return f"{item.workspace}:{item.id}" if item.workspace else item.id


def select(query: Query, index: TextIndex, order: Iterable[int]) -> list[int]:
    """Places of the items that satisfy every term but the fuzzy ones, in the order given."""
    terms = sorted(query.terms, key=lambda term: (term.match is Match.WORD, term.negated, -len(term.value)))
    places = list(order)
    for term in terms:
        if term.match is not Match.FUZZY:
            places = _kept(term, index, places)
    return places


def _kept(term: Term, index: TextIndex, places: list[int]) -> list[int]:
    """The places at which a term holds."""
    items, negated = index.items, term.negated
    values = tuple(value for value in term.value.split(",") if value)
    match term.field:
        case "":
            texts, word = index.texts(), term.value
            kinds = {word, word.removesuffix("s")}  # a whole kind only: “date” is in “candidate”
            return [place for place in places if (word in texts[place] or items[place].kind in kinds) is not negated]
        case "file" | "title":
            texts = index.texts()
            somewhere = (place for place in places if any(value in texts[place] for value in values))
            found = {place for place in somewhere if _in_field(items[place], term.field, values)}
            return [place for place in places if (place in found) is not negated]
        case "id":
            return [place for place in places if _is_called(items[place], values) is not negated]
        case "kind" | "signal":
            named = _Named(term.field, values)
            return [place for place in places if named(items[place]) is not negated]
        case "age":
            after, until = _seen(term, index.now)
            return [place for place in places if (after < items[place].last_seen <= until) is not negated]
        case _:
            name = "flags" if term.field == "flag" else "actors" if term.field == "actor" else term.field
            value, holds = operator.attrgetter(name), lru_cache(_VALUES)(_test(term, values))
            return [place for place in places if holds(value(items[place])) is not negated]


def _test(term: Term, values: tuple[str, ...]) -> Callable[[Any], bool]:
    """Whether a value is meant of which a list has few different ones."""
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


class _Named:
    """Whether an item goes by a name: that of its kind or signal, or the word that lists and headings show for it.

    It is asked once for all items of the same kind and signal.
    """

    def __init__(self, field: str, values: tuple[str, ...]) -> None:
        self._field = field
        self._values = values
        self._known: dict[tuple[str, str], bool] = {}

    def __call__(self, item: Listed) -> bool:
        about = item.kind, item.signal
        if about not in self._known:
            own = {item.kind} if self._field == "kind" else {item.signal, word_of(item.signal)}
            self._known[about] = any(_begins(name.casefold(), self._values) for name in {*own, item.word})
        return self._known[about]


def _begins(name: str, values: Sequence[str]) -> bool:
    plain = name.replace("_", " ")
    return any(name.startswith(value) or plain.startswith(value.replace("_", " ")) for value in values)


def _is_called(item: Listed, beginnings: tuple[str, ...]) -> bool:
    return item.id.startswith(beginnings) or _name(item).startswith(beginnings)


def _in_field(item: Listed, field: str, values: Sequence[str]) -> bool:
    texts = item.files if field == "file" else (item.title,)
    return any(value in text.casefold() for text in texts for value in values)


def _seen(term: Term, now: datetime) -> tuple[str, str]:
    """After which moment and until which one it was seen first; times are ISO 8601 in UTC and compare as text."""
    span, unit = age_of(term.value)
    moment = (now - span).strftime(_TIME)
    if term.sign in (":", "="):
        return (now - span - unit).strftime(_TIME), moment
    return (moment, _END_OF_TIME) if term.sign.startswith("<") else ("", moment)

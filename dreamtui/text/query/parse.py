"""The filter language of the queue: words, fields and comparisons, read into a query that selects rows. Pure.

`kind:proposal signal:repeat_fix flag:secret status:pending workspace:shop actor:alice file:src/ age>7d weight>=3
score<0.5 word "two words" -word ~fuzzy`. Terms all have to hold; `a,b` in a field means either; `-` turns a term round.
While a person types, half a term is a problem said in a sentence, and the rest of the query still works.
"""

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum, unique


@unique
class Match(StrEnum):
    WORD = "word"
    FUZZY = "fuzzy"
    FIELD = "field"
    AGE = "age"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Term:
    match: Match
    value: str
    """What it is compared with, folded to lower case."""
    field: str = ""
    """Which field, for fields and comparisons."""
    sign: str = ":"
    """`:` or one of `< <= > >= =`."""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """A filter as it was understood."""

    text: str
    terms: tuple[Term, ...] = ()
    problems: tuple[str, ...] = ()
    """Parts that were not understood, a sentence each; the rest still selects."""

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


TEXT_FIELDS = ("kind", "signal", "status", "flag", "workspace", "actor", "file", "id", "title")
"""Fields compared as text: the first five by their beginning, the others by a part."""

NUMBER_FIELDS = ("age", "weight", "score")
"""Fields that are compared with `<`, `>`, `<=`, `>=` or `=`; `score` is another word for `weight`."""

SHORTEST_FUZZY = 3
"""Letters a fuzzy word needs; shorter ones are similar to everything."""

_TOKEN = re.compile(r'-?~?(?:[A-Za-z]{1,24}[:<>=]{1,4})?"[^"]*"?|\S+')
_FIELD = re.compile(r"([A-Za-z]+)(<=|>=|<|>|=|:)(.*)", re.DOTALL)
_AGE = re.compile(r"(\d+(?:\.\d+)?)(h|d|w|mo|y)")
_HOURS = {"h": 1, "d": 24, "w": 168, "mo": 720, "y": 8760}


def parse_query(text: str) -> Query:
    """Parse the text; never fails: a part that is not understood becomes a problem in words."""
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


def age_of(value: str) -> tuple[timedelta, timedelta]:
    """The time that an age such as `7d` means, and its unit."""
    unit = value.lstrip("0123456789.")
    amount = value.removesuffix(unit)
    return timedelta(hours=min(float(amount) * _HOURS[unit], 24 * 365 * 1000)), timedelta(hours=_HOURS[unit])

"""What is asked of a search, in the grammar of the queue's filter.

`retry "late answer" kind:note file:src/ title:refund age<30d -draft`. All plain words count, and the more of them a
text has the better. The last one may be half typed.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from dreamtui.text.dates import iso
from dreamtui.text.query.parse import Match, Term, age_of, parse_query
from dreamtui.text.search.words import stem, words_of
from dreamtui.text.words import STOP_WORDS

_ASKING = STOP_WORDS | frozenset(
    ["why", "what", "how", "when", "where", "who", "do", "does", "did", "can", "could", "may", "should", "would", "am"]
)
"""Words that questions are made of; they count only where there are no others."""
FIELDS = ("kind", "title", "file", "workspace")
"""Fields of the filter that a search knows besides `age`."""
_MOST = 12
"""Words of a question that count."""
_SHORT = 3
"""Letters up to which a word has no other forms, unless it is being typed."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One word, or several that stand one behind the other, as in a path or in quotes."""

    words: tuple[str, ...]
    field: str = ""
    """title or file where only that counts; empty for everything."""
    open: bool = True
    """Whether it may go on: a word half typed, or another form of it."""

    @property
    def stem(self) -> str:
        """What every form of the word begins with; of several words the last."""
        return stem(self.words[-1]) if self.open and len(self.words) == 1 else self.words[-1]

    def __str__(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    text: str
    asked: tuple[Asked, ...] = ()
    excluded: tuple[Asked, ...] = ()
    kinds: tuple[str, ...] = ()
    """Beginnings of the kinds that are asked for; empty for all."""
    workspaces: tuple[str, ...] = ()
    ages: tuple[Term, ...] = ()
    problems: tuple[str, ...] = ()
    """Parts that were not understood, a sentence each; the rest still searches."""

    def __bool__(self) -> bool:
        return bool(self.asked)


def read_question(text: str) -> SearchQuestion:
    """Never fails: what is not understood becomes a problem in words."""
    query = parse_query(text)
    problems = list(query.problems)
    asked: list[Asked] = []
    excluded: list[Asked] = []
    named: dict[str, list[str]] = {"kind": [], "workspace": []}
    ages: list[Term] = []
    for term in query.terms:
        if term.match is Match.AGE and not term.negated:
            ages.append(term)
        elif term.match is Match.NUMBER or term.match is Match.AGE or term.field not in {"", *FIELDS}:
            problems.append(f"A search has no “{term.field}”; it has {', '.join(FIELDS)} and age.")
        elif term.field in named:
            named[term.field] += [value for value in term.value.split(",") if value]
        elif found := words_of(term.value):
            goes_on = " " not in term.value and (len(found) > 1 or len(found[0]) > _SHORT)
            (excluded if term.negated else asked).append(Asked(tuple(found), term.field, goes_on))
    if asked and not text[-1].isspace() and not text.endswith('"'):
        asked[-1] = replace(asked[-1], open=True)
    return SearchQuestion(
        text, _counting(asked), tuple(excluded), tuple(named["kind"]), tuple(named["workspace"]), tuple(ages),
        tuple(dict.fromkeys(problems)),
    )  # fmt: skip


def _counting(asked: list[Asked]) -> tuple[Asked, ...]:
    """Without the words that questions are made of, where others are left."""
    telling = [one for one in asked if one.field or len(one.words) > 1 or one.words[0] not in _ASKING]
    return tuple(dict.fromkeys(telling or asked))[:_MOST]


def times(question: SearchQuestion, now: datetime) -> tuple[str, str]:
    """Since when, and until when, both UTC; empty where nothing is said."""
    since = until = ""
    for term in question.ages:
        when = iso(now - age_of(term.value)[0])
        if term.sign.startswith("<"):
            since = max(since, when)
        elif term.sign.startswith(">"):
            until = min(until or when, when)
    return since, until

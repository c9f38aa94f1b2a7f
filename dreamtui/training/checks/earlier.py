"""A brief beside those that were accepted before it: what is copied from them, and what was recalled of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from dreamtui.memory.reorganize.language.reading import stem
from dreamtui.text.words import STOP_WORDS, tokens
from dreamtui.training.briefs.brief import Brief, Part, Stated, Written

_SHINGLE = 6
"""Words in a row that two people do not write by chance."""
_SHARE = 0.5
"""Of a statement, that makes it copied."""
_MOST_STATED = 300
"""Statements of one brief that are compared."""


@dataclass(frozen=True, slots=True)
class EarlierBrief:
    name: str
    """As a person finds it: its id."""
    brief: Brief


@dataclass(frozen=True, slots=True)
class Copied:
    """A statement whose words stand in an earlier brief."""

    said: Stated
    name: str
    """The earlier brief."""
    line: int
    """Its line there."""
    share: float


def copied(brief: Brief, earlier: Sequence[EarlierBrief]) -> tuple[Copied, ...]:
    """What was taken over word by word; what is recalled may repeat, and so may sources and headings."""
    known: dict[tuple[str, ...], tuple[str, int]] = {}
    for one in earlier:
        for said in _stated(one.brief):
            for words in _shingles(said.text):
                known.setdefault(words, (one.name, said.line))
    found: list[Copied] = []
    for said in _stated(brief):
        shingles = list(_shingles(said.text))
        places = [known[words] for words in shingles if words in known]
        if places and len(places) >= _SHARE * len(shingles):
            found.append(Copied(said, *places[0], len(places) / len(shingles)))
    return tuple(found)


def _stated(brief: Brief) -> list[Stated]:
    said = (
        one
        for section in brief.sections
        if section.part not in (Part.RETRIEVAL, Part.SOURCES)
        for one in section.said
        if one.form is not Written.HEADING
    )
    return [one for one, _ in zip(said, range(_MOST_STATED), strict=False)]


def _shingles(text: str) -> Iterator[tuple[str, ...]]:
    words = tokens(text)
    if len(words) >= _SHINGLE:
        yield from (tuple(words[at : at + _SHINGLE]) for at in range(len(words) - _SHINGLE + 1))


# What was recalled


@unique
class Recall(StrEnum):
    """What became of something that was to be recalled."""

    RIGHT = "recalled rightly"
    WRONG = "recalled wrongly"
    MISSING = "not recalled"
    UNKNOWN = "in no accepted brief"


@dataclass(frozen=True, slots=True)
class RecallFinding:
    recall: Recall
    said: Stated | None
    """What was recalled; None for what was not."""
    name: str = ""
    """The earlier brief it is held against; empty where none says it."""
    earlier: Stated | None = None
    """What that brief says."""
    why: str = ""
    """What differs, a few words."""


_ENOUGH = 0.5
"""Of the words of what was recalled, that an earlier statement has to share."""
_NAMING = 0.34
"""Of the words of a headline, that something recalled has to have to be about it."""
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*")
_NOT = frozenset({"not", "no", "never", "without", "none", "neither", "cannot", "nothing", "nobody"})


def recalled(brief: Brief, earlier: Sequence[EarlierBrief]) -> tuple[RecallFinding, ...]:
    """Each finding, the recommendation and the question held against the accepted briefs; then what none recalls."""
    if not earlier:
        return ()
    told = brief.retrieval
    known = [(one.name, said) for one in earlier for said in _memorable(one.brief)]
    asked = [(one.name, said) for one in earlier for said in _questions(one.brief)]
    found = [_held(said, known) for said in told.findings]
    found += [_held(said, known) for said in (told.recommendation,) if said]
    found += [_held(said, (*asked, *known)) for said in (told.question,) if said]
    spoken = [_stems(said.text) for said in (*told.findings, told.recommendation, told.question) if said]
    for one in earlier:
        headline = one.brief.headline
        if headline and not any(_share(_stems(headline.text), words) >= _NAMING for words in spoken):
            found.append(RecallFinding(Recall.MISSING, None, one.name, headline))
    return tuple(found)


def _memorable(brief: Brief) -> Iterator[Stated]:
    """What a brief says that may be recalled: all but what it recalled itself, and its sources."""
    yield from (one for section in brief.sections if section.part is Part.HEADLINE for one in section.said)
    yield from _stated(brief)


def _questions(brief: Brief) -> Iterator[Stated]:
    """What it left open."""
    if brief.retrieval.question:
        yield brief.retrieval.question
    yield from (one.question for one in brief.crossings if one.question)
    yield from (one for one in _stated(brief) if one.text.rstrip("*_ ").endswith("?"))


def _held(said: Stated, known: Iterable[tuple[str, Stated]]) -> RecallFinding:
    """The nearest statement of an earlier brief; one that agrees goes before one that does not."""
    words = _stems(said.text)
    near: list[tuple[float, str, Stated, str]] = []
    for name, other in known:
        parts = ((text, _share(words, _stems(text))) for text in re.split(r"(?<=[.!?;])\s+", other.text))
        near += [(share, name, other, _difference(said.text, text)) for text, share in parts if share >= _ENOUGH]
    if not near:
        return RecallFinding(Recall.UNKNOWN, said)
    nearest = max(share for share, *_ in near)
    agreeing = [one for one in near if not one[3] and one[0] >= nearest - 0.2]
    _, name, other, why = max(agreeing or near, key=lambda one: one[0])
    return RecallFinding(Recall.WRONG if why else Recall.RIGHT, said, name, other, why)


def _difference(one: str, other: str) -> str:
    """What two statements about the same do not have in common: figures, or that one of them denies it."""
    ours, theirs = _FIGURE.findall(one), _FIGURE.findall(other)
    if ours and theirs and not set(ours) <= set(theirs):
        return f"{', '.join(ours)} here, {', '.join(theirs)} there"
    if bool(_NOT & _words(one)) != bool(_NOT & _words(other)):
        return "one of them denies it"
    return ""


def _words(text: str) -> set[str]:
    return {"not" if word.endswith("n't") else word for word in tokens(text)}


def _stems(text: str) -> frozenset[str]:
    return frozenset(
        stem(word) for word in tokens(text) if word not in STOP_WORDS and word not in _NOT and len(word) > 2
    )


def _share(words: frozenset[str], text: frozenset[str]) -> float:
    return len(words & text) / len(words) if words else 0.0

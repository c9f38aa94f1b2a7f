"""How the words of a statement stand to each other: in which order, after which little words, under which negation.

Two statements of the same words may say the opposite: "Only admins can delete" and "Admins can only delete".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto, unique
from itertools import groupby, pairwise

from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.vocabulary import words_of

ARTICLES = words_of("a an the this that these those my our your his her its their some")
BE = words_of("is are was were be been being am")
NOT = "(not)"
"""Stands for a negation among the little words."""
_ANY = words_of("any anyone anything anybody ever")
"""After a negation these carry no meaning of their own: "not any" is "no"."""
_FUTURE = words_of("will gonna")
_PAST = words_of("was were had did")
_PRESENT = words_of("is are am does do")
_CONDITIONS = words_of("if when whenever once unless")
"""Behind one of these "then" tells of no order."""
_ADVERBS = words_of("always forever certainly definitely invariably usually generally normally typically mostly often")
"""Strengths that may stand anywhere in their clause."""
WHEN = "(when)"
"""Leads to a time that no little word leads to: "nightly", "every Friday"."""
_TELLING = {"will": "future", NOT: NOT, "or": "or", "then": "then", "what": "what", "how": "how"}
"""Little words that say when and whether, by what they say."""
_PERSONS = {
    word: person
    for person, words in (
        ("first", "i me my mine we us our"),
        ("second", "you your"),
        ("third", "he him his she her they them their"),
    )
    for word in words.split()
}
"""Whom a little word names, seen from who speaks."""
PHRASE = words_of(
    """in on at to from into onto out off of with without for by before after during when while if unless until till
    since because so where under over above below beneath between through across against via per about as than away
    toward towards inside within up down"""
) | {WHEN}
"""Little words that make a phrase of what follows; some of them are topics elsewhere."""


@unique
class Role(Enum):
    """What a word does in a statement."""

    CONTENT = auto()
    LITTLE = auto()
    NEGATION = auto()
    STRENGTH = auto()
    STOP = auto()


Piece = tuple[Role, str, str, str]
"""A word with its role, in lower case, in its one form, and what kind of token it is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A word that carries meaning, where it stands."""

    form: str
    word: str
    """As written, in lower case."""
    lead: tuple[str, ...]
    """Little words and stops between the word before it and this one."""
    kind: str = "word"
    """word, number, date, path, name and so on."""

    @property
    def told(self) -> frozenset[str]:
        """What the little words before it say of when and whether."""
        return frozenset(_TELLING[word] for word in self.lead if word in _TELLING)


@dataclass(frozen=True, slots=True)
class Frame:
    """The words of a statement in their places."""

    places: tuple[Place, ...]
    """Words that carry meaning, in order."""
    denied: tuple[frozenset[str], ...]
    """For each negation what it turns round: the word after it, the next too after a light verb or an adverb."""
    instead: tuple[frozenset[str], ...]
    """The same for each "instead of", "rather than" and ", not"."""
    meant: tuple[tuple[str, frozenset[str]], ...]
    """The same for each "only", "must", "may", "some" and the like, with the strength it gives."""
    tenses: frozenset[str]
    """future, past, present, as far as little words tell."""
    persons: tuple[str, ...]
    """Who is named by little words, in order: first, second, third; each once in a row."""


class _Heads:
    """Finds the words that a negation or an "only" is about."""

    def __init__(self) -> None:
        self.found: list[list[str]] = []
        self._open: list[list[str]] = []

    def begin(self) -> None:
        self.found.append([])
        self._open.append(self.found[-1])

    def word(self, form: str, low: str) -> None:
        """A word that carries meaning follows."""
        if low in _ANY:
            return
        for head in self._open:
            head.append(form)
        if form not in known.LIGHT and not low.endswith("ly"):
            self._open = []

    def stop(self, before: str) -> None:
        """A clause ends: what stood last in front of a negation at its end is what it turns round."""
        for head in self._open:
            if not head and before:
                head.append(before)
        self._open = []

    def heads(self) -> tuple[frozenset[str], ...]:
        return tuple(map(frozenset, self.found))


def frame_of(pieces: Sequence[Piece]) -> Frame:
    """The frame of a statement from its words in order."""
    places: list[Place] = []
    denied, instead, meant = _Heads(), _Heads(), _Heads()
    every = (denied, instead, meant)
    strengths: list[str] = []
    lead: list[str] = []
    said: set[str] = set()
    for role, low, form, kind in pieces:
        said.add(low)
        if role is Role.CONTENT and low == "instead":
            instead.begin()
        elif role is Role.CONTENT and low in PHRASE:
            lead.append(low)
        elif role is Role.CONTENT:
            if kind == "date" and not PHRASE & set(lead):
                lead.append(WHEN)
            places.append(Place(form, low, tuple(lead), kind))
            lead = []
            for heads in every:
                heads.word(form, low)
        elif role is Role.STOP:
            lead.append(low)
            for heads in every:
                heads.stop(places[-1].form if places else "")
        elif role is Role.NEGATION:
            lead.append(NOT)
            denied.begin()
        elif low != "then" or not said & _CONDITIONS:
            lead.append(low)
            if role is Role.STRENGTH and low not in _ADVERBS:
                strengths.append(known.STRENGTHS[low])
                meant.begin()
    for heads in every:
        heads.stop(places[-1].form if places else "")
    words = [low for role, low, *_ in pieces if role is not Role.STOP]
    strong = tuple(zip(strengths, meant.heads(), strict=True))
    persons = tuple(person for person, _ in groupby(_PERSONS[word] for word in words if word in _PERSONS))
    return Frame(tuple(places), denied.heads(), instead.heads(), strong, _tenses(words), persons)


def _tenses(words: Sequence[str]) -> frozenset[str]:
    told = set(words)
    pairs = set(pairwise(words))
    found: set[str] = set()
    if told & _FUTURE or any(word.endswith("'ll") for word in told) or {("going", "to"), ("to", "be")} & pairs:
        found.add("future")
    if told & _PAST:
        found.add("past")
    if told & _PRESENT:
        found.add("present")
    return frozenset(found)

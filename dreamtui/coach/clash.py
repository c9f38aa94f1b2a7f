"""Whether a statement says the same as another, or the opposite: by words shared, negation, modality and numbers.

A simple look at wording, in English only; it points a person at two lines to read, and decides nothing.
"""

import re
from dataclasses import dataclass

from dreamtui.model.item import Item
from dreamtui.text.inert import one_line
from dreamtui.text.similarity import coverage, similarity
from dreamtui.text.words import STOP_WORDS, content, tokens

_NEGATIONS = frozenset(
    ["never", "not", "no", "don't", "dont", "avoid", "without", "cannot", "can't", "mustn't", "shouldn't", "stop",
     "forbid", "forbidden", "disallow", "prohibited", "nobody", "none", "skip", "won't", "isn't", "aren't", "doesn't"]
)  # fmt: skip
_MODAL = frozenset(
    ["always", "must", "should", "shall", "may", "can", "do", "does", "ever", "only", "please", "need", "needs",
     "required", "require", "every", "each", "any", "all", "when", "before", "make", "sure", "ok", "fine", "allowed"]
)  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.])\d++(?:\.\d++)*(?:,\d++(?:\.\d++)*)*(?:(?![\w.])|(?!\.*\w))")
_ERROR = re.compile(r"\b[A-Z][A-Za-z0-9_]+(?:Error|Exception)\b")
_SAME = 0.7
_TOPIC = 0.75


@dataclass(frozen=True, slots=True)
class KnownStatement:
    """A statement that agents already read."""

    text: str
    """The words as they were read."""
    locator: str
    """Where: `CLAUDE.md:31`, the path of a rule or a note."""

    @property
    def line(self) -> str:
        """The words on one line, at most 120 characters."""
        flat = " ".join(one_line(self.text).split())
        return flat if len(flat) <= 120 else flat[:119] + "…"


def topic(text: str) -> tuple[str, ...]:
    """The words a statement is about: no negation, no modality, no numbers, no little words."""
    return tuple(
        word
        for word in content(text)
        if word not in _NEGATIONS and word not in _MODAL and word not in STOP_WORDS and not _NUMBER.fullmatch(word)
    )


def clashes(one: str, two: str) -> bool:
    """Whether two statements about the same thing differ in negation or in their numbers."""
    first, second = topic(one), topic(two)
    if min(len(set(first)), len(set(second))) < 2:
        return False
    there, back = coverage(first, two), coverage(second, one)
    if is_negated(one) != is_negated(two):
        return max(there, back) >= _TOPIC and min(there, back) >= 0.5
    numbers, others = set(_NUMBER.findall(one)), set(_NUMBER.findall(two))
    return bool(numbers and others and not numbers & others) and min(there, back) >= _TOPIC


def is_negated(text: str) -> bool:
    """Whether a statement forbids: an odd number of negations, so that "never … without" demands."""
    return sum(1 for word in tokens(text) if word in _NEGATIONS) % 2 == 1


def already_said(item: Item, rule: str, line: str) -> bool:
    """Whether a line says what the rule would say, or speaks of exactly what the item is about."""
    about = topic(line)
    if len(set(about)) < 2 or _is_of_another(item, line):
        return False
    if similarity(rule, line) >= _SAME or similarity(item.title, line) >= _SAME:
        return True
    subject = item.subject.rpartition(":")[2] or item.subject
    names_it = bool(subject) and subject.casefold() in tokens(line)
    known = " ".join((rule, item.title, *(piece.quote for piece in item.evidence)))
    share = coverage(about, known)
    return share >= (0.5 if names_it else 0.75) and (names_it or len(set(about)) >= 3)


def _is_of_another(item: Item, line: str) -> bool:
    """Whether a line names errors, and none of them is one the item speaks of: suggested words look alike."""
    theirs = set(_ERROR.findall(line))
    words = " ".join((item.subject, item.title, *(piece.quote for piece in item.evidence)))
    return bool(theirs) and theirs.isdisjoint(_ERROR.findall(words)) and bool(_ERROR.search(item.subject))

"""Whether a memory already says what a finding is about, or the opposite.

By shared words, negation, modality and numbers, in English only: it points a person at two lines to read, and decides
nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dreamtui.model.item import Item
from dreamtui.text.inert import one_line
from dreamtui.text.saying import preference
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


COVERABLE = frozenset({"correction", "decided", "failing_command", "praised", "remembered"})
"""Signals whose findings a memory can answer for; what happened in the code is not settled by a memory of it."""
_AGAINST = frozenset(
    ["not", "never", "no", "don't", "dont", "avoid", "without", "over", "than", "instead", "rather", "stop"]
)
_REACH = 3
"""Words between a negation and what it speaks of."""
_HALF = 0.5
_WORD = re.compile(r"\w+")
_STEM = 4
"""Letters by which forms of a word are one."""
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+|[*_`]{2,}")


@dataclass(frozen=True, slots=True)
class CoveringMemory:
    """A memory, as far as it can answer for a finding."""

    path: str
    """Logical path of its file."""
    statements: tuple[str, ...]
    """What it says, a statement each, its description first."""


def statements(description: str, text: str) -> tuple[str, ...]:
    """The description and the lines of a memory that say something, headings and bullets without their marks."""
    lines = [_BULLET.sub("", line.lstrip("# ")).strip() for line in text.split("\n")]
    return tuple(dict.fromkeys(line for line in (description.strip(), *lines) if len(line) > 8))


def near(item: Item, memories: Iterable[CoveringMemory]) -> Iterator[tuple[str, str]]:
    """Path and words of each statement that shares a third of its words with the item, or names what it prefers.

    The others can neither say nor contradict it; a look at each of them would take a second in a large memory.
    """
    from dreamtui.coach.suggest import suggest_rule

    wanted = preference(item.subject)
    both = _stems(wanted[0]) | _stems(wanted[1]) if wanted else None
    known = _stems(" ".join((item.title, item.subject, suggest_rule(item), *(piece.quote for piece in item.evidence))))
    for memory in memories:
        for statement in memory.statements:
            words = _stems(statement)
            if len(known & words) * 3 >= max(4, len(words)) or (both and both <= words):
                yield memory.path, statement


def _stems(text: str) -> frozenset[str]:
    """The beginnings of the words of a text that carry something."""
    return frozenset(word[:_STEM] for word in _WORD.findall(text.casefold()) if word not in STOP_WORDS)


def covering(item: Item, memories: Sequence[CoveringMemory], saved: Iterable[str] = ()) -> str:
    """The path of the memory that says what the item is about; empty when none does.

    `saved` are names of files that Claude wrote in the item's own conversations, after it was said: for these it is
    enough that they speak of the same thing and do not say the opposite.
    """
    from dreamtui.coach.suggest import suggest_rule

    rule = suggest_rule(item) if item.signal in COVERABLE else ""
    if not rule:
        return ""
    for path, statement in near(item, memories):
        if says(item, rule, statement):
            return path
    names = frozenset(saved)
    for memory in memories:
        if memory.path.rpartition("/")[2] in names and _speaks_of(item, rule, memory):
            return memory.path
    return ""


def says(item: Item, rule: str, statement: str) -> bool:
    """Whether a statement says what the rule would: the same preference, or nearly the same words."""
    wanted = preference(item.subject)
    if item.signal not in COVERABLE or wanted is not None:
        return wanted is not None and item.signal in COVERABLE and prefers(statement, *wanted)
    if clashes(rule, statement) or is_negated(rule) != is_negated(statement):
        return False
    if item.signal == "failing_command" and item.subject.casefold() not in statement.casefold():
        return False
    return already_said(item, rule, statement)


def opposes(item: Item, statement: str) -> bool:
    """Whether a statement wants what the item's preference does not."""
    wanted = preference(item.subject) if item.signal in COVERABLE else None
    return wanted is not None and prefers(statement, wanted[1], wanted[0])


def prefers(statement: str, wanted: str, unwanted: str) -> bool:
    """Whether a statement names both, and speaks against the second only."""
    words = tokens(statement)
    first, second = _at(words, tokens(wanted)), _at(words, tokens(unwanted))
    if first < 0 or second < 0:
        return False
    return _against(words, second) and not _against(words, first)


def _at(words: Sequence[str], part: Sequence[str]) -> int:
    """The position of some words in a row; -1 if there is none."""
    size = len(part)
    return next((at for at in range(len(words) - size + 1) if size and list(words[at : at + size]) == list(part)), -1)


def _against(words: Sequence[str], at: int) -> bool:
    """Whether there is a negation shortly before a position."""
    before = list(words[max(0, at - _REACH) : at])
    return bool(_AGAINST & set(before))


def _speaks_of(item: Item, rule: str, memory: CoveringMemory) -> bool:
    """Whether a memory shares half of the rule's words in all, and contradicts it nowhere."""
    about = topic(rule)
    whole = " ".join(memory.statements)
    if any(opposes(item, one) for one in memory.statements):
        return False
    return bool(about) and coverage(about, whole) >= _HALF and not any(clashes(rule, one) for one in memory.statements)

"""Whether a memory already says what a finding is about, so that a person need not be asked about it again."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dreamtui.coach.clash import already_said, clashes, is_negated, topic
from dreamtui.coach.suggest import suggest_rule
from dreamtui.model.item import Item
from dreamtui.text.saying import preference
from dreamtui.text.similarity import coverage
from dreamtui.text.words import STOP_WORDS, tokens

COVERABLE = frozenset({"correction", "remembered", "failing_command"})
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

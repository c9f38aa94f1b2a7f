"""What a memory says against CLAUDE.md: its lines are fixed, so a person chooses which of the two is right."""

import re
from collections.abc import Sequence
from hashlib import sha256

from dreamtui.memory.reorganize.naming import mutation_id, proposal_id, short, sources_of, title_of
from dreamtui.memory.reorganize.statements import claims_of, statements, without
from dreamtui.model.proposal import Choice, Fate, Memory, Mutation, MutationKind, Proposal, Statement

LINE, TOPIC_FILE = "line", "topic"
_BOUND = frozenset({"feedback", "project", ""})
"""Types of memory that say how to work; what a person is like stands against nothing."""
_REASONS = re.compile(
    r"(?:^|(?<!\s)[^\S\n]*\n)\s*(?:[-*] )?\*{0,2}(?:why|reason|how to apply)\b[^\n:]{0,20}:", re.IGNORECASE
)
"""Where a memory goes on to say why it holds and how to apply it."""


def lines_of_claude(said: Sequence[tuple[str, str]]) -> list[Memory]:
    """Lines that agents read in every session as memories that are never touched; equal ones once, at their first."""
    found: dict[str, Memory] = {}
    for words, place in sorted(said, key=lambda pair: (pair[1].partition(":")[0], _number(pair[1]))):
        key = "line-" + sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:10]
        found.setdefault(key, Memory(key, place, "", place, words, LINE, static=True))
    return list(found.values())


def _number(place: str) -> int:
    last = place.rpartition(":")[2]
    return int(last) if last.isdecimal() else 0


def may_meet(one: Memory, other: Memory) -> bool:
    """Whether two memories can stand against each other: of one scope, or a memory that binds and CLAUDE.md."""
    kinds = {one.kind, other.kind}
    if LINE not in kinds:
        return one.scope == other.scope
    memory, line = (other, one) if one.kind == LINE else (one, other)
    if memory.kind != TOPIC_FILE or memory.category.strip().lower() not in _BOUND:
        return False
    return _remark(line.path.partition(":")[0]) not in memory.text


def _remark(place: str) -> str:
    return f"Contradicts {place}:"


def against_claude(memory: Memory, line: Memory, statement: str, difference: str, score: float) -> Proposal:
    """A memory and the line it contradicts, with the three ways out; CLAUDE.md itself is never edited."""
    words = short(line.text.strip(" -*#>"), 60)
    reason = f"It says “{short(statement, 80)}”, and {line.path} says “{words}”: they differ in {difference}."
    remark = f"{_remark(line.path.rpartition(':')[0])}{line.path.rpartition(':')[2]} — verify which is current"
    noted = f"{memory.text.rstrip()}\n\n{remark}"
    keep = _mutation(memory, MutationKind.SUPERSEDE, noted, reason, score, "memory")
    choices = (
        Choice("keep-claude", f"Keep {line.path}: “{words}”", (given_up(memory, statement, reason, score),)),
        Choice("keep-memory", f"Keep the memory, with the remark that it contradicts {line.path}", (keep,)),
        Choice("keep-both", "Keep both as they are", ()),
    )
    return Proposal(
        proposal_id("contradiction", (memory.id, line.id)), "contradiction",
        short(f"{short(title_of(memory), 70)}: contradicts {line.path.rpartition(':')[0]}"), (), choices, reason,
        score=min(1.0, score), against=((line.path, line.text),),
    )  # fmt: skip


def given_up(memory: Memory, statement: str, reason: str, score: float, keeps: str = "claude") -> Mutation:
    """A memory without one of its statements; retired where all it says is that statement and its reasons."""
    if is_about(memory.text, statement):
        return _mutation(memory, MutationKind.DEPRECATE, "", reason, score, keeps)
    return _mutation(memory, MutationKind.SUPERSEDE, without(memory.text, [statement]), reason, score, keeps)


def is_about(text: str, statement: str) -> bool:
    """Whether a statement is all that a memory says, but for why it holds and how it is applied."""
    found = _REASONS.search(text)
    head = text[: found.start()] if found else text
    return all(said.text == statement for said in claims_of(head)) or not claims_of(text)


def _mutation(memory: Memory, kind: MutationKind, text: str, reason: str, score: float, keeps: str) -> Mutation:
    left = {said.text for said in statements(text)}
    fates = tuple(
        Statement(said.text, memory.id, Fate.KEPT if said.text in left else Fate.LOST)
        for said in statements(memory.text)
    )
    return Mutation(
        mutation_id(kind, (memory.id,), keeps), kind, sources_of((memory,)), title_of(memory) if text else "", text,
        category=memory.category, reason=reason, score=score, statements=fates,
    )  # fmt: skip

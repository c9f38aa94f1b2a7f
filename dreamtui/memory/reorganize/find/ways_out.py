"""The ways out of a contradiction, for a person to choose from."""

from dreamtui.memory.reorganize.find.claude_lines import LINE, TOPIC_FILE, against_claude, given_up, is_about
from dreamtui.memory.reorganize.find.contradictions import CLAIMS, Contradiction
from dreamtui.memory.reorganize.naming import LONGEST_TITLE, mutation_id, proposal_id, short, sources_of, title_of
from dreamtui.memory.reorganize.statements import statements
from dreamtui.model.proposal import Choice, Fate, Memory, Mutation, MutationKind, Proposal, Statement

_SAID = 120
"""Characters of each statement that the reason shows."""
_AGAINST = ": contradiction"
"""Last in the title: of several such proposals the beginnings are to differ."""


def proposal_of(found: Contradiction) -> Proposal:
    """A contradiction as a proposal with its choices."""
    one, other, told = found.one, found.other, found.objection
    if LINE in (one.kind, other.kind):
        memory, line, said = (one, other, told.one) if other.kind == LINE else (other, one, told.other)
        return against_claude(memory, line, said, f"{told.guard}: {told.reason}", found.score)
    ids = [one.id, other.id]
    differ = f"are about the same and differ in {told.guard}: {told.reason}."
    reason = f"They {differ}"
    shown = f"“{short(told.one, _SAID)}” and “{short(told.other, _SAID)}” {differ}"
    choices = (
        Choice("keep-a", f"Keep “{short(told.one, 60)}”", (_keep(one, other, told.other, reason, found.score),)),
        Choice("keep-b", f"Keep “{short(told.other, 60)}”", (_keep(other, one, told.one, reason, found.score),)),
        _keep_both(one, other, reason, found.score),
    )
    names = dict.fromkeys((title_of(one), title_of(other)))
    title = f"{short(' / '.join(names), LONGEST_TITLE - len(_AGAINST))}{_AGAINST}"
    return Proposal(
        proposal_id("contradiction", ids), "contradiction", title, (), choices, shown, score=min(1.0, found.score)
    )


def _keep(stays: Memory, goes: Memory, statement: str, reason: str, score: float) -> Mutation:
    """One memory stays; the other goes, or, a topic file that says other things too, gives up its statement."""
    if goes.kind == TOPIC_FILE and not is_about(goes.text, statement):
        return given_up(goes, statement, reason, score, stays.id)
    fates = tuple(Statement(said.text, stays.id, Fate.KEPT) for said in statements(stays.text))
    lost = tuple(Statement(said.text, goes.id, Fate.LOST) for said in statements(goes.text))
    return Mutation(
        mutation_id(MutationKind.SUPERSEDE, (stays.id, goes.id), stays.id), MutationKind.SUPERSEDE,
        sources_of((stays, goes)), keeps=stays.id, reason=reason, score=score, statements=fates + lost,
    )  # fmt: skip


def _keep_both(one: Memory, other: Memory, reason: str, score: float) -> Choice:
    """Both stay, each saying since when or where it holds, as far as that is known."""
    sides = tuple((_qualifier(memory, against), memory) for memory, against in ((one, other), (other, one)))
    if not all(words for words, _ in sides) or sides[0][0] == sides[1][0]:
        return Choice("keep-both", "Keep both as they are", ())
    made = tuple(_qualified(memory, words, reason, score) for words, memory in sides)
    return Choice("keep-both", f"Keep both: {sides[0][0]} / {sides[1][0]}", made)


def _qualifier(memory: Memory, against: Memory) -> str:
    """Where or as of when a memory holds, in words."""
    if memory.files and against.files and memory.files != against.files:
        return "For " + ", ".join(f"`{path}`" for path in memory.files[:3])
    day = (memory.updated or memory.created)[:10]
    return f"As of {day}" if day else ""


def _qualified(memory: Memory, words: str, reason: str, score: float) -> Mutation:
    said = statements(memory.text)
    if len(said) == 1 and said[0].form in CLAIMS:
        text = f"{words}: {said[0].text.lstrip('-*+ ')}"
        fates: tuple[Statement, ...] = (Statement(said[0].text, memory.id, Fate.MERGED, text),)
    else:
        text = f"{words}:\n\n{memory.text.strip()}"
        fates = tuple(Statement(each.text, memory.id, Fate.KEPT) for each in said)
    return Mutation(
        mutation_id(MutationKind.SUPERSEDE, (memory.id,)), MutationKind.SUPERSEDE, sources_of((memory,)),
        title_of(memory), text, category=memory.category, reason=reason, score=score, statements=fates,
    )  # fmt: skip

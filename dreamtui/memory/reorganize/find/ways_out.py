"""The ways out of a contradiction, for a person to choose from."""

from dreamtui.memory.reorganize.find.claude_lines import LINE, TOPIC_FILE, against_claude, given_up, is_about
from dreamtui.memory.reorganize.find.contradictions import CLAIMS, Contradiction
from dreamtui.memory.reorganize.find.own_days import own_days
from dreamtui.memory.reorganize.find.relative_dates import days_named
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
        _keep_both((one, told.one), (other, told.other), reason, found.score),
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


Side = tuple[Memory, str]
"""A memory and the statement of it that another contradicts."""


def _keep_both(one: Side, other: Side, reason: str, score: float) -> Choice:
    """Both stay, each saying since when or where it holds, as far as that is known."""
    sides = (_qualifier(one, other[0]), one[0]), (_qualifier(other, one[0]), other[0])
    if not all(words for words, _ in sides) or sides[0][0] == sides[1][0]:
        return Choice("keep-both", "Keep both as they are", ())
    made = tuple(_qualified(memory, words, reason, score) for words, memory in sides)
    return Choice("keep-both", f"Keep both: {sides[0][0]} / {sides[1][0]}", made)


def _qualifier(side: Side, against: Memory) -> str:
    """Where or as of when a memory holds, in words."""
    memory, _ = side
    if memory.files and against.files and memory.files != against.files:
        return "For " + ", ".join(f"`{path}`" for path in memory.files[:3])
    day = _day_of(*side)
    return f"As of {day}" if day else ""


def _day_of(memory: Memory, statement: str) -> str:
    """The day on which a memory said what it says; empty if nothing tells, or a file tells of several days.

    Of one that says one thing that of its paragraph comes first, then that of the commit that added its line; else the
    memory's own date counts, never the time of its file.
    """
    number = memory.text.count("\n", 0, max(0, memory.text.find(statement.strip())))
    said = own_days(memory.text).get(number)
    own = "" if memory.dated else (memory.updated or memory.created)[:10]
    if len([each for each in statements(memory.text) if each.form in CLAIMS]) == 1:
        if said is not None and said.day is not None:
            return said.day.isoformat()
        own = dict(memory.lines or ()).get(number, own)
    doubt = memory.kind == TOPIC_FILE and {day.isoformat() for day in days_named(memory)} - {own}
    return "" if doubt else own


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

"""What a proposal would do, change by change and statement by statement."""

from collections.abc import Iterable, Iterator

from dreamtui.desk.reorganize.cycle import Cycle
from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView, view_of
from dreamtui.kinds.item_files import Gathered
from dreamtui.kinds.proposal.codec import CONTRADICTION, signal_of, sources_of
from dreamtui.kinds.proposal.kind import strength
from dreamtui.kinds.proposal.plans import ProposalFiles
from dreamtui.kinds.row import QueueEntry
from dreamtui.model.proposal import Fate
from dreamtui.text.lines import Line, plain
from dreamtui.text.query.row import word_of

_MARKS = {Fate.KEPT: " ", Fate.MERGED: "=", Fate.LOST: "-"}
_FATES = {Fate.LOST: "lost", Fate.MERGED: "dim"}


def details(held: Gathered[ProposalFiles]) -> Iterator[Line]:
    """A proposal among the items of the queue."""
    yield plain()
    yield from proposal_lines(view_of(held))


def proposal_lines(shown: ProposalView) -> Iterator[Line]:
    """Everything about a proposal, as it was read."""
    labels = {choice.id: choice.label for choice in shown.proposal.choices}
    if shown.proposal.reason:
        yield plain(shown.proposal.reason)
    choice = ""
    for one in shown.mutations:
        if one.choice != choice:
            choice = one.choice
            yield plain()
            yield plain(f"Choice {choice}: {labels.get(choice, '')}", "heading", wraps=False)
        yield from _mutation(one)
    for empty in (c for c in shown.proposal.choices if not c.mutations):
        yield plain()
        yield plain(f"Choice {empty.id}: {empty.label} (changes nothing)", "heading", wraps=False)
    for outcome in shown.filed.outcomes:
        why = f": {outcome.reason}" if outcome.reason else ""
        yield plain(f"{outcome.mutation} {outcome.became}{why}")


def _mutation(one: MutationView) -> Iterator[Line]:
    made = one.mutation
    yield plain()
    strong = f"  {strength_of(one)}" if made.score else ""
    yield plain(f"{word_of(made.kind)} {made.id}{strong}", "heading", wraps=False)
    if made.reason:
        yield plain(made.reason, indent=2)
    if one.skip:
        yield plain(f"! {one.skip}", "warning", indent=2)
    names = {source.id: number for number, source in enumerate(one.sources, 1)}
    for source in one.sources:
        state = "" if source.state == "same" else f" ({source.state})"
        yield plain(f"[{names[source.id]}] {source.id} {source.title}{state}", indent=2)
    if made.keeps:
        yield plain(f"{made.keeps} stays", indent=2, wraps=False)
    if one.result:
        yield plain("result", "dim", indent=2, wraps=False)
        if made.title:
            yield plain(made.title, "strong", indent=4)
        yield plain(one.result, indent=4)
    elif made.category:
        yield plain(f"category: {made.category}", indent=2)
    if one.statements:
        yield plain("statements: kept, = merged into an equal one, - lost", "dim", indent=2, wraps=False)
    for said in one.statements:
        mark = f"{_MARKS[said.fate]} [{names.get(said.source, '?')}] "
        there = f"  ({said.into} says it too)" if said.fate is Fate.KEPT and said.into else ""
        yield plain(f"{mark}{said.text}{there}", _FATES.get(said.fate, "text"), indent=2)
    if one.lost and not one.skip:
        yield plain(f"{len(one.lost)} would be lost: --acknowledge each statement, or all", indent=2)


def strength_of(change: MutationView) -> str:
    """How strong the reason of a change is; of a contradiction how alike its two sides are."""
    made = change.mutation
    return strength(CONTRADICTION if change.choice else made.kind, made.score) if made.score else ""


def cycle_rows(cycle: Cycle) -> list[tuple[str, ...]]:
    """Id, kind, strength, number of memories and title of each proposal that a cycle found."""
    return [
        (p.id, word_of(signal_of(p)), strength(signal_of(p), p.score), str(len(sources_of(p))), p.title)
        for p in (one.proposal for one in cycle.proposals)
    ]


def listed_rows(entries: Iterable[QueueEntry]) -> list[tuple[str, ...]]:
    """Id, kind, strength, status and title of proposals in the queue."""
    return [
        (e.row.id, word_of(e.row.signal), strength(e.row.signal, e.row.weight), e.status.value, e.row.title)
        for e in entries
    ]

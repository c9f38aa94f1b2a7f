"""A proposal as a person reviews it: sources beside the result, statement by statement, and what is stale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dreamtui.desk.desk import Desk
from dreamtui.desk.reorganize.proposals import Proposals
from dreamtui.kinds.item_files import Gathered, StoredMemory
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.proposal.plans import ProposalFiles, skip_reason, spent
from dreamtui.kinds.row import QueueEntry
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.errors import Refused
from dreamtui.model.item import Item
from dreamtui.model.proposal import Fate, FiledProposal, Memory, Mutation, MutationKind, Proposal, Statement
from dreamtui.model.status import Status


@dataclass(frozen=True, slots=True)
class SourceView:
    """A memory a mutation is made from."""

    id: str
    path: str
    title: str
    """Its title when the proposal was made."""
    kind: str
    """note, rule, topic; empty if it is gone."""
    text: str
    """Its current text; empty if it is gone or retired."""
    state: str
    """same, changed, or gone."""
    day: str = ""
    """The day on which it was written last, as far as it says so itself."""
    author: str = ""
    """Who graduated it, of a rule; the files of notes and topics name nobody."""


@dataclass(frozen=True, slots=True)
class MutationView:
    """One change that can be accepted by itself."""

    mutation: Mutation
    choice: str
    """The way out of a contradiction it belongs to; empty for none."""
    sources: tuple[SourceView, ...]
    result: str
    """The text that would be written; empty if none is."""
    statements: tuple[Statement, ...]
    """Every current statement of every source, and what becomes of it."""
    skip: str
    """Why it cannot be applied now; empty when it can."""

    @property
    def lost(self) -> tuple[str, ...]:
        """Statements that have to be acknowledged."""
        return tuple(dict.fromkeys(one.text for one in self.statements if one.fate is Fate.LOST))


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A proposal with everything a review needs."""

    filed: FiledProposal
    item: Item
    """The same as an item, with its risks."""
    mutations: tuple[MutationView, ...]
    """In order; those of a contradiction choice by choice."""

    spent: str = ""
    """Why nothing of it can be carried out any more; empty while something can."""

    @property
    def proposal(self) -> Proposal:
        return self.filed.proposal


def view(desk: Desk, item_id: str) -> ProposalView:
    return view_of(Proposals(desk).of(item_id))


def view_of(held: Gathered[ProposalFiles]) -> ProposalView:
    files = held.files
    made = files.filed.proposal
    listed = [("", mutation) for mutation in made.mutations]
    listed += [(choice.id, mutation) for choice in made.choices for mutation in choice.mutations]
    views = tuple(_view(choice, one, files) for choice, one in listed)
    return ProposalView(files.filed, held.item, views, spent(held))


def edited(desk: Desk, item_id: str, mutation_id: str, text: str, choice: str = "") -> MutationView:
    """A mutation with another text, as the person wrote it: what is kept, merged and lost then."""
    files = Proposals(desk).of(item_id).files
    made = files.filed.proposal
    chosen = next((one.mutations for one in made.choices if one.id == choice), made.mutations)
    mutation = next((one for one in chosen if one.id == mutation_id), None)
    if mutation is None:
        raise Refused(f"{mutation_id} is not a change of {item_id}")
    changed = (
        replace(mutation, parts=codec.parts_from(text))
        if mutation.kind is MutationKind.SPLIT
        else replace(mutation, text=text)
    )
    return _view(choice, changed, files)


def _view(choice: str, mutation: Mutation, files: ProposalFiles) -> MutationView:
    sources = []
    for source in mutation.sources:
        kept = files.memories.get(source.id)
        state = "gone" if kept is None else "same" if kept.memory.hash == source.hash else "changed"
        sources.append(
            SourceView(
                source.id,
                source.path,
                source.title,
                kept.memory.kind if kept else "",
                kept.memory.text if kept else "",
                state,
                _day(kept.memory) if kept else "",
                _author(kept) if kept else "",
            )
        )
    live = [files.memories[one.id].memory for one in mutation.sources if one.id in files.memories]
    pending = files.pending is not None
    return MutationView(
        mutation,
        choice,
        tuple(sources),
        codec.parts_text(mutation),
        files.check(live, mutation) if pending and live else mutation.statements,
        skip_reason(mutation, files.memories) if pending else "",
    )


def _day(memory: Memory) -> str:
    """Of a file that is recognised as old by something else the time says nothing."""
    return "" if memory.dated else (memory.updated or memory.created)[:10]


def _author(kept: StoredMemory) -> str:
    if kept.memory.kind != "rule":
        return ""
    return rule.parse(kept.filed.data, kept.filed.path).graduated_by.partition("\n")[0]


def filed_proposals(desk: Desk, entries: Sequence[QueueEntry]) -> Iterator[tuple[FiledProposal, Status]]:
    """The proposals of a list, complete, each with its status."""
    for entry in entries:
        data = desk.store.read(entry.row.path)
        if data is not None:
            yield codec.parse(data), entry.status

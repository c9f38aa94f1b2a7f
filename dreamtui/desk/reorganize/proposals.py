"""A proposal as it can be decided now: its files, the memories it is about, and what would be lost."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.all import every_memory
from dreamtui.desk.queue.lookup import filed
from dreamtui.kinds.item_files import Gathered, StoredFile, StoredMemory
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.proposal.kind import FOLDERS
from dreamtui.kinds.proposal.plans import ProposalFiles
from dreamtui.kinds.row import QueueRow, risk_flags
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.proposal import Fate, FiledProposal, Memory, Mutation, MutationKind, Statement
from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.desk.memory.topics import FolderContents
    from dreamtui.memory.reorganize import Readers


def statements(sources: Sequence[Memory], mutation: Mutation) -> tuple[Statement, ...]:
    """What becomes of every statement of the sources under a mutation with its final text.

    A statement is lost unless what is written, or what stays, says it too, or the proposal says in which words it goes
    on and they are there.
    """
    from dreamtui.memory.reorganize.merging import check_mutation
    from dreamtui.memory.reorganize.statements import statements as statements_of

    text = codec.parts_text(mutation)
    known = {(one.source, one.text): one for one in mutation.statements if one.fate is not Fate.LOST}
    if text.strip():
        result = [said.text for said in statements_of(text)]
        there = {
            key: replace(one, into=next((said for said in result if one.into in said), one.into))
            for key, one in known.items()
            if one.into and one.into in text
        }
        return _with_known(check_mutation(sources, text), there)
    kept = [memory for memory in sources if memory.id == mutation.keeps]
    said = "\n\n".join(memory.text for memory in (sources if mutation.kind is MutationKind.MOVE else kept))
    return _with_known(check_mutation(sources, said), known)


def _with_known(found: Sequence[Statement], known: Mapping[tuple[str, str], Statement]) -> tuple[Statement, ...]:
    return tuple(known.get((one.source, one.text), one) if one.fate is Fate.LOST else one for one in found)


class Proposals:
    """The proposals of a workspace with the memories as they are, read once for many."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @cached_property
    def memories(self) -> dict[str, StoredMemory]:
        """Live memories by id, and the person's rules for all projects, from which a memory can come back."""
        return every_memory(self._desk, self._folders)

    @cached_property
    def _folders(self) -> "FolderContents":
        from dreamtui.desk.memory.topics import FolderContents

        return FolderContents(self._desk)

    @cached_property
    def _homes(self) -> dict[str, str]:
        from dreamtui.desk.memory.topics import homes

        return homes(self._desk)

    @cached_property
    def _readers(self) -> "Readers":
        """What agents are told anyway, as it stands now."""
        from dreamtui.desk.queue.show import project_lines
        from dreamtui.memory.reorganize import Readers

        said = tuple((one.text, one.locator) for one in project_lines(self._desk))
        return Readers([kept.memory for kept in self.memories.values()], said)

    def check(self, sources: Sequence[Memory], mutation: Mutation) -> tuple[Statement, ...]:
        """What becomes of every statement; nothing is lost with a memory that only repeats what agents read anyway."""
        from dreamtui.memory.reorganize import said_elsewhere

        if mutation.kind is not MutationKind.DEPRECATE:
            return statements(sources, mutation)
        then = tuple(one for one in mutation.statements if one.fate is not Fate.KEPT)
        found = statements(sources, replace(mutation, statements=then))
        if all(one.fate is not Fate.LOST for one in found):
            return found
        told = {memory.id: self._readers.told(memory) for memory in sources}
        return tuple(
            one
            for memory in sources
            for one in said_elsewhere(memory, [said for said in found if said.source == memory.id], told[memory.id])
        )

    def planned(self, held: Gathered[ProposalFiles], words: Words, plan: Plan) -> None:
        """Apply the plan of one of several items: the next plan starts from the indexes it leaves."""
        self._folders.planned(plan)

    def gather(self, row: QueueRow) -> Gathered[ProposalFiles]:
        return self.of(row.id)

    def of(self, item_id: str) -> Gathered[ProposalFiles]:
        """A proposal with everything a decision needs."""
        places = ([filed(self._desk, folder.path_of(item_id)) for folder in place] for place in FOLDERS)
        pending, accepted, rejected = next(filter(any, places), (None, None, None))
        own = pending or rejected or accepted
        if own is None:
            raise NotFound(f"{item_id} is gone")
        made = read_filed(own)
        item = codec.to_item(made, own.path)
        flagged = replace(item, flags=tuple(sorted({*risk_flags(item, {}), *self._word_flags(made), *item.flags})))
        there = pending, accepted, rejected
        files = ProposalFiles(
            made, self.memories, self.check, *there, dict(self._folders.indexes), self._homes, self._folders.unread
        )
        return Gathered(flagged, files)

    def _word_flags(self, made: FiledProposal) -> tuple[str, ...]:
        from dreamtui.text.danger.risks import flags

        return flags([codec.words_of(made.proposal)])


def read_filed(filed: StoredFile) -> FiledProposal:
    """A proposal's file; Refused if it is not one."""
    try:
        return codec.parse(filed.data)
    except ValueError as problem:
        raise Refused(f"{filed.path} is not a dreamtui proposal: {problem}") from None


def consolidated(desk: Desk, plans: Sequence[Plan]) -> frozenset[str]:
    """Keys of the memory folders in which these decisions leave nothing to be decided."""
    decided = {plan.draft.item for plan in plans if _is_final(plan)}
    if not decided or not any(desk.store.memory.values()):
        return frozenset()
    queue = desk.queue()
    every = {row.id: row.path for folder in FOLDERS.pending for row in queue.rows(folder)}
    ours = _keys(desk, (path for item, path in every.items() if item in decided))
    if not ours:
        return frozenset()
    return frozenset(ours - _keys(desk, (path for item, path in every.items() if item not in decided)))


def _is_final(plan: Plan) -> bool:
    """Whether a proposal is done with: not put off, and nothing of it to be planned again."""
    return plan.draft.verb in {Verb.ACCEPT, Verb.REJECT} and not plan.again


def _keys(desk: Desk, paths: Iterable[str]) -> set[str]:
    """The memory folders that some waiting proposals are about."""
    found: set[str] = set()
    for path in paths:
        try:
            data = desk.store.read(path)
            sources = codec.sources_of(codec.parse(data).proposal) if data is not None else ()
        except (Refused, ValueError):
            continue
        found |= {key for source in sources if (key := desk.store.memory_key(source.path)) and desk.store.memory[key]}
    return found

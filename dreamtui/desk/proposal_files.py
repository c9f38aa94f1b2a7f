"""A proposal as it can be decided now: its files, the memories it is about, and what would be lost."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from dreamtui.desk.desk import Desk
from dreamtui.desk.memories import every_memory
from dreamtui.formats import proposal as codec
from dreamtui.model.decision import Plan
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.proposal import Fate, FiledProposal, Memory, Mutation, MutationKind, Statement
from dreamtui.review.challenge import Objection
from dreamtui.review.proposals import ProposalFiles, skip_reason
from dreamtui.review.sheaf import Filed, Kept, Sheaf
from dreamtui.sources.claude.places import INDEX
from dreamtui.store.rows import risk_flags


def statements(sources: Sequence[Memory], mutation: Mutation) -> tuple[Statement, ...]:
    """What becomes of every statement of the sources under a mutation with its final text.

    A statement is lost unless what is written, or what stays, says it too, or the proposal says in which words it goes
    on and they are there.
    """
    from dreamtui.dream.reorganize.merging import check_mutation

    text = codec.parts_text(mutation)
    known = {(one.source, one.text): one for one in mutation.statements if one.fate is not Fate.LOST}
    if text.strip():
        there = {key: one for key, one in known.items() if one.into and one.into in text}
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
    def memories(self) -> dict[str, Kept]:
        """Live memories by id, and the person's rules for all projects, from which a memory can come back."""
        return every_memory(self._desk)

    @cached_property
    def _indexes(self) -> dict[str, bytes]:
        from dreamtui.desk.topics import indexes

        return indexes(self._desk)

    @cached_property
    def _unread(self) -> frozenset[str]:
        from dreamtui.desk.topics import unread_indexes

        return unread_indexes(self._desk)

    @cached_property
    def _homes(self) -> dict[str, str]:
        from dreamtui.desk.topics import homes

        return homes(self._desk)

    def planned(self, plan: Plan) -> None:
        """What was planned for one of several proposals: the next one starts from the indexes it leaves."""
        for change in plan.changes.changes:
            known = change.path in self._indexes or change.path.endswith(f"/{INDEX}")
            if known and change.after is not None:
                self._indexes[change.path] = change.after

    def filed(self, logical: str) -> Filed | None:
        """One of our files as it is now."""
        data = self._desk.store.read(logical)
        return None if data is None else Filed(logical, data)

    def sheaf(self, item_id: str) -> Sheaf:
        """A proposal with everything a decision needs."""
        pending, accepted, rejected = (
            self.filed(path(item_id)) for path in (codec.pending_path, codec.accepted_path, codec.rejected_path)
        )
        own = pending or rejected or accepted
        if own is None:
            raise NotFound(f"{item_id} is gone")
        made = read_filed(own)
        item = codec.to_item(made, own.path)
        flagged = replace(item, flags=tuple(sorted({*risk_flags(item, {}), *self._word_flags(made), *item.flags})))
        there = pending, accepted, rejected
        files = ProposalFiles(made, self.memories, statements, *there, dict(self._indexes), self._homes, self._unread)
        return Sheaf(flagged, proposal=files)

    def _word_flags(self, made: FiledProposal) -> tuple[str, ...]:
        from dreamtui.text.risks import flags

        return flags([codec.words_of(made.proposal)])


def read_filed(filed: Filed) -> FiledProposal:
    """A proposal's file; Refused for one that is none of ours."""
    try:
        return codec.parse(filed.data)
    except ValueError as problem:
        raise Refused(f"{filed.path} is no proposal of ours: {problem}") from None


def stale_mutations(files: ProposalFiles) -> tuple[Objection, ...]:
    """Mutations of a waiting proposal that cannot be applied now, each with the reason."""
    if files.pending is None:
        return ()
    reasons = {one.id: skip_reason(one, files.memories) for one in codec.mutations_of(files.filed.proposal)}
    return tuple(Objection("file-changed", f"{key} would be skipped: {why}.") for key, why in reasons.items() if why)

"""Proposals found by a cycle, taken in; what a person left out of one stays left out while nothing changed."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from dreamtui.kinds.intake import Intake, IntakeRules, Known, joined, take_in
from dreamtui.kinds.kind import ThreeFolders
from dreamtui.kinds.proposal import codec
from dreamtui.model.proposal import Became, FiledProposal, Mutation, Proposal


@dataclass(frozen=True, slots=True)
class QueuedProposals:
    """What the queue holds when a cycle comes in, by id."""

    folders: ThreeFolders
    """Where all of it lies: what a repository ships is never taken for what is kept with the person."""
    pending: Mapping[str, bytes]
    rejected: Mapping[str, FiledProposal]
    accepted: Mapping[str, FiledProposal]
    hashes: Mapping[str, str]
    """The hash of every live memory's file by the memory's id."""


def take_in_all(
    found: Sequence[FiledProposal], shared: QueuedProposals, private: QueuedProposals, now: str
) -> Intake[FiledProposal]:
    """Each proposal into the queue of the place where it is kept."""

    def into(queued: QueuedProposals) -> Intake[FiledProposal]:
        theirs = [one for one in found if codec.folders_of(one.proposal) == queued.folders]
        return take_in(worth_asking(theirs, queued), rules(queued, now))

    return joined(into(shared), into(private))


def worth_asking(found: Iterable[FiledProposal], queued: QueuedProposals) -> list[FiledProposal]:
    """Each once, without what a person left out of a proposal that was accepted, while nothing of it changed."""
    left = _left_out(queued.accepted.values())
    kept: dict[str, FiledProposal] = {}
    for one in found:
        made = replace(one, proposal=_without(one.proposal, left))
        if made.proposal.mutations or made.proposal.choices:
            kept.setdefault(made.proposal.id, made)
    return list(kept.values())


def rules(queued: QueuedProposals, now: str) -> IntakeRules[FiledProposal]:
    """How the proposals of a cycle are taken in that belong where these lie."""

    def refreshed(one: FiledProposal, waits: str, data: bytes) -> tuple[FiledProposal, bytes]:
        before = codec.parse(data)
        fresh = _refreshed(before, one, queued.hashes, now)
        return fresh, data if fresh == before else codec.render(fresh)

    def is_taken(one: FiledProposal) -> bool:
        accepted = queued.accepted.get(one.proposal.id)
        return accepted is not None and _hashes(accepted) == _hashes(one)

    def withdrawn(item_id: str, seen: Set[str]) -> bytes | None:
        made = codec.parse(queued.pending[item_id])
        if item_id in seen or not is_dead(made, queued.hashes):
            return None
        return codec.render(replace(made, vanished=True))

    return IntakeRules(
        Known(queued.pending, queued.rejected, reopened=queued.pending),
        keys=lambda one: (one.proposal.id,),
        path=queued.folders.pending.path_of,
        render=codec.render,
        row=lambda one: codec.row_of(one, queued.folders.rejected.path_of(one.proposal.id)),
        refresh=refreshed,
        is_taken=is_taken,
        again=lambda one: _seen_again(one, queued.rejected[one.proposal.id]),
        gone=withdrawn,
    )


def is_dead(made: FiledProposal, hashes: Mapping[str, str]) -> bool:
    """Whether every mutation has a source that is gone or changed."""
    mutations = codec.mutations_of(made.proposal)
    return bool(mutations) and not any(_holds(mutation, hashes) for mutation in mutations)


def _holds(mutation: Mutation, hashes: Mapping[str, str]) -> bool:
    return all(hashes.get(source.id) == source.hash for source in mutation.sources)


def _refreshed(old: FiledProposal, made: FiledProposal, hashes: Mapping[str, str], now: str) -> FiledProposal:
    """The pending one brought up to date; when it came, its deferral and whether it was reopened stay."""
    other_hand = old.proposal.method != made.proposal.method and not is_dead(old, hashes)
    current = old.proposal if other_hand else made.proposal
    if current == old.proposal and not old.vanished:
        return old
    return replace(made, proposal=current, created=old.created, updated=now, until=old.until, reopened=old.reopened)


def _seen_again(made: FiledProposal, rejected: FiledProposal) -> FiledProposal:
    """A rejected one found again: memories that say something else now are new evidence, the same words are not."""
    same = _hashes(made) == _hashes(rejected) or codec.words_of(made.proposal) == codec.words_of(rejected.proposal)
    return replace(made, created=rejected.created, updated=rejected.updated) if same else made


def _hashes(made: FiledProposal) -> dict[str, str]:
    return {source.id: source.hash for source in codec.sources_of(made.proposal)}


def _left_out(accepted: Iterable[FiledProposal]) -> frozenset[tuple[str, tuple[str, ...]]]:
    """Mutations that a person left out of what was accepted, each with the hashes its sources had."""
    return frozenset(
        (one.mutation, tuple(source.hash for source in one.sources))
        for made in accepted
        for one in made.outcomes
        if one.became is Became.LEFT
    )


def _without(made: Proposal, left: frozenset[tuple[str, tuple[str, ...]]]) -> Proposal:
    kept = tuple(one for one in made.mutations if (one.id, _source_hashes(one)) not in left)
    return made if len(kept) == len(made.mutations) else replace(made, mutations=kept)


def _source_hashes(mutation: Mutation) -> tuple[str, ...]:
    return tuple(source.hash for source in mutation.sources)


def strongest(found: Sequence[FiledProposal]) -> list[FiledProposal]:
    """The order in which proposals are shown: the strongest reason first."""
    return sorted(found, key=lambda one: (-one.proposal.score, one.proposal.id))

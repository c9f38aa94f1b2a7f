"""From what a cycle found to the queue of proposals: what is new, what is refreshed, what was decided before."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dreamtui.kinds.proposal import codec
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.proposal import Became, FiledProposal, Mutation, Proposal


@dataclass(frozen=True, slots=True)
class ProposalFile:
    """A proposal's file."""

    made: FiledProposal
    """What it says."""
    data: bytes
    """Its bytes."""


@dataclass(frozen=True, slots=True)
class QueuedProposals:
    """What the queue holds when a cycle comes in, by id."""

    pending: Mapping[str, ProposalFile]
    """What waits."""
    rejected: Mapping[str, FiledProposal]
    """Rejections that stand."""
    accepted: Mapping[str, FiledProposal]
    """What was accepted."""
    hashes: Mapping[str, str]
    """The hash of every live memory's file by the memory's id."""


@dataclass(frozen=True, slots=True)
class ProposalIntake:
    """What a cycle does to the queue."""

    changes: ChangeSet
    """The files written."""
    new: tuple[FiledProposal, ...]
    """Proposals that were not there."""
    updated: tuple[FiledProposal, ...]
    """Proposals whose file changes."""
    unchanged: tuple[FiledProposal, ...]
    """Proposals that are as they were."""
    recurring: tuple[FiledProposal, ...]
    """Proposals that were rejected and are found again, as old as the rejected one where nothing of it changed."""
    settled: tuple[str, ...]
    """Ids of what was accepted as it is and is found again."""
    withdrawn: tuple[str, ...]
    """Ids of what waits although nothing of it can be applied any more."""


def take_in(found: Iterable[FiledProposal], queued: QueuedProposals, now: str) -> ProposalIntake:
    """Sort what a cycle found into the queue; what is left out by a person stays left out while nothing changed."""
    left = _left_out(queued.accepted.values())
    new: list[FiledProposal] = []
    updated: list[tuple[FiledProposal, bytes]] = []
    unchanged: list[FiledProposal] = []
    recurring: list[FiledProposal] = []
    settled: list[str] = []
    seen: set[str] = set()
    for one in found:
        made = replace(one, proposal=_without(one.proposal, left))
        item_id = made.proposal.id
        if item_id in seen or not (made.proposal.mutations or made.proposal.choices):
            continue
        seen.add(item_id)
        known = queued.pending.get(item_id)
        if known is not None:
            fresh = _refreshed(known.made, made, queued.hashes, now)
            if codec.render(fresh) == known.data:
                unchanged.append(fresh)
            else:
                updated.append((fresh, known.data))
        elif item_id in queued.rejected:
            recurring.append(_seen_again(made, queued.rejected[item_id]))
        elif item_id in queued.accepted and _hashes(queued.accepted[item_id]) == _hashes(made):
            settled.append(item_id)
        else:
            new.append(made)
    changes = [Change(codec.pending_path(one.proposal.id), None, codec.render(one)) for one in new]
    changes += [Change(codec.pending_path(one.proposal.id), old, codec.render(one)) for one, old in updated]
    gone = [one for key, one in sorted(queued.pending.items()) if key not in seen and is_dead(one.made, queued.hashes)]
    changes += [
        Change(codec.pending_path(one.made.proposal.id), one.data, codec.render(replace(one.made, vanished=True)))
        for one in gone
    ]
    return ProposalIntake(
        ChangeSet.of(*changes),
        tuple(new),
        tuple(one for one, _ in updated),
        tuple(unchanged),
        tuple(recurring),
        tuple(settled),
        tuple(one.made.proposal.id for one in gone),
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

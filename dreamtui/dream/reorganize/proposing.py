"""One cycle: what may be merged, what contradicts, what has gone stale, what should be split or moved. Pure."""

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from dreamtui.dream.reorganize.already import Known
from dreamtui.dream.reorganize.contradictions import find_contradictions
from dreamtui.dream.reorganize.contradictions import proposal_of as contradiction_proposal
from dreamtui.dream.reorganize.duplicates import find_duplicates, kept_apart, merge_proposal
from dreamtui.dream.reorganize.moves import move_proposals
from dreamtui.dream.reorganize.scorers import SCORERS
from dreamtui.dream.reorganize.settings import FindSettings, World
from dreamtui.dream.reorganize.splits import split_proposal
from dreamtui.dream.reorganize.stale import stale_proposal
from dreamtui.model.errors import Usage
from dreamtui.model.proposal import Memory, Proposal, Reorganization
from dreamtui.text.dates import iso, read_instant

Cancelled = Callable[[], bool]
"""Whether somebody wants the cycle to end; what was found until then is returned."""


def propose(
    memories: Sequence[Memory], settings: FindSettings, world: World, cancelled: Cancelled | None = None
) -> Reorganization:
    """Everything worth a person's decision; the same for the same memories in any order."""
    if settings.scorer not in SCORERS:
        raise Usage(f"{settings.scorer!r} is not a scorer; choose one of {', '.join(SCORERS)}.")
    if not 0 < settings.threshold <= 1:
        raise Usage(f"The threshold {settings.threshold} is not above 0 and at most 1.")
    eligible = sorted((m for m in memories if not m.pinned and not m.static), key=lambda memory: memory.id)
    apart = find_duplicates(eligible, settings, cancelled)
    merges = [merge_proposal(members, score, settings.scorer) for members, score in apart.clusters]
    contradictions = [contradiction_proposal(found) for found in find_contradictions(eligible, apart, cancelled)]
    taken = {source.id for proposal in merges for mutation in proposal.mutations for source in mutation.sources}
    singles = _singles([memory for memory in eligible if memory.id not in taken], world, settings.now, cancelled)
    recent = _recent(eligible, settings)
    proposals = [p for p in (*merges, *contradictions, *singles) if recent is None or _ids(p) & recent]
    return Reorganization(
        _strongest(proposals, settings.max_mutations), kept_apart(apart), len(memories), len(eligible)
    )  # fmt: skip


def _singles(memories: Sequence[Memory], world: World, now: str, cancelled: Cancelled | None) -> Iterable[Proposal]:
    """At most one proposal about each memory by itself: stale, else to be split, else to be moved."""
    known = Known(world.said)
    moves = {_only_id(proposal): proposal for proposal in move_proposals(memories)}
    for memory in memories:
        if cancelled is not None and cancelled():
            return
        found = stale_proposal(memory, world, known, now) or split_proposal(memory) or moves.get(memory.id)
        if found is not None:
            yield found


def _only_id(proposal: Proposal) -> str:
    return proposal.mutations[0].sources[0].id


def _ids(proposal: Proposal) -> set[str]:
    """Ids of every memory that a proposal is about."""
    chosen = [mutation for choice in proposal.choices for mutation in choice.mutations]
    return {source.id for mutation in (*proposal.mutations, *chosen) for source in mutation.sources}


def _recent(memories: Sequence[Memory], settings: FindSettings) -> set[str] | None:
    """Ids of memories made or changed within the lookback; None when all count."""
    now = read_instant(settings.now)
    if settings.lookback_days is None or now is None:
        return None
    try:
        floor = iso(now - timedelta(days=settings.lookback_days))
    except OverflowError:
        return None
    return {m.id for m in memories if max(m.created, m.updated) >= floor or not (m.created or m.updated)}


def _strongest(proposals: Sequence[Proposal], most: int) -> tuple[Proposal, ...]:
    """The strongest up to the cap, sorted by id; a contradiction counts as one."""
    ranked = sorted(proposals, key=lambda proposal: (-proposal.score, proposal.id))
    kept: list[Proposal] = []
    for proposal in ranked:
        most -= max(1, len(proposal.mutations))
        if most < 0:
            break
        kept.append(proposal)
    return tuple(sorted(kept, key=lambda proposal: proposal.id))

"""One cycle: what may be merged, what contradicts, what has gone stale, what should be split or moved. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from dreamtui.memory.claims.judge import World
from dreamtui.memory.reorganize.contradictions import find_contradictions, lines_of_claude
from dreamtui.memory.reorganize.duplicates import find_duplicates, find_pairs, kept_apart, merge_proposal
from dreamtui.memory.reorganize.filing import move_proposals, split_proposal
from dreamtui.memory.reorganize.index_words import index_words
from dreamtui.memory.reorganize.likeness import SCORERS
from dreamtui.memory.reorganize.naming import TOPIC_FILE
from dreamtui.memory.reorganize.outrun import outrun
from dreamtui.memory.reorganize.stale import KnownLines, stale_proposal
from dreamtui.memory.reorganize.statements import claims_of
from dreamtui.memory.reorganize.ways_out import pair_proposal, recheck
from dreamtui.memory.reorganize.ways_out import proposal_of as contradiction_proposal
from dreamtui.model.errors import Usage
from dreamtui.model.proposal import Memory, Proposal, Reorganization
from dreamtui.text.dates import iso, read_instant

DEFAULT_SCORER = "stems"
"""Chosen by measurement: benchmarks/merge_safety.py."""
DEFAULT_THRESHOLD = 0.8
"""Chosen by measurement at the default scorer: benchmarks/merge_safety.py."""
DEFAULT_MAX_MUTATIONS = 100
"""Proposals of one cycle; the strongest come first."""


@dataclass(frozen=True, slots=True)
class FindSettings:
    threshold: float = DEFAULT_THRESHOLD
    """Likeness from which two memories are proposed to be merged, 0 to 1."""
    scorer: str = DEFAULT_SCORER
    """A name of `SCORERS`."""
    now: str = ""
    """UTC time of the cycle; without it nothing is found overdue and no relative date is resolved by it."""
    lookback_days: int | None = None
    """Only what touches a memory made or changed within so many days before `now`; None for everything."""
    max_mutations: int = DEFAULT_MAX_MUTATIONS
    """Proposals of one cycle at most; the strongest are kept."""


RULE, TEAM = "rule", "/team"
Cancelled = Callable[[], bool]
"""Whether the caller wants the cycle to end; what was found until then is returned."""


def propose(
    memories: Sequence[Memory], settings: FindSettings, world: World, cancelled: Cancelled | None = None
) -> Reorganization:
    """Everything worth a person's decision; the same for the same memories in any order."""
    if settings.scorer not in SCORERS:
        raise Usage(f"{settings.scorer!r} is not a scorer; use one of {', '.join(SCORERS)}.")
    if not 0 < settings.threshold <= 1:
        raise Usage(f"The threshold {settings.threshold} is not above 0 and at most 1.")
    eligible = sorted((m for m in memories if not m.pinned and not m.static), key=lambda memory: memory.id)
    apart = find_duplicates(eligible, settings.scorer, settings.threshold, cancelled)
    now = read_instant(settings.now)
    today = now.date() if now else None
    merges = [merge_proposal(members, score, settings.scorer, today) for members, score in apart.clusters]
    lines = lines_of_claude(world.said) if any(memory.kind == TOPIC_FILE for memory in eligible) else []
    against = find_contradictions(eligible, apart, cancelled, lines)
    contradictions = [contradiction_proposal(found, today) for found in against]
    met = [frozenset((found.one.id, found.other.id)) for found in against]
    looks = find_pairs(eligible, apart, met, cancelled)
    pairs = list(filter(None, map(pair_proposal, looks)))
    taken = {source.id for proposal in merges for mutation in proposal.mutations for source in mutation.sources}
    left = [memory for memory in eligible if memory.id not in taken]
    singles = _singles(left, Readers(memories, world.said), world, settings.now, cancelled)
    recent = _recent(eligible, settings)
    proposals = [p for p in (*merges, *contradictions, *pairs, *singles) if recent is None or _ids(p) & recent]
    kept = _strongest(proposals, settings.max_mutations)
    return Reorganization(kept, kept_apart(apart), len(memories), len(eligible), len(proposals) - len(kept))


class Readers:
    """What a reader of a memory is told anyway: CLAUDE.md; for a topic file rules and what the team keeps too."""

    def __init__(self, memories: Sequence[Memory], said: Sequence[tuple[str, str]]) -> None:
        self._memories, self._said = memories, said
        self._known: dict[tuple[str, bool], KnownLines] = {}

    def told(self, memory: Memory) -> KnownLines:
        """The lines that make a memory superfluous."""
        key = memory.scope, memory.kind == TOPIC_FILE
        if key not in self._known:
            self._known[key] = KnownLines([*self._said, *(self._more(memory.scope) if key[1] else ())])
        return self._known[key]

    def _more(self, scope: str) -> Iterator[tuple[str, str]]:
        for memory in self._memories:
            if memory.kind == RULE or memory.scope == f"{scope}{TEAM}":
                yield from ((said.text, memory.path) for said in claims_of(memory.text))


def _singles(
    memories: Sequence[Memory], readers: Readers, world: World, now: str, cancelled: Cancelled | None
) -> Iterable[Proposal]:
    """At most one proposal about each memory: stale, else to be split or moved; one a folder about index words."""
    homes: dict[tuple[bool, str], list[Memory]] = {}
    for memory in memories:
        homes.setdefault((memory.kind == TOPIC_FILE, memory.scope), []).append(memory)
    left: list[Memory] = []
    today = read_instant(now)
    moves = {_only_id(proposal): proposal for those in homes.values() for proposal in move_proposals(those)}
    for memory in memories:
        if cancelled is not None and cancelled():
            return
        found = stale_proposal(memory, world, readers.told(memory), now)
        if found is None and today is not None:
            found = outrun(memory, world, today.date())
        found = found or split_proposal(memory) or moves.get(memory.id)
        if found is None:
            left.append(memory)
        else:
            yield found
    yield from _rechecks(left, now)
    yield from index_words(left)


_RECHECKS = 5
"""Statements of one cycle that are to be looked at again; the oldest come first."""


def _rechecks(memories: Sequence[Memory], now: str) -> list[Proposal]:
    today = read_instant(now)
    found = (recheck(memory, today.date()) for memory in memories) if today else ()
    return sorted(filter(None, found), key=lambda made: (made.reason.rpartition(" ")[2], made.id))[:_RECHECKS]


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
    """The strongest up to the cap, sorted by id; the index words of a folder count as one."""
    ranked = sorted(proposals, key=lambda proposal: (-proposal.score, proposal.id))
    return tuple(sorted(ranked[:most], key=lambda proposal: proposal.id))

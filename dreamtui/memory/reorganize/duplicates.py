"""Merge proposals: clusters of memories that say the same, grown from the most alike pairs, no guard objecting."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from dreamtui.kinds.proposal.kind import strength
from dreamtui.memory.reorganize.dates import dated
from dreamtui.memory.reorganize.guards import GUARDS
from dreamtui.memory.reorganize.likeness import SCORERS, Stop, alike
from dreamtui.memory.reorganize.merging import MergeObjection, compare, merge_texts
from dreamtui.memory.reorganize.naming import mutation_id, newest, proposal_id, short, sources_of, title_of
from dreamtui.memory.reorganize.statements import plain, statements
from dreamtui.model.proposal import Fate, KeptApart, Memory, Mutation, MutationKind, Proposal, Statement

_LARGEST = 40
"""Different wordings in one cluster; what is more is no set of duplicates but a topic."""
_EXAMPLES = 3


@dataclass(slots=True)
class Duplicates:
    """What the search for duplicates found."""

    clusters: list[tuple[list[Memory], float]] = field(default_factory=list)
    """Members sorted by id, and the least likeness that holds the cluster together."""
    apart: list[tuple[Memory, Memory, MergeObjection, float]] = field(default_factory=list)
    """Pairs that look alike and are kept apart, most alike first."""
    unseen: int = 0
    """Alike pairs beyond the bound on how many are looked at."""


def find_duplicates(memories: Sequence[Memory], scorer: str, threshold: float, stop: Stop | None) -> Duplicates:
    """Clusters and kept-apart pairs of memories that are sorted by id."""
    copies: dict[tuple[str, str], list[Memory]] = {}
    for memory in memories:
        copies.setdefault((memory.scope, plain(memory.text)), []).append(memory)
    firsts = [members[0] for members in copies.values()]
    found = alike([memory.text for memory in firsts], SCORERS[scorer], threshold, stop=stop)
    result = Duplicates(unseen=found.total - len(found.pairs))
    holds: dict[int, list[int]] = {place: [place] for place in range(len(firsts))}
    home = list(range(len(firsts)))
    least = [1.0] * len(firsts)
    for one, other, score in found.pairs:
        objection = compare(firsts[one], firsts[other])
        if objection is not None:
            result.apart.append((firsts[one], firsts[other], objection, score))
            continue
        into, gone = sorted((home[one], home[other]))
        if into == gone or not _fit(holds[into], holds[gone], firsts):
            continue
        for place in holds[gone]:
            home[place] = into
        holds[into] += holds.pop(gone)
        least[into] = score
    groups = list(copies.values())
    for into, places in sorted(holds.items()):
        members = sorted((memory for place in places for memory in groups[place]), key=lambda memory: memory.id)
        if len(members) > 1:
            result.clusters.append((members, least[into]))
    return result


def _fit(one: list[int], other: list[int], firsts: Sequence[Memory]) -> bool:
    """Whether no guard objects between any two members of two clusters."""
    if len(one) + len(other) > _LARGEST:
        return False
    return all(compare(firsts[here], firsts[there]) is None for here in one for there in other)


def merge_proposal(members: Sequence[Memory], score: float, scorer: str, today: date | None = None) -> Proposal:
    """One cluster as a proposal; in a merged text a relative date would mean another day, so it becomes absolute."""
    made = [_dated(memory, today) for memory in members]
    text, fates = merge_texts(made)
    fates = _as_written(members, made, fates)
    ids = [memory.id for memory in members]
    same = len({plain(memory.text) for memory in members}) == 1
    how = (
        "word for word the same"
        if same
        else f"at least {strength(MutationKind.MERGE, score)} ({SCORERS[scorer].about})"
    )
    mutation = Mutation(
        mutation_id(MutationKind.MERGE, ids), MutationKind.MERGE, sources_of(members), title_of(newest(members)), text,
        category=_category(members), reason=f"{len(members)} memories are {how}; nothing contradicts.", score=score,
        guards=tuple(GUARDS), statements=fates,
    )  # fmt: skip
    title = short(f"Merge {len(members)}: {mutation.title}")
    return Proposal(proposal_id("mutations", ids), "mutations", title, (mutation,), reason=mutation.reason, score=score)


def _dated(memory: Memory, today: date | None) -> Memory:
    """A memory with its relative dates made absolute, where each statement can be told from what it was before."""
    text, changed = dated(memory, today)
    same = changed and len(statements(text)) == len(statements(memory.text))
    return replace(memory, text=text) if same else memory


def _as_written(
    members: Sequence[Memory], changed: Sequence[Memory], fates: Sequence[Statement]
) -> tuple[Statement, ...]:
    """What becomes of the statements as they stand in their files; one with a relative date goes into the other."""
    before: dict[tuple[str, str], str] = {}
    for memory, made in zip(members, changed, strict=True):
        if memory.text != made.text:
            pairs = zip(statements(memory.text), statements(made.text), strict=True)
            before |= {(memory.id, new.text): old.text for old, new in pairs if old.text != new.text}
    return tuple(
        Statement(before[fate.source, fate.text], fate.source, Fate.MERGED, fate.into or fate.text)
        if (fate.source, fate.text) in before
        else fate
        for fate in fates
    )


def _category(members: Sequence[Memory]) -> str:
    """The category most of them have, the first by name on a tie."""
    counted = Counter(memory.category for memory in members if memory.category)
    return min(counted, key=lambda name: (-counted[name], name)) if counted else ""


def kept_apart(found: Duplicates) -> tuple[KeptApart, ...]:
    """The kept-apart pairs by guard and reason."""
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for one, other, objection, _ in found.apart:
        groups.setdefault((objection.guard, objection.reason), []).append(
            (min(one.id, other.id), max(one.id, other.id))
        )
    listed = [
        KeptApart(guard, reason, len(pairs), tuple(sorted(pairs)[:_EXAMPLES]))
        for (guard, reason), pairs in groups.items()
    ]
    if found.unseen:
        listed.append(KeptApart("volume", "more alike pairs than are looked at in one cycle", found.unseen, ()))
    return tuple(sorted(listed, key=lambda kept: (kept.guard, kept.reason)))

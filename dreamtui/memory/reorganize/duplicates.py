"""Memories that say the same: clusters to be merged, and pairs on one subject for a person to look at.

A cluster grows from the most alike pairs, no guard objecting, and its result is one text. Two memories that speak of
one thing in different words are never merged: both have words that are rare in their folder, and repeat a statement.
"""

import math
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from dreamtui.kinds.proposal.kind import strength
from dreamtui.memory.reorganize.dates import dated, how_dated
from dreamtui.memory.reorganize.guards import GUARDS, only_in
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading, read
from dreamtui.memory.reorganize.likeness import SCORERS, Stop, alike, joined_pairs
from dreamtui.memory.reorganize.merging import WORDING, MergeObjection, compare, merge_texts, overlap
from dreamtui.memory.reorganize.naming import is_log, mutation_id, newest, proposal_id, short, sources_of, title_of
from dreamtui.memory.reorganize.repeating import do_different_things
from dreamtui.memory.reorganize.statements import (
    LINKS,
    Form,
    claims_of,
    is_entry,
    is_report,
    leads_on,
    plain,
    sentences,
    statements,
    without_links,
)
from dreamtui.model.proposal import Fate, KeptApart, Memory, Mutation, MutationKind, Proposal, Statement

Ids = frozenset[str]
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
    changed = [_dated(memory, today) for memory in members]
    made = [memory for memory, _ in changed]
    dates = dict.fromkeys(said for _, every in changed for said in every)
    text, fates = merge_texts(made)
    fates = _with_former(members, made, fates)
    ids = [memory.id for memory in members]
    same = len({plain(memory.text) for memory in members}) == 1
    how = "word for word the same" if same else _as_alike(score, scorer)
    said = [f"{len(members)} memories are {how}; nothing contradicts.", *dates]
    mutation = Mutation(
        mutation_id(MutationKind.MERGE, ids), MutationKind.MERGE, sources_of(members), title_of(newest(members)), text,
        category=_category(members), reason=" ".join(said), score=score,
        guards=tuple(GUARDS), statements=fates,
    )  # fmt: skip
    title = short(f"Merge {len(members)}: {mutation.title}")
    return Proposal(proposal_id("mutations", ids), "mutations", title, (mutation,), reason=mutation.reason, score=score)


def _as_alike(score: float, scorer: str) -> str:
    """How much memories of different text say the same; 100 % would read as if their texts were one."""
    said = strength(MutationKind.MERGE, score)
    if said.startswith("100 %"):
        return f"in the same words, as they are compared ({SCORERS[scorer].about})"
    return f"at least {said} ({SCORERS[scorer].about})"


def _dated(memory: Memory, today: date | None) -> tuple[Memory, tuple[str, ...]]:
    """A memory with its relative dates made absolute, where its statements stay apart, and what is said of them."""
    text, changed = dated(memory, today)
    if not changed or len(statements(text)) != len(statements(memory.text)):
        return memory, ()
    return replace(memory, text=text), tuple(how_dated(memory, one) for one in changed)


def _with_former(
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
        listed.append(KeptApart("volume", "more similar pairs than one cycle compares", found.unseen, ()))
    return tuple(sorted(listed, key=lambda kept: (kept.guard, kept.reason)))


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Two memories on one subject in different words."""

    one: Memory
    """The memory with the smaller id."""
    other: Memory
    score: float
    said: tuple[tuple[str, str], ...]
    """What each says that the other repeats, the closest first."""


_LEAST_ALONE, _LEAST_LONG, _LEAST_OF_MANY = 0.4, 0.3, 0.6
"""Likeness from which memories are shown side by side: of one statement each, others, those of a very large folder."""
_REPEATED = 0.6
"""Share of their words from which two statements in longer memories repeat each other."""
_SHARE = 0.25
"""Share of the statements of the shorter one that is repeated."""
_LEAST_MUCH = 0.45
"""Likeness from which one repeated statement is enough."""
_TELLING = 5
"""Words that such a statement has at least."""
_MANY = 1000
_MOST_LOOKS = 20
"""Pairs of one folder that are shown; the most alike come first."""
_SMOOTH = 10
"""Memories that are thought of besides those of a folder: of few texts none knows which words are rare."""
_WEIGHT = 256
_DIFFERENT = 3
"""Words that differ, in all, up to which two statements are the same but for one thing."""


def find_pairs(
    memories: Sequence[Memory], found: Duplicates, taken: Sequence[Ids], stop: Stop | None
) -> list[LookAlike]:
    """Pairs of memories of one scope on one subject, but for those that are merged or `taken` by something else.

    What is alike enough to be merged and has two wordings comes first, then what is most alike.
    """
    merged = {memory.id for members, _ in found.clusters for memory in members}
    homes: dict[str, list[Memory]] = {}
    for memory in memories:
        if memory.id not in merged and not is_log(memory):
            homes.setdefault(memory.scope, []).append(memory)
    worded = [
        LookAlike(one, other, score, ((told.one, told.other),))
        for one, other, told, score in found.apart
        if told.guard == WORDING and not {one.id, other.id} & merged
    ]
    every = [*worded[:_MOST_LOOKS], *(pair for scope in sorted(homes) for pair in _pairs_of(homes[scope], stop))]
    settled = set(taken)
    pairs: dict[Ids, LookAlike] = {}
    for pair in every:
        ids = frozenset((pair.one.id, pair.other.id))
        if ids not in settled:
            pairs.setdefault(ids, pair)
    return list(pairs.values())


def _pairs_of(memories: Sequence[Memory], stop: Stop | None) -> Iterator[LookAlike]:
    words = [_subject_words(memory) for memory in memories]
    seen = Counter(word for bag in words for word in bag)
    rarity = {word: math.log((_SMOOTH + 1 + len(words)) / (_SMOOTH + count)) + 1 for word, count in seen.items()}
    bags = [{word: round(_WEIGHT * weight * rarity[word]) for word, weight in bag.items()} for bag in words]
    least = _LEAST_OF_MANY if len(memories) > _MANY else _LEAST_LONG
    near = sorted(joined_pairs(bags, least, stop), key=lambda pair: (-pair[2], pair[0], pair[1]))
    shown = 0
    nearest: dict[int, float] = {}
    for here, there, score in near:
        said = _repeated(memories[here], memories[there], score, max(nearest.get(here, 0), nearest.get(there, 0)))
        nearest.setdefault(here, score)
        nearest.setdefault(there, score)
        if said is None:
            continue
        shown += 1
        if shown > _MOST_LOOKS:
            return
        yield LookAlike(memories[here], memories[there], score, said)


def _repeated(one: Memory, other: Memory, score: float, nearest: float) -> tuple[tuple[str, str], ...] | None:
    """What each of two memories says that the other repeats; none where they are only about the same.

    Of one statement each they have to be each other's nearest; `nearest` is how near another is to either. Of longer
    ones a good part is repeated: one sentence in common is nothing to decide about, unless all is much alike.
    """
    left, right = _telling(one), _telling(other)
    if len(left) == len(right) == 1:
        reports = is_report(left[0]) or is_report(right[0])
        alone = score >= max(_LEAST_ALONE, nearest) and not (reports or _is_another_thing(one, other))
        return ((left[0], right[0]),) if alone and not _are_two_cases(read(left[0]), read(right[0])) else None
    left, right = ([text for text in side if not _speaks_of(text, to)] for side, to in ((left, other), (right, one)))
    ranked = sorted((-overlap(read(a), read(b)), a, b) for a in left for b in right if _may_repeat(a, b))
    found: list[tuple[str, str]] = []
    for shared, a, b in ranked:
        if -shared < _REPEATED:
            break
        if all(a != here and b != there for here, there in found):
            found.append((a, b))
    shorter = min(len(claims_of(one.text)), len(claims_of(other.text)))
    enough = len(found) >= _SHARE * shorter or score >= _LEAST_MUCH or plain(one.title) == plain(other.title) != ""
    return tuple(found) if found and enough else None


def _speaks_of(text: str, memory: Memory) -> bool:
    """Whether a statement links to a memory: it adds to what that says, and does not repeat it."""
    name = memory.path.rpartition("/")[2].removesuffix(".md")
    return any(_slug(name) in _slug(link) for link in LINKS.findall(text)) if name else False


def _slug(name: str) -> str:
    return name.replace("_", "-").lower()


_SPAN = re.compile(r"`([^`\n]+)`")
_ID = re.compile(r"\b[A-Z][A-Z\d]{0,9}-\d+\b")


def _may_repeat(one: str, other: str) -> bool:
    """Whether two statements are of one case, and have something in common of what both name, or put as code or ids."""
    left, right = read(one), read(other)
    if _are_two_cases(left, right) or do_different_things(one, other):
        return False
    named = [{form for kind, form in side.facts if kind in ("name", "path", "url")} for side in (left, right)]
    kinds = [named, *([set(pattern.findall(text)) for text in (one, other)] for pattern in (_SPAN, _ID))]
    return all(not (mine and theirs) or bool(mine & theirs) for mine, theirs in kinds)


_PART = re.compile(r"[_/.:-]+")


def _are_two_cases(one: StatementReading, other: StatementReading) -> bool:
    """Whether each has a figure of its own, or a name that differs from one of the other in one part."""
    if _own(one, other, "number") and _own(other, one, "number"):
        return True
    mine, theirs = (
        [_PART.split(name) for kind in ("name", "path") for name in _own(here, there, kind)]
        for here, there in ((one, other), (other, one))
    )
    return any(_are_siblings(left, right) for left in mine for right in theirs)


def _own(one: StatementReading, other: StatementReading, kind: str) -> list[str]:
    return sorted(form for here, form in one.facts - other.facts if here == kind)


def _are_siblings(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names are made of as many parts and differ in one of them: `tests/unit` and `tests/e2e`."""
    return len(one) == len(other) > 1 and sum(here != there for here, there in zip(one, other, strict=True)) == 1


def _telling(memory: Memory) -> list[str]:
    """The statements and sentences of a memory that say something of their own."""
    found: list[str] = []
    for said in claims_of(memory.text):
        if said.form is not Form.BLOCK:
            found += (() if is_entry(said.text) else sentences(said)) or (said.text,)
    if len(found) < 2:
        return found
    return [
        text
        for text in found
        if not (is_report(text) or is_entry(text) or leads_on(text))
        and len(read(without_links(text)).heavy) >= _TELLING
    ]


def _subject_words(memory: Memory) -> Mapping[Hashable, float]:
    """The stems of title and text, repeated ones by the logarithm of their count."""
    said = " ".join(filter(None, (memory.title if memory.title not in memory.text else "", memory.hook)))
    counts = Counter(
        token.form for text in (said, memory.text) for token in read(text).tokens if token.form not in known.LIGHT
    )
    return {form: 1 + math.log(count) for form, count in counts.items()}


def _is_another_thing(one: Memory, other: Memory) -> bool:
    """Whether two statements are the same but for one thing: then they are about two, or against each other."""
    if len(claims_of(one.text)) > 1 or len(claims_of(other.text)) > 1:
        return False
    left, right = read(one.text), read(other.text)
    differing = [t for t in (*only_in(left, right), *only_in(right, left)) if t.form not in known.LIGHT]
    return len(differing) <= _DIFFERENT and compare(one, other) is not None and _same_order(left, right)


def _same_order(one: StatementReading, other: StatementReading) -> bool:
    """Whether the words that two statements share stand in one order."""
    shared = {token.form for token in one.tokens} & {token.form for token in other.tokens}
    orders = [[token.form for token in side.tokens if token.form in shared] for side in (one, other)]
    return orders[0] == orders[1]

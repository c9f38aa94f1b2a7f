"""Whether the words of two statements are arranged alike: in an order that says the same, after alike little words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from dreamtui.memory.reorganize.language.frames import ARTICLES, BE, PHRASE, Place
from dreamtui.memory.reorganize.language.vocabulary import words_of

_JOINS = frozenset({",", "and", "or"})
_RELATIVE = words_of("which that who")
_LONG = 200
"""Words above which another order of the same is not explained."""


def straight(places: Sequence[Place], *, short: bool) -> list[Place]:
    """The places with what is said after a noun put before it: "a dog which is black", "a tree's trunk" as "of a tree".

    Only one word, or several joined ones, moves, and only over the noun that it is about. Where the word after it has
    no little word in front, it may belong to what moves: then it stays, but for `short`.
    """
    found: list[Place] = []
    at = 0
    while at < len(places):
        end = _said_of(places, at, short) if found else at
        if end == at:
            found.append(places[at])
            at += 1
            continue
        noun = found.pop()
        moved = [replace(place, lead=()) for place in places[at:end]]
        moved[0] = replace(moved[0], lead=noun.lead)
        found += [*moved, replace(noun, lead=())]
        at = end
    return found


def _said_of(places: Sequence[Place], at: int, short: bool) -> int:
    """Where what is said of the noun before a place ends; the place itself where nothing is."""
    lead = _bare(places[at])
    relative = bool(lead) and lead[0] in _RELATIVE and set(lead[1:]) <= BE | {"very", "really"}
    if len(lead) == 1 and relative:
        relative = places[at].word.endswith(("ed", "ing"))
    if not relative and lead not in (("of",), ("for",)):
        return at
    end = at + 1
    while relative and end < len(places) and places[end].lead in ((",",), ("and",), (",", "and")):
        end += 1
    return end if short or end == len(places) or places[end].lead else at


def _bare(place: Place) -> tuple[str, ...]:
    """The little words before a place without commas and articles; "that" is none in front of a verb."""
    kept = [word for word in place.lead if word != ","]
    if kept == ["that"] and place.word.endswith(("ed", "ing")):
        return ("that",)
    return tuple(w for at, w in enumerate(kept) if w not in ARTICLES or (w == "that" and kept[at + 1 : at + 2]))


def same_order(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Whether the words that two statements share stand in one order, or in one that says the same.

    Of equal words any order has to be explained; where one has more, words must not have changed places with each
    other: around a third, or under the little words that stay where they are ("X over Y", "Y over X").
    """
    if any(_traded(*stretch) for stretch in _stretches(*_shared(one, other))):
        return False
    if _same_order(one, other):
        return True
    return any(_same_order(straight(one, short=short), straight(other, short=short)) for short in (False, True))


def _same_order(one: Sequence[Place], other: Sequence[Place]) -> bool:
    first, second = _shared(one, other)
    stretches = _stretches(first, second)
    if len(first) == len(one) and len(second) == len(other):
        return all(_rearranged(*stretch) for stretch in stretches)
    return all(_rearranged(*stretch) or not _turned(*stretch[:2]) for stretch in stretches)


Numbered = tuple[tuple[str, int], Place]
"""A place with its form and which occurrence of it this is."""


def _shared(one: Sequence[Place], other: Sequence[Place]) -> tuple[list[Numbered], list[Numbered]]:
    """The places of words that both have equally often."""
    counts = [Counter(place.form for place in side) for side in (one, other)]
    both = {form for form, count in counts[0].items() if counts[1][form] == count}
    made: list[list[Numbered]] = []
    for side in (one, other):
        seen: dict[str, int] = {}
        kept: list[Numbered] = []
        for place in side:
            if place.form in both:
                seen[place.form] = seen.get(place.form, 0) + 1
                kept.append(((place.form, seen[place.form]), place))
        made.append(kept)
    return made[0], made[1]


Stretch = tuple[Sequence[Numbered], Sequence[Numbered], bool]
"""A part of two orders that has the same words, and whether the statements begin with it."""


def _stretches(one: Sequence[Numbered], other: Sequence[Numbered]) -> Iterator[Stretch]:
    """The parts in which the orders differ, each as short as it can be."""
    start = 0
    waiting: set[tuple[str, int]] = set()
    for at, ((here, _), (there, _)) in enumerate(zip(one, other, strict=True)):
        waiting ^= {here}
        waiting ^= {there}
        if not waiting:
            if at > start:
                yield one[start : at + 1], other[start : at + 1], start == 0
            start = at + 1


def _rearranged(one: Sequence[Numbered], other: Sequence[Numbered], begins: bool) -> bool:
    """Whether one stretch is the other as a list in another order, with a phrase in front, or in the passive."""
    if len(one) > _LONG:
        return False
    if _is_list(one) and _is_list(other):
        return True
    keys = [key for key, _ in one], [key for key, _ in other]
    split = keys[0].index(keys[1][0])
    if keys[0][split:] + keys[0][:split] == keys[1]:
        return _exchanged(one, other, split, begins)
    return _passive(one, other)


def _is_list(places: Sequence[Numbered]) -> bool:
    """Whether words stand side by side, joined by commas, "and" and "or"."""
    return all(place.lead and set(place.lead) - ARTICLES <= _JOINS for _, place in places[1:])


def _exchanged(one: Sequence[Numbered], other: Sequence[Numbered], split: int, begins: bool) -> bool:
    """Whether two parts that changed places may: joined by "and", a phrase, an adverb, or the object of a passive."""
    before, after = one[split][1], other[0][1]  # the second part where it comes last, and where it comes first
    moved, stays = one[0][1], other[len(one) - split][1]  # the first part where it comes first, and where it comes last
    joined = set(before.lead) & set(stays.lead) & {"and", "or"}
    if joined:
        return True
    if len(one) == 2 and any(place.word.endswith("ly") for _, place in (*one, *other)):
        return True
    leads = [_phrase(place.lead) for place in (before, after, moved, stays)]
    if leads[0] == leads[1] and leads[2] == leads[3] and (all(leads) or (begins and any(leads))):
        return True
    return (split == 1 and _is_done(stays, moved)) or (len(one) - split == 1 and _is_done(before, after))


def _traded(one: Sequence[Numbered], other: Sequence[Numbered], begins: bool) -> bool:
    """Whether words changed places, and the little words that make phrases of them did not."""
    leads = [[_phrase(place.lead) for _, place in side] for side in (one, other)]
    return any(leads[0]) and leads[0] == leads[1] and not _rearranged(one, other, begins)


def _phrase(lead: Iterable[str]) -> tuple[str, ...]:
    """The little words that make a phrase of what follows."""
    return tuple(word for word in lead if word in PHRASE)


def _is_done(last: Place, first: Place) -> bool:
    """Whether a verb stands in the passive where it comes last and not where it comes first: sign it, it is signed."""
    passive = bool(set(last.lead) & BE) and not last.word.endswith("ing")
    return passive and (first.word.endswith("ing") or not set(first.lead) & BE)


def _passive(one: Sequence[Numbered], other: Sequence[Numbered]) -> bool:
    """Whether one is "X does M to Y" and the other "Y is done M by X", either with more behind the verb."""
    doing, done = (one, other) if any("by" in place.lead for _, place in other) else (other, one)
    if any("by" in place.lead for _, place in doing):
        return False
    at = next((at for at, (_, place) in enumerate(done) if "by" in place.lead), 0)
    actor, rest, keys = [key for key, _ in done[at:]], [key for key, _ in done[:at]], [key for key, _ in doing]
    if not at or keys[: len(actor)] != actor:
        return False
    object_ends = rest.index(keys[len(actor)])
    deed = keys[len(actor) :]
    return any(
        deed == rest[object_ends:verb_ends] + rest[:object_ends] + rest[verb_ends:]
        for verb_ends in range(object_ends + 1, len(rest) + 1)
    )


def _turned(one: Sequence[Numbered], other: Sequence[Numbered]) -> bool:
    """Whether one is X M Y and the other Y M X."""
    first, second = [key for key, _ in one], [key for key, _ in other]
    start, end = first.index(second[-1]) + 1, first.index(second[0])
    return 0 < start < end and second == first[end:] + first[start:end] + first[:start]


_CLASSES = {
    "out of": words_of("from out off away"),
    "into": words_of("to into onto toward towards"),
    "in": words_of("in on at inside within"),
    "before": words_of("before until till"),
    "after": words_of("after since"),
    "over": words_of("over above"),
    "under": words_of("under below beneath"),
    "for": words_of("for"),
    "against": words_of("against"),
    "by": words_of("by"),
    "and": words_of("and"),
    "or": words_of("or"),
}
_OPPOSED = frozenset(
    map(
        frozenset,
        [
            ("out of", "into"), ("out of", "in"), ("before", "after"), ("over", "under"), ("for", "against"),
            ("and", "or"),
        ],
    )
)  # fmt: skip
"""Kinds of little words that cannot both lead to one word."""
_FROM_OR_IN = {"out of", "in"}
"""Said of a file these are the same: "the logger from" and "the logger in" it."""


def opposed(one: Sequence[Place], other: Sequence[Place]) -> tuple[str, str] | None:
    """Little words before the same word that say the opposite of each other, sorted; none when there are none."""
    first, second = _leads(one), _leads(other)
    named = {place.form for place in (*one, *other) if place.kind in ("path", "url", "name", "code")}
    for form in sorted(first.keys() & second.keys()):
        for left in sorted(first[form]):
            for right in sorted(second[form]):
                if frozenset((left, right)) in _OPPOSED and not (form in named and {left, right} == _FROM_OR_IN):
                    ways = sorted((left, right))
                    return ways[0], ways[1]
    return None


def told_alike(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Whether little words say the same at each place, where two statements have the same words in the same order."""
    if [place.form for place in one] != [place.form for place in other]:
        return True
    return all(here.told == there.told for here, there in zip(one, other, strict=True))


def _leads(places: Sequence[Place]) -> dict[str, frozenset[str]]:
    """For each word that stands once what kinds of little words lead to it, through words right before it."""
    count = Counter(place.form for place in places)
    found: dict[str, frozenset[str]] = {}
    kinds: frozenset[str] = frozenset()
    for place in places:
        if place.lead:
            kinds = frozenset(name for name, words in _CLASSES.items() if words & set(place.lead))
            kinds = frozenset({"out of"}) if "out of" in kinds else kinds
        if count[place.form] == 1:
            found[place.form] = kinds
    return found

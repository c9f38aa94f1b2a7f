"""Whether the words of two statements are arranged alike: in an order that says the same, after alike little words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from dreamtui.memory.reorganize.language.reading import ARTICLES, BE, NOT, PHRASE, WHEN, Place
from dreamtui.memory.reorganize.language.vocabulary import words_of

_JOINS = frozenset({",", "and", "or"})
_RELATIVE = words_of("which that who")
_ORDERING = words_of(
    """then respectively order sequence turn priority precedence preference first second third last next later
    afterwards afterward finally subsequently thereafter"""
)
"""Where one of these stands, a list says in which order or which belongs to which."""
_NO_ADVERBS = words_of("early friendly family only likely costly assembly reply supply anomaly")
NAMED = frozenset({"path", "url", "name", "code"})
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
    if not relative and end < len(places) and _joins(places[end]):  # "logs of users and admins"
        return at
    while relative and end < len(places) and places[end].lead in ((",",), ("and",), (",", "and")):
        end += 1
    return end if short or end == len(places) or places[end].lead else at


def _joins(place: Place) -> bool:
    """Whether a word may be one more of a list; one that does something is none."""
    lead = set(place.lead)
    return bool({"and", "or"} & lead) and not BE & lead and not place.word.endswith("ing")


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
    free = not any(_ORDERING & {place.word, *place.lead} for place in (*one, *other))
    if any(_traded(*stretch, free) for stretch in _stretches(*_shared(one, other))):
        return False
    if _same_order(one, other, free):
        return True
    return any(_same_order(straight(one, short=short), straight(other, short=short), free) for short in (False, True))


def _same_order(one: Sequence[Place], other: Sequence[Place], free: bool) -> bool:
    first, second = _shared(one, other)
    stretches = _stretches(first, second)
    if len(first) == len(one) and len(second) == len(other):
        return all(_rearranged(*stretch, free) for stretch in stretches)
    return all(_rearranged(*stretch, free) or not _turned(*stretch[:2]) for stretch in stretches)


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


def _rearranged(one: Sequence[Numbered], other: Sequence[Numbered], begins: bool, free: bool) -> bool:
    """Whether one stretch is the other as a list in another order, with a phrase in front, or in the passive.

    Lists may stand in another order only where nothing tells that it matters: `free`.
    """
    if len(one) > _LONG:
        return False
    if _is_list(one) and _is_list(other):
        return free
    keys = [key for key, _ in one], [key for key, _ in other]
    split = keys[0].index(keys[1][0])
    if keys[0][split:] + keys[0][:split] == keys[1]:
        return _exchanged(one, other, split, begins, free)
    return _passive(one, other)


def _is_list(places: Sequence[Numbered]) -> bool:
    """Whether words stand side by side, joined by commas, "and" and "or"."""
    return all(_JOINS & set(place.lead) and set(place.lead) <= _JOINS | ARTICLES for _, place in places[1:])


def _exchanged(one: Sequence[Numbered], other: Sequence[Numbered], split: int, begins: bool, free: bool) -> bool:
    """Whether two parts that changed places may: joined by "and", a phrase, an adverb, or the object of a passive."""
    before, after = one[split][1], other[0][1]  # the second part where it comes last, and where it comes first
    moved, stays = one[0][1], other[len(one) - split][1]  # the first part where it comes first, and where it comes last
    joined = set(before.lead) & set(stays.lead) & {"and", "or"}
    if joined:  # of "logs of users and admins" nobody can tell what the phrase is about
        turned = len(one) - split
        inner = (*one[1:split], *one[split + 1 :], *other[1:turned], *other[turned + 1 :])
        return free and not any(_phrase(place.lead) for _, place in inner)
    if len(one) == 2 and any(map(_is_adverb, (moved, before))):
        return True
    leads = [_phrase(place.lead) for place in (before, after, moved, stays)]
    if leads[0] == leads[1] and leads[2] == leads[3] and (all(leads) or (begins and any(leads))):
        return True
    return (split == 1 and _is_done(stays, moved)) or (len(one) - split == 1 and _is_done(before, after))


def _is_adverb(place: Place) -> bool:
    return place.word.endswith("ly") and place.kind == "word" and place.word not in _NO_ADVERBS


def _traded(one: Sequence[Numbered], other: Sequence[Numbered], begins: bool, free: bool) -> bool:
    """Whether words changed places, and the little words that make phrases of them did not."""
    leads = [[_phrase(place.lead) for _, place in side] for side in (one, other)]
    return any(leads[0]) and leads[0] == leads[1] and not _rearranged(one, other, begins, free)


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
    named = {place.form for place in (*one, *other) if place.kind in NAMED}
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


_HARMLESS = frozenset(
    frozenset(pair.split("/"))
    for pair in words_of(
        """in/on in/into in/inside in/within in/at on/onto on/upon to/into to/toward toward/towards to/towards from/off
        until/till over/above under/below under/beneath below/beneath via/through"""
    )
) | {frozenset((WHEN, word)) for word in ("on", "in", "at")}
"""Little words of which either may lead to a word; measured over pairs that people judged."""
_STRICT = words_of("by for to from with as about via than without")
"""Little words that tell who has which part in what happens: between two of them no more words make up for it."""
_PARTICLES = words_of("up down out over")
"""Parts of a verb, which stand before or behind its object; as words of their own they are compared elsewhere."""
_OWNING = frozenset({("of",), ("for",)})


def led_alike(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Whether the same little words lead to each word: "by", "for" or "with the gateway" are three things.

    Of the same words every difference has to be explained: by a pair that says the same, "trunk of the tree" as "tree
    trunk", the passive. Where one has more words, only two that tell of different parts keep apart.
    """
    same = Counter(place.form for place in one) == Counter(place.form for place in other)
    first, second = _Led(one), _Led(other)
    for form in first.at.keys() & second.at.keys():
        here, there = first.lead(form), second.lead(form)
        if here == there or _harmless(here, there, first, form):
            continue
        if not same:
            if here and there and {here[-1], there[-1]} <= _STRICT and here[-1] != there[-1]:
                return False
        elif not _explained(first, second, form) and not _explained(second, first, form):
            return False
    return True


class _Led:
    """The words of a statement that stand once, and what leads to each."""

    def __init__(self, places: Sequence[Place]) -> None:
        count = Counter(place.form for place in places)
        self.places = places
        self.at = {place.form: at for at, place in enumerate(places) if count[place.form] == 1}
        self.leads = {_phrase(place.lead) for place in places}
        self.around: list[tuple[str, ...]] = []
        kept: tuple[str, ...] = ()
        for place in places:
            own = _phrase(place.lead)
            kept = own or (kept if set(place.lead) <= ARTICLES | {"and", "or"} else ())
            self.around.append(kept)

    def lead(self, form: str) -> tuple[str, ...]:
        """The little words right before a word; "with no" is "without"."""
        return tuple(word for word in self._own(form) if word != "with" or NOT not in self.places[self.at[form]].lead)

    def _own(self, form: str) -> tuple[str, ...]:
        return _phrase(self.places[self.at[form]].lead)


def _harmless(here: tuple[str, ...], there: tuple[str, ...], led: _Led, form: str) -> bool:
    """Whether it is one which of two little words leads to a word."""
    pair = frozenset((*here, *there))
    if pair == {"from", "in"}:
        return led.places[led.at[form]].kind in NAMED
    return pair in _HARMLESS or (pair == {"over", "to"} and "prefer" in led.at)


def _explained(more: _Led, less: _Led, form: str) -> bool:
    """Whether what leads to a word in one statement says nothing that the other does not say in another way."""
    here, there = more.lead(form), less.lead(form)
    if there:
        return _said_before(more, less, form)
    if here == less.around[less.at[form]] or set(here) <= _PARTICLES or _said_before(more, less, form):
        return True
    if here[-1:] == ("by",):  # "look at the tower", "the tower is looked at by"
        return (set(here[:-1]) <= _PARTICLES or here[:-1] in less.leads) and _is_actor(more, less, form)
    return (*here, "by") in less.leads


def _said_before(more: _Led, less: _Led, form: str) -> bool:
    """Whether a word is said of the noun before it in one statement and before that noun in the other."""
    at, place = more.at[form], less.at[form]
    if not at or (more.lead(form) not in _OWNING and _said_of(more.places, at, True) == at):
        return False
    noun, lead = more.places[at - 1].form, less.lead(form)
    for head in less.places[place + 1 : place + 3]:
        if _phrase(head.lead):
            return False
        if head.form == noun:
            return lead in ((), more.around[at - 1])
    return False


def _is_actor(passive: _Led, active: _Led, form: str) -> bool:
    """Whether the verb in front of "by" stands behind the word where it does something."""
    for place in reversed(passive.places[: passive.at[form]]):
        if set(place.lead) & BE and place.form in active.at:
            return active.at[place.form] > active.at[form]
    return False

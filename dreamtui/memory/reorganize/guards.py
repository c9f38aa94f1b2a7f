"""Guards: what keeps two statements apart that look alike, each with its reason. Found by name in `GUARDS`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.arrangement import led_alike, opposed, same_order, told_alike
from dreamtui.memory.reorganize.language.reading import Frame, StatementReading, Token
from dreamtui.memory.reorganize.language.vocabulary import words_of

KEPT = 8
"""Pairs of which it is kept what differs: one guard after the other asks for the same."""

Check = Callable[[StatementReading, StatementReading], str]
"""The difference between two statements in words, the smaller side first; empty when there is none."""


@dataclass(frozen=True, slots=True)
class StatementGuard:
    """One reason to keep two statements apart that look alike."""

    name: str
    """What a person reads: numbers, negation, direction."""
    check: Check
    contradicts: bool
    """Whether two statements on one subject that differ so cannot both hold."""
    doubt: bool = False
    """Whether it only keeps apart what may not be the same; it tells nothing of what two statements are about."""


def versus(ones: object, others: object) -> str:
    """Both sides of a difference, in one order whichever way the pair came."""
    left, right = sorted((_words(ones), _words(others)))
    return f"{left or 'none'} / {right or 'none'}"


def _words(side: object) -> str:
    return ", ".join(sorted(map(str, side))) if isinstance(side, set | frozenset | list | tuple) else str(side)


@lru_cache(maxsize=KEPT)
def only_in(one: StatementReading, other: StatementReading) -> tuple[Token, ...]:
    """Tokens whose form the other statement does not have, in order."""
    forms = {token.form for token in other.tokens}
    return tuple(token for token in one.tokens if token.form not in forms and token.form not in other.words)


def _of(reading: StatementReading, *kinds: str) -> set[str]:
    return {token.form for token in reading.tokens if token.kind in kinds}


def _raw(reading: StatementReading, forms: set[str], *kinds: str) -> set[str]:
    return {token.raw for token in reading.tokens if token.kind in kinds and token.form in forms}


def numbers(one: StatementReading, other: StatementReading) -> str:
    """A number, with its unit, that only one of them has; a lone "one" against nothing is no number."""
    first, second = _of(one, "number", "version"), _of(other, "number", "version")
    left, right = _only(one, first - second, "number"), _only(other, second - first, "number")
    if not left and not right:
        return ""
    if not (left and right) and (left | right) <= {"1"}:
        return ""
    if not (left and right):  # what one of them says, the other says too: all of both tells more than nothing
        left, right = _of(one, "number"), _of(other, "number")
    return versus(_raw(one, left, "number"), _raw(other, right, "number"))


def _only(reading: StatementReading, forms: set[str], kind: str) -> set[str]:
    return forms & _of(reading, kind)


def dates(one: StatementReading, other: StatementReading) -> str:
    """A day, month, time or year that only one of them has."""
    first, second = _of(one, "date"), _of(other, "date")
    return "" if first == second else versus(_raw(one, first - second, "date"), _raw(other, second - first, "date"))


def versions(one: StatementReading, other: StatementReading) -> str:
    """A version that only one of them has."""
    first, second = _of(one, "version", "number"), _of(other, "version", "number")
    left, right = _only(one, first - second, "version"), _only(other, second - first, "version")
    return versus(_raw(one, left, "version"), _raw(other, right, "version")) if left or right else ""


NUMBERS = StatementGuard("numbers", numbers, True)
DATES = StatementGuard("dates", dates, True)
VERSIONS = StatementGuard("versions", versions, True)


def _differing(one: StatementReading, other: StatementReading, *kinds: str) -> str:
    """Names of these kinds that only one statement has, where the other has something else in their place."""
    left = [token for token in only_in(one, other) if token.kind in kinds]
    right = [token for token in only_in(other, one) if token.kind in kinds]
    rest_left = [token for token in only_in(one, other) if token.kind not in ("date", "number")]
    rest_right = [token for token in only_in(other, one) if token.kind not in ("date", "number")]
    if (left and rest_right) or (right and rest_left):
        return versus({token.raw for token in left or rest_left}, {token.raw for token in right or rest_right})
    return ""


def identifiers(one: StatementReading, other: StatementReading) -> str:
    """Another name from the code: a symbol, a flag, a ticket, a commit."""
    return _differing(one, other, "name", "code")


def paths(one: StatementReading, other: StatementReading) -> str:
    return _differing(one, other, "path", "url")


def of_two_things(one: StatementReading, other: StatementReading) -> bool:
    """Whether `identifiers` or `paths` tells two statements apart, for who compares one with very many."""
    left, right = _things(one), _things(other)
    return not (left.names <= right.every or right.rest <= left.every) or not (
        right.names <= left.every or left.rest <= right.every
    )


class _Things(NamedTuple):
    """Forms in a statement."""

    names: frozenset[str]
    """Of its names and paths."""
    rest: frozenset[str]
    """Of all but its figures and days."""
    every: frozenset[str]
    """Of all its tokens, and its words as they stand."""


@lru_cache(maxsize=65536)
def _things(reading: StatementReading) -> _Things:
    return _Things(
        frozenset(_of(reading, "name", "code", "path", "url")),
        frozenset(token.form for token in reading.tokens if token.kind not in ("date", "number")),
        reading.words.union(token.form for token in reading.tokens),
    )


_LONG = 200
"""Tokens of a statement above which only the words themselves are compared, not their places."""


Exchange = tuple[list[Token], list[Token]]
"""Words of one statement and those of another in their place."""


@lru_cache(maxsize=KEPT)
def swapped(one: StatementReading, other: StatementReading) -> tuple[Exchange, ...]:
    """Words that stand in each other's place: both sides of every exchange between the two sequences of tokens."""
    first, second = [t.form for t in one.tokens], [t.form for t in other.tokens]
    if max(len(first), len(second)) > _LONG:
        left = [token for token in one.tokens if _is_missing(token, other)]
        right = [token for token in other.tokens if _is_missing(token, one)]
        return ((left, right),) if left and right else ()
    if first > second:
        return tuple((left, right) for right, left in swapped(other, one))
    found: list[Exchange] = []
    for tag, a, b, c, d in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag == "replace":
            left = [t for t in one.tokens[a:b] if _is_missing(t, other)]
            right = [t for t in other.tokens[c:d] if _is_missing(t, one)]
            if left and right:
                found.append((left, right))
    return tuple(found)


def _is_missing(token: Token, other: StatementReading) -> bool:
    """Whether a word is neither in the other statement nor near to one that is: `store` and `storage` are one."""
    if token.kind in ("number", "date", "version") or token.form in known.LIGHT:
        return False
    if token.form in other.topic:
        return False
    return token.kind != "word" or token.proper or not any(related(token.form, form) for form in other.topic)


def related(one: str, two: str) -> bool:
    """Whether two stems have one root: a common beginning of at least four letters and short endings after it."""
    shared = 0
    for left, right in zip(one, two, strict=False):
        if left != right:
            break
        shared += 1
    return shared >= 4 and len(one) - shared <= 3 and len(two) - shared <= 3 and shared >= 0.6 * max(len(one), len(two))


def entities(one: StatementReading, other: StatementReading) -> str:
    """A person, place, product or company in place of another: words written as names."""
    for left, right in swapped(one, other):
        if any(_is_name(token) for token in left) and any(_is_name(token) for token in right):
            return versus([token.raw for token in left], [token.raw for token in right])
    return ""


def _is_name(token: Token) -> bool:
    return token.kind == "word" and (token.proper or token.raw[:1].isupper())


def terms(one: StatementReading, other: StatementReading) -> str:
    """A plain word in place of another that means something else."""
    for left, right in swapped(one, other):
        return versus([token.raw for token in left], [token.raw for token in right])
    return ""


def brevity(one: StatementReading, other: StatementReading) -> str:
    """So few words that a word more or less is another thing: a label against a rule."""
    more, less = (other, one) if len(one.heavy) < len(other.heavy) else (one, other)
    if len(less.heavy) > _FEW:
        return ""
    left = {form for form in more.heavy - less.heavy if not any(related(form, there) for there in less.heavy)}
    right = {form for form in less.heavy - more.heavy if not any(related(form, there) for there in more.heavy)}
    return versus(_written(more, left), _written(less, right)) if left or right else ""


def _written(reading: StatementReading, forms: set[str]) -> set[str]:
    return {token.raw for token in reading.tokens if token.form in forms}


_FEW = 2
"""Words in a statement up to which each counts."""
BREVITY = StatementGuard("brevity", brevity, False)
IDENTIFIERS = StatementGuard("identifiers", identifiers, False)
PATHS = StatementGuard("paths", paths, False)
ENTITIES = StatementGuard("entities", entities, True)
TERMS = StatementGuard("terms", terms, False)


def negation(one: StatementReading, other: StatementReading) -> str:
    """One of them is turned round more often than the other: two negations are not none, they are of two things."""
    if one.negations != other.negations:
        left, right = _words_said(one), _words_said(other)
        if left and right:
            return versus(shown(one.frame.denied, "not"), shown(other.frame.denied, "not"))
        return versus(left or "affirmed", right or "affirmed")
    turned = _by_prefix(one, other) or _by_prefix(other, one)
    return versus(*turned) if turned else ""


def _words_said(reading: StatementReading) -> set[str]:
    return set(reading.words & known.NEGATIONS)


def _by_prefix(one: StatementReading, other: StatementReading) -> tuple[str, str] | None:
    """A word of one that is a word of the other with a negative prefix: `encrypted` and `unencrypted`."""
    plain = {token.form: token.raw for token in only_in(other, one) if token.kind == "word"}
    for token in only_in(one, other):
        for prefix in known.NEGATIVE_PREFIXES:
            rest = token.form.removeprefix(prefix)
            if rest != token.form and len(rest) > 2 and rest in plain:
                return token.raw, plain[rest]
    return None


def antonyms(one: StatementReading, other: StatementReading) -> str:
    """Words that only one of them has and that are opposites of each other."""
    left, right = _bare(one, other), _bare(other, one)
    found = known.opposites(left, right)
    return versus(*found) if found else ""


def _bare(one: StatementReading, other: StatementReading) -> set[str]:
    """Words of one that the other lacks, as written and in their one form."""
    own = {token.raw.lower() for token in only_in(one, other)} | (one.words - other.words)
    return own | {known.SYNONYMS.get(word, word) for word in own} | {token.form for token in only_in(one, other)}


NEGATION = StatementGuard("negation", negation, True)
ANTONYMS = StatementGuard("antonyms", antonyms, True)

_WORDS = words_of(
    """longer anymore formerly previously switched moved migrated changed replaced renamed grew grown shrank upgraded
    downgraded dropped left joined became now since relocated transferred retired deprecated"""
)


def changes(one: StatementReading, other: StatementReading) -> str:
    """One of them tells of a change and the other does not."""
    left, right = one.words & _WORDS, other.words & _WORDS
    return versus(left - right or "before", right - left or "before") if bool(left) != bool(right) else ""


CHANGES = StatementGuard("changes", changes, True)


_PLAIN = frozenset({"must", "should"})
"""Strengths that an imperative without any may stand for."""


def modality(one: StatementReading, other: StatementReading) -> str:
    """They are meant with different strength."""
    left, right = one.strengths - other.strengths, other.strengths - one.strengths
    if not left and not right:
        return ""
    if (left <= _PLAIN and not right and not other.strengths) or (right <= _PLAIN and not left and not one.strengths):
        return ""
    return versus(left or "plain", right or "plain")


MODALITY = StatementGuard("modality", modality, True)


_LIMITS = known.words_of("except unless only if when whenever during while")
"""Words that limit where a statement holds."""


def scope(one: StatementReading, other: StatementReading) -> str:
    """A word for a place, case or group that only one of them has, or a condition that only one of them makes."""
    for left, right in swapped(one, other):
        if _places([t.form for t in left]) or _places([t.form for t in right]):
            return versus([t.raw for t in left], [t.raw for t in right])
    limits = (one.words & _LIMITS) - other.words, (other.words & _LIMITS) - one.words
    if any(limits) and not all(limits):
        return versus(*limits)
    more, less = _added(one, other), _added(other, one)
    return versus(more, less) if more or less else ""


def _places(forms: list[str]) -> set[str]:
    return set(forms) & _SCOPES


_SCOPES = frozenset(known.SYNONYMS.get(word, word) for word in known.SCOPE_WORDS)


def _added(one: StatementReading, other: StatementReading) -> set[str]:
    """Words for places that one statement adds to the other."""
    return {
        token.raw
        for token in only_in(one, other)
        if token.form in _SCOPES and not any(related(token.form, form) for form in other.topic)
    }


SCOPE = StatementGuard("scope", scope, False)


_JOINING = frozenset({"and", "or", "of", "for"})
"""Words on both sides of which things may be exchanged."""
_PASSIVE = "by"
_LONGEST = 200
"""Words of a statement above which any other order counts as another direction."""


def direction(one: StatementReading, other: StatementReading) -> str:
    """Two things have changed places around a word that points from one to the other."""
    first, second = list(one.sequence), list(other.sequence)
    if max(len(first), len(second)) > _LONGEST:
        return "" if first == second or sorted(first) != sorted(second) else "the same words in another order"
    if sorted(first) != sorted(second):
        return _voice(first, second)
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while first and second and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    exchanged = _exchange(first, second)
    if exchanged is None:
        return ""
    left, middle, right = exchanged
    ways = sorted((f"{left} {middle} {right}", f"{right} {middle} {left}"))
    return " / ".join(ways)


def _exchange(first: list[str], second: list[str]) -> tuple[str, str, str] | None:
    """`X M Y` against `Y M X`: X, M and Y, or none."""
    size = len(first)
    for ahead in range(1, min(size - 1, 5)):
        for behind in range(1, min(size - ahead, 5)):
            middle = first[ahead : size - behind]
            if (
                set(middle) - _JOINING
                and first[:ahead] == second[size - ahead :]
                and first[size - behind :] == second[:behind]
                and middle == second[behind : size - ahead]
            ):
                return " ".join(first[:ahead]), " ".join(middle), " ".join(first[size - behind :])
    return None


def _voice(first: list[str], second: list[str]) -> str:
    """The same words in the same order, but done *by* the last in one of them only."""
    if (_PASSIVE in first) == (_PASSIVE in second):
        return ""
    if [word for word in first if word != _PASSIVE] == [word for word in second if word != _PASSIVE]:
        return "done by / done to"
    return ""


DIRECTION = StatementGuard("direction", direction, True)


def word_order(one: StatementReading, other: StatementReading) -> str:
    """Words that both have have changed places, and not as a phrase, a list or a passive does."""
    same = one.tokens == other.tokens or same_order(one.frame.places, other.frame.places)
    return "" if same else "the same words in another order"


def little_words(one: StatementReading, other: StatementReading) -> str:
    """Another time ("has been" / "will be"), way ("into" / "out of"), "and" / "or", or another place of "only"."""
    left, right = one.frame, other.frame
    if ("future" in left.tenses) != ("future" in right.tenses) or left.tenses ^ right.tenses >= {"past", "present"}:
        return versus(left.tenses or "no time", right.tenses or "no time")
    ways = opposed(left.places, right.places)
    if ways:
        return " / ".join(ways)
    for strength in sorted({word for word, _ in left.meant} & {word for word, _ in right.meant}):
        ones = [head for word, head in left.meant if word == strength]
        others = [head for word, head in right.meant if word == strength]
        if not about_the_same(ones, others):
            return versus(shown(ones, strength), shown(others, strength))
    if left.persons and right.persons and left.persons != right.persons and _forms(left) == _forms(right):
        return versus(" ".join(left.persons), " ".join(right.persons))
    alike = told_alike(left.places, right.places) and led_alike(left.places, right.places)
    return "" if alike else "the same words with other little words between them"


def _forms(frame: Frame) -> list[str]:
    return [place.form for place in frame.places]


def negated_part(one: StatementReading, other: StatementReading) -> str:
    """As many negations, but of something else; or one turns round what the other says as it is."""
    left, right = one.frame, other.frame
    if not about_the_same(left.denied, right.denied):
        return versus(shown(left.denied, "not"), shown(right.denied, "not"))
    if len(left.instead) == len(right.instead):
        return ""
    more, less = (left, right) if len(left.instead) > len(right.instead) else (right, left)
    said = {place.form for place in less.places}
    if said == {place.form for place in more.places} or any(head & said or not head for head in more.instead):
        return versus(shown(left.instead, "not"), shown(right.instead, "not"))
    return ""


def signs(one: StatementReading, other: StatementReading) -> str:
    """A sign that only one of them has: `<`, `!`, "?"."""
    return "" if one.signs == other.signs else versus(list(one.signs) or "none", list(other.signs) or "none")


def about_the_same(one: Sequence[frozenset[str]], other: Sequence[frozenset[str]]) -> bool:
    """Whether for each head of one there is one of the other that it shares a word with, and the other way round."""
    return all(any(_alike(left, right) for right in other) for left in one) and all(
        any(_alike(left, right) for left in one) for right in other
    )


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if one & other or not (one or other):
        return True
    return any(related(left, right) for left in one for right in other)


def shown(heads: Sequence[frozenset[str]], word: str) -> list[str] | str:
    """What negations are about, for a person."""
    return [f"{word} {' '.join(sorted(head))}".strip() for head in heads] or "affirmed"


WORD_ORDER = StatementGuard("word order", word_order, False, doubt=True)
LITTLE_WORDS = StatementGuard("little words", little_words, False, doubt=True)
NEGATED_PART = StatementGuard("negated part", negated_part, False, doubt=True)
SIGNS = StatementGuard("signs", signs, False, doubt=True)


GUARDS: dict[str, StatementGuard] = {
    guard.name: guard
    for guard in (
        NEGATION, ANTONYMS, MODALITY, VERSIONS, DATES, NUMBERS, DIRECTION, CHANGES, IDENTIFIERS, PATHS, SCOPE, ENTITIES,
        TERMS, BREVITY, NEGATED_PART, LITTLE_WORDS, WORD_ORDER, SIGNS,
    )
}  # fmt: skip
"""Every guard by its name, in the order in which they are asked; the first that objects gives the reason."""


def objection(
    one: StatementReading, other: StatementReading, *, doubt: bool = True
) -> tuple[StatementGuard, str] | None:
    """The first guard that keeps two statements apart, and what differs; none when nothing does.

    Without `doubt` the guards are not asked that only keep apart what may not be the same.
    """
    for guard in GUARDS.values():
        if guard.doubt and not doubt:
            continue
        difference = guard.check(one, other)
        if difference:
            return guard, difference
    return None

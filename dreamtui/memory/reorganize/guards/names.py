"""Identifiers, paths, entities and plain words: the same sentence about another thing is another sentence."""

from difflib import SequenceMatcher
from functools import lru_cache

from dreamtui.memory.reorganize.guards.base import KEPT, StatementGuard, only_in, versus
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading, Token


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
    """Another path or address."""
    return _differing(one, other, "path", "url")


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

"""Negation and antonyms: one says yes where the other says no."""

from dreamtui.memory.reorganize.guards.base import StatementGuard, only_in, versus
from dreamtui.memory.reorganize.guards.wording import shown
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.reading import StatementReading


def negation(one: StatementReading, other: StatementReading) -> str:
    """One of them is turned round more often than the other: two negations are not none, they are of two things."""
    if one.negations != other.negations:
        left, right = _words(one), _words(other)
        if left and right:
            return versus(shown(one.frame.denied, "not"), shown(other.frame.denied, "not"))
        return versus(left or "affirmed", right or "affirmed")
    turned = _by_prefix(one, other) or _by_prefix(other, one)
    return versus(*turned) if turned else ""


def _words(reading: StatementReading) -> set[str]:
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

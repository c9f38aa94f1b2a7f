"""Wording: the same words in another order, after other little words, or with other signs may say the opposite."""

from collections.abc import Sequence

from dreamtui.memory.reorganize.guards.base import StatementGuard, versus
from dreamtui.memory.reorganize.guards.names import related
from dreamtui.memory.reorganize.language.arrangement import led_alike, opposed, same_order, told_alike
from dreamtui.memory.reorganize.language.frames import Frame
from dreamtui.memory.reorganize.language.reading import StatementReading


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

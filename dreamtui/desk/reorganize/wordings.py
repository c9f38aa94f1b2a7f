"""What two memories say in other words: a merge has one wording of it, and a person takes the other, or both."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.lookup import resolve
from dreamtui.desk.reorganize.proposal_view import MutationView, view
from dreamtui.kinds.proposal.kind import NAME
from dreamtui.model.decision import Words
from dreamtui.model.errors import Lack, Refused
from dreamtui.model.proposal import Fate, MutationKind, Statement
from dreamtui.model.status import Status

_ITEMS = ("- ", "* ", "+ ")


@unique
class Take(StrEnum):
    """Which wording stands."""

    A = "a"
    B = "b"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class SaidTwice:
    """A statement in two wordings, in the order of their memories."""

    a: Statement
    b: Statement

    def standing(self, text: str) -> Take | None:
        """Which wording a result has; None when it has neither."""
        for taken in sorted(Take, key=lambda one: -len(self.words(one))):
            if self.words(taken) in text:
                return taken
        return None

    def words(self, taken: Take) -> str:
        if taken is not Take.BOTH:
            return _bare((self.a if taken is Take.A else self.b).text)
        one, other = self.a.text, self.b.text
        return f"{_bare(one)}\n{other}" if other.startswith(_ITEMS) else f"{_bare(one)} {_bare(other)}"

    def left(self, taken: Take) -> str:
        """The wording that is not taken; empty when both are."""
        return {Take.A: self.b.text, Take.B: self.a.text, Take.BOTH: ""}[taken]

    def taken(self, text: str, wanted: Take) -> str | None:
        """A result with this wording; None when it has neither."""
        now = self.standing(text)
        return None if now is None else text.replace(self.words(now), self.words(wanted), 1)


def _bare(statement: str) -> str:
    return statement[2:] if statement.startswith(_ITEMS) else statement


def said_twice(change: MutationView) -> list[SaidTwice]:
    """What the memories of a merge say in two ways; as it was proposed, so that it stays the same whatever is taken."""
    if change.mutation.kind is not MutationKind.MERGE:
        return []
    order = [source.id for source in change.sources]
    told = {one.text: one for one in reversed(change.statements) if one.fate is Fate.KEPT}
    found = []
    for one in change.statements:
        other = told.get(one.into) if one.fate is Fate.MERGED and one.into != one.text else None
        if other is not None and other.source != one.source:
            found.append(SaidTwice(*sorted((one, other), key=lambda each: order.index(each.source))))
    return found


def with_taken(desk: Desk, reference: str, words: Words, wanted: Take) -> Words:
    """The words of a decision with every statement of its one merge in this wording, and the others let go."""
    item = resolve(desk, reference, (Status.PENDING, Status.DEFERRED)).row
    if item.kind != NAME:
        raise Refused(f"{item.id} is a {item.kind}, and a wording is taken of a proposal")
    changes = [one for one in view(desk, item.id).mutations if one.mutation.kind is MutationKind.MERGE]
    named = [one for one in changes if not words.only or _is_named(one, words.only)]
    if len(named) != 1:
        raise Refused("a wording is taken in exactly one merge", Lack.ONE_CHANGE)
    pairs, text = said_twice(named[0]), named[0].result
    if not pairs:
        raise Refused(f"{item.id} says nothing in two ways", Lack.CHANGES)
    for pair in pairs:
        text = pair.taken(text, wanted) or text
    left = (pair.left(wanted) for pair in pairs)
    return replace(words, text=text, acknowledged=(*words.acknowledged, *filter(None, left)))


def _is_named(change: MutationView, only: Sequence[str]) -> bool:
    return any(change.mutation.id.startswith(name) for name in only)

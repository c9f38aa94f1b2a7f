"""What a model drafted for an item: a rule of which every clause is quoted, none, or an answer that was not used."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum, unique


@unique
class DraftOutcome(StrEnum):
    """What came of asking a model."""

    RULE = "rule"
    NONE = "none"
    """It found no rule, and said why."""
    UNUSED = "unused"
    """Its answer did not hold."""


@dataclass(frozen=True, slots=True)
class DraftClause:
    """A part of the rule and what it rests on."""

    words: str
    quote: str
    """As it stands in what the model was given."""
    locator: str
    """The place of that piece of evidence."""


@dataclass(frozen=True, slots=True)
class ModelDraft:
    """A draft with where it comes from; it decides nothing."""

    outcome: DraftOutcome
    clauses: tuple[DraftClause, ...] = ()
    """Together they are the rule."""
    none: str = ""
    """Why it found no rule, in its words."""
    against: tuple[str, ...] = ()
    """What speaks against the rule, in its words."""
    foreign: tuple[str, ...] = ()
    """Locators of evidence that does not belong to the rest, as it says."""
    failures: tuple[str, ...] = ()
    """Why its answer is not used, a sentence without its stop each."""
    command: str = ""
    """The command that answered, secrets masked."""
    answer: str = ""
    """sha256 of the whole answer."""
    when: str = ""
    """UTC time of the answer."""
    basis: str = ""
    """Hash of the item's evidence it was made from."""

    @property
    def rule(self) -> str:
        """The words of the rule; empty where there is none."""
        return " ".join(clause.words for clause in self.clauses)

    def changed(self, change: Callable[[str], str]) -> "ModelDraft":
        """The same with every text changed, such as masked."""
        clauses = tuple(DraftClause(change(one.words), change(one.quote), one.locator) for one in self.clauses)
        against, failures = tuple(map(change, self.against)), tuple(map(change, self.failures))
        return replace(self, clauses=clauses, none=change(self.none), against=against, failures=failures)

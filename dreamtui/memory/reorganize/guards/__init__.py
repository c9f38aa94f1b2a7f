"""Guards: what keeps two statements apart that look alike, each with its reason. Found by name in `GUARDS`."""

from dreamtui.memory.reorganize.guards.base import StatementGuard
from dreamtui.memory.reorganize.guards.figures import DATES, NUMBERS, VERSIONS
from dreamtui.memory.reorganize.guards.meaning import CHANGES, DIRECTION, MODALITY, SCOPE
from dreamtui.memory.reorganize.guards.names import BREVITY, ENTITIES, IDENTIFIERS, PATHS, TERMS
from dreamtui.memory.reorganize.guards.polarity import ANTONYMS, NEGATION
from dreamtui.memory.reorganize.guards.wording import LITTLE_WORDS, NEGATED_PART, SIGNS, WORD_ORDER
from dreamtui.memory.reorganize.language.reading import StatementReading, read

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


__all__ = ["GUARDS", "StatementGuard", "objection", "read"]

"""Guards: what keeps two statements apart that look alike, each with its reason. Found by name in `GUARDS`."""

from dreamtui.dream.reorganize.guards.base import Guard
from dreamtui.dream.reorganize.guards.changes import CHANGES
from dreamtui.dream.reorganize.guards.direction import DIRECTION
from dreamtui.dream.reorganize.guards.figures import DATES, NUMBERS, VERSIONS
from dreamtui.dream.reorganize.guards.modality import MODALITY
from dreamtui.dream.reorganize.guards.names import BREVITY, ENTITIES, IDENTIFIERS, PATHS, TERMS
from dreamtui.dream.reorganize.guards.polarity import ANTONYMS, NEGATION
from dreamtui.dream.reorganize.guards.scope import SCOPE
from dreamtui.dream.reorganize.guards.wording import LITTLE_WORDS, NEGATED_PART, SIGNS, WORD_ORDER
from dreamtui.dream.reorganize.reading import Reading, read

GUARDS: dict[str, Guard] = {
    guard.name: guard
    for guard in (
        NEGATION, ANTONYMS, MODALITY, VERSIONS, DATES, NUMBERS, DIRECTION, CHANGES, IDENTIFIERS, PATHS, SCOPE, ENTITIES,
        TERMS, BREVITY, NEGATED_PART, LITTLE_WORDS, WORD_ORDER, SIGNS,
    )
}  # fmt: skip
"""Every guard by its name, in the order in which they are asked; the first that objects gives the reason."""


def objection(one: Reading, other: Reading, *, doubt: bool = True) -> tuple[Guard, str] | None:
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


__all__ = ["GUARDS", "Guard", "objection", "read"]

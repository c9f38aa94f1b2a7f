"""Changes: a statement that says that something became otherwise is newer than one that does not know it."""

from dreamtui.dream.reorganize.guards.base import Guard, versus
from dreamtui.dream.reorganize.reading import Reading
from dreamtui.dream.reorganize.vocabulary import words_of

_WORDS = words_of(
    """longer anymore formerly previously switched moved migrated changed replaced renamed grew grown shrank upgraded
    downgraded dropped left joined became now since relocated transferred retired deprecated"""
)


def changes(one: Reading, other: Reading) -> str:
    """One of them tells of a change and the other does not."""
    left, right = one.words & _WORDS, other.words & _WORDS
    return versus(left - right or "before", right - left or "before") if bool(left) != bool(right) else ""


CHANGES = Guard("changes", changes, True)

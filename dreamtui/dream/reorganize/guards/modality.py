"""Modality: must, should, may, sometimes and only are not the same strength."""

from dreamtui.dream.reorganize.guards.base import Guard, versus
from dreamtui.dream.reorganize.reading import Reading

_PLAIN = frozenset({"must", "should"})
"""Strengths that an imperative without any may stand for."""


def modality(one: Reading, other: Reading) -> str:
    """They are meant with different strength."""
    left, right = one.strengths - other.strengths, other.strengths - one.strengths
    if not left and not right:
        return ""
    if (left <= _PLAIN and not right and not other.strengths) or (right <= _PLAIN and not left and not one.strengths):
        return ""
    return versus(left or "plain", right or "plain")


MODALITY = Guard("modality", modality, True)

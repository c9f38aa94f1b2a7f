"""Reorganize: which memories say the same, contradict each other or have gone stale. Pure; one idea a file."""

from dreamtui.dream.reorganize.guards import GUARDS
from dreamtui.dream.reorganize.merging import check_mutation, merge_texts
from dreamtui.dream.reorganize.moves import WHERE, scope_move
from dreamtui.dream.reorganize.proposing import propose
from dreamtui.dream.reorganize.scorers import SCORERS
from dreamtui.dream.reorganize.settings import (
    DEFAULT_MAX_MUTATIONS,
    DEFAULT_SCORER,
    DEFAULT_THRESHOLD,
    FindSettings,
    World,
)


def threshold_for(scorer: str) -> float:
    """The likeness from which a scorer proposes a merge when nobody says otherwise."""
    return SCORERS[scorer].threshold if scorer in SCORERS else DEFAULT_THRESHOLD


__all__ = [
    "DEFAULT_MAX_MUTATIONS", "DEFAULT_SCORER", "DEFAULT_THRESHOLD", "GUARDS", "SCORERS", "WHERE", "FindSettings",
    "World", "check_mutation", "merge_texts", "propose", "scope_move", "threshold_for",
]  # fmt: skip

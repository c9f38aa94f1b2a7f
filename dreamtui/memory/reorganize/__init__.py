"""Reorganize: which memories say the same, contradict each other or have gone stale. Pure; one idea a file."""

from dreamtui.memory.claims import World
from dreamtui.memory.reorganize.filing import WHERE, scope_move
from dreamtui.memory.reorganize.guards import GUARDS
from dreamtui.memory.reorganize.likeness import SCORERS
from dreamtui.memory.reorganize.merging import check_mutation, merge_texts
from dreamtui.memory.reorganize.proposing import (
    DEFAULT_MAX_MUTATIONS,
    DEFAULT_SCORER,
    DEFAULT_THRESHOLD,
    FindSettings,
    Readers,
    propose,
)
from dreamtui.memory.reorganize.stale import said_elsewhere


def threshold_for(scorer: str) -> float:
    """The likeness from which a scorer proposes a merge by default."""
    return SCORERS[scorer].threshold if scorer in SCORERS else DEFAULT_THRESHOLD


__all__ = [
    "DEFAULT_MAX_MUTATIONS", "DEFAULT_SCORER", "DEFAULT_THRESHOLD", "GUARDS", "SCORERS", "WHERE", "FindSettings",
    "Readers", "World", "check_mutation", "merge_texts", "propose", "said_elsewhere", "scope_move", "threshold_for",
]  # fmt: skip

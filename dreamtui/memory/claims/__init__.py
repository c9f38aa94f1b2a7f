"""Claims: what a memory says of the repository, found in its words and held against what the repository knows. Pure."""

from dreamtui.memory.claims.extract import claims_in
from dreamtui.memory.claims.judge import (
    NEVER_DEFINED,
    NEVER_THERE,
    NO_REPOSITORY,
    NOTHING_RUNS_IT,
    World,
    judge,
    judge_all,
)

__all__ = [
    "NEVER_DEFINED", "NEVER_THERE", "NOTHING_RUNS_IT", "NO_REPOSITORY", "World", "claims_in", "judge", "judge_all",
]  # fmt: skip

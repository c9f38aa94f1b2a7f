"""Claims: what a memory says of the repository, found in its words and held against what the repository knows. Pure."""

from dreamtui.memory.claims.extract import claims_in
from dreamtui.memory.claims.judge import NO_REPOSITORY, judge, judge_all
from dreamtui.memory.claims.world import World

__all__ = ["NO_REPOSITORY", "World", "claims_in", "judge", "judge_all"]

"""Claims: what a memory says of the repository, found in its words and held against what the repository knows. Pure."""

from dreamtui.dream.claims.extract import claims_in
from dreamtui.dream.claims.judge import NO_REPOSITORY, judge, judge_all
from dreamtui.dream.claims.world import World

__all__ = ["NO_REPOSITORY", "World", "claims_in", "judge", "judge_all"]

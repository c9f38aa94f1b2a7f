"""Memories of memory folders: in no list of ours, but found by id, path or name, and retired like a note."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import ItemKind, Planner
from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.kinds.memory.plans import TopicFiles

NAME = "memory"


@cache
def _plans() -> "Mapping[Verb, Planner[TopicFiles]]":
    from dreamtui.kinds.memory import plans

    return {Verb.RETIRE: plans.retire}


MEMORY = ItemKind(NAME, label="Memory", plans=_plans)

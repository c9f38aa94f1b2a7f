"""Memories of memory folders: in none of our lists, but found by id, path or name, and retired like a note."""

from typing import TYPE_CHECKING

from dreamtui.kinds.kind import ItemActions, ItemKind

if TYPE_CHECKING:
    from dreamtui.kinds.memory.plans import TopicFiles

NAME = "memory"


def _actions() -> "ItemActions[TopicFiles]":
    from dreamtui.kinds.memory.plans import ACTIONS

    return ACTIONS


MEMORY = ItemKind(NAME, label="Memory", actions=_actions)

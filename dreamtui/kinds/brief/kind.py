"""Briefs are to come; their name is known, so that a list of them is empty rather than wrong."""

from dreamtui.kinds.kind import ItemKind

BRIEF: ItemKind[None] = ItemKind("brief", label="Brief", sign="▣", word="brief")

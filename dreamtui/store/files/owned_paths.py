"""Which files we write at all, by their logical paths: the one list for plans, for what a crash left, and for undo.

A journal and a record are read from a folder that a repository can ship. Whatever they say, nothing else is touched.
"""

from collections.abc import Collection
from fnmatch import fnmatchcase

from dreamtui.kinds.promotion.recall_store import MEMORY, STORE
from dreamtui.store.layout import (
    ARCHIVE,
    AUDIT,
    CANDIDATES,
    EXPIRED,
    GRADUATED,
    HOME,
    INSIGHTS,
    LOG,
    NOTES,
    OBJECTS,
    OUTSIDE,
    PROMOTIONS,
    PROPOSALS,
    REJECTED,
    RULES_ROOT,
)

_DECIDED = (CANDIDATES, GRADUATED, REJECTED, EXPIRED, PROMOTIONS, PROPOSALS, INSIGHTS, RULES_ROOT, NOTES)
"""Folders of the home whose files decisions change."""
_OPENCLAW = frozenset({MEMORY, STORE})
_WRITTEN = (AUDIT, OBJECTS, LOG)
"""Folders of the home that only grow."""
_MEMORY = (".claude/memory", ".claude/agent-memory/", ".claude/agent-memory-local/")
"""What the keys of the usual memory folders in a repository begin with."""
_SETTINGS = f"{HOME}/config.yaml"


def may_decide(logical: str, memory: Collection[str]) -> bool:
    """Whether a decision, and so its undo, may change a file; `memory` are the keys of the memory folders."""
    if not _is_plain(logical):
        return False
    if logical in _OPENCLAW or logical.startswith(f"{ARCHIVE}/"):
        return True
    if logical.startswith(f"{HOME}/"):
        return logical.endswith((".md", ".json")) and any(logical.startswith(f"{folder}/") for folder in _DECIDED)
    return any(logical.startswith(f"{key}/") and _is_memory(logical, key) for key in memory)


def may_write(logical: str, memory: Collection[str], outputs: Collection[str]) -> bool:
    """Whether any change of ours may write a file; `outputs` are the paths and patterns of the outputs."""
    if may_decide(logical, memory):
        return True
    if any(_fits(logical, pattern) for pattern in outputs):
        return True
    kept = logical.startswith(f"{HOME}/") and logical.endswith("/.gitkeep") and "/." not in logical[: -len("/.gitkeep")]
    return kept or logical == _SETTINGS or any(logical.startswith(f"{folder}/") for folder in _WRITTEN)


def is_usual(key: str) -> bool:
    """Whether a memory folder in the workspace is one that is found wherever somebody looks."""
    return key.startswith(_MEMORY)


def _fits(logical: str, pattern: str) -> bool:
    """Whether a path is the output, or one of those a pattern names; a star stands for no slash."""
    return logical.count("/") == pattern.count("/") and fnmatchcase(logical, pattern)


def _is_plain(logical: str) -> bool:
    """Whether no part of it leads up or is empty."""
    parts = logical.split("/")
    return ".." not in parts and "." not in parts and "" not in parts


def _is_memory(logical: str, key: str) -> bool:
    """Whether a file of a memory folder is one of its memories; nothing hidden is.

    A repository may name a folder of its own, and in that only what is called like a memory counts.
    """
    inside = logical[len(key) + 1 :]
    hidden = any(part.startswith(".") for part in inside.split("/"))
    return not hidden and (inside.endswith(".md") or key.startswith(OUTSIDE) or is_usual(key))

"""Which files we write at all, by their logical paths: the one list for plans, recovery and undo.

A journal and a record are read from a folder that a repository can ship. Whatever they say, nothing else is touched.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from dreamtui.kinds.kind import Kinds, SharedFile
from dreamtui.store.layout import ARCHIVE, ATTRIBUTES, AUDIT, HOME, LOG, OBJECTS, OUTSIDE


@dataclass(frozen=True, slots=True)
class DecidedFiles:
    """The files besides memories that decisions change, as the kinds of item name them."""

    folders: tuple[str, ...] = ()
    shared: Mapping[str, SharedFile] = field(default_factory=dict)
    """Files of others in which a decision leaves something."""

    @classmethod
    def of(cls, kinds: Kinds) -> "DecidedFiles":
        """Those of these kinds of item."""
        shared = {path: shared for kind in kinds for path, shared in kind.shared.items()}
        return cls(tuple(folder.path for folder in kinds.folders), shared)


_WRITTEN = (AUDIT, OBJECTS, LOG)
"""Folders of the home that only grow."""
_MEMORY = (".claude/memory", ".claude/agent-memory/", ".claude/agent-memory-local/")
"""What the keys of the usual memory folders in a repository begin with."""
_SETTINGS = (f"{HOME}/config.yaml", f"{HOME}/dream/training/curriculum.yaml", ATTRIBUTES)


def may_decide(logical: str, memory: Collection[str], decided: DecidedFiles, signs: Collection[str]) -> bool:
    """Whether a decision, and so its undo, may change a file.

    `memory` are the keys of the memory folders, `signs` the folders of `decided.shared` that are there.
    """
    if not _is_plain(logical):
        return False
    if logical in decided.shared:
        return decided.shared[logical].sign in signs
    if logical.startswith(f"{ARCHIVE}/"):
        return True
    if logical.startswith(f"{HOME}/"):
        is_inside = any(logical.startswith(f"{folder}/") for folder in decided.folders)
        return is_inside and logical.endswith((".md", ".json"))
    return any(logical.startswith(f"{key}/") and _is_memory(logical, key) for key in memory)


def may_write(
    logical: str, memory: Collection[str], outputs: Collection[str], decided: DecidedFiles, signs: Collection[str]
) -> bool:
    """Whether any change of ours may write a file; `outputs` are the paths and patterns of the outputs.

    A shared file below its own sign may be the first there: it makes the workspace its owner's.
    """
    if may_decide(logical, memory, decided, signs):
        return True
    if logical in decided.shared and logical.startswith(f"{decided.shared[logical].sign}/"):
        return True
    if any(_fits(logical, pattern) for pattern in outputs):
        return True
    kept = logical.startswith(f"{HOME}/") and logical.endswith("/.gitkeep") and "/." not in logical[: -len("/.gitkeep")]
    return kept or logical in _SETTINGS or any(logical.startswith(f"{folder}/") for folder in _WRITTEN)


def is_usual(key: str) -> bool:
    """Whether a memory folder in the workspace is one that is found by default."""
    return key.startswith(_MEMORY)


def _fits(logical: str, pattern: str) -> bool:
    """Whether a path is the output, or matches its pattern; a star does not match a slash."""
    return logical.count("/") == pattern.count("/") and fnmatchcase(logical, pattern)


def _is_plain(logical: str) -> bool:
    """Whether no part of it leads up or is empty."""
    parts = logical.split("/")
    return ".." not in parts and "." not in parts and "" not in parts


def _is_memory(logical: str, key: str) -> bool:
    """Whether a file of a memory folder is one of its memories; nothing hidden is.

    A repository can ship a folder and a record about it, so in one inside it only what is called like a memory counts.
    """
    inside = logical[len(key) + 1 :]
    hidden = any(part.startswith(".") for part in inside.split("/"))
    return not hidden and (inside.endswith(".md") or key.startswith(OUTSIDE))

"""Where our files are: logical paths (`.agent/…` is the home, wherever it is) and their folders."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from dreamtui.model.errors import Lack, Refused
from dreamtui.text.paths import PRIVATE_HOME

HOME = ".agent"
OUTSIDE = "@"
"""What the logical paths of memory folders outside the workspace begin with."""
ARCHIVE = ".agent/archive"
PRIVATE_ARCHIVE = f"{PRIVATE_HOME}/archive"
"""The archive of what lay in memory folders outside the workspace."""
AUDIT = ".agent/dream/audit"
FOUND_AGAIN = "recurring.json"
"""What the last run found although it is decided, a cache in the private state folder."""
SIGNATURE = ".sig"
"""Behind the name of a record: the file with its signature."""
OBJECTS = ".agent/dream/objects"
LOG = ".agent/dream/log"
STATE = ".agent/dream/.state"
PRIVATE_STATE = f"{PRIVATE_HOME}/.state"
EVENTS = ".agent/memory/episodic"
INDEX = ".agent/memory/MEMORY.md"
ATTRIBUTES = ".agent/.gitattributes"
CONSOLIDATING = "consolidating.json"
"""In the state folder: memory folders whose locks are held, so that the next start can release them."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One workspace's files on disk."""

    root: Path
    """The workspace root, as a real path."""
    home: Path
    """The folder our own files live in: `<root>/.agent`, or one under the user's data folder."""
    folders: Mapping[str, Path] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """Folders outside the workspace by the first part of their logical paths: `@claude/…`."""

    def real(self, logical: str) -> Path:
        """The file a logical path means."""
        return Path(self.place(logical))

    def place(self, logical: str) -> str:
        """The same as text, which is quicker for ten thousand files."""
        parts = logical.split("/")
        if not logical or logical.startswith("/") or ".." in parts or "\0" in logical:
            raise Refused(f"{logical!r} is not a path inside the workspace")
        try:
            os.fsencode(logical)
        except UnicodeEncodeError:
            raise Refused(f"{logical!r} is not a valid path") from None
        if parts[0] == HOME:
            return f"{self.home}{logical[len(HOME) :]}"
        if parts[0] in self.folders and len(parts) > 1:
            return f"{self.folders[parts[0]]}{logical[len(parts[0]) :]}"
        if parts[0].startswith(OUTSIDE):
            raise Refused(f"{logical!r} is in a memory folder not known here", Lack.MEMORY_FOLDER)
        return f"{str(self.root).rstrip('/')}/{logical}"

    def knows(self, logical: str) -> bool:
        """Whether it is known where a path outside the workspace is; one inside always is."""
        return not logical.startswith(OUTSIDE) or logical.partition("/")[0] in self.folders

    def logical(self, path: Path) -> str:
        """The logical path of a file, with `./` where it would look like one elsewhere; an absolute one outside."""
        if path.is_relative_to(self.home):
            return "/".join((HOME, *path.relative_to(self.home).parts))
        if path.is_relative_to(self.root):
            inside = path.relative_to(self.root).as_posix()
            odd = inside.startswith(OUTSIDE) and inside.partition("/")[0] not in self.folders
            return f"./{inside}" if odd else inside
        for key, folder in self.folders.items():
            if path != folder and path.is_relative_to(folder):
                return f"{key}/{path.relative_to(folder).as_posix()}"
        return path.as_posix()

    @property
    def state(self) -> Path:
        """Journal, locks and marks, which everybody shares who works in this folder; not in git."""
        return self.real(STATE)

    @property
    def private_state(self) -> Path:
        """The index, drafts and caches, with the person's own data.

        Git keeps a file that a repository ships, whatever it is told to leave out, and with it would publish the words
        that we put there. Raises `Refused` where the person's folder is not known.
        """
        return self.real(PRIVATE_STATE)

    def journal_waiting(self) -> bool:
        """Whether an interrupted transaction, or a lock it held, waits for recovery."""
        try:
            return (self.state / CONSOLIDATING).is_file() or any(self.real(f"{STATE}/journal").iterdir())
        except OSError:
            return False

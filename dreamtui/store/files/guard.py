"""Says which paths may be written at all: files inside the given roots, reached without any symlink below a root."""

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import is_git_name


@dataclass(frozen=True, slots=True)
class PathGuard:
    """The places that may be written."""

    roots: tuple[Path, ...]
    """Workspace first, home and known memory folders; a root itself may be reached through symlinks."""
    ours: Callable[[Path], bool] | None = field(default=None, compare=False)
    """Which files below the roots are ours to write; None for all."""
    _known: tuple[Path, ...] = field(init=False, repr=False, compare=False)
    """The roots as they were given and as they really are, the longest first."""

    def __post_init__(self) -> None:
        given = {Path(os.path.abspath(root)) for root in self.roots}  # noqa: PTH100 - must not follow symlinks
        known = given | {Path(os.path.realpath(root)) for root in self.roots}
        ordered = sorted(known, key=lambda path: (-len(path.parts), str(path)))
        object.__setattr__(self, "_known", tuple(ordered))

    def check(self, path: Path) -> None:
        """Raise `Refused` unless this is a file, or a free name, that may be written."""
        self.check_place(path)
        mode = self._mode(path)
        if mode is None:
            return
        if stat.S_ISLNK(mode):
            raise Refused(f"{self.name(path)} is a symlink and is not written through")
        if not stat.S_ISREG(mode):
            raise Refused(f"{self.name(path)} is not a regular file")

    def check_place(self, path: Path) -> None:
        """The same without a look at the path itself."""
        text = str(path)
        try:
            os.fsencode(text)
        except UnicodeEncodeError as error:
            raise Refused(f"{inert_line(text)} is not a valid path") from error
        if "\0" in text or ".." in path.parts or not path.is_absolute():
            raise Refused(f"{inert_line(text)} is not a plain absolute path")
        root = self._root_of(path)
        if root is None:
            raise Refused(f"{inert_line(text)} is outside the workspace and its memory folders")
        below = path.relative_to(root).parts
        if not below:
            raise Refused(f"{inert_line(text)} is a folder")
        if any(is_git_name(part) for part in below):
            raise Refused(f"{self.name(path)} belongs to git and is never written")
        self._check_folders(root, below[:-1])

    def check_ours(self, path: Path) -> None:
        """Raise `Refused` for a file that no change of ours writes."""
        if self.ours is not None and not self.ours(path):
            raise Refused(f"{self.name(path)} is not dreamtui's file and is never written")

    def name(self, path: Path) -> str:
        """The path as a message shows it, inert: below the workspace as it is called from there, else in full."""
        for top in self.roots[:1] if path.is_absolute() and "\0" not in str(path) else ():
            for root in (Path(os.path.abspath(top)), Path(os.path.realpath(top))):  # noqa: PTH100 - as above
                if path != root and path.is_relative_to(root):
                    return inert_line(path.relative_to(root).as_posix())
        return inert_line(str(path))

    def _root_of(self, path: Path) -> Path | None:
        """The innermost root the path is written under, else the outermost folder that really is a root."""
        for root in self._known:
            if path.is_relative_to(root):
                return root
        for folder in reversed(path.parents):
            if Path(os.path.realpath(folder)) in self._known:
                return folder
        return None

    def _mode(self, path: Path) -> int | None:
        """What is at a path, not followed; None for nothing."""
        try:
            return os.lstat(path).st_mode
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Refused(f"{self.name(path)} cannot be reached: {error.strerror}") from error

    def _check_folders(self, folder: Path, parts: tuple[str, ...]) -> None:
        for part in parts:
            folder = folder / part
            mode = self._mode(folder)
            if mode is None:
                return
            if stat.S_ISLNK(mode):
                raise Refused(f"{self.name(folder)} is a symlink; nothing is written below it")
            if not stat.S_ISDIR(mode):
                raise Refused(
                    f"{self.name(folder)} is not a folder, and files of ours belong in one there; move it away"
                )

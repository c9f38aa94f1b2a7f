"""Whether anything in a repository is other than it was, without asking git what is in it."""

import os
from collections.abc import Iterator
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.sources.git.command import open_repository
from dreamtui.sources.git.history import history_key
from dreamtui.sources.identity import Roster

_NESTED = 5
"""How many object stores git follows from one to the next."""
_SMALL = 1 << 20


def repository_stamp(root: Path, people: Roster) -> str:
    """A text that differs once HEAD, an object, the boundary of a clone or a setting does.

    Commits that no branch has are found by their names, so it is objects that count, not references.
    """
    repository = open_repository(root)
    if repository is None:
        return ""
    about = repository.head, repository.prefix, repository.bare, repository.shallow, history_key(repository, people)
    settings = [_file(repository.common_dir / name) for name in ("config", "info/attributes")]
    return repr((about, settings, list(_objects(repository.common_dir / "objects", _NESTED))))


def _objects(folder: Path, more: int) -> Iterator[str]:
    """The folders of an object store with their times: an object is written under another name and renamed."""
    try:
        with os.scandir(folder) as entries:
            yield repr(sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries if entry.is_dir()))
        others = read_whole(folder / "info" / "alternates", _SMALL).decode("utf-8", "surrogateescape").splitlines()
    except OSError as problem:
        yield str(problem)
        return
    for other in others:
        yield other
        if more:
            yield from _objects(folder / other, more - 1)


def _file(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return ""
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ino}"

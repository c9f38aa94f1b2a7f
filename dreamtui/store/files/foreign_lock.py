"""A lock file of another system, taken and respected as that system does.

One line, `<pid>:<milliseconds>`; a file of another process is waited for, and taken away only when it is older than a
minute and its process is gone.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_beginning
from dreamtui.model.errors import Refused, Unavailable
from dreamtui.store.commit.lock import runs
from dreamtui.store.files.port import DISK

STALE_SECONDS = 60.0
_RETRY = 0.04
_OWNER = re.compile(rb"\s*(\d+):")


@dataclass(frozen=True, slots=True)
class PidLock:
    root: Path
    name: str
    """Its path below that; without its folder there is nobody to lock out."""
    whose: str
    """What it is called in messages."""

    @contextmanager
    def held(
        self,
        wait: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> Iterator[None]:
        """Hold it, waiting so many seconds."""
        path = self.root / self.name
        if not path.parent.is_dir():
            yield
            return
        if path.parent.is_symlink() or path.parent.parent.is_symlink():
            raise Refused(f"{path.parent} is a symlink; nothing is written below it")
        until = clock() + wait
        while not self._created(path):
            if is_stale(path):
                path.unlink(missing_ok=True)
                continue
            if clock() >= until:
                held = f"{self.whose} {self.name} is held by {_said(path)}"
                raise Unavailable(f"{held}; not released within {wait:g} s")
            sleep(_RETRY)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)

    def _created(self, path: Path) -> bool:
        try:
            DISK.write(path, f"{os.getpid()}:{int(time.time() * 1000)}\n".encode(), None)
        except FileExistsError:
            return False
        except OSError as problem:
            raise Unavailable(f"{self.name} cannot be created: {problem.strerror}") from None
        return True


def is_stale(path: Path) -> bool:
    """Whether a lock file is older than a minute and its process is gone."""
    try:
        age = time.time() - path.stat(follow_symlinks=False).st_mtime
    except OSError:
        return False
    try:
        data = read_beginning(path, 64)
    except OSError:
        data = b""
    found = _OWNER.match(data)
    return age > STALE_SECONDS and not (found and runs(int(found[1])))


def _said(path: Path) -> str:
    try:
        found = _OWNER.match(read_beginning(path, 64))
        age = max(0, int(time.time() - path.stat().st_mtime))
    except OSError:
        return "another process"
    return f"process {int(found[1])} for {age} s" if found else f"an unnamed process for {age} s"

"""The lock file that OpenClaw's own promotion holds while it reads, ranks and writes: taken and respected as it does.

One line, `<pid>:<milliseconds>`; a file of another process is waited for, and taken away only when it is older than a
minute and its process is gone.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dreamtui.disk.opening import read_beginning
from dreamtui.kinds.promotion.recall_store import LOCK
from dreamtui.model.errors import Refused, Unavailable
from dreamtui.store.commit.lock import runs
from dreamtui.store.files.port import NO_FOLLOW
from dreamtui.store.layout import Layout

STALE_SECONDS = 60.0
_RETRY = 0.04
_OWNER = re.compile(rb"\s*(\d+):")


@contextmanager
def promoting(
    layout: Layout,
    wait: float,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[None]:
    """Hold OpenClaw's promotion lock; a workspace without its folder has nobody to shut out."""
    path = layout.root / LOCK
    if not path.parent.is_dir():
        yield
        return
    if path.parent.is_symlink() or path.parent.parent.is_symlink():
        raise Refused(f"{path.parent} is a symbolic link; nothing is written below it")
    _take(path, wait, clock, sleep)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def _take(path: Path, wait: float, clock: Callable[[], float], sleep: Callable[[float], None]) -> None:
    until = clock() + wait
    while not _created(path):
        if is_stale(path):
            path.unlink(missing_ok=True)
            continue
        if clock() >= until:
            raise Unavailable(
                f"OpenClaw's promotion lock {LOCK} is held by {_said(path)}; it did not become free within {wait:g} s"
            )
        sleep(_RETRY)


def _created(path: Path) -> bool:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | NO_FOLLOW, 0o666)
    except FileExistsError:
        return False
    except OSError as problem:
        raise Unavailable(f"{LOCK} cannot be made: {problem.strerror}") from None
    with os.fdopen(handle, "wb") as file:
        file.write(f"{os.getpid()}:{int(time.time() * 1000)}\n".encode())
    return True


def is_stale(path: Path) -> bool:
    """Whether a lock file is older than a minute and nobody alive stands behind it."""
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

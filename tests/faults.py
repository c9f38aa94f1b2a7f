"""Ports that fail, delay or kill, for running anything that writes at every point of its file operations."""

import errno
import os
import stat
import traceback
from collections.abc import Callable
from pathlib import Path

from trees import below

from dreamtui.store.files.port import Disk, Port

KILLED = 86
"""Exit status of a child that a `KillingPort` killed."""


class _Unsynced(Disk):
    def sync(self, path: Path) -> None:
        assert path.exists()

    def sync_folder(self, path: Path) -> None:
        assert path.is_dir()


QUICK: Port = _Unsynced()
"""The disk without waiting for it: failed and killed processes lose nothing that was written, and the `LossyPort` of
`power_loss` keeps its own account of what lasts."""

Snapshot = dict[str, tuple[int, bytes] | str]


def snapshot(*folders: Path, ignore: tuple[str, ...] = (".state",)) -> Snapshot:
    """Every folder, symlink and file below some folders, with mode bits and bytes; ignored names are left out."""
    found: Snapshot = {}
    for top in folders:
        for entry in below(top, ignore):
            if entry.is_symlink():
                found[entry.path] = f"-> {os.readlink(entry.path)}"
            elif entry.is_dir():
                found[entry.path] = "folder"
            else:
                found[entry.path] = (stat.S_IMODE(entry.stat().st_mode), Path(entry.path).read_bytes())
    return found


def run_in_child(function: Callable[[], object]) -> int:
    """Run something in a forked child; its exit status: 0, `KILLED`, or 1 with the traceback on stderr."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            function()
            status = 0
        finally:
            if status:
                traceback.print_exc()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class CountingPort:
    """Passes every operation on and remembers it; the other ports build on it."""

    def __init__(self, inner: Port = QUICK) -> None:
        self.inner = inner
        self.calls: list[tuple[str, Path]] = []

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        """One operation is due; `torn` does half of it where it has a half."""
        run()

    def _do(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None = None) -> None:
        self.calls.append((name, path))
        self.turn(name, path, run, torn)

    def write(self, path: Path, data: bytes, mode: int | None, owner: tuple[int, int] | None = None) -> None:
        half = data[: len(data) // 2]
        self._do(
            "write",
            path,
            lambda: self.inner.write(path, data, mode, owner),
            lambda: self.inner.write(path, half, mode, owner),
        )

    def append(self, path: Path, data: bytes) -> None:
        half = data[: len(data) // 2]
        self._do("append", path, lambda: self.inner.append(path, data), lambda: self.inner.append(path, half))

    def truncate(self, path: Path, size: int) -> None:
        self._do("truncate", path, lambda: self.inner.truncate(path, size))

    def sync(self, path: Path) -> None:
        self._do("sync", path, lambda: self.inner.sync(path))

    def sync_folder(self, path: Path) -> None:
        self._do("sync_folder", path, lambda: self.inner.sync_folder(path))

    def rename(self, source: Path, target: Path) -> None:
        self._do("rename", target, lambda: self.inner.rename(source, target))

    def rename_to_free(self, source: Path, target: Path) -> None:
        self._do("rename", target, lambda: self.inner.rename_to_free(source, target))

    def exchange(self, one: Path, other: Path) -> bool:
        done: list[bool] = []
        self._do("rename", other, lambda: done.append(self.inner.exchange(one, other)))
        return done[0]

    def link(self, source: Path, target: Path) -> None:
        self._do("link", target, lambda: self.inner.link(source, target))

    def remove(self, path: Path) -> None:
        self._do("remove", path, lambda: self.inner.remove(path))

    def make_folder(self, path: Path) -> None:
        self._do("make_folder", path, lambda: self.inner.make_folder(path))

    def remove_folder(self, path: Path) -> None:
        self._do("remove_folder", path, lambda: self.inner.remove_folder(path))

    def set_time(self, path: Path, nanoseconds: int) -> None:
        self._do("set_time", path, lambda: self.inner.set_time(path, nanoseconds))


class FailingPort(CountingPort):
    """Raises an error at the operation number `at`, counted from 0; with `lasting` at every one from there on."""

    def __init__(
        self,
        at: int,
        number: int = errno.ENOSPC,
        *,
        torn: bool = False,
        lasting: bool = False,
        interrupt: bool = False,
        inner: Port = QUICK,
    ) -> None:
        super().__init__(inner)
        self.at = at
        self.number = number
        self.half = torn
        self.lasting = lasting
        self.interrupt = interrupt

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        now = len(self.calls) - 1
        if now == self.at or (self.lasting and now > self.at):
            if self.half and torn is not None:
                torn()
            if self.interrupt:
                raise KeyboardInterrupt
            raise OSError(self.number, os.strerror(self.number), str(path))
        run()


class RefusingPort(CountingPort):
    """Raises an error at every operation of one name, as a file system without hard links does."""

    def __init__(self, name: str, number: int, inner: Port = QUICK) -> None:
        super().__init__(inner)
        self.name = name
        self.number = number

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        if name == self.name:
            raise OSError(self.number, os.strerror(self.number), str(path))
        run()


class KillingPort(CountingPort):
    """Ends the process, without any cleaning up, at the operation number `at`: before it, or half through it."""

    def __init__(self, at: int, *, torn: bool = False, inner: Port = QUICK) -> None:
        super().__init__(inner)
        self.at = at
        self.half = torn

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        if len(self.calls) - 1 == self.at:
            if self.half and torn is not None:
                torn()
            os._exit(KILLED)
        run()


class DelayingPort(CountingPort):
    """Lets something else happen before every operation."""

    def __init__(self, pause: Callable[[str, Path], None], inner: Port = QUICK) -> None:
        super().__init__(inner)
        self.pause = pause

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        self.pause(name, path)
        run()

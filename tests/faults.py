"""Ports that fail, delay, kill or forget, for running anything that writes at every point of its file operations."""

import errno
import os
import random
import shutil
import stat
import traceback
from collections.abc import Callable
from pathlib import Path

from dreamtui.store.port import Disk, Port

KILLED = 86
"""Exit status of a child that a `KillingPort` killed."""


class _Unsynced(Disk):
    def sync(self, path: Path) -> None:
        assert path.exists()

    def sync_folder(self, path: Path) -> None:
        assert path.is_dir()


QUICK: Port = _Unsynced()
"""The disk without waiting for it: failed and killed processes lose nothing that was written, and `LossyPort` keeps
its own account of what lasts."""

Snapshot = dict[str, tuple[int, bytes] | str]


def snapshot(*folders: Path, ignore: tuple[str, ...] = (".state",)) -> Snapshot:
    """Every folder, symlink and file below some folders, with mode bits and bytes; ignored names are left out."""
    found: Snapshot = {}
    for top in folders:
        for path in sorted(top.rglob("*")):
            if any(part in ignore for part in path.relative_to(top).parts):
                continue
            if path.is_symlink():
                found[str(path)] = f"-> {os.readlink(path)}"
            elif path.is_dir():
                found[str(path)] = "folder"
            else:
                found[str(path)] = (stat.S_IMODE(path.stat().st_mode), path.read_bytes())
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


class PowerLoss(BaseException):
    """The machine stops; no program code can answer to it."""


class _Node:
    """One file: the bytes everybody reads, and all that may be on the disk, the last synced bytes first."""

    def __init__(self, data: bytes, kept: bytes, mode: int) -> None:
        self.data = data
        self.on_disk = [kept, data]
        self.mode = mode

    def become(self, data: bytes) -> None:
        """The bytes change, and nobody knows when that reaches the disk."""
        self.data = data
        self.on_disk.append(data)

    def sync(self) -> None:
        self.on_disk = [self.data]

    def survive(self, dice: random.Random) -> bytes:
        """What is found after the loss: one of the states since the last sync, or one that was half added."""
        kept, found = self.on_disk[0], dice.choice(self.on_disk)
        if not found.startswith(kept) or dice.random() < 0.5:
            return found
        return found[: dice.randint(len(kept), len(found))]


_FOLDER = _Node(b"", b"", 0)
_Names = dict[str, _Node]
_Edit = list[tuple[str, _Node | None]]


class LossyPort(CountingPort):
    """Stops at the operation `at` with `PowerLoss`; then `lose` keeps of what was not synced whatever the dice say.

    As strict as the rules allow: a file's bytes last only when the file was synced, a name only when its folder was,
    each change of a name survives or not by itself, and only a rename within one folder is all or nothing.
    """

    def __init__(self, root: Path, at: int | None = None) -> None:
        super().__init__(QUICK)
        self.root = root
        self.at = at
        self.names: dict[Path, _Names] = {}
        self.kept: dict[Path, _Names] = {}
        self.edits: dict[Path, list[_Edit]] = {}
        self._learn(root)

    def _learn(self, folder: Path) -> None:
        self.names[folder] = {}
        self.edits[folder] = []
        for path in sorted(folder.iterdir()):
            if path.is_dir():
                self.names[folder][path.name] = _FOLDER
                self._learn(path)
            else:
                data = path.read_bytes()
                self.names[folder][path.name] = _Node(data, data, stat.S_IMODE(path.stat().st_mode))
        self.kept[folder] = dict(self.names[folder])

    def turn(self, name: str, path: Path, run: Callable[[], None], torn: Callable[[], None] | None) -> None:
        if self.at is not None and len(self.calls) - 1 == self.at:
            raise PowerLoss
        run()

    def _edit(self, folder: Path, *edit: tuple[str, _Node | None]) -> None:
        self.edits[folder].append(list(edit))
        _apply(self.names[folder], list(edit))

    def write(self, path: Path, data: bytes, mode: int | None, owner: tuple[int, int] | None = None) -> None:
        super().write(path, data, mode, owner)
        self._edit(path.parent, (path.name, _Node(data, b"", stat.S_IMODE(path.stat().st_mode))))

    def append(self, path: Path, data: bytes) -> None:
        super().append(path, data)
        node = self.names[path.parent].get(path.name)
        if node is None:
            node = _Node(b"", b"", stat.S_IMODE(path.stat().st_mode))
            self._edit(path.parent, (path.name, node))
        node.become(node.data + data)

    def truncate(self, path: Path, size: int) -> None:
        super().truncate(path, size)
        node = self.names[path.parent][path.name]
        node.become(node.data[:size])

    def sync(self, path: Path) -> None:
        self._do("sync", path, lambda: None)
        self.names[path.parent][path.name].sync()

    def sync_folder(self, path: Path) -> None:
        self._do("sync_folder", path, lambda: None)
        self.kept[path] = dict(self.names[path])
        self.edits[path] = []

    def rename(self, source: Path, target: Path) -> None:
        assert source.parent == target.parent, "only a rename within one folder is all or nothing"
        super().rename(source, target)
        node = self.names[source.parent][source.name]
        self._edit(source.parent, (source.name, None), (target.name, node))

    def rename_to_free(self, source: Path, target: Path) -> None:
        super().rename_to_free(source, target)
        node = self.names[source.parent][source.name]
        self._edit(source.parent, (source.name, None), (target.name, node))

    def exchange(self, one: Path, other: Path) -> bool:
        assert one.parent == other.parent, "only a rename within one folder is all or nothing"
        if not super().exchange(one, other):
            return False
        names = self.names[one.parent]
        self._edit(one.parent, (one.name, names[other.name]), (other.name, names[one.name]))
        return True

    def link(self, source: Path, target: Path) -> None:
        super().link(source, target)
        self._edit(target.parent, (target.name, self.names[source.parent][source.name]))

    def remove(self, path: Path) -> None:
        super().remove(path)
        self._edit(path.parent, (path.name, None))

    def make_folder(self, path: Path) -> None:
        super().make_folder(path)
        self.names[path], self.kept[path], self.edits[path] = {}, {}, []
        self._edit(path.parent, (path.name, _FOLDER))

    def remove_folder(self, path: Path) -> None:
        super().remove_folder(path)
        self._edit(path.parent, (path.name, None))

    def lose(self, dice: random.Random) -> None:
        """Make the tree what it is when the machine comes up again."""
        chance = dice.choice((0.0, 0.2, 0.5, 0.8, 1.0))
        for path in self.root.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        self._rebuild(self.root, dice, chance, {})

    def _rebuild(self, folder: Path, dice: random.Random, chance: float, bytes_of: dict[_Node, bytes]) -> None:
        names = dict(self.kept[folder])
        for edit in self.edits[folder]:
            if dice.random() < chance:
                _apply(names, edit)
        for name, node in sorted(names.items(), key=lambda pair: pair[0]):
            path = folder / name
            if node is _FOLDER:
                path.mkdir()
                self._rebuild(path, dice, chance, bytes_of)
                continue
            if node not in bytes_of:
                bytes_of[node] = node.survive(dice)
            path.write_bytes(bytes_of[node])
            path.chmod(node.mode)


def _apply(names: _Names, edit: _Edit) -> None:
    for name, node in edit:
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node

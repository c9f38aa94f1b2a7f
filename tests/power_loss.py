"""A port that forgets what was not synced, as a machine does that stops without warning."""

import random
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from faults import QUICK, CountingPort


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

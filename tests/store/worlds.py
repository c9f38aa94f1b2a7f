"""A small workspace, with a memory folder outside of it, and one transaction that touches it in every way."""

from dataclasses import dataclass
from pathlib import Path

from faults import QUICK, CountingPort, Snapshot, snapshot

from dreamtui.store.commit.journal import unfinished
from dreamtui.store.commit.recovery import Recovered, recover
from dreamtui.store.commit.transaction import Append, FileStep, commit
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import Port

KEY = b"k" * 64
"""What journals of these tests are sealed with."""


@dataclass
class World:
    """Where a test transaction happens."""

    top: Path
    steps: list[FileStep]
    appends: list[Append]

    @property
    def state(self) -> Path:
        return self.top / "work/.agent/.state"

    @property
    def guard(self) -> PathGuard:
        return PathGuard((self.top / "work", self.top / "memory"))

    def tree(self) -> Snapshot:
        return snapshot(self.top)

    def commit(self, port: Port = QUICK) -> None:
        commit(self.steps, self.appends, state=self.state, guard=self.guard, label="a test", port=port, key=KEY)

    def recover(self, port: Port = QUICK) -> tuple[Recovered, ...]:
        return recover(self.state, guard=self.guard, port=port, key=KEY)

    def is_over(self) -> bool:
        return not unfinished(self.state)

    def after(self) -> Snapshot:
        """The tree the transaction is to make, worked out without the engine."""
        tree = self.tree()
        for step in self.steps:
            key = str(step.path)
            if step.after is None:
                del tree[key]
            else:
                found = tree.get(key)
                tree[key] = (found[0] if isinstance(found, tuple) else 0o644, step.after)
                _add_folders(tree, step.path, self.top)
        for append in self.appends:
            found = tree.get(str(append.path))
            mode, data = found if isinstance(found, tuple) else (0o644, b"")
            torn = b"\n" if data and not data.endswith(b"\n") else b""
            tree[str(append.path)] = (mode, data + torn + append.line.rstrip(b"\n") + b"\n")
            _add_folders(tree, append.path, self.top)
        return dict(sorted(tree.items()))


def _add_folders(tree: Snapshot, path: Path, top: Path) -> None:
    for folder in path.relative_to(top).parents:
        if str(folder) != ".":
            tree.setdefault(str(top / folder), "folder")


def put(path: Path, data: bytes, mode: int = 0o644) -> Path:
    """A file that is there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
    return path


def make_world(top: Path) -> World:
    """Two files replaced in two places, two removed, two created in a new folder, two logs of which one is torn."""
    work, memory = top / "work", top / "memory"
    top.mkdir(exist_ok=True)
    (work / ".agent/.state").mkdir(parents=True)
    replaced = put(work / "CLAUDE.md", b"before\r\n", 0o640)
    outside = put(memory / "MEMORY.md", b"- a line\n", 0o600)
    removed = put(work / ".agent/rules/old.md", b"an old rule\n")
    moved = put(memory / "topic.md", b"a topic")
    torn = put(work / ".agent/log/a.jsonl", b'{"n": 1}\n{"n"')
    put(work / "other.txt", b"not ours")
    steps = [
        FileStep(replaced, b"before\r\n", b"before\r\nand after\r\n"),
        FileStep(outside, b"- a line\n", b""),
        FileStep(removed, b"an old rule\n", None),
        FileStep(moved, b"a topic", None),
        FileStep(work / ".agent/deep/new/topic.md", None, b"a topic"),
        FileStep(work / ".agent/deep/new/rule.md", None, b"a rule\n"),
    ]
    appends = [Append(torn, b'{"n": 2}\n'), Append(work / ".agent/deep/log/b.jsonl", b'{"n": 3}')]
    return World(top, steps, appends)


def count_operations(folder: Path) -> int:
    """How many file operations the transaction takes."""
    port = CountingPort()
    make_world(folder).commit(port)
    return len(port.calls)

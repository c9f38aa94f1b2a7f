"""The stage of the frozen record: the real command in a workspace of its own, always in the same place.

Nothing of the package is imported: what stands here knows the command line, the terminal and the files, so that it
tells two builds of dreamtui apart and nothing else. Any checkout can be put on the stage.
"""

import fcntl
import hashlib
import os
import shutil
import stat
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
DATA = Path(os.environ.get("DREAMTUI_DATA") or PROJECT.parent / "shared" / "data")
TOP = Path("/tmp/dreamtui-frozen")
"""Paths stand in what is recorded, so they are the same everywhere."""
NOW = "2026-11-18T09:00:00.000000Z"
OLD = 1_792_000_000
"""The time of every file that is copied onto the stage: 2026-10-14."""


@dataclass(frozen=True)
class Done:
    """What a command gave back."""

    code: int
    out: bytes
    err: bytes


@dataclass
class Stage:
    """A workspace, the home beside it, and the clock."""

    name: str
    checkout: Path
    env: dict[str, str] = field(default_factory=dict)

    @property
    def top(self) -> Path:
        """Everything of this stage."""
        return TOP / self.name

    @property
    def root(self) -> Path:
        """The workspace."""
        return self.top / "work"

    @property
    def home(self) -> Path:
        """The person's home."""
        return self.top / "home"

    def environment(self) -> dict[str, str]:
        """Nothing of the person who runs this."""
        return {
            "PATH": f"{HERE / 'site'}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_CACHE_HOME": str(self.home / "cache"),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "xterm-256color",
            "EDITOR": str(HERE / "site" / "editor"),
            "TEXTUAL_ANIMATIONS": "none",
            "PYTHONPATH": f"{HERE / 'site'}{os.pathsep}{self.checkout}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Alice",
            "GIT_AUTHOR_EMAIL": "alice@corp.example",
            "GIT_COMMITTER_NAME": "Alice",
            "GIT_COMMITTER_EMAIL": "alice@corp.example",
            "GIT_AUTHOR_DATE": "2026-11-17T12:00:00Z",
            "GIT_COMMITTER_DATE": "2026-11-17T12:00:00Z",
            "DREAMTUI_NOW": NOW,
            "DREAMTUI_ACTOR": "alice",
            "DREAMTUI_ANCESTRY": "",
            **self.env,
        }

    def run(self, words: list[str], feed: bytes = b"", program: tuple[str, ...] = ()) -> Done:
        """A command in the workspace, from the very start."""
        command = [*(program or (sys.executable, "-m", "dreamtui")), *words]
        done = subprocess.run(
            command, cwd=self.root, env=self.environment(), input=feed, capture_output=True, check=False, timeout=120
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def files(self) -> dict[str, str]:
        """Mode and hash of every file of the workspace, and of what is kept in the home, but caches and locks."""
        found: dict[str, str] = {}
        versions: dict[str, list[str]] = {}
        for top in (self.root, self.home):
            for path in sorted(top.rglob("*")):
                parts = path.relative_to(top).parts
                if not {".git", ".state", "cache", "errors.log"}.isdisjoint(parts) or _is_state(parts):
                    continue
                name = path.relative_to(self.top).as_posix()
                if parts[-2:-1] == ("objects",) and "memory-history" in parts:
                    versions.setdefault(path.relative_to(self.top).parent.as_posix(), []).append(parts[-1])
                    continue
                if path.is_symlink():
                    found[name] = f"-> {os.readlink(path)}"
                elif path.is_file():
                    mode = stat.S_IMODE(path.stat().st_mode)
                    found[name] = f"{mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()[:16]}"
        for folder, names in versions.items():
            found[folder] = f"{len(names)} versions {hashlib.sha256(' '.join(names).encode()).hexdigest()[:16]}"
        return found


def _is_state(parts: tuple[str, ...]) -> bool:
    """Whether a file is about this machine: locks that are held, times and inodes of files."""
    return "held-locks" in parts or ("memory-history" in parts and parts[-1] == "stats.json")


@contextmanager
def staged(name: str, checkout: Path) -> Iterator[Stage]:
    """An empty stage, ours alone while it is used: two runs on one machine wait for each other."""
    TOP.mkdir(exist_ok=True)
    with (TOP / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stage = Stage(name, checkout)
        shutil.rmtree(stage.top, ignore_errors=True)
        stage.root.mkdir(parents=True)
        stage.home.mkdir()
        try:
            yield stage
        finally:
            shutil.rmtree(stage.top, ignore_errors=True)


class Absent(Exception):
    """Data that a scene needs is not on this machine."""


def place(stage: Stage, what: str) -> None:
    """Put a workspace on the stage: `empty`, `git`, `demo`, `left:NAME`, or a folder of the shared data."""
    kind, _, name = what.partition(":")
    maker = _MAKERS.get(kind)
    if maker is None:
        raise ValueError(f"no such workspace: {what}")
    maker(stage, name)


def _git(stage: Stage, *words: str) -> None:
    done = stage.run(list(words), program=("git",))
    assert done.code == 0, (words, done.err)


def _empty(stage: Stage, name: str) -> None:
    (stage.root / ".agent").mkdir()


def _repository(stage: Stage, name: str) -> None:
    _git(stage, "init", "-q", "-b", "main", "--template=")
    (stage.root / "README.md").write_text("# A shop\n")
    _git(stage, "add", ".")
    _git(stage, "commit", "-q", "-m", "feat: begin")


def _demo(stage: Stage, name: str) -> None:
    stage.root.rmdir()
    stage.root.parent.mkdir(exist_ok=True)
    words = [sys.executable, "-m", "dreamtui", "demo", "--dir", str(stage.root), "--no-console"]
    subprocess.run(words, cwd=stage.top, env=stage.environment(), check=True, capture_output=True, timeout=120)


def _left(stage: Stage, name: str) -> None:
    stage.root.rmdir()
    stage.home.rmdir()
    with tarfile.open(HERE / "left" / f"{name}.tar.xz") as archive:
        if hasattr(tarfile, "tar_filter"):  # Python 3.11.4 and newer
            archive.extraction_filter = tarfile.tar_filter
        archive.extractall(stage.top)


def _data(stage: Stage, name: str) -> None:
    source = DATA / name
    if not source.is_dir():
        raise Absent(f"the shared data is not here: set DREAMTUI_DATA to the folder that holds {name}")
    _copy(source, stage.root)
    if not (stage.root / ".git").exists():
        _git(stage, "init", "-q", "-b", "main", "--template=")


def _memory(stage: Stage, name: str) -> None:
    """A memory folder of the shared data as Claude Code's own folder for an otherwise empty repository."""
    source = DATA / "claude" / "memory" / name / "memory"
    if not source.is_dir():
        raise Absent(f"the shared data is not here: set DREAMTUI_DATA to the folder that holds claude/memory/{name}")
    _repository(stage, "")
    slug = str(stage.root).replace("/", "-")
    _copy(source, stage.home / ".claude" / "projects" / slug / "memory")


def _copy(source: Path, target: Path) -> None:
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    for path in (target, *target.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)
            os.utime(path, (OLD, OLD))


_MAKERS: dict[str, Callable[[Stage, str], None]] = {
    "empty": _empty,
    "git": _repository,
    "demo": _demo,
    "left": _left,
    "data": _data,
    "memory": _memory,
}

"""A workspace with its own home, configuration, git identity and clock, and the real command run in it."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from forked import HANGS, Command, Done, checked, inside, together
from trees import below

import dreamtui
from dreamtui.compose import open_desk
from dreamtui.desk.desk import Desk

NOW = "2026-11-18T09:00:00.000000Z"
"""The clock of a bench unless a test sets another."""

REASON = "Two releases broke in a row because nobody ran the migration against a copy first; a dry run shows it."
"""A reason that the coach takes; `reason(n)` gives as many as are needed."""


_PROJECT = Path(dreamtui.__file__).resolve().parent.parent


def reason(number: int) -> str:
    """A reason that no other decision has."""
    return f"Release {number} broke because nobody ran migration {number} against a copy first; a dry run shows it."


ACCEPT_ALL = ("accept", "--kind", "undecided", "--rationale")
"""Lets everything stand that nobody decided, with the reason that follows."""


Snapshot = dict[str, tuple[str, int, bytes]]


@dataclass(frozen=True)
class Bench:
    """A workspace and who works in it, when."""

    top: Path
    root: Path
    now: str = NOW
    actor: str = "alice"
    more: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def env(self) -> dict[str, str]:
        """The whole environment of a command; nothing of the person who runs the tests."""
        home = self.top / "home"
        home.mkdir(parents=True, exist_ok=True)
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(_PROJECT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Alice",
            "GIT_AUTHOR_EMAIL": "alice@corp.example",
            "GIT_COMMITTER_NAME": "Alice",
            "GIT_COMMITTER_EMAIL": "alice@corp.example",
            "DREAMTUI_NOW": self.now,
            "DREAMTUI_ACTOR": self.actor,
            "DREAMTUI_ANCESTRY": "",
            **self.more,
        }

    def at(self, now: str = "", actor: str = "", root: Path | None = None, **more: str) -> "Bench":
        """The same bench at another time, for another person, in another folder, with other variables."""
        return replace(
            self,
            now=now or self.now,
            actor=actor or self.actor,
            root=root or self.root,
            more={**self.more, **more},
        )

    def run(self, *words: str | bytes, feed: bytes = b"", cwd: Path | None = None) -> Done:
        """The command line; what may open a console or begin again has a process of its own."""
        command = self.command(*words, feed=feed, cwd=cwd)
        apart = not words or os.fsdecode(words[0]).startswith("-")
        return together(command)[0] if apart else inside(command)

    def command(self, *words: str | bytes, feed: bytes = b"", cwd: Path | None = None) -> Command:
        """The same, to be run together with others."""
        return Command(words, cwd or self.root, self.env, feed)

    def spawn(self, *words: str | bytes, feed: bytes = b"", cwd: Path | None = None) -> Done:
        """`python -m dreamtui` with these words, from the very start."""
        done = self.start(*words, cwd=cwd)
        out, err = done.communicate(feed, timeout=HANGS)
        return checked(words, done.returncode, out, err)

    def start(self, *words: str | bytes, cwd: Path | None = None) -> "subprocess.Popen[bytes]":
        """The command, started and not waited for."""
        return subprocess.Popen(
            [sys.executable, "-m", "dreamtui", *words],
            cwd=cwd or self.root,
            env=self.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def ok(self, *words: str | bytes, feed: bytes = b"", cwd: Path | None = None) -> Done:
        """A command that has to succeed."""
        done = self.run(*words, feed=feed, cwd=cwd)
        assert done.code == 0, (words, done)
        return done

    def refused(self, code: int, *words: str | bytes, feed: bytes = b"", cwd: Path | None = None) -> str:
        """A command that has to fail with this code, in one line, and change nothing; the line."""
        before = self.tree()
        done = self.run(*words, feed=feed, cwd=cwd)
        assert done.code == code, (words, done)
        assert done.out == "", (words, done)
        assert self.tree() == before, words
        return done.problem

    def desk(self) -> Desk:
        """The desk the command would work at."""
        return open_desk(self.root, self.env)

    @property
    def kept(self) -> Path:
        """The index, drafts and caches, with the person's own data."""
        return self.desk().own_layout.private_state

    @property
    def agent(self) -> Path:
        """Where our own files live when the workspace has an .agent."""
        return self.root / ".agent"

    def add(self, title: str, *evidence: str) -> str:
        """File a candidate by hand; its id."""
        words = [word for piece in evidence for word in ("--evidence", piece)]
        return self.ok("add", "--title", title, *words).out.strip()

    def file(self, *titles: str) -> list[str]:
        """File candidates by hand at the desk, many of them at once; their ids."""
        from dreamtui.desk.queue.add_candidate import add

        return [add(self.desk(), title, ["text:seen twice"]).id for title in titles]

    def items(self, status: str = "all") -> dict[str, dict[str, Any]]:
        """The queue by id."""
        words = ["--status", status] if status else []
        listed = self.ok("list", *words, "--json").data["items"]
        found = {item["id"]: item for item in listed}
        assert len(found) == len(listed), "an item is listed twice"
        return found

    def undecided(self, name: str = "") -> str:
        """The item that asks for a decision about a rule or a note: the one of this file name, or the only one."""
        from dreamtui.desk.outputs.remembered import remembered

        held = (one for one in remembered(self.desk()).held if name in one.rule.path)
        (item,) = (one.item for one in held)
        return item

    def status_of(self, item: str) -> str:
        """Where an item stands."""
        return str(self.items()[item]["status"])

    def tree(self) -> Snapshot:
        """Every file of the workspace but caches, locks and git's own."""
        return tree(self.root)

    def text(self, relative: str) -> bytes:
        """The bytes of one file of the workspace."""
        return (self.root / relative).read_bytes()

    def only(self, pattern: str) -> Path:
        """The one file that a pattern finds in the workspace."""
        found = sorted(self.root.glob(pattern))
        assert len(found) == 1, (pattern, found)
        return found[0]


def tree(*folders: Path) -> Snapshot:
    """Every file and link below some folders with mode and bytes, but caches, locks and git's own files."""
    found: Snapshot = {}
    for top in folders:
        for entry in below(top, (".git", ".state")):
            if entry.is_symlink():
                found[entry.path] = ("link", 0, os.fsencode(os.readlink(entry.path)))
            elif entry.is_file():
                with open(entry.path, "rb", buffering=0) as stream:
                    found[entry.path] = ("file", stat.S_IMODE(entry.stat().st_mode), stream.read())
    return found


def without(files: Snapshot, *parts: str) -> Snapshot:
    """A tree without the files whose path holds one of these parts."""
    return {path: what for path, what in files.items() if not any(part in path for part in parts)}


def make_bench(top: Path, *, agent: bool = True, git: bool = False) -> Bench:
    """A bench with an empty workspace in it."""
    root = top / "work"
    root.mkdir(parents=True)
    bench = Bench(top, root)
    if git:
        in_git(bench, "init", "-q", "-b", "main", "--template=")
    if agent:
        (root / ".agent").mkdir()
        (root / ".agent" / "config.yaml").write_text("dream:\n  window_days: 30\n")
    return bench


def in_git(bench: Bench, *words: str, cwd: Path | None = None) -> str:
    """A git command in the workspace that has to succeed; what it printed."""
    done = subprocess.run(["git", *words], cwd=cwd or bench.root, env=bench.env, capture_output=True, check=False)
    assert done.returncode == 0, (words, done.stderr)
    return done.stdout.decode("utf-8", "replace").strip()


def data_folder(*parts: str) -> Path:
    """A folder of the shared data; a test that needs it is skipped where it is absent."""
    folder = Path(os.environ.get("DREAMTUI_DATA") or _PROJECT.parent / "shared" / "data", *parts)
    if not folder.exists():
        pytest.skip(f"the shared data is not here: set DREAMTUI_DATA to the folder that holds {'/'.join(parts)}")
    return folder


def copied(source: Path, target: Path) -> None:
    """A writable copy of a folder's files."""
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
    for path in target.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)


def event(
    number: int,
    *,
    summary: str,
    files: Iterable[str] = (),
    actor: str = "alice",
    day: str = "2026-11-10",
    kind: str = "commit",
) -> str:
    """A line of dotagent's event log."""
    fields = {
        "ts": f"{day}T08:{number % 60:02}:00.000000Z",
        "actor": actor,
        "tool": "cli",
        "host": "h",
        "session": f"{number:012}",
        "kind": kind,
        "repo": "shop",
        "branch": "main",
        "files": list(files),
        "diff_sha": "",
        "summary": summary,
        "tags": [],
    }
    return json.dumps(fields, separators=(",", ":")) + "\n"


def log_events(bench: Bench, *lines: str, name: str = "alice__000000000001", day: str = "2026/11/10") -> Path:
    """Add lines to an event log of the workspace."""
    path = bench.agent / "memory" / "episodic" / day / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(lines)
    return path


def fixes(path: str, count: int, start: int = 0, **more: str) -> list[str]:
    """Events in which one file is fixed again and again."""
    return [event(start + n, summary=f"fix: attempt {start + n}", files=[path], **more) for n in range(count)]

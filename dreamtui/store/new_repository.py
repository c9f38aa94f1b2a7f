"""Makes a repository and its history through git, independent of the user's git configuration."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO

from dreamtui.model.errors import Refused
from dreamtui.store.files.port import Disk
from dreamtui.text.inert import inert_line

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_OPTIONS = (
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.attributesFile=/dev/null",
    "-c", "core.excludesFile=/dev/null",
    "-c", "core.autocrlf=false",
    "-c", "core.fsmonitor=false",
    "-c", "fastimport.unpackLimit=1",
    "-c", "safe.directory=*",
)  # fmt: skip
"""Options of every git process: no hooks, attributes or line-ending conversion of the user, and few files."""


@dataclass(frozen=True, slots=True)
class NewCommit:
    """One commit to be made."""

    branch: str
    """The branch it goes on."""
    parents: tuple[str, ...]
    """Full shas; none for the first commit."""
    author: tuple[str, str]
    """Name and e-mail; also the committer."""
    seconds: int
    """When, since 1970."""
    message: str
    files: Mapping[str, str | None] = field(default_factory=dict)
    """Path to whole text; None removes the file."""
    moves: Sequence[tuple[str, str]] = ()
    """Old and new name of files that move, before anything is written."""


class Unsynced(Disk):
    """The disk without waiting for it: what is lost with the power is made again."""

    def sync(self, path: Path) -> None:
        """Leave the bytes to the system."""

    def sync_folder(self, path: Path) -> None:
        """Leave the names to the system."""


def fresh_folder(folder: Path | None, env: Mapping[str, str], what: str, prefix: str, name: str) -> Path:
    """The folder to build in: a new temporary one, or the one asked for if it is empty.

    A new one is called `name` and is in a folder whose name begins with `prefix`; `what` is built there.
    """
    if folder is None:
        made = Path(tempfile.mkdtemp(prefix=prefix, dir=env.get("TMPDIR") or None)).resolve() / name
        made.mkdir()
        return made
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Refused(f"{folder} is not empty; {what} is built only in a new or empty folder")
    except (FileExistsError, NotADirectoryError):
        raise Refused(f"{folder} is not a folder; {what} is built only in a new or empty folder") from None
    except OSError as problem:
        raise Refused(f"{what} cannot be built in {folder}: {problem.strerror}") from None
    return folder.resolve()


def make_repository(root: Path, env: Mapping[str, str], person: tuple[str, str], marks: Mapping[str, str]) -> None:
    """An empty repository on `main` whose own configuration names the person.

    Marks are files in git's own folder, with what they say.
    """
    _run(root, env, "init", "--quiet", "--initial-branch=main", "--template=")
    for key, value in zip(("user.name", "user.email"), person, strict=True):
        _run(root, env, "config", key, value)
    for mark, text in marks.items():
        (root / ".git" / mark).write_text(text, encoding="utf-8")


def write_untracked(root: Path, files: Iterable[tuple[str, bytes, datetime]], hidden: Sequence[str]) -> None:
    """Files below the root that git is not to see, each with the time of its last change."""
    for name, data, when in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (when.timestamp(), when.timestamp()))
    exclude = root / ".git" / "info" / "exclude"
    exclude.parent.mkdir(exist_ok=True)
    exclude.write_text("".join(f"/{name}\n" for name in hidden), encoding="utf-8")


def check_out(root: Path, env: Mapping[str, str]) -> None:
    """Check out the newest commit of `main`."""
    _run(root, env, "reset", "--quiet", "--hard", "main")


class Importer:
    """Hands commits to one running `git fast-import`."""

    def __init__(self, into: IO[bytes], out: IO[bytes]) -> None:
        self._into, self._out = into, out
        self._marks: dict[str, str] = {}

    def add(self, commit: NewCommit) -> str:
        """Make one commit; its full sha."""
        name, email = commit.author
        stamp = f"{name} <{email}> {commit.seconds} +0000"
        mark = f":{len(self._marks) + 1}"
        stream = [f"commit refs/heads/{commit.branch}\nmark {mark}\nauthor {stamp}\ncommitter {stamp}\n".encode()]
        stream.append(_data(commit.message))
        words = ("from", *("merge" for _ in commit.parents[1:]))
        parents = [self._marks.get(sha, sha) for sha in commit.parents]
        stream += [f"{word} {parent}\n".encode() for word, parent in zip(words, parents, strict=False)]
        stream += [f"R {old} {new}\n".encode() for old, new in commit.moves]
        for path, text in commit.files.items():
            stream.append(
                f"D {path}\n".encode() if text is None else f"M 100644 inline {path}\n".encode() + _data(text)
            )
        self._into.write(b"".join(stream) + f"\nget-mark {mark}\n".encode())
        self._into.flush()
        answer = self._out.readline().decode("ascii", "replace").strip()
        if not answer:
            raise BrokenPipeError("git ended early")
        self._marks[answer] = mark
        return answer


@contextmanager
def importing(root: Path, env: Mapping[str, str]) -> Iterator[Importer]:
    """Commits made inside are in the repository afterwards."""
    process = subprocess.Popen(
        [_git(env), *_OPTIONS, "fast-import", "--quiet", "--done", "--cat-blob-fd=1"],
        cwd=root,
        env=_clean(env),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    broken = False
    try:
        if process.stdin is None or process.stdout is None:
            raise BrokenPipeError("git has no pipes")
        yield Importer(process.stdin, process.stdout)
        process.stdin.write(b"done\n")
        process.stdin.flush()
    except BrokenPipeError:
        broken = True
    except BaseException:
        process.kill()
        process.communicate()
        raise
    _, words = process.communicate()
    if broken or process.returncode:
        raise Refused(f"git could not make the history: {_sentence(words)}")


_ENDS_WITHIN = 120
"""Seconds a command of git's may take in a repository that was made just now."""


def _data(text: str) -> bytes:
    raw = text.encode()
    return b"data %d\n" % len(raw) + raw + b"\n"


def _run(root: Path, env: Mapping[str, str], *args: str) -> None:
    words = [_git(env), *_OPTIONS, *args]
    try:
        done = subprocess.run(words, cwd=root, env=_clean(env), capture_output=True, check=False, timeout=_ENDS_WITHIN)
    except subprocess.TimeoutExpired:
        raise Refused(f"git {args[0]} did not answer in a new repository for {_ENDS_WITHIN} seconds") from None
    if done.returncode:
        raise Refused(f"git {args[0]} failed in a new repository: {_sentence(done.stderr)}")


def _git(env: Mapping[str, str]) -> str:
    found = shutil.which("git", path=env.get("PATH"))
    if found is None:
        raise Refused("this needs git, which is not installed or not on the PATH")
    return found


def _clean(env: Mapping[str, str]) -> dict[str, str]:
    """The environment without anything that git takes settings from."""
    return {name: value for name, value in env.items() if not name.startswith("GIT_")} | _ENVIRONMENT


def _sentence(words: bytes) -> str:
    lines = words.decode("utf-8", "replace").strip().splitlines() or ["no reason given"]
    return inert_line(lines[0])[:300]

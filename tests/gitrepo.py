"""Builds git repositories in one `git fast-import`, untouched by the user's git configuration."""

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

START = 1_760_000_000
"""Committer time of the first commit, 2025-10-09T08:53:20Z; each further one is an hour later."""

STEP = 3600


def environment(**more: str) -> dict[str, str]:
    """The process environment without any git setting of the user."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    own = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Alice",
        "GIT_AUTHOR_EMAIL": "alice@corp.example",
        "GIT_COMMITTER_NAME": "Alice",
        "GIT_COMMITTER_EMAIL": "alice@corp.example",
    }
    return kept | own | more


def git(root: Path, *args: str, feed: bytes | None = None, **more: str) -> str:
    """Run git in a folder and give back its output; a failure is an error."""
    done = subprocess.run(
        ["git", *args], cwd=root, env=environment(**more), input=feed, capture_output=True, check=False
    )
    if done.returncode:
        raise AssertionError(f"git {' '.join(args)}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode("utf-8", "replace").strip()


@dataclass
class Commit:
    """One commit to be made."""

    message: str | bytes
    files: Mapping[str, str | bytes | None] = field(default_factory=dict)
    """Path to content; None removes the file."""
    moves: Sequence[tuple[str, str]] = ()
    """Old and new name, moved at the same time."""
    author: str = "Alice <alice@corp.example>"
    parents: Sequence[int] | None = None
    """Numbers of the commits it stands on, the first being 0; by default the one before."""
    committed: int | None = None
    authored: int | None = None


def build(root: Path, commits: Iterable[Commit], *, bare: bool = False, checkout: bool = False) -> list[str]:
    """Make a repository with these commits on `main` and give back their shas."""
    root.mkdir(parents=True, exist_ok=True)
    if not (root / ".git").exists() and not (root / "HEAD").exists():
        git(root, "init", "-q", "-b", "main", "--template=", *(["--bare"] if bare else []))
    marks = root / (".git/marks" if (root / ".git").exists() else "marks")
    git(root, "fast-import", "--quiet", "--force", f"--export-marks={marks}", feed=_stream(list(commits)))
    named = dict(line.split() for line in marks.read_text().splitlines())
    shas = [named[f":{number + 1}"] for number in range(len(named))]
    if checkout and shas:
        git(root, "reset", "-q", "--hard", "main")
    return shas


def _stream(commits: list[Commit]) -> bytes:
    out = bytearray()
    for number, commit in enumerate(commits):
        when = START + number * STEP if commit.committed is None else commit.committed
        written = when if commit.authored is None else commit.authored
        parents = ([number - 1] if number else []) if commit.parents is None else list(commit.parents)
        if not parents and number:
            out += b"reset refs/heads/main\n\n"
        out += f"commit refs/heads/main\nmark :{number + 1}\n".encode()
        out += f"author {commit.author} {written} +0000\ncommitter Robin <robin@corp.example> {when} +0000\n".encode()
        out += _data(commit.message)
        for at, parent in enumerate(parents):
            out += f"{'merge' if at else 'from'} :{parent + 1}\n".encode()
        for at, (old, _) in enumerate(commit.moves):
            out += b"R " + _quoted(old) + b" " + _quoted(f"\x01moving-{at}") + b"\n"
        for at, (_, new) in enumerate(commit.moves):
            out += b"R " + _quoted(f"\x01moving-{at}") + b" " + _quoted(new) + b"\n"
        for path, content in commit.files.items():
            if content is None:
                out += b"D " + _quoted(path) + b"\n"
            else:
                out += b"M 100644 inline " + _quoted(path) + b"\n" + _data(content)
        out += b"\n"
    out += b"done\n"
    return bytes(out)


def _data(content: str | bytes) -> bytes:
    raw = content.encode() if isinstance(content, str) else content
    return b"data %d\n" % len(raw) + raw + b"\n"


def _quoted(path: str) -> bytes:
    body = "".join(
        chr(byte) if 0x20 < byte < 0x7F and chr(byte) not in '"\\' else f"\\{byte:03o}"
        for byte in path.encode("utf-8", "surrogateescape")
    )
    return f'"{body}"'.encode()

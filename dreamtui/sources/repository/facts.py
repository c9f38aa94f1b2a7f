"""What a repository offers by name: branches, commands, packages, files that were moved or deleted. Read, never run."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dreamtui.model.claim import Extent, History
from dreamtui.model.errors import Refused
from dreamtui.sources.git.clone import Clone, clone_of
from dreamtui.sources.git.command import Repository, capture, open_repository
from dreamtui.sources.repository.manifests import read_manifests

_CHANGES = 5000
"""Commits that moved or deleted files which are looked at, the newest first."""


@dataclass(frozen=True, slots=True)
class RepositoryFacts:
    """Names a memory may speak of; None if unknown."""

    branches: frozenset[str] | None = None
    """Local and remote branches, without the remote's name."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Old path to the newest path it was moved to."""
    scripts: frozenset[str] | None = None
    """Commands the repository defines: `make test`, `npm run build`."""
    packages: frozenset[str] | None = None
    """Packages it depends on, lower case."""
    changed_in: Mapping[str, str] = field(default_factory=dict)
    """Old path to the short name of the commit that moved or deleted it last."""
    closed: frozenset[str] | None = None
    """Tools all of whose commands are among the scripts."""
    history: History = field(default_factory=History)
    """How much of the moves and deletions could be read."""
    narrow: bool = False
    """Whether only some branches were fetched."""
    grew: frozenset[str] = frozenset()
    """Short names of the commits that deleted files and added others, where it cannot be told whether one moved."""


def read_repository(root: Path, tracked: Collection[str] | None = None) -> RepositoryFacts:
    """Look at git and at the files that declare commands and packages; those below the root where git names them."""
    declared = read_manifests(root, tracked)
    scripts = frozenset(declared.scripts) if declared.has_scripts else None
    packages = frozenset(declared.packages) if declared.has_packages else None
    closed = frozenset(declared.tools - declared.open)
    try:
        repository = open_repository(root)
        if repository is None:
            return RepositoryFacts(None, {}, scripts, packages, {}, closed)
        clone = clone_of(repository)
        moves = _moves(repository, clone)
        branches = _branches(repository, clone)
    except Refused as problem:
        unread = History(Extent.NONE, str(problem).rstrip("."))
        return RepositoryFacts(None, {}, scripts, packages, {}, closed, unread)
    return RepositoryFacts(
        branches, moves.renamed, scripts, packages, moves.changed_in, closed, moves.history, clone.narrow, moves.grew
    )


def _branches(repository: Repository, clone: Clone) -> frozenset[str] | None:
    """Names of the branches; None if not all of a remote's were fetched, so that any may be there."""
    root, trusted = repository.root, repository.trusted
    code, out, _ = capture(root, ("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes"), trusted)
    refs = [ref for ref in out.decode("utf-8", "replace").split("\n") if ref] if code == 0 else []
    if clone.shallow or clone.narrow or not refs:
        return None
    if not any(ref.startswith("refs/remotes/") for ref in refs) and capture(root, ("remote",), trusted)[1].strip():
        return None
    return frozenset(_branch(ref) for ref in refs if not ref.endswith("/HEAD"))


def _branch(ref: str) -> str:
    kind, _, rest = ref.removeprefix("refs/").partition("/")
    return rest.partition("/")[2] if kind == "remotes" else rest


@dataclass(frozen=True, slots=True)
class _Moves:
    """Which files were moved or deleted."""

    renamed: Mapping[str, str]
    """Old path to newest path."""
    changed_in: Mapping[str, str]
    """Old path to the short name of the commit that moved or deleted it last."""
    history: History
    """How much of the history this was read from."""
    grew: frozenset[str] = frozenset()
    """Commits that added files too, looked for where contents are not compared."""


def _moves(repository: Repository, clone: Clone) -> _Moves:
    """Moves with changes need the contents of files; where a clone lacks them, moves without one are still read."""
    if not repository.head:
        return _Moves({}, {}, History())
    lacks: list[str] = []
    code, out, words = _log(repository, "--find-renames")
    if exact := code != 0:
        lacks.append(clone.why(words))
        code, out, words = _log(repository, "--find-renames=100%", "ARD")
    if code != 0:
        return _Moves({}, {}, History(Extent.NONE, clone.why(words)))
    renamed, changed_in, grew, commits = _read(out)
    if clone.shallow:
        lacks.append("shallow clone")
    if commits >= _CHANGES:
        lacks.append(f"over {_CHANGES:,} commits moved or deleted files")
    history = History(Extent.PART, ", ".join(lacks), exact) if lacks else History()
    return _Moves(renamed, changed_in, history, grew)


def _log(repository: Repository, find: str, changes: str = "RD") -> tuple[int, bytes, str]:
    words = (
        "log", f"-{_CHANGES}", f"--diff-filter={changes}", find, "--name-status", "--relative", "-z", "--format=%x01%h",
        "--no-ext-diff", "-O/dev/null",
    )  # fmt: skip
    return capture(repository.root, words, repository.trusted)


def _read(out: bytes) -> tuple[dict[str, str], dict[str, str], frozenset[str], int]:
    """Moves and deletions, the newest commit first, the commits that added files, and how many commits tell of any."""
    renamed: dict[str, str] = {}
    changed_in: dict[str, str] = {}
    grew: set[str] = set()
    sha, commits = "", 0
    parts = iter(out.decode("utf-8", "replace").split("\0"))
    for part in parts:
        word = part.lstrip("\n")
        if word.startswith("\x01"):
            sha = word[1:].strip()
            commits += 1
        elif word[:1] == "R" and word[1:].isdigit():
            old, new = next(parts, ""), next(parts, "")
            if changed_in.setdefault(old, sha) == sha:
                renamed.setdefault(old, renamed.get(new, new))
        elif word == "D":
            changed_in.setdefault(next(parts, ""), sha)
        elif word == "A":
            grew.add(sha)
            next(parts, "")
    return renamed, changed_in, frozenset(grew), commits

"""What a repository offers by name: branches, commands, packages, files that were moved or deleted. Read, never run."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.sources.git.command import Repository, capture, open_repository
from dreamtui.sources.manifests import read_manifests

_CHANGES = 5000
"""Commits that moved or deleted files which are looked at, the newest first."""


@dataclass(frozen=True, slots=True)
class RepositoryFacts:
    """Names a memory may speak of; None where nobody can tell."""

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


def read_repository(root: Path, tracked: Collection[str] | None = None) -> RepositoryFacts:
    """Look at git and at the files that declare commands and packages; those below the root where git names them."""
    declared = read_manifests(root, tracked)
    scripts = frozenset(declared.scripts) if declared.has_scripts else None
    packages = frozenset(declared.packages) if declared.has_packages else None
    closed = frozenset(declared.tools - declared.open)
    try:
        repository = open_repository(root)
    except Refused:
        repository = None
    if repository is None:
        return RepositoryFacts(None, {}, scripts, packages, {}, closed)
    renamed, changed_in = _moves(repository)
    return RepositoryFacts(_branches(repository), renamed, scripts, packages, changed_in, closed)


def _branches(repository: Repository) -> frozenset[str] | None:
    """Names of the branches; None where a remote's branches were never fetched, so that any may be there."""
    root, trusted = repository.root, repository.trusted
    code, out, _ = capture(root, ("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes"), trusted)
    refs = [ref for ref in out.decode("utf-8", "replace").split("\n") if ref] if code == 0 else []
    if repository.shallow or not refs:
        return None
    if not any(ref.startswith("refs/remotes/") for ref in refs) and capture(root, ("remote",), trusted)[1].strip():
        return None
    return frozenset(_branch(ref) for ref in refs if not ref.endswith("/HEAD"))


def _branch(ref: str) -> str:
    kind, _, rest = ref.removeprefix("refs/").partition("/")
    return rest.partition("/")[2] if kind == "remotes" else rest


def _moves(repository: Repository) -> tuple[dict[str, str], dict[str, str]]:
    """Old path to newest path, and old path to the commit that moved or deleted it last."""
    words = (
        "log",
        f"-{_CHANGES}",
        "--diff-filter=RD",
        "--find-renames",
        "--name-status",
        "--relative",
        "-z",
        "--format=%x01%h",
        "--no-ext-diff",
        "-O/dev/null",
    )
    code, out, _ = capture(repository.root, words, repository.trusted) if repository.head else (1, b"", "")
    if code != 0:
        return {}, {}
    renamed: dict[str, str] = {}
    changed_in: dict[str, str] = {}
    sha = ""
    parts = iter(out.decode("utf-8", "replace").split("\0"))
    for part in parts:
        word = part.lstrip("\n")
        if word.startswith("\x01"):
            sha = word[1:].strip()
        elif word[:1] == "R" and word[1:].isdigit():
            old, new = next(parts, ""), next(parts, "")
            if changed_in.setdefault(old, sha) == sha:
                renamed.setdefault(old, renamed.get(new, new))
        elif word == "D":
            changed_in.setdefault(next(parts, ""), sha)
    return renamed, changed_in

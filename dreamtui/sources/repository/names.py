"""Looks names up that memories speak of: symbols in the code and in older states of it, commits, paths git ignores."""

import contextlib
import os
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from dreamtui.model.claim import Extent, History
from dreamtui.model.errors import Refused
from dreamtui.sources.git.clone import clone_of
from dreamtui.sources.git.command import Repository, Stream, open_repository
from dreamtui.sources.git.objects import resolve_all
from dreamtui.sources.repository.wordlists import words_of_history, words_of_tree

_SYMBOL = re.compile(r"[A-Za-z_]\w{2,}", re.ASCII)
_PACKAGE = re.compile(r"[\w@][\w@/.-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class NameQuery:
    """Names to be looked up."""

    symbols: frozenset[str] = frozenset()
    """Functions, classes, constants."""
    packages: frozenset[str] = frozenset()
    """Packages that no manifest declares now."""
    paths: frozenset[str] = frozenset()
    """Paths that git does not track."""
    commits: frozenset[str] = frozenset()
    """Shas, full or shortened."""


@dataclass(slots=True)
class Answers:
    """What is known of them."""

    symbols: frozenset[str] | None = None
    """Those that stand in the code; None when nobody can tell."""
    unsure: frozenset[str] = frozenset()
    """Those that only documents name, or that were not looked for to the end."""
    once: dict[str, str] | None = None
    """Symbols and packages that an older state had, with its short name."""
    untracked: frozenset[str] = frozenset()
    """Paths that are on the disk all the same."""
    ignored: frozenset[str] = frozenset()
    """Paths that git ignores."""
    commits: dict[str, bool | None] = field(default_factory=dict)
    """Whether each commit exists; None where nobody can tell."""
    older: History = field(default_factory=History)
    """How much of the older states could be read."""


def look_up(
    root: Path, asked: NameQuery, tracked: Collection[str], instead: Mapping[str, bytes] = MappingProxyType({})
) -> Answers:
    """Ask git and the disk; `tracked` are the files of the working tree, `instead` as in `words_of_tree`."""
    repository = open_repository(root)
    if repository is None or not repository.head:
        return Answers()
    found = Answers(commits=_commits(root, asked.commits))
    _paths(repository, asked.paths, found)
    symbols = frozenset(name for name in asked.symbols if _SYMBOL.fullmatch(name))
    packages = frozenset(name for name in asked.packages if _PACKAGE.fullmatch(name))
    now = words_of_tree(root, tracked, symbols, instead)
    found.symbols = now.code
    missing = symbols - now.code
    found.unsure = (missing & now.documents if now.whole else missing) | (asked.symbols - symbols)
    gaps: set[str] = set()
    try:
        found.once = words_of_history(repository, missing - found.unsure, packages, gaps)
    except Refused as problem:
        found.older = History(Extent.NONE, clone_of(repository).why(str(problem)))
    else:
        found.older = History(Extent.PART, ", ".join(sorted(gaps))) if gaps else History()
    return found


def _commits(root: Path, shas: Iterable[str]) -> dict[str, bool | None]:
    """Whether commits exist; a partial clone may not be able to tell of any where it lacks one."""
    wanted = sorted(set(shas))
    try:
        return resolve_all(root, wanted)
    except Refused:
        return dict.fromkeys(wanted)


def _paths(repository: Repository, paths: Iterable[str], found: Answers) -> None:
    """Which paths are there without being tracked, and which git ignores."""
    wanted = sorted({path for path in paths if path and not path.startswith("/") and ".." not in path.split("/")})
    found.untracked = frozenset(path for path in wanted if os.path.lexists(repository.root / path))
    rest = [path for path in wanted if path not in found.untracked and "\0" not in path and path[0] != ":"]
    if not rest or repository.bare:
        return
    feed = "".join(f"{path}\0" for path in rest).encode("utf-8", "surrogateescape")
    with contextlib.suppress(Refused):
        words = ("--no-literal-pathspecs", "check-ignore", "-z", "--stdin", "--no-index")
        stream = Stream.start(repository, words, feed)
        answer = b"".join(stream.chunks(may_be_empty=True)).decode("utf-8", "surrogateescape")
        found.ignored = frozenset(word for word in answer.split("\0") if word)

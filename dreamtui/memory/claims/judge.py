"""Holds claims against what is known of the repository; never says "gone" where it may be somewhere else."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePosixPath

from dreamtui.model.claim import Claim, ClaimKind, Extent, History, JudgedClaim, Tone, Verdict
from dreamtui.text.paths import is_glob, matches


@dataclass(frozen=True, slots=True)
class World:
    """What is known about the repository; None if it is not known, so that nothing is said to be gone."""

    tracked: frozenset[str] | None = None
    """Every path that git tracks, relative to the root."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Old path to new path."""
    said: Sequence[tuple[str, str]] = ()
    """Lines that agents read anyway and their places: (`Run make test`, `CLAUDE.md:12`)."""
    branches: frozenset[str] | None = None
    """Names of the branches, local and remote, without the remote's name."""
    scripts: frozenset[str] | None = None
    """Commands the repository defines: `make test`, `npm run build`; None when unknown."""
    packages: frozenset[str] | None = None
    """Names of the packages it depends on, lower case; None when unknown."""
    symbols: frozenset[str] | None = None
    """Of the names that memories speak of, those that stand in the code; None when unknown."""
    changed_in: Mapping[str, str] = field(default_factory=dict)
    """Old path to the short name of the commit that moved or deleted it last."""
    deleted: frozenset[str] = frozenset()
    """Paths that the history has and the tree has not, moved ones among them."""
    untracked: frozenset[str] = frozenset()
    """Paths memories name that are on the disk although git does not track them."""
    ignored: frozenset[str] = frozenset()
    """Paths memories name that git ignores: made by a build, or private."""
    once: Mapping[str, str] | None = None
    """Symbols and packages that older states had, with the short name of one; None if not done."""
    unsure: frozenset[str] = frozenset()
    """Symbols that only documents name, or that were not looked for to the end."""
    commits: Mapping[str, bool | None] = field(default_factory=dict)
    """Shas memories name, and whether there is such a commit; None if unknown."""
    closed: frozenset[str] | None = None
    """Tools all of whose commands are in `scripts`; None for those that have any there."""
    grew: frozenset[str] = frozenset()
    """Short names of the commits of which it cannot be told whether a file that they deleted moved."""
    history: History = field(default_factory=History)
    """How much is known of which files were moved or deleted."""
    older: History = field(default_factory=History)
    """How much is known of the symbols and packages of older states."""
    narrow: bool = False
    """Whether only some branches were fetched, so that a commit may be on another one."""


NEVER_THERE = "nothing here has or had that name"
"""Why nobody can tell of a path that may as well be of somewhere else."""
NEVER_DEFINED = "nowhere in the code, and never was"
"""The same of a name of code."""
NOTHING_RUNS_IT = "no file here defines such commands"
"""The same of a command."""
_EVERYWHERE = frozenset(
    {
        "src", "test", "tests", "doc", "docs", "lib", "app", "apps", "script", "scripts", "bin", "config", "public",
        "assets", "static", "pkg", "cmd", "internal", "examples", "build", "dist", "components", "utils", "api",
        "server", "client", "packages", "tools", "core", "common", "data", "models",
    }
)  # fmt: skip
"""Names of folders that so many repositories have that they tell nothing."""


def normal(name: str) -> str:
    """A path as git writes it; what lies outside stays as it is."""
    path = name.replace("\\", "/") if "\\" in name and not name.startswith("\\") else name
    return path.removeprefix("./")


def is_outside(path: str) -> bool:
    """Whether a path leads out of the repository, or says nothing of where it starts."""
    return path.startswith(("/", "~", "../", "\\")) or path[1:2] == ":" or "/../" in path


def judge_path(claim: Claim, world: World) -> JudgedClaim:
    """What the repository says about one path."""
    tracked = world.tracked or frozenset()
    path = normal(claim.name)
    bare = path.rstrip("/")
    if is_outside(path):
        return JudgedClaim(claim, Verdict.UNKNOWN, "outside the repository")
    if path in tracked or bare in _folders(tracked):
        return JudgedClaim(claim, Verdict.VERIFIED, "tracked")
    if is_glob(bare):
        fits = any(matches(path, other) for other in tracked)
        return JudgedClaim(
            claim, Verdict.VERIFIED if fits else Verdict.UNKNOWN, "a pattern" if fits else "nothing fits it"
        )
    was_moved = world.renamed.get(path, "") in tracked
    places = _tails(tracked).get(bare, ())
    if places and not was_moved:
        where = f"tracked as {places[0]}" if len(places) == 1 else "tracked in several places"
        return JudgedClaim(claim, Verdict.VERIFIED, where)
    if path in world.untracked:
        return JudgedClaim(claim, Verdict.VERIFIED, "exists, not tracked")
    if path in world.ignored:
        return JudgedClaim(claim, Verdict.UNKNOWN, "ignored by git")
    found = _from_history(claim, bare, world) or _from_the_tree(claim, bare, world)
    return found if found.verdict is Verdict.MOVED else _by_its_end(claim, bare, tracked) or found


def _by_its_end(claim: Claim, path: str, tracked: frozenset[str]) -> JudgedClaim | None:
    """A path that is not there, where one tracked file alone ends in its last two names and lies below the others."""
    parts = path.split("/")
    telling = set(parts[:-1]) - _EVERYWHERE
    if len(parts) < 3 or not telling or "." not in parts[-1]:
        return None
    places = _tails(tracked).get("/".join(parts[-2:]), ())
    if len(places) != 1 or places[0] not in tracked or not telling <= set(places[0].split("/")):
        return None
    return JudgedClaim(claim, Verdict.MOVED, "only one file ends so", places[0])


def _from_history(claim: Claim, path: str, world: World) -> JudgedClaim | None:
    """What the history says of a path that is not there now."""
    places = (path,) if path in world.renamed else _tails(world.deleted).get(path, ())
    if not places:
        return None
    old = places[0]
    sha = world.changed_in.get(old, "")
    new = world.renamed.get(old, "")
    if len(places) == 1 and new in (world.tracked or frozenset()):
        lead = old[: len(old) - len(path)]
        now = new[len(lead) :] if new.startswith(lead) else new
        return JudgedClaim(claim, Verdict.MOVED, f"renamed in {sha}" if sha else "renamed", now)
    elsewhere = sha in world.grew or _tails(world.tracked or frozenset()).get(_last(old))
    if world.history.exact and old not in world.renamed and elsewhere:
        return JudgedClaim(claim, Verdict.UNKNOWN, f"left in {sha}, it may have moved; {world.history.said}")
    return JudgedClaim(claim, Verdict.GONE, f"deleted in {sha}" if sha else "deleted")


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _from_the_tree(claim: Claim, path: str, world: World) -> JudgedClaim:
    """What the tree says of a path that the history does not know: its folder is here, or it is another's.

    Where the history was looked through, a folder at the top is not enough: so many are called alike. Where it was not
    read whole, the path may have been moved.
    """
    tracked = world.tracked or frozenset()
    parent = path.rpartition("/")[0]
    known = parent in _folders(tracked) or (parent not in _EVERYWHERE and parent in _tails(tracked))
    deep = "/" in parent or world.once is None
    if world.history.said:
        where = f"not in {parent}/" if known else "nothing here has that name"
        return JudgedClaim(claim, Verdict.UNKNOWN, f"{where}; {world.history.said}")
    if not (known and deep) or claim.loose or parent in tracked:
        return JudgedClaim(claim, Verdict.UNKNOWN, NEVER_THERE)
    if claim.tone is Tone.HEDGED:
        return JudgedClaim(claim, Verdict.UNKNOWN, f"not in {parent}/, and the line does not say that it is there")
    return JudgedClaim(claim, Verdict.GONE, f"not in {parent}/")


@lru_cache(maxsize=8)
def _folders(tracked: frozenset[str]) -> frozenset[str]:
    found = {str(parent) for path in tracked for parent in PurePosixPath(path).parents}
    return frozenset(found - {"."})


@lru_cache(maxsize=8)
def _tails(paths: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """Where every path and folder is that is named without some of its first parts; two places are enough."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((*paths, *_folders(paths))):
        parts = path.split("/")
        for at in range(len(parts)):
            tail = "/".join(parts[at:])
            known = found.get(tail, ())
            if len(known) < 2:
                found[tail] = (*known, path)
    return found


NO_REPOSITORY = "no repository here"
_PLACEHOLDER = re.compile(
    r"(?i:^(?:path|your|my|foo|bar|example|some|any|xxx|n|and|or|he|she|s)/|[<>{}$*…]|^(?:https?|ftp)$"
    r"|\b(?:YYYY|X\.Y)\b)|(?:^|[\s/:])[NX](?=[/:.]|$)"
    r"|(?<![A-Za-z])(?:N{3,}|X{3,}|Y{4}|#{2,}|YYYY-?MM(?:-?DD)?|HHMM(?:SS)?)(?![A-Za-z])",
)
_NPM = ("npm", "pnpm", "yarn", "bun")
_DEFINING = {
    "make": ("makefile", ".mk", "cmakelists.txt"),
    "npm": ("package.json",),
    "just": ("justfile",),
    "poetry": ("pyproject.toml",),
    "tox": ("tox.ini", "setup.cfg", "pyproject.toml"),
}
"""What stands in the names of the files that define the commands of a tool."""
_SOURCES = {"make": "Makefile target", "npm": "package.json script", "just": "justfile recipe"}


def judge_all(claims: Iterable[Claim], world: World) -> tuple[JudgedClaim, ...]:
    """Every claim with its verdict; what only might be a claim is left out where the repository does not know it."""
    judged = (judge(claim, world) for claim in claims)
    return tuple(one for one in judged if not (one.claim.loose and one.verdict is Verdict.UNKNOWN))


def judge(claim: Claim, world: World) -> JudgedClaim:
    """What the repository says about one claim."""
    if world.tracked is None and not _known_otherwise(claim, world):
        return JudgedClaim(claim, Verdict.UNKNOWN, world.history.said or NO_REPOSITORY)
    if _PLACEHOLDER.search(claim.name) and not (claim.kind is ClaimKind.FILE and "*" in claim.name):
        return JudgedClaim(claim, Verdict.UNKNOWN, "a placeholder")
    by_kind = {
        ClaimKind.FILE: judge_path,
        ClaimKind.COMMAND: _command,
        ClaimKind.PACKAGE: _package,
        ClaimKind.BRANCH: _branch,
        ClaimKind.SYMBOL: _symbol,
        ClaimKind.COMMIT: _commit,
    }
    found = by_kind[claim.kind](claim, world)
    if found.verdict not in {Verdict.GONE, Verdict.MOVED}:
        return found
    if claim.tone is Tone.LOST:
        return JudgedClaim(claim, Verdict.VERIFIED, f"{found.reason}, as the line says", found.now)
    if claim.tone in _ASIDE:
        return JudgedClaim(claim, Verdict.UNKNOWN, f"{found.reason}; {_ASIDE[claim.tone]}")
    return found


_ASIDE = {
    Tone.TOLD: "the line tells what was done at that time",
    Tone.ELSEWHERE: "the line speaks of another repository",
}


def _known_otherwise(claim: Claim, world: World) -> bool:
    """Whether something but the list of files can tell."""
    known = {
        ClaimKind.COMMAND: world.scripts,
        ClaimKind.PACKAGE: world.packages,
        ClaimKind.BRANCH: world.branches,
        ClaimKind.SYMBOL: world.symbols,
        ClaimKind.COMMIT: world.commits or None,
    }
    return known.get(claim.kind) is not None


def _missing(claim: Claim, reason: str) -> JudgedClaim:
    """Not found: gone where the words say that it is there, else unknown."""
    if claim.tone is Tone.HEDGED:
        return JudgedClaim(claim, Verdict.UNKNOWN, f"{reason}, and the line does not say that it is there")
    return JudgedClaim(claim, Verdict.GONE, reason)


def _command(claim: Claim, world: World) -> JudgedClaim:
    tool = claim.name.split(" ", 1)[0]
    scripts = world.scripts or frozenset()
    if claim.name.lower() in {name.lower() for name in scripts}:
        return JudgedClaim(claim, Verdict.VERIFIED, "defined")
    family = _NPM if tool in _NPM else (tool,)
    closed = world.closed if world.closed is not None else {name.split(" ", 1)[0] for name in scripts}
    source = f"no {_SOURCES.get(family[0], f'{tool} command')}"
    if closed.isdisjoint(family):
        names = {_last(path).lower() for path in world.tracked or ()}
        if names and not any(part in name for part in _DEFINING[family[0]] for name in names):
            return JudgedClaim(claim, Verdict.UNKNOWN, NOTHING_RUNS_IT)
        return JudgedClaim(claim, Verdict.UNKNOWN, f"{source} of that name is spelled out")
    if tool in {"yarn", "pnpm"} and " run " not in claim.name:
        return JudgedClaim(claim, Verdict.UNKNOWN, f"{source}; it may be an installed program")
    return _missing(claim, source)


def _package(claim: Claim, world: World) -> JudgedClaim:
    name = _plain(claim.name)
    if world.packages is None:
        return JudgedClaim(claim, Verdict.UNKNOWN, "nothing here declares packages")
    if name in {_plain(one) for one in world.packages}:
        return JudgedClaim(claim, Verdict.VERIFIED, "declared")
    if world.once and claim.name in world.once:
        return _missing(claim, f"declared in {world.once[claim.name]}, no longer")
    if world.older.said:
        return JudgedClaim(claim, Verdict.UNKNOWN, f"no manifest declares it; {world.older.said}")
    if world.once is None:
        return _missing(claim, "no manifest declares it")
    return JudgedClaim(claim, Verdict.UNKNOWN, "no manifest declares or declared it")


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")


def _branch(claim: Claim, world: World) -> JudgedClaim:
    if world.branches is None:
        return JudgedClaim(claim, Verdict.UNKNOWN, "the branches are not known")
    if claim.name.lower() in {name.lower() for name in world.branches}:
        return JudgedClaim(claim, Verdict.VERIFIED, "a branch")
    if claim.loose:
        return JudgedClaim(claim, Verdict.UNKNOWN, "no branch of that name")
    return _missing(claim, "no branch of that name")


def _symbol(claim: Claim, world: World) -> JudgedClaim:
    if world.symbols is None:
        return JudgedClaim(claim, Verdict.UNKNOWN, "the code was not looked through")
    if claim.name in world.symbols:
        return JudgedClaim(claim, Verdict.VERIFIED, "in the code")
    if claim.name in world.unsure:
        return JudgedClaim(claim, Verdict.UNKNOWN, "only documents name it")
    if world.once and claim.name in world.once:
        return _missing(claim, f"in the code at {world.once[claim.name]}, no longer")
    if world.older.said:
        return JudgedClaim(claim, Verdict.UNKNOWN, f"nowhere in the code; {world.older.said}")
    if world.once is None:
        return _missing(claim, "nowhere in the code")
    return JudgedClaim(claim, Verdict.UNKNOWN, NEVER_DEFINED)


def _commit(claim: Claim, world: World) -> JudgedClaim:
    known = world.commits.get(claim.name.lower())
    if known:
        return JudgedClaim(claim, Verdict.VERIFIED, "a commit")
    if known is None or claim.loose:
        elsewhere = "this clone has only some branches" if world.narrow else "the history is cut off"
        return JudgedClaim(claim, Verdict.UNKNOWN, elsewhere if known is None else "no commit of that name")
    if (
        world.history.extent is Extent.NONE or world.history.exact
    ):  # objects are missing: this commit may be one of them
        return JudgedClaim(claim, Verdict.UNKNOWN, f"no commit of that name; {world.history.said}")
    if _are_of_others(world.commits):
        return JudgedClaim(
            claim, Verdict.UNKNOWN, "no commit of that name; most that are named are not of this repository"
        )
    return _missing(claim, "no commit of that name")


def _are_of_others(commits: Mapping[str, bool | None]) -> bool:
    """Whether most commits that memories name are not here: then they tell of other repositories."""
    missing = sum(known is False for known in commits.values())
    return missing > 2 and 2 * missing > len(commits)

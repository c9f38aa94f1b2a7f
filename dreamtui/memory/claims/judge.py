"""Holds claims against what is known of the repository; never says "gone" where it may be somewhere else."""

import re
from collections.abc import Iterable

from dreamtui.memory.claims.paths import judge_path
from dreamtui.memory.claims.world import World
from dreamtui.model.claim import Claim, ClaimKind, Extent, JudgedClaim, Tone, Verdict

NO_REPOSITORY = "no repository here"
_PLACEHOLDER = re.compile(
    r"^(?:path|your|my|foo|bar|example|some|any|xxx|n|and|or|he|she|s)/|[<>{}$*…]|^(?:https?|ftp)$|\b(?:YYYY|X\.Y)\b",
    re.IGNORECASE,
)
_NPM = ("npm", "pnpm", "yarn", "bun")
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
    if claim.tone is Tone.LOST and found.verdict in {Verdict.GONE, Verdict.MOVED}:
        return JudgedClaim(claim, Verdict.VERIFIED, f"{found.reason}, as the line says", found.now)
    return found


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
    """Not found: gone where the words say that it is there, else nobody can tell."""
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
    return JudgedClaim(claim, Verdict.UNKNOWN, "no manifest declares it, nor did one")


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
    return JudgedClaim(claim, Verdict.UNKNOWN, "nowhere in the code, nor was it")


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
    return _missing(claim, "no commit of that name")

"""Whether a path that a memory names is in the repository, was moved or deleted, or belongs to somewhere else."""

from functools import lru_cache
from pathlib import PurePosixPath

from dreamtui.memory.claims.world import World
from dreamtui.model.claim import Claim, JudgedClaim, Tone, Verdict
from dreamtui.text.paths import is_glob, matches

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
        return JudgedClaim(claim, Verdict.VERIFIED, "there, not tracked")
    if path in world.ignored:
        return JudgedClaim(claim, Verdict.UNKNOWN, "ignored by git")
    return _from_history(claim, bare, world) or _from_the_tree(claim, bare, world)


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
        return JudgedClaim(claim, Verdict.UNKNOWN, "nothing here has that name, nor had")
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

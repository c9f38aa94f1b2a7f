"""What a memory names that the repository no longer has: its claims that are gone or moved."""

from dataclasses import dataclass

from dreamtui.dream.claims import World, claims_in, judge_all
from dreamtui.model.claim import ClaimKind, Verdict
from dreamtui.model.proposal import Memory


@dataclass(frozen=True, slots=True)
class Named:
    """One thing that a memory names and the repository does not have."""

    kind: str
    """file, command, package, branch, symbol."""
    name: str
    """As it is named."""
    now: str = ""
    """What it is called now, where that is known."""


def missing(memory: Memory, world: World) -> tuple[Named, ...]:
    """Everything a memory names that is gone, sorted; nothing where the world does not say.

    A commit that is gone makes no memory stale: it told where something came from.
    """
    found = {
        Named(one.claim.kind.value, one.claim.name, one.now)
        for one in judge_all(claims_in(memory.text, memory.files), world)
        if one.verdict in {Verdict.GONE, Verdict.MOVED} and one.claim.kind is not ClaimKind.COMMIT
    }
    return tuple(sorted(found, key=lambda named: (named.kind, named.name)))

"""In which memory folders decisions on proposals leave nothing to be decided."""

from collections.abc import Iterable, Sequence

from dreamtui.desk.desk import Desk
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.proposal.kind import PENDING
from dreamtui.model.decision import Plan
from dreamtui.model.errors import Refused
from dreamtui.model.verb import Verb


def consolidated(desk: Desk, plans: Sequence[Plan]) -> frozenset[str]:
    """Keys of the memory folders in which these decisions leave nothing to be decided."""
    decided = {plan.draft.item for plan in plans if _is_final(plan)}
    if not decided or not any(desk.store.memory.values()):
        return frozenset()
    every = {row.id: row.path for row in desk.queue().rows(PENDING)}
    ours = _keys(desk, (path for item, path in every.items() if item in decided))
    if not ours:
        return frozenset()
    return frozenset(ours - _keys(desk, (path for item, path in every.items() if item not in decided)))


def _is_final(plan: Plan) -> bool:
    """Whether a proposal is done with: not put off, and nothing of it to be planned again."""
    return plan.draft.verb in {Verb.ACCEPT, Verb.REJECT} and not plan.again


def _keys(desk: Desk, paths: Iterable[str]) -> set[str]:
    """The memory folders that some waiting proposals are about."""
    found: set[str] = set()
    for path in paths:
        try:
            data = desk.store.read(path)
            sources = codec.sources_of(codec.parse(data).proposal) if data is not None else ()
        except (Refused, ValueError):
            continue
        found |= {key for source in sources if (key := desk.store.memory_key(source.path)) and desk.store.memory[key]}
    return found

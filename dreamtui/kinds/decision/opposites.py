"""Decisions on one item that were made apart and cannot both be meant: one branch keeps it, the other does not.

A merge brings both records in, and git says nothing of it. Whoever decides the item once more, knowing both, settles
it: that decision comes after either.
"""

from collections.abc import Sequence
from itertools import combinations

from dreamtui.kinds.decision import graph
from dreamtui.model.decision import Mark, Verb

_KEEPS = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE, Verb.ADD, Verb.EDIT})
_DROPS = frozenset({Verb.REJECT, Verb.RETIRE})


def opposites(marks: Sequence[Mark]) -> list[tuple[Mark, Mark]]:
    """Pairs of decisions that contradict each other and that nothing settled, by item."""
    if not _was_forked(marks):
        return []
    lineage = graph.Lineage(marks)
    by_item: dict[str, list[Mark]] = {}
    for mark in marks:
        by_item.setdefault(mark.item, []).append(mark)
    found = []
    for _, about in sorted(by_item.items()):
        tips = lineage.newest(about) if len(about) > 1 else []
        meant = [(tip, _meant(tip, about, tips, lineage)) for tip in tips] if len(tips) > 1 else []
        found += [(one, other) for (one, keeps), (other, drops) in combinations(meant, 2) if {keeps, drops} == {1, -1}]
    return found


def _was_forked(marks: Sequence[Mark]) -> bool:
    return any(len(mark.parents) > 1 for mark in marks) or len(graph.heads(marks)) > 1


def _meant(tip: Mark, about: Sequence[Mark], tips: Sequence[Mark], lineage: graph.Lineage) -> int:
    """1 where the newest decision of a branch keeps the item, -1 where it does not, 0 where it leaves it open."""
    oldest = min(about, key=lambda mark: lineage.place[mark.id])
    before = lineage.before(tip, oldest)
    line = [mark for mark in about if mark is tip or mark.id in before]
    said = [mark for mark in line if mark.verb in _KEEPS | _DROPS | graph.TAKES_BACK]
    if not said:
        return 0
    last = max(said, key=lambda mark: lineage.place[mark.id])
    if last.verb not in graph.TAKES_BACK:
        return 1 if last.verb in _KEEPS else -1
    # Who takes back what the other branch never saw leaves the item open; who takes back what both knew does not.
    undone = next((mark for mark in about if mark.id == last.undoes), None)
    others = [other for other in tips if other is not tip]
    if undone is None or not all(undone.id in lineage.before(other, oldest) for other in others):
        return 0
    return -_meant_by(undone, about)


def _meant_by(mark: Mark, about: Sequence[Mark]) -> int:
    """What a decision means; an undo means the opposite of what it takes back."""
    if mark.verb in graph.TAKES_BACK:
        undone = next((other for other in about if other.id == mark.undoes), None)
        return -_meant_by(undone, about) if undone is not None and undone is not mark else 0
    return 1 if mark.verb in _KEEPS else -1 if mark.verb in _DROPS else 0

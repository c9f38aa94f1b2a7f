"""What a decision means for memory folders: whether one is consolidated, what was lost, what git gets to see."""

from collections.abc import Collection

from dreamtui.desk.desk import Desk
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan
from dreamtui.store.layout import ARCHIVE, OUTSIDE
from dreamtui.text.inert import inert_line

_MOST_NAMED = 3


def consolidated(desk: Desk, plans: Collection[Plan]) -> frozenset[str]:
    """Keys of the memory folders in which these decisions leave nothing to be decided."""
    by_kind: dict[str, list[Plan]] = {}
    for plan in plans:
        by_kind.setdefault(plan.draft.kind, []).append(plan)
    return frozenset[str]().union(*(desk.actions(kind).consolidates(desk, some) for kind, some in by_kind.items()))


def beside(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """What is to be said with a change that was made: words that git sees now, and memories that were lost."""
    return (*seen_by_git(desk, changes), *lost_beside(desk, changes))


def seen_by_git(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """That private words now stand in files of the repository, which git commits if nobody stops it."""
    if not desk.workspace.has_agent or desk.workspace.git_dir is None:
        return ()
    private = [inert_line(change.path) for change in changes.changes if change.path.startswith(OUTSIDE)]
    if not private:
        return ()
    more = f" and {len(private) - _MOST_NAMED} more" if len(private) > _MOST_NAMED else ""
    archived = any(one.path.startswith(f"{ARCHIVE}/") and one.after is not None for one in changes.changes)
    where = f"{ARCHIVE} and in the record" if archived else "the record"
    return (
        f"words of private memory ({', '.join(private[:_MOST_NAMED])}{more}) now stand in {where};"
        " git would commit them, unless it ignores .agent",
    )


def lost_beside(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """After a change of a memory folder: what vanished or shrank there outside our decisions, a sentence each."""
    if not any(desk.store.memory_key(change.path) for change in changes.changes):
        return ()
    return look_for_losses(desk)


def look_for_losses(desk: Desk, *, keep: bool = True) -> tuple[str, ...]:
    """A snapshot of every memory folder before or after a run, and what vanished or shrank, a sentence each."""
    from dreamtui.desk.memory.history import remarks

    return remarks(desk, keep=keep)

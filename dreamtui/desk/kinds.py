"""What the desk does for a kind of item beyond what its package can: where it needs the disk, a lock or a use case.

`compose` puts one together for each kind; most need nothing of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dreamtui.kinds.kind import DetailLine, Gatherer, ItemKind

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.kinds.item_files import Gathered
    from dreamtui.kinds.row import QueueRow
    from dreamtui.model.decision import Mark, Plan
    from dreamtui.model.verb import Verb


def _free(desk: "Desk") -> AbstractContextManager[None]:
    return nullcontext()


def _allowed(desk: "Desk", held: "Gathered[Any]", verb: "Verb", marks: "Sequence[Mark]") -> None:
    return None


def _nothing(desk: "Desk", references: Iterable[str], reason: str) -> None:
    return None


def _none(desk: "Desk", plans: "Sequence[Plan]") -> frozenset[str]:
    return frozenset()


def _no_lines(desk: "Desk", held: "Gathered[Any]") -> Iterator[DetailLine]:
    return iter(())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DeskKind:
    """A kind of item as the desk serves it."""

    kind: ItemKind[Any]
    """What its package says."""
    gather: "Callable[[Desk], Gatherer[Any]] | None" = None
    """How the files of its items are gathered, where they lie elsewhere than in our folders."""
    find: "Callable[[Gatherer[Any], str], QueueRow | None] | None" = None
    """Finds something remembered by whatever name a person uses; the gatherer is the one of its kind."""
    lock: "Callable[[Desk], AbstractContextManager[None]]" = _free
    """Gathered while a decision on it is made or taken back."""
    check: "Callable[[Desk, Gathered[Any], Verb, Sequence[Mark]], None]" = _allowed
    """Refuses a decision for what stands elsewhere."""
    plan_again: "Callable[[Desk, Iterable[str], str], None]" = _nothing
    """Looks again at items of which a part was skipped, for a reason."""
    consolidates: "Callable[[Desk, Sequence[Plan]], frozenset[str]]" = _none
    """Keys of the memory folders in which these decisions leave nothing to be decided."""
    details: "Callable[[Desk, Gathered[Any]], Iterator[DetailLine]]" = _no_lines
    """What only it has to show, where the desk has to look for it."""

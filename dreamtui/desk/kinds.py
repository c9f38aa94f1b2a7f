"""What the desk does for a kind of item beyond what its package can: where it needs the disk, a lock or a use case.

`compose` puts one together for each kind; most need nothing of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dreamtui.kinds.kind import Gatherer, ItemKind

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.outputs.why import LineOrigin
    from dreamtui.desk.search.sources import PassageSource
    from dreamtui.kinds.item_files import Gathered
    from dreamtui.kinds.row import QueueRow
    from dreamtui.model.decision import Mark, Plan
    from dreamtui.model.evidence import Where
    from dreamtui.model.verb import Verb
    from dreamtui.text.lines import Line


def _free(desk: "Desk") -> AbstractContextManager[None]:
    return nullcontext()


def _allowed(desk: "Desk", held: "Gathered[Any]", verb: "Verb", marks: "Sequence[Mark]") -> None:
    return None


def _nothing(desk: "Desk", references: Iterable[str], reason: str) -> None:
    return None


def _none(desk: "Desk", plans: "Sequence[Plan]") -> frozenset[str]:
    return frozenset()


def _no_lines(held: "Gathered[Any]") -> "Iterator[Line]":
    return iter(())


def _no_origin(desk: "Desk", reference: str) -> "LineOrigin | None":
    return None


def _not_known(desk: "Desk") -> str:
    return ""


def _no_run(desk: "Desk") -> list[str]:
    return []


def _always(desk: "Desk") -> bool:
    return True


def _no_passages(desk: "Desk") -> "Iterable[PassageSource]":
    return ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DeskActions:
    """What the desk does for one kind of item; each has a default."""

    gather: "Callable[[Desk], Gatherer[Any]] | None" = None
    """How the files of its items are gathered, if they are outside our folders."""
    find: "Callable[[Gatherer[Any], str], QueueRow | None] | None" = None
    """Finds a remembered item by any name a person uses; the gatherer is the one of its kind."""
    lock: "Callable[[Desk], AbstractContextManager[None]]" = _free
    """Held while a decision on it is made or taken back."""
    check: "Callable[[Desk, Gathered[Any], Verb, Sequence[Mark]], None]" = _allowed
    """Refuses a decision because of other files."""
    plan_again: "Callable[[Desk, Iterable[str], str], None]" = _nothing
    """Looks again at items of which a part was skipped, for a reason."""
    consolidates: "Callable[[Desk, Sequence[Plan]], frozenset[str]]" = _none
    """Keys of the memory folders in which these decisions leave nothing to be decided."""
    details: "Callable[[Gathered[Any]], Iterator[Line]]" = _no_lines
    """What only it has to show, where that takes more than its own package."""
    origin: "Callable[[Desk, str], LineOrigin | None]" = _no_origin
    """The origin of one of its items, or of a line FILE:LINE that one wrote; None for anything else."""
    resolves: "Mapping[Where, Callable[[Desk, str], bool | None]]" = field(default_factory=dict)
    """Whether evidence in places that only it knows is still there; None if that is unknown."""
    recognises: "Callable[[Desk], str]" = _not_known
    """What sort of workspace this is, in a few words; empty if it is none of its own."""
    passages: "Callable[[Desk], Iterable[PassageSource]]" = _no_passages
    """What else a search can find that only it knows."""
    passage_kinds: tuple[str, ...] = ()
    """The kinds of these passages."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DeskKind:
    """A kind of item as the desk serves it."""

    kind: ItemKind[Any]
    actions: Callable[[], DeskActions] = DeskActions
    """Imports what the desk does for it, when that is first needed."""
    after_run: "Callable[[Desk], list[str]]" = _no_run
    """Finds its items after a run of the miners; what it did, a sentence each. Every run asks every kind, so it imports
    what it needs only where there is something to do."""
    is_used: "Callable[[Desk], bool]" = _always
    """Whether this workspace has what its items come from; asked often, so it looks for one folder at most."""

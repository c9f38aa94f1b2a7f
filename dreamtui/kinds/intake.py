"""How findings of a run get into the queue, for any kind: new, waiting already, decided before, gone.

A kind says when a finding is the same as an earlier one (`IntakeRules.keys`), never by its wording.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields
from typing import Generic, TypeVar

from dreamtui.kinds.row import QueueRow
from dreamtui.model.change import Change, ChangeSet

N = TypeVar("N")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a kind when a run comes in."""

    waiting: Mapping[str, bytes] = field(default_factory=dict)
    """The files of what waits, by id; each is read when it is asked for."""
    decided: Container[str] = ()
    """Ids whose decision is in force; a past date of `not now` ends it."""
    reopened: Container[str] = ()
    """Those of them that a person put back into the queue."""
    unreadable: Set[str] = frozenset()
    """Ids whose file cannot be read; it is left as it is."""
    rows: Mapping[str, QueueRow] = field(default_factory=dict)
    """What the index says of what waits, where that saves reading its files."""


@dataclass(frozen=True, slots=True)
class Intake(Generic[N]):
    """What a run does to the queue."""

    changes: ChangeSet = field(default_factory=ChangeSet)
    new: tuple[N, ...] = ()
    updated: tuple[N, ...] = ()
    """What waits and whose file changes."""
    unchanged: tuple[N, ...] = ()
    """What waits as it is."""
    recurring: tuple[N, ...] = ()
    """Its decision is in force."""
    rows: tuple[QueueRow, ...] = ()
    """The rows of these, kept for the queue to show them with their decision."""
    held_back: tuple[N, ...] = ()
    """What is new and over the limit."""
    vanished: tuple[str, ...] = ()
    """Ids of what waits and is marked as no longer found."""
    settled: tuple[str, ...] = ()
    """Ids of findings that were used already."""


def joined(one: Intake[N], other: Intake[N]) -> Intake[N]:
    """What two runs do to two queues, as one."""
    both = (getattr(one, part.name) + getattr(other, part.name) for part in fields(Intake) if part.name != "changes")
    return Intake(ChangeSet.of(*one.changes.changes, *other.changes.changes), *both)


def _every(found: list[N]) -> tuple[Sequence[N], Sequence[N]]:
    return found, ()


def _taken(one: N) -> bool:
    return False


def _itself(one: N) -> N:
    return one


def _stays(item_id: str, seen: Set[str]) -> bytes | None:
    return None


@dataclass(frozen=True, slots=True)
class IntakeRules(Generic[N]):
    """How one kind is taken in, and what is known of it."""

    known: Known
    keys: Callable[[N], Sequence[str]]
    """The ids under which it may be known, its own first."""
    path: Callable[[str], str]
    """Where one waits, by its id."""
    render: Callable[[N], bytes]
    """The file of a new one."""
    row: Callable[[N], QueueRow]
    """One that was decided, as its row."""
    refresh: Callable[[N, str, bytes], tuple[N, bytes]]
    """One that waits under an id, and its file brought up to date: what a person did with it stays."""
    choose: Callable[[list[N]], tuple[Sequence[N], Sequence[N]]] = _every
    """Of what is new what goes into the queue, in order, and what is held back."""
    lies_there: Mapping[str, bytes] = field(default_factory=dict)
    """Existing files at the paths of new ones, by id."""
    is_taken: Callable[[N], bool] = _taken
    """Whether it was accepted as it is."""
    again: Callable[[N], N] = _itself
    """One that was decided, as it is shown with that decision."""
    gone: Callable[[str, Set[str]], bytes | None] = _stays
    """The file of one that waits with the mark that it was not found, from its id and the ids that were."""


def take_in(found: Iterable[N], rules: IntakeRules[N]) -> Intake[N]:
    """Sort what a run found into the queue."""
    known = rules.known
    changes: list[Change] = []
    new: list[N] = []
    updated: list[N] = []
    unchanged: list[N] = []
    recurring: list[N] = []
    settled: list[str] = []
    seen: set[str] = set()
    for one in found:
        keys = rules.keys(one)
        seen.update(keys)
        waits = next((key for key in keys if key in known.waiting), None)
        decided = next((key for key in keys if key in known.decided), None)
        if not known.unreadable.isdisjoint(keys):
            continue
        if decided is not None and decided not in known.reopened:
            recurring.append(rules.again(one))
        elif waits is not None:
            before = known.waiting[waits]
            kept, data = rules.refresh(one, waits, before)
            changes.append(Change(rules.path(waits), before, data))
            (unchanged if data == before else updated).append(kept)
        elif rules.is_taken(one):
            settled.append(keys[0])
        else:
            new.append(one)
    chosen, held_back = rules.choose(new)
    for one in chosen:
        key = rules.keys(one)[0]
        changes.append(Change(rules.path(key), rules.lies_there.get(key), rules.render(one)))
    vanished = []
    for key in sorted(known.waiting):
        marked = rules.gone(key, seen)
        if marked is not None:
            changes.append(Change(rules.path(key), known.waiting[key], marked))
            vanished.append(key)
    return Intake(
        ChangeSet.of(*changes),
        tuple(chosen),
        tuple(updated),
        tuple(unchanged),
        tuple(recurring),
        tuple(map(rules.row, recurring)),
        tuple(held_back),
        tuple(vanished),
        tuple(settled),
    )

"""Several decisions with one reason: which items of a kind go together, and what all of them would change."""

from collections.abc import Sequence
from dataclasses import dataclass

from dreamtui.desk.decide.decide import find, forecast, planned
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue import listing
from dreamtui.desk.queue.lookup import Lookup
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Refused
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class Together:
    """The waiting items of a kind."""

    ids: tuple[str, ...]
    """Those that one reason may decide together."""
    by_name: tuple[str, ...]
    """Those that have to be named, with the reason, a sentence each."""


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What decisions would do, before anybody makes them."""

    items: tuple[tuple[str, str], ...]
    """Ids with the text that is decided."""
    changes: ChangeSet
    then: ChangeSet
    """What a sync would write after them, where they stand behind words that lie there."""


def all_of(desk: Desk, kind: str) -> Together:
    """The items of a kind that wait; Refused where there is none that may be decided without its name."""
    look = Lookup(desk)
    ids: list[str] = []
    by_name: list[str] = []
    for entry in listing.listing(desk, kind=kind, status=Status.PENDING).entries:
        why = desk.kinds.of(kind).actions().by_name(look.gathered(entry.row))
        if why:
            by_name.append(inert_line(f"{entry.row.id}: {why}"))
        else:
            ids.append(entry.row.id)
    if not ids:
        named = f" that may be decided with others; by its id only: {'; '.join(by_name)}" if by_name else ""
        raise Refused(f"no item of kind {kind} waits{named}")
    return Together(tuple(ids), tuple(by_name))


def foresee(desk: Desk, references: Sequence[str], verb: Verb, words: Words) -> Foreseen:
    """What these decisions would change together, each planned from where the one before it leaves the files."""
    look = Lookup(desk, references)
    plans: list[Plan] = []
    items: list[tuple[str, str]] = []
    for reference in references:
        row = find(look, reference, verb)
        held = look.gathered(row)
        plans.append(planned(desk, row.id, verb, words, look=look))
        look.planned(held, words, plans[-1])
        items.append((row.id, held.item.text))
    changes = tuple(change for plan in plans for change in plan.changes.changes)
    return Foreseen(tuple(items), ChangeSet.of(*changes), forecast(desk, changes))

"""An item with where it stands, and the order of the queue."""

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dreamtui.model.item import DANGEROUS, Status
from dreamtui.store.index.schema import QueueRow


class QueueEntry(NamedTuple):
    """An item's row with where it stands now."""

    row: QueueRow
    status: Status
    decision: str | None
    is_news: bool = True
    """For a recurring one: whether something happened since the decision."""
    before: Status | None = None
    """For a recurring one without news: what the decision that stands made of it."""

    @property
    def stands(self) -> Status:
        """Where it stands for a person: what was decided and has nothing new since is still decided."""
        return self.status if self.is_news else self.before or self.status

    def json(self) -> str:
        """The item as `list --json` prints it."""
        decision = "null" if self.decision is None else json.dumps(self.decision)
        return f'{self.row.head}, "status": "{self.status.value}", "decision": {decision}, {self.row.tail}'


Heard = Callable[[Sequence[QueueEntry], int, int], None]
"""Told while a queue is read that takes long: the first entries, once; then how many files are read, of how many."""


class CandidateState(NamedTuple):
    """What is known of candidates when the rest of the queue is put together."""

    graduated: list[QueueRow]
    """Rows in graduated/."""
    rejected: list[QueueRow]
    """Rows in rejected/."""
    standing: dict[str, QueueRow]
    """Decided rows by id and alias."""
    waiting: set[str]
    """Ids of pending and deferred candidates."""
    recurring: set[str]
    """Ids of candidates on which a decision stands."""


def in_order(entry: QueueEntry) -> tuple[bool, bool, str, str]:
    """Pending before the rest, risky first, then oldest."""
    row = entry.row
    return (entry.status is not Status.PENDING, not is_risky(row.flags), row.first_seen, row.id)


def is_risky(flags: str) -> bool:
    """Whether one of an item's flags is a danger rather than a remark."""
    return bool(flags) and not DANGEROUS.isdisjoint(flags.split())

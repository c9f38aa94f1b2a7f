"""The queue as it is asked for; kept apart because a list has to be quick and needs nothing else."""

from collections.abc import Mapping
from typing import NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.kinds.row import QueueEntry
from dreamtui.model.errors import Usage
from dreamtui.model.status import Status
from dreamtui.store.index.schema import FileProblem

DEFAULT_STATUSES = (Status.PENDING, Status.RECURRING)
"""What a list shows when nothing is asked for."""


class Listing(NamedTuple):
    """A queue as it was asked for."""

    entries: tuple[QueueEntry, ...]
    """In the order of the queue."""
    problems: tuple[FileProblem, ...]
    """Files that could not be read."""

    def json(self, doubts: "Doubts | None" = None) -> str:
        """As `list --json` prints it, put together from the texts that rows have, for queues of ten thousand."""
        items = (entry.json((doubts or {}).get(entry.decision or "", ())) for entry in self.entries)
        return '{"schema": 1, "items": [' + ", ".join(items) + "]}"


Doubts = Mapping[str, tuple[str, ...]]
"""Why decisions may not be those of whom they name, by the short id of the decision."""


def doubts_in(desk: Desk, found: Listing) -> Doubts:
    """Of the decisions that are listed those that may not be the named person's, with the reasons."""
    if not any(entry.decision for entry in found.entries):
        return {}
    return {mark.short: mark.doubts for mark in desk.store.audit.readable()[0] if mark.doubts}


def statuses_named(name: str) -> tuple[Status, ...]:
    """The statuses a `--status` word means."""
    if name == "":
        return DEFAULT_STATUSES
    if name == "all":
        return tuple(Status)
    try:
        return (Status(name),)
    except ValueError:
        raise Usage(f"{name!r} is not a status; use one of all, {', '.join(Status)}") from None


def listing(
    desk: Desk, *, status: str = "", kind: str = "", signal: str = "", query: str = "", workspace: str = ""
) -> Listing:
    """The queue: pending, then recurring, unless a status is asked for.

    Kind and signal may be asked for by the words that lists show for them; `query` is the language of the filter,
    which knows the workspace by this name.
    """
    if kind and kind not in desk.kinds:
        called = next((one.name for one in desk.kinds if one.word == kind), "")
        if not called:
            raise Usage(f"{kind!r} is not a kind; use one of {', '.join(desk.kinds.names)}")
        kind = called
    statuses = statuses_named(status)
    if kind and not status:
        statuses = desk.kinds.of(kind).at_first
    asked: list[tuple[str, str]] = []
    if kind:
        asked.append(("kind = ?", kind))
    elif status in {"", "all"}:
        asked += [("kind <> ?", name) for name in sorted(desk.kinds.unlisted)]
    queue = desk.queue()
    entries = queue.entries(statuses, " AND ".join(where for where, _ in asked), *(value for _, value in asked))
    if signal:
        entries = [one for one in entries if signal in _names(desk, one)]
    if query:
        from dreamtui.desk.queue.matching import matching

        entries = matching(desk, entries, query, workspace)
    return Listing(tuple(entries), tuple(queue.problems))


def _names(desk: Desk, entry: QueueEntry) -> tuple[str, str]:
    """The signal of an item, and the word that lists show for it."""
    row = entry.row
    return row.signal, desk.kinds.of(row.kind).word_for(row.signal)

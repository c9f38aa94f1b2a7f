"""Moments of a conversation as signals see them, and how titles say them."""

from collections.abc import Iterable

from dreamtui.mining.signals.commits import SeenBatch, see
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import Total
from dreamtui.model.evidence import Event, Where
from dreamtui.text.saying import cut, instruction, preference

CORRECTION = "correction"
"""A person told the agent to do something else."""
REJECTION = "rejection"
"""A person refused what the agent was about to do; with a reason it is a correction."""
REMEMBER = "remember"
"""A person said outright that something is to be remembered."""
COMMAND_FAIL = "command-fail"
"""A command ended with an error."""
ERROR = "error"
"""Something else went wrong that is not the agent's own clumsiness."""

ASKED = "!"
"""Before a subject: somebody asked to remember just that."""
REFUSED = "~"
"""Before a subject: somebody refused a step of the agent for that reason."""
CORRECTED = "="
"""Before a subject: somebody corrected just that, which another signal takes care of."""


def is_moment(event: Event) -> bool:
    """Whether an event comes from a conversation: it has a record for a place."""
    return event.locator.where is Where.RECORD


def hear(events: Iterable[Event]) -> tuple[SeenBatch, Likely]:
    """The moments among these events, and which of them a signal may want.

    What people say is looked at by the signals that are made for it and by no other: a person who writes "I saw a
    TypeError" is no failure. The same record in a second file, under another line, is the same moment.
    """
    kept: list[Event] = []
    known: set[tuple[str, str, str]] = set()
    for event in sorted(filter(is_moment, events), key=lambda event: (event.ts, str(event.locator), event.kind)):
        name = event.locator.ref.rpartition("#")[2]
        once = (name or str(event.locator), event.kind, event.subject or event.summary)
        if once not in known:
            known.add(once)
            kept.append(event)
    records = see(kept)
    likely = Likely(errors=[n for n, record in enumerate(records) if record.kind in (ERROR, COMMAND_FAIL)])
    likely.told = {n: record.subject for n, record in enumerate(records) if record.subject}
    return SeenBatch(records), likely


SHOWN = 100
"""Characters of a person's words that a title shows."""


def said(subject: str, total: Total) -> str:
    """`use pnpm, not npm`, or the newest of the words that were said about it."""
    wanted = preference(subject)
    if wanted is not None:
        return cut(f"use {wanted[0]}, not {wanted[1]}", SHOWN)
    newest = max(total.quotes)[2] if total.quotes else subject
    return cut((instruction(newest, subject) or newest).removesuffix("."), SHOWN)

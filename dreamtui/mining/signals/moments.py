"""Moments of a conversation: their kinds, which signals get them, their words in titles."""

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
"""A person said explicitly that something is to be remembered."""
DECIDED = "decided"
"""A person said what was decided, and over what."""
PRAISE = "praise"
"""A person said what worked and is liked."""
COMMAND_FAIL = "command-fail"
"""A command ended with an error."""
COMMAND_FIX = "command-fix"
"""Another command did what one that failed was to do, or a person said which one does."""
ERROR = "error"
"""Any other error that is not the agent's own mistake."""

ASKED = "!"
"""Prefix of a subject: a person asked to remember it."""
REFUSED = "~"
"""Prefix of a subject: it is the reason of a refusal."""
MENDED = "+"
"""Before a command: what is to be run instead is known."""
CORRECTED = "="
"""Prefix of a subject: it is a correction too, which is found by that signal."""


def is_moment(event: Event) -> bool:
    """Whether an event comes from a conversation: its locator names a record."""
    return event.locator.where is Where.RECORD


def hear(events: Iterable[Event]) -> tuple[SeenBatch, Likely]:
    """The moments among these events, and which signals may want them.

    Words of people are read only by the signals made for them: a person who writes "I saw a TypeError" is no
    failure. A record that is in two files, maybe at another line, is one moment.
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
    """`use pnpm, not npm`, or the newest words about it."""
    wanted = preference(subject)
    if wanted is not None:
        return cut(f"use {wanted[0]}, not {wanted[1]}", SHOWN)
    newest = max(total.quotes)[2] if total.quotes else subject
    return cut((instruction(newest, subject) or newest).removesuffix("."), SHOWN)

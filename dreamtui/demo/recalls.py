"""The demo's daily notes, and what searches of them found again and again, in the files an assistant keeps them in."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.openclaw import kind, recall_store
from dreamtui.openclaw.js import epoch_ms, iso_ms
from dreamtui.openclaw.recording import record_hits
from dreamtui.text.dates import iso

HIDDEN = ("memory", kind.MEMORY)
"""What git is not to see of it."""

Moment = Callable[[int, str], datetime]
"""An hour of the day so many days ago."""


class Search(NamedTuple):
    """One search of the daily notes."""

    day: int
    """How many days ago."""
    time: str
    """At what hour, UTC."""
    words: str
    found: Mapping[str, float]
    """Keys of NOTED, each with how good a hit it was."""


class Noted(NamedTuple):
    """One line of a daily note."""

    day: int
    """How many days ago the note was written."""
    line: int
    text: str


NOTED = {
    "vpn": Noted(16, 3, "`make deploy` hangs without the VPN: the database answers only inside the office network."),
    "coffee": Noted(16, 4, "Dave brings cake on Friday."),
    "receipts": Noted(12, 3, "Receipts are sent by the worker: look into `worker.log` first, `api.log` has nothing."),
    "refunds": Noted(12, 4, "A refund takes the provider up to three days; customers ask after one."),
    "logo": Noted(7, 3, "The new logo comes in blue and in grey, Alice has the files."),
}

SEARCHES = (
    Search(15, "10:12", "make deploy hangs", {"vpn": 0.94}),
    Search(12, "09:20", "receipt sent twice", {"receipts": 0.9}),
    Search(11, "14:05", "deploy waits for the database", {"vpn": 0.91}),
    Search(10, "16:40", "where are receipts logged", {"receipts": 0.93}),
    Search(8, "11:31", "refund not there", {"refunds": 0.71}),
    Search(7, "15:02", "connection to the database from home", {"vpn": 0.88}),
    Search(6, "09:55", "how long does a refund take", {"refunds": 0.68}),
    Search(5, "13:18", "customer has no receipt", {"receipts": 0.92}),
    Search(4, "10:47", "logo", {"logo": 0.95}),
    Search(3, "08:50", "make deploy never ends", {"vpn": 0.95}),
    Search(3, "17:26", "worker.log", {"receipts": 0.89}),
    Search(2, "12:09", "provider refund days", {"refunds": 0.66}),
    Search(2, "14:33", "logo colours", {"logo": 0.93}),
)
"""What was looked for lately, the oldest first: two passages deserve a look, one is too rare, one never fits well."""

MEMORY = "# Memory\n\n- The shop sells in euros only.\n- Ask Carol before you change anything below `db/`.\n"
"""What was written by hand into the assistant's long-term memory."""

STAGED = (
    "Candidate: the team works on receipts. confidence: 0.62 evidence: memory/dreaming.md:4-9 status: staged recalls: 5"
)
"""What an older version of the assistant took for a passage: its own bookkeeping."""


def files(at: Moment) -> Iterator[tuple[str, bytes, datetime]]:
    """Every file before the first search, with the time of its last change."""
    for day in sorted({noted.day for noted in NOTED.values()}, reverse=True):
        when = at(day, "18:00")
        lines = [noted.text for noted in NOTED.values() if noted.day == day]
        text = f"# {when.date().isoformat()}\n\n" + "".join(f"{line}\n" for line in lines)
        yield note_path(at, day), text.encode(), when
    yield kind.MEMORY, MEMORY.encode(), at(14, "18:00")
    when = at(14, "03:00")
    yield kind.STORE, recall_store.dump(_staged(at), iso_ms(epoch_ms(when))), when


def note_path(at: Moment, day: int) -> str:
    """The daily note of so many days ago."""
    return f"memory/{iso(at(day, '18:00'))[:10]}.md"


def _staged(at: Moment) -> dict[str, Any]:
    """A row of the store that the dreaming wrote about itself; nothing may be promoted from it."""
    path, now = note_path(at, 16), iso_ms(epoch_ms(at(14, "03:00")))
    key = f"memory:{path}:6:9"
    entry = {
        "key": key, "path": path, "startLine": 6, "endLine": 9, "source": "memory", "snippet": STAGED,
        "recallCount": 5, "dailyCount": 0, "groundedCount": 0, "totalScore": 4.5, "maxScore": 0.93,
        "firstRecalledAt": now, "lastRecalledAt": now, "queryHashes": ["1f0c2a7be5d1", "7d40b6c9a1e3", "c58ef1a0932b"],
        "recallDays": [now[:10]], "conceptTags": ["receipts", "team"],
    }  # fmt: skip
    return {key: entry}


def search(desk_at: Callable[[datetime], Desk], at: Moment) -> None:
    """Every search as the search tool records it, at its own time."""
    for one in SEARCHES:
        hits = [_hit(NOTED[key], score, at) for key, score in one.found.items()]
        record_hits(desk_at(at(one.day, one.time)), one.words, hits)


def _hit(noted: Noted, score: float, at: Moment) -> dict[str, Any]:
    place = {"path": note_path(at, noted.day), "startLine": noted.line, "endLine": noted.line}
    return {**place, "score": score, "snippet": noted.text, "source": "memory"}

"""The file of a tip: JSON."""

import json
from dataclasses import asdict, dataclass, replace

from dreamtui.kinds.row import QueueRow, item_row, risk_flags
from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence, Locator
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.text.ids import line_digest
from dreamtui.text.jsons import read_json

NAME = "tip"
TIPS = ".agent/dream/tips"


@dataclass(frozen=True, slots=True)
class Tip:
    """What somebody suggests, and what became of it."""

    id: str
    title: str
    place: str
    """A file and a line in it: `src/app.py:1`."""
    quote: str
    created: str
    status: str = Status.PENDING
    actor: str = ""
    when: str = ""
    rationale: str = ""
    disposition: str = ""
    until: str = ""
    reopened: str = ""


def parse(data: bytes) -> Tip:
    """What a file says."""
    try:
        tip = Tip(**read_json(data))
    except (TypeError, ValueError) as problem:
        raise Malformed(f"no tip: {problem}", "") from None
    return replace(tip, status=Status(tip.status))


def render(made: Tip) -> bytes:
    """The bytes of a file."""
    return (json.dumps(asdict(made), sort_keys=True) + "\n").encode()


def to_item(made: Tip, path: str) -> Item:
    """The tip as an item of the queue."""
    name, _, line = made.place.partition(":")
    piece = Evidence(made.quote, Locator.parse(f"file:{name}:{line}"), digest=line_digest(made.quote.encode()))
    item = Item(
        NAME, made.id, "", made.title, Status(made.status), path, first_seen=made.created, last_seen=made.created,
        weight=2, files=(name,), evidence=(piece,), until=made.until, text=made.title,
    )  # fmt: skip
    return replace(item, flags=risk_flags(item, {}))


def row(data: bytes, path: str, stem: str) -> QueueRow:
    """A file as its row."""
    return item_row(to_item(parse(data), path))

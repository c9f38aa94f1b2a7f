"""A recall that waits for a person to decide whether it becomes long-term memory; its file, its item, its row.

The file is JSON with sorted keys, so that equal promotions are equal bytes.
"""

import hashlib
import json
from dataclasses import dataclass, fields, replace
from typing import Any

from dreamtui.kinds.boundary import reading
from dreamtui.kinds.row import QueueRow, item_row, risk_flags
from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.openclaw.kind import NAME
from dreamtui.text.ids import line_digest
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.scalars import finite

SIGNAL = "recall"
_PAIRS = frozenset({"components", "thresholds"})
_LISTS = frozenset({"days", "tags", "junk", "found_lines"})
_TITLE = 200


@dataclass(frozen=True, slots=True)
class Promotion:
    """One qualified recall as it is in the queue, with the figures that qualified it."""

    id: str
    """`m-` and 10 hex of the recall key."""
    key: str
    path: str
    start: int
    """First line in the note, as the recall store says."""
    end: int
    snippet: str
    """The recalled text, as the recall store says."""
    recalls: int
    signals: int
    """How often it was found in any way the profile counts."""
    contexts: int
    """For how many different queries (or days)."""
    queries: int
    """How many different queries the store knows."""
    days: tuple[str, ...]
    average: float
    best: float
    score: float
    components: tuple[tuple[str, float], ...]
    tags: tuple[str, ...]
    project: str
    first_recalled: str
    last_recalled: str
    profile: str
    thresholds: tuple[tuple[str, float], ...] = ()
    queued_at: str = ""
    """When a run put it into the queue."""
    junk: tuple[str, ...] = ()
    """Why it may be no sentence worth keeping: code, fragment, log, metadata, secret."""
    found_start: int = 0
    """First line in the live note; 0 where it was not found."""
    found_end: int = 0
    found_text: str = ""
    """What the live note says there, on one line."""
    found_path: str = ""
    found_lines: tuple[str, ...] = ()
    """The earlier lines of the note, to see later whether they are unchanged."""
    until: str = ""
    """Date of a deferral or a not-now."""
    reopened: str = ""
    """When a person put it back into the queue."""
    status: Status = Status.PENDING
    """Pending, accepted or rejected, as its file says."""
    actor: str = ""
    when: str = ""
    rationale: str = ""
    disposition: str = ""
    sentence: str = ""
    """The person's own words that were written instead of the snippet."""
    written: str = ""
    """The line of MEMORY.md that the promotion wrote; empty if it existed before."""

    @property
    def text(self) -> str:
        """What would be written by default: the live note's words, else the store's."""
        return self.found_text or self.snippet


def promotion_id(key: str) -> str:
    return "m-" + hashlib.sha1(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:10]


def render(made: Promotion) -> bytes:
    values: dict[str, Any] = {"schema": 1}
    for field in fields(made):
        value = getattr(made, field.name)
        values[field.name] = dict(value) if field.name in _PAIRS else value
    text = json.dumps(values, indent=2, sort_keys=True, ensure_ascii=True)
    return text.encode() + b"\n"


def parse(data: bytes) -> Promotion:
    """Read a file; Malformed if it is not a promotion."""
    with reading():
        return _promotion(read_json(data))


def _promotion(values: Any) -> Promotion:
    if not isinstance(values, dict):
        raise ValueError("no object")
    read: dict[str, Any] = {}
    for field in fields(Promotion):
        if field.name in values:
            read[field.name] = _value(field.name, field.type, values[field.name])
    try:
        return Promotion(**read)
    except TypeError as problem:
        raise ValueError("a field is missing") from problem


def _value(name: str, kind: Any, value: Any) -> Any:
    if name in _PAIRS:
        if not isinstance(value, dict):
            raise ValueError(f"{name} is not a mapping")
        return tuple((str(key), number) for key, number in value.items() if finite(number) is not None)
    if name in _LISTS:
        if not isinstance(value, list):
            raise ValueError(f"{name} is not a list")
        return tuple(map(str, value))
    if name == "status":
        return Status(value)
    if kind is int or kind is float:
        if finite(value) is None:
            raise ValueError(f"{name} is not a number")
        return kind(value)
    if not isinstance(value, str):
        raise ValueError(f"{name} is not text")
    return value


def to_item(made: Promotion, path: str, flags: tuple[str, ...] = ()) -> Item:
    """The promotion as an item of the queue."""
    return Item(
        kind=NAME,
        id=made.id,
        signal=SIGNAL,
        title=_title(made),
        status=made.status,
        path=path,
        first_seen=made.first_recalled,
        last_seen=made.last_recalled,
        weight=round(made.score, 3),
        files=(made.path,),
        flags=flags,
        evidence=evidence(made),
        subject=made.key,
        until=made.until,
        text=made.text,
    )


def _title(made: Promotion) -> str:
    words = one_line(made.sentence or made.text).strip() or "(no snippet captured)"
    return words if len(words) <= _TITLE else f"{words[: _TITLE - 1]}…"


def evidence(made: Promotion) -> tuple[Evidence, ...]:
    """How it was recalled, then the lines of the note."""
    days = f" on {len(made.days)} day{'s' if len(made.days) != 1 else ''} ({', '.join(made.days)})" if made.days else ""
    counted = (
        f"recalled {made.recalls} time{'s' if made.recalls != 1 else ''} for {made.queries} different "
        f"quer{'ies' if made.queries != 1 else 'y'}{days}, found {made.signals} times in all, "
        f"average score {made.average:.3f}, best {made.best:.3f}"
    )
    pieces = [Evidence(counted, Locator(Where.RECALL, made.key), made.last_recalled)]
    words = made.snippet or "(no snippet captured)"
    pieces.append(Evidence(words, Locator(Where.RECALL, made.key), made.first_recalled))
    for number, line in enumerate(made.found_lines, made.found_start):
        if line.strip():
            place = Locator(Where.FILE, made.found_path, number)
            pieces.append(Evidence(line.strip(), place, digest=line_digest(line.encode("utf-8", "replace"))))
    return tuple(pieces)


def read_row(data: bytes, path: str, stem: str) -> QueueRow:
    """A promotion's file; another file is a problem, never a crash."""
    try:
        made = parse(data)
    except ValueError as problem:
        raise Malformed(f"not a dreamtui promotion: {problem}", path) from None
    if made.id != stem:
        raise Malformed(f"it holds another promotion, {one_line(made.id)[:20]}", path)
    return row_of(made, path)


def row_of(made: Promotion, path: str) -> QueueRow:
    """The row of a promotion, with the risks of what it would write and what makes it look like no memory."""
    item = to_item(made, path)
    flagged = replace(item, flags=tuple(sorted({*risk_flags(item, {}), *made.junk})))
    return item_row(flagged, meta={"reopened": made.reopened}, words=f"{made.snippet} {made.path} {made.key}")

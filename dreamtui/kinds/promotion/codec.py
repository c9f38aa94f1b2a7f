"""The file of a promotion in the queue: JSON with sorted keys, so that equal promotions are equal bytes."""

import hashlib
import json
from dataclasses import fields
from typing import Any

from dreamtui.kinds.boundary import reading
from dreamtui.kinds.promotion.kind import NAME, PENDING, PROMOTED, UNPROMOTED
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item, Status
from dreamtui.model.promotion import Promotion
from dreamtui.text.ids import line_digest
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.scalars import finite

SIGNAL = "recall"
_PAIRS = frozenset({"components", "thresholds"})
_LISTS = frozenset({"days", "tags", "junk", "found_lines"})
_TITLE = 200


def promotion_id(key: str) -> str:
    """The id of a recall key."""
    return "m-" + hashlib.sha1(key.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:10]


def pending_path(item_id: str) -> str:
    """Where it waits."""
    return f"{PENDING.path}/{item_id}.json"


def accepted_path(item_id: str) -> str:
    """Where it lies once it was promoted."""
    return f"{PROMOTED.path}/{item_id}.json"


def rejected_path(item_id: str) -> str:
    """Where it lies once it was rejected."""
    return f"{UNPROMOTED.path}/{item_id}.json"


def render(made: Promotion) -> bytes:
    """The file's bytes."""
    values: dict[str, Any] = {"schema": 1}
    for field in fields(made):
        value = getattr(made, field.name)
        values[field.name] = dict(value) if field.name in _PAIRS else value
    text = json.dumps(values, indent=2, sort_keys=True, ensure_ascii=True)
    return text.encode() + b"\n"


def parse(data: bytes) -> Promotion:
    """Read a file; Malformed for one that is none of ours."""
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
            raise ValueError(f"{name} is no mapping")
        return tuple((str(key), number) for key, number in value.items() if finite(number) is not None)
    if name in _LISTS:
        if not isinstance(value, list):
            raise ValueError(f"{name} is no list")
        return tuple(map(str, value))
    if name == "status":
        return Status(value)
    if kind is int or kind is float:
        if finite(value) is None:
            raise ValueError(f"{name} is no number")
        return kind(value)
    if not isinstance(value, str):
        raise ValueError(f"{name} is no text")
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

"""The file of a training brief: JSON with sorted keys, the brief's own text among it as it was written."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from dreamtui.kinds import meta
from dreamtui.kinds.boundary import reading
from dreamtui.kinds.row import QueueRow, flags_of, item_row
from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.text.ids import slug
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.scalars import finite
from dreamtui.training.briefs.brief import Brief
from dreamtui.training.briefs.brief import parse as parse_brief
from dreamtui.training.briefs.kind import NAME, PREFIX
from dreamtui.training.marks.scores import Dimension

LONGEST = 64 * 1024
"""Bytes a brief may have; one within its 800 words has a tenth of that."""
_TITLE = 200
REDO = "redo"
"""Why it was turned down, where it is to be done again."""
_FREE = frozenset({"text", "rationale", "notes"})
"""What people and agents write in as many lines as they want."""
_FILE = re.compile(r"\.agent/dream/training/[a-z0-9-]{1,60}/[a-z0-9-]{1,80}\.md")
_SHAPES = {
    "id": re.compile(r"b-[0-9a-f]{10}"),
    "vertical": re.compile(r"[a-z0-9][a-z0-9-]{0,39}"),
    "night": re.compile(r"\d{4}-\d\d-\d\d"),
    "record": _FILE,
    "review": _FILE,
}
"""What becomes part of the name of a file, or names one."""


@dataclass(frozen=True, slots=True)
class TrainingBrief:
    """A brief in the queue, or decided."""

    id: str
    """`b-` and 10 hex of vertical and text."""
    vertical: str
    night: str
    """The date of the night it was written in."""
    text: str
    """As its author wrote it."""
    cycle: int = 0
    """Cycles of its vertical that were done when it was assigned."""
    level: str = ""
    output: str = ""
    recorded: str = ""
    """When it was put into the queue, UTC."""
    filed_by: str = ""
    filed_in: str = ""
    """The agent in whose environment it was recorded, or the model command that wrote it; empty for neither."""
    evidence: tuple[Evidence, ...] = ()
    """Its sources, each with the place it names."""
    status: Status = Status.PENDING
    actor: str = ""
    when: str = ""
    rationale: str = ""
    disposition: str = ""
    until: str = ""
    """Date of a deferral or a not-now."""
    reopened: str = ""
    scores: tuple[tuple[str, int], ...] = ()
    """The marks that a person gave."""
    notes: str = ""
    """What the person told whoever wrote it."""
    record: str = ""
    """Logical path of the training record."""
    review: str = ""
    """Logical path of the review."""

    @property
    def brief(self) -> Brief:
        return parse_brief(self.text)

    @property
    def marks(self) -> Mapping[Dimension, int]:
        """The marks by what they are for."""
        return {Dimension(name): mark for name, mark in self.scores}

    @property
    def sent_back(self) -> bool:
        """Whether it is to be done again."""
        return self.status is Status.REJECTED and self.disposition == REDO


def brief_id(vertical: str, text: str) -> str:
    seed = f"{vertical}\n{text}".encode("utf-8", "surrogatepass")
    return PREFIX + hashlib.sha1(seed, usedforsecurity=False).hexdigest()[:10]


def render(made: TrainingBrief) -> bytes:
    values: dict[str, Any] = {"schema": 1}
    for field in fields(made):
        value = getattr(made, field.name)
        if field.name == "evidence":
            value = [meta.piece(piece) for piece in value]
        elif field.name == "scores":
            value = dict(value)
        values[field.name] = value
    return json.dumps(values, indent=2, sort_keys=True, ensure_ascii=True).encode() + b"\n"


def parse(data: bytes) -> TrainingBrief:
    """Read a file; Malformed if it is no brief."""
    with reading():
        return _parsed(read_json(data))


def _parsed(values: Any) -> TrainingBrief:
    if not isinstance(values, dict):
        raise Malformed("no object")
    known = {field.name: field for field in fields(TrainingBrief)}
    read: dict[str, Any] = {}
    for name in known.keys() & values.keys():
        value = values[name]
        if name == "evidence":
            read[name] = meta.evidence_in(values)
        elif name == "scores":
            read[name] = _scores(value)
        elif name == "status":
            read[name] = Status(value)
        elif name == "cycle":
            number = finite(value)
            if number is None or not 0 <= number < 10**6:
                raise Malformed("cycle is not a number")
            read[name] = int(number)
        elif not isinstance(value, str):
            raise Malformed(f"{name} is not text")
        else:
            read[name] = value
    missing = [name for name in ("id", "vertical", "night", "text") if not read.get(name)]
    if missing:
        raise Malformed(f"{missing[0]} is missing")
    for name, value in read.items():
        if isinstance(value, str) and name not in _FREE and not value.isprintable():
            raise Malformed(f"{name} has more than one line, or characters that do not print")
    for name, pattern in _SHAPES.items():
        if read.get(name) and not pattern.fullmatch(read[name]):
            raise Malformed(f"{name} cannot be {one_line(read[name])[:40]}")
    return TrainingBrief(**read)


def _scores(value: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise Malformed("scores are not a mapping")
    found = {name: finite(value[name]) for name in Dimension if name in value}
    return tuple((name.value, int(number)) for name, number in found.items() if number is not None)


def to_item(made: TrainingBrief, path: str) -> Item:
    """The brief as an item of the queue."""
    brief = made.brief
    files = (piece.locator.ref for piece in made.evidence if piece.locator.where is Where.FILE)
    item = Item(
        kind=NAME,
        id=made.id,
        signal=slug(made.output),
        title=_title(made, brief),
        status=made.status,
        path=path,
        first_seen=made.recorded,
        last_seen=made.recorded,
        weight=made.cycle,
        actors=(made.filed_by,) if made.filed_by else (),
        files=tuple(dict.fromkeys(files)),
        evidence=(*_headline(brief), *made.evidence),
        subject=f"{made.vertical}:{made.id.removeprefix(PREFIX)}",
        until=made.until,
        text=made.text,
        filed_by=made.filed_by,
        filed_in=made.filed_in,
    )
    words = [item.title, *brief.text.split("\n")]
    return replace(item, flags=flags_of(words, {"filed_in": made.filed_in}, is_similar=False))


def _headline(brief: Brief) -> tuple[Evidence, ...]:
    """What it says in one sentence, so that a reason can name it."""
    return tuple(Evidence(said.text, Locator(Where.TEXT)) for said in brief.insights)


def _title(made: TrainingBrief, brief: Brief) -> str:
    said = brief.headline.text if brief.headline else made.output or "a brief without a headline"
    words = f"{made.vertical}: {one_line(said).strip()}"
    return words if len(words) <= _TITLE else f"{words[: _TITLE - 1]}…"


def read_row(data: bytes, path: str, stem: str) -> QueueRow:
    with reading(path):
        made = parse(data)
        if made.id != stem:
            raise Malformed(f"it holds another brief, {one_line(made.id)[:20]}")
    item = to_item(made, path)
    return item_row(item, meta={"reopened": made.reopened}, words=f"{made.vertical} {made.night} {made.text}")

"""Insight files: front matter with one JSON value a line, then the sentence and the quotes it rests on."""

import hashlib
import json
from dataclasses import replace
from typing import Any

from dreamtui.kinds.boundary import reading
from dreamtui.kinds.insight.kind import INSIGHTS, NAME
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.kind import FileSource
from dreamtui.kinds.row import QueueRow, item_row, risk_flags
from dreamtui.model.errors import Malformed, NotFound
from dreamtui.model.evidence import Evidence, Locator
from dreamtui.model.insight import Insight, InsightType
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.text.decoding import lines_of
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.frontmatter import edit_field
from dreamtui.text.markup.scalars import finite

_OWN = ("id", "type", "title", "subject", "status")
_TIMES = ("first_seen", "last_seen", "created", "until", "reopened", "by", "decided", "disposition", "became")
_TEXTS = (*_OWN, *_TIMES)
_NUMBERS = ("sessions", "mentions", "importance")
_STATUSES = (Status.PENDING, Status.GRADUATED, Status.REJECTED)


def insight_id(kind: str, subject: str) -> str:
    """The id of an insight: the same for the same type and subject, with any counts."""
    return "i-" + hashlib.sha1(f"{kind}:{subject}".encode("utf-8", "replace"), usedforsecurity=False).hexdigest()[:10]


def path_of(item_id: str) -> str:
    """Its path, decided or not."""
    return f"{INSIGHTS}/{item_id}.md"


def render(made: Insight) -> bytes:
    """A whole insight file; empty fields are left out."""
    lines = ["---"]
    for name in _TEXTS:
        value = str(getattr(made, name))
        if value:
            lines.append(f"{name}: {json.dumps(one_line(value), ensure_ascii=False)}")
    lines += [f"{name}: {json.dumps(getattr(made, name))}" for name in _NUMBERS]
    lines.append(f"files: {json.dumps([one_line(file) for file in made.files], ensure_ascii=False)}")
    pieces = [[p.quote, str(p.locator), p.when, p.who, p.digest] for p in made.evidence]
    lines.append(f"evidence: {json.dumps(pieces)}")
    lines += ["---", "", made.text.strip(), "", "## Evidence", ""]
    lines += [f"- {p.when[:10]} {one_line(p.who)}: {one_line(p.quote)}" for p in made.evidence]
    tail = f"\n\n## Rationale\n\n{made.rationale}" if made.rationale else ""
    return ("\n".join(lines) + tail + "\n").encode("utf-8", "replace")


def parse(data: bytes, path: str) -> Insight | None:
    """Read an insight file; None if it is not one, Malformed if it is not usable."""
    with reading(path):
        return _parsed(data, path)


def _parsed(data: bytes, path: str) -> Insight | None:
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    if not text.startswith("---\n"):
        return None
    head, mark, body = text[4:].partition("\n---\n")
    values: dict[str, object] = {}
    for line in lines_of(head):
        name, _, raw = line.partition(":")
        try:
            values[name] = read_json(raw)
        except Malformed:
            raise
        except ValueError:
            values[name] = raw.strip()
    item_id, kind, status = (str(values.get(name, "")) for name in ("id", "type", "status"))
    if not mark or not item_id or kind not in tuple(InsightType):
        return None
    said, _, rest = body.partition("\n## Evidence\n")
    made = Insight(
        id=item_id,
        type=InsightType(kind),
        title=str(values.get("title", "")),
        subject=str(values.get("subject", "")),
        text=said.strip(),
        path=path,
        status=Status(status) if status in _STATUSES else Status.PENDING,
        evidence=_evidence(values.get("evidence")),
        rationale=rest.rpartition("\n## Rationale\n\n")[2].strip("\n") if "\n## Rationale\n\n" in rest else "",
    )
    told: dict[str, Any] = {name: str(values[name]) for name in _TIMES if name in values}
    files = values.get("files")
    return replace(
        made,
        **told,
        sessions=int(finite(values.get("sessions")) or 0),
        mentions=int(finite(values.get("mentions")) or 0),
        importance=finite(values.get("importance")) or 0.0,
        files=tuple(str(file) for file in files) if isinstance(files, list) else (),
    )


def _evidence(value: object) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(piece[0], Locator.parse(piece[1]), piece[2], piece[3], piece[4])
        for piece in (value if isinstance(value, list) else [])
        if isinstance(piece, list) and len(piece) == 5 and all(isinstance(word, str) for word in piece)
    )


def with_fields(data: bytes, **fields: str) -> bytes:
    """The same file with these fields set; everything else stays."""
    for key, value in fields.items():
        data = edit_field(data, key, value)
    return data


def decided(data: bytes, rationale: str, **fields: str) -> bytes:
    """The file with a decision in its front matter and its reason at the end."""
    data = with_fields(undecided(data), **fields)
    return data + f"\n## Rationale\n\n{rationale}\n".encode("utf-8", "replace")


def undecided(data: bytes) -> bytes:
    """The file without the reason that an earlier decision put at its end."""
    at = data.rfind(b"\n## Rationale\n\n")
    return data[:at] if at >= 0 and data.find(b"\n## Evidence\n") < at else data


def to_item(made: Insight) -> Item:
    """The insight as an item of the queue."""
    return Item(
        kind=NAME,
        id=made.id,
        signal=made.type.value,
        title=made.title,
        status=made.status,
        path=made.path,
        first_seen=made.first_seen,
        last_seen=made.last_seen,
        weight=made.mentions,
        actors=tuple(sorted({p.who for p in made.evidence if p.who})),
        files=made.files,
        evidence=made.evidence,
        subject=made.subject,
        until=made.until,
        text=made.text,
    )


def read_row(data: bytes, path: str, stem: str) -> QueueRow:
    made = parse(data, path)
    if made is None or made.id != stem:
        raise Malformed("not a dreamtui insight", path)
    item = to_item(made)
    flagged = replace(item, flags=risk_flags(item, {}))
    return item_row(flagged, meta={"reopened": made.reopened}, status=made.status, words=made.text)


def held(source: FileSource, row: QueueRow) -> Gathered[StoredFile]:
    found = source.filed(row.path)
    parsed = parse(found.data, found.path) if found else None
    if found is None or parsed is None:
        raise NotFound(f"insight {row.id} is gone")
    item = to_item(parsed)
    return Gathered(replace(item, flags=risk_flags(item, {})), found)

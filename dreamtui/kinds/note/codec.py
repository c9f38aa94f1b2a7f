"""Note files: front matter with one JSON value a line (which is YAML too), then the text."""

import hashlib
import json
import re
from dataclasses import replace
from typing import Any

from dreamtui.kinds.boundary import reading
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.kind import FileSource
from dreamtui.kinds.note.kind import NAME
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.model.errors import Malformed, NotFound
from dreamtui.model.item import Item
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.model.status import Status
from dreamtui.text.decoding import lines_of
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.frontmatter import edit_field, split
from dreamtui.text.markup.scalars import finite

_FIELDS = (
    "id",
    "title",
    "category",
    "status",
    "pinned",
    "static",
    "importance",
    "created",
    "updated",
    "merged_into",
    "merged_from",
    "superseded_by",
    "sources",
    "review_after",
)
_LISTS = frozenset({"merged_from", "sources"})
_PLAIN = re.compile(r"^[A-Za-z][A-Za-z0-9 _./-]*$")
_RESERVED = frozenset({"true", "false", "null", "yes", "no", "on", "off", "none"})


def note_id(title: str, text: str) -> str:
    """The id of a note with this title and text at its creation."""
    return "n-" + hashlib.sha1(f"{title}\n{text}".encode("utf-8", "replace")).hexdigest()[:10]


def render(note: Note) -> bytes:
    """A whole note file; empty fields are left out."""
    lines = ["---"]
    for name in _FIELDS:
        value = getattr(note, name)
        if name in {"id", "title", "status"} or (value not in ("", (), False)):
            lines.append(f"{name}: {_scalar(value)}")
    return ("\n".join(lines) + "\n---\n\n" + note.text.strip("\r\n") + "\n").encode("utf-8", "replace")


def _scalar(value: object) -> str:
    if isinstance(value, tuple):
        return json.dumps(list(value), ensure_ascii=False)
    if isinstance(value, str):
        word = one_line(str(value))
        plain = _PLAIN.match(word) and word.lower() not in _RESERVED and word == word.strip()
        return word if plain else json.dumps(word, ensure_ascii=False)
    return json.dumps(value)


def parse(data: bytes, path: str) -> Note | None:
    """Read a note file; None when it has no front matter with an id, Malformed for one that cannot be meant."""
    with reading(path):
        return _parsed(data, path)


def _parsed(data: bytes, path: str) -> Note | None:
    text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.startswith("---\n"):
        return None
    head, mark, body = text[4:].partition("\n---\n")
    if not mark:
        return None
    fields: dict[str, Any] = {}
    for line in lines_of(head):
        name, _, raw = line.partition(":")
        if name in _FIELDS:
            fields |= _field(name, _value(raw.strip()))
    return Note(**{"title": "", **fields}, path=path, text=body.strip("\n")) if fields.get("id") else None


def edited(data: bytes, text: str | None = None, **fields: str) -> bytes:
    """The same file with these fields and this text; keys, comments and order that a person gave it stay."""
    for key, value in fields.items():
        data = edit_field(data, key, value)
    front = split(data)
    if text is None or front is None:
        return data
    return data[: front.body] + b"\n" + text.strip("\r\n").encode("utf-8", "replace") + b"\n"


def as_rule(made: Note) -> Rule:
    """What agents read of a note, as they read a rule."""
    return Rule(made.id, made.path, made.title, made.text, graduated_at=made.created, says_files=False)


def to_item(made: Note) -> Item:
    """The note as an item of the queue."""
    status = Status.RETIRED if made.status is NoteStatus.DEPRECATED else Status.ACCEPTED
    return Item(
        kind=NAME,
        id=made.id,
        signal=made.category,
        title=made.title,
        status=status,
        path=made.path,
        first_seen=made.created,
        last_seen=made.updated,
        weight=made.importance,
        text=made.text,
    )


def _value(raw: str) -> object:
    try:
        return read_json(raw)
    except Malformed:
        raise
    except ValueError:
        return raw.strip("'")


def _field(name: str, value: object) -> dict[str, Any]:
    """What a field says; nothing for an importance that is no number."""
    read: Any = str(value)
    if name in _LISTS:
        read = tuple(str(word) for word in value) if isinstance(value, list) else ()
    elif name in {"pinned", "static"}:
        read = value is True
    elif name == "importance":
        number = finite(value)
        if number is None:
            return {}
        read = number
    elif name == "status":
        read = NoteStatus.DEPRECATED if value == "deprecated" else NoteStatus.ACTIVE
    return {name: read}


def read_row(data: bytes, path: str, stem: str) -> QueueRow | None:
    """A note file; None for what is none."""
    parsed = parse(data, path)
    if parsed is None:
        return None
    from dreamtui.text.danger.risks import flags

    item = to_item(replace(parsed, path=path, updated=parsed.updated or parsed.created))
    flagged = replace(item, flags=tuple(sorted(flags([parsed.title, parsed.text]))))
    return item_row(flagged, status=item.status, words=parsed.text)


def held(source: FileSource, row: QueueRow) -> Gathered[StoredFile]:
    found = source.filed(row.path)
    parsed = parse(found.data, found.path) if found else None
    if found is None or parsed is None:
        raise NotFound(f"note {row.id} is gone")
    return Gathered(to_item(parsed), found)

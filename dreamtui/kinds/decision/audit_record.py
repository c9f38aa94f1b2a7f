"""Audit records: front matter with one JSON value a line (which is YAML too), then the rationale and the rule.

The decision id is the sha256 of everything else in the file, so a record cannot be changed unnoticed. docs/security.md
describes the format and its versions.
"""

import base64
import hashlib
import json
import re
from collections.abc import Collection
from dataclasses import asdict, replace
from typing import Any

from dreamtui.kinds.boundary import reading
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.model.change import ChangeSet, Span
from dreamtui.model.channel import Channel
from dreamtui.model.decision import NOTE_PATHS, RULE_FILES, Decision, DecisionOrigin, Draft, Said, Touched
from dreamtui.model.memory import NoteStatus
from dreamtui.model.target import destination_in
from dreamtui.model.verb import Verb
from dreamtui.text.diff import spans as difference
from dreamtui.text.jsons import read_json
from dreamtui.text.words import normalise

INLINE_LIMIT = 64 * 1024
"""Bytes of inverse spans that a record carries itself; more goes into an object."""

VERSION = 2
"""Of the format: 1, which no record names, has no origin; 2 has one."""

NAME = re.compile(r"^(?P<stamp>\d{8}T\d{12}Z)-(?P<verb>[a-z]+)-(?P<item>[a-z0-9-]+)-(?P<short>[0-9a-f]{8})\.md$")
_PLAIN = ("item", "kind", "fingerprint", "title", "verb", "actor", "when", "tool")
_OPTIONAL = ("disposition", "until", "batch", "undoes", "drafted_by", "draft_answer")


def stamp(when: str) -> str:
    """A UTC ISO time as file names carry it: 20261118T060534123456Z."""
    digits = re.sub(r"[^0-9]", "", when)
    return f"{digits[:8]}T{digits[8:].ljust(12, '0')[:12]}Z"


def name(when: str, verb: str, item: str) -> str:
    """The record's name without the hash: what a rule's provenance can name before the record exists."""
    return f"{stamp(when)}-{verb}-{item}"


def file_name(decision: Decision) -> str:
    return f"{name(decision.when, decision.verb, decision.item)}-{decision.short}.md"


def touched(changes: ChangeSet, apart: Collection[str] = ()) -> tuple[tuple[Touched, ...], dict[str, bytes]]:
    """What a change set did to each file, and objects for what is too large for the record, or of a path in `apart`."""
    marks: list[Touched] = []
    objects: dict[str, bytes] = {}
    room = INLINE_LIMIT
    for change in changes.changes:
        mark = Touched(change.path, change.hash_before, change.hash_after, _spans(change.before, change.after))
        packed = json.dumps(_pack_spans(mark.spans)).encode()
        if mark.spans and (change.path in apart or len(packed) > room):
            key = object_key(packed)
            objects[key] = packed
            mark = replace(mark, spans=(), object=key)
        else:
            room -= len(packed)
        marks.append(mark)
    return tuple(marks), objects


def object_key(packed: bytes) -> str:
    """The name of an object with these bytes."""
    return hashlib.sha256(packed).hexdigest()


def words_key(rationale: str) -> str:
    """Equal for rationales that differ only in case, spacing and signs; empty for none."""
    words = normalise(rationale)
    return hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:16] if words else ""


def _spans(before: bytes | None, after: bytes | None) -> tuple[Span, ...]:
    """A new file needs none: its hash says whether it is still ours; a removed one keeps all its bytes."""
    if before is None:
        return ()
    return (Span(0, before, b""),) if after is None else difference.compute(before, after)


def said(changes: ChangeSet) -> tuple[Said, ...]:
    """What agents read of each rule, and each note in force, that a change set leaves."""
    left = [(change.path, change.after) for change in changes.changes if change.after is not None]
    rules = [rule_format.parse(data, path) for path, data in left if path.startswith(RULE_FILES)]
    notes = [note_format.parse(data, path) for path, data in left if path.startswith(NOTE_PATHS)]
    rules += [note_format.as_rule(one) for one in notes if one is not None and one.status is NoteStatus.ACTIVE]
    return tuple(map(rule_format.said, rules))


def seal(
    draft: Draft,
    parents: tuple[str, ...],
    tool: str,
    marks: tuple[Touched, ...],
    says: tuple[Said, ...] = (),
    origin: DecisionOrigin | None = None,
) -> tuple[Decision, bytes]:
    """The finished decision and the bytes of its record."""
    fields = {name: getattr(draft, name) for name in Draft.__dataclass_fields__}
    decision = Decision(**fields, parents=tuple(sorted(parents)), tool=tool, touched=marks, says=says, origin=origin)
    text = _text(decision)
    decision = replace(decision, id=_identify(text))
    return decision, text.replace("---\n", f'---\ndecision: "{decision.id}"\n', 1).encode("utf-8", "replace")


def _identify(text: str) -> str:
    return hashlib.sha256(text.replace("\r\n", "\n").encode("utf-8", "replace")).hexdigest()


def _text(decision: Decision) -> str:
    lines = ["---", *([f"record: {VERSION}"] if decision.origin else []), f"parents: {_json(list(decision.parents))}"]
    lines += [f"{key}: {_json(getattr(decision, key))}" for key in _PLAIN]
    lines += [f"{key}: {_json(getattr(decision, key))}" for key in _OPTIONAL if getattr(decision, key)]
    if decision.same_sitting:
        lines.append("same_sitting: true")
    if decision.origin:
        lines.append(f"origin: {_json(asdict(decision.origin))}")
    if decision.overrules:
        lines.append(f"overrules: {_json(list(decision.overrules))}")
    lines.append(f"evidence: {_json([list(pair) for pair in decision.evidence])}")
    lines.append(f"touched: {_json([_pack(mark) for mark in decision.touched])}")
    if decision.says:
        lines.append(f"says: {_json([_pack_said(one) for one in decision.says])}")
    lines.append(f"lengths: [{len(decision.rationale)}, {len(decision.rule)}]")
    body = f"\n## Rationale\n\n{decision.rationale}\n"
    if decision.rule:
        body += f"\n## Rule\n\n{decision.rule}\n"
    return "\n".join(lines) + "\n---\n" + body


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


def _pack(mark: Touched) -> dict[str, Any]:
    packed: dict[str, Any] = {"path": mark.path, "before": mark.before, "after": mark.after}
    if mark.spans:
        packed["spans"] = _pack_spans(mark.spans)
    if mark.object:
        packed["object"] = mark.object
    return packed


def _pack_spans(spans: tuple[Span, ...]) -> list[dict[str, Any]]:
    return [
        {"at": s.offset, "was": _pack_bytes(s.before), "now": _pack_bytes(s.after)}
        | ({"lead": _pack_bytes(s.lead)} if s.lead else {})
        | ({"trail": _pack_bytes(s.trail)} if s.trail else {})
        for s in spans
    ]


def _pack_bytes(data: bytes) -> object:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(data).decode()}


def _unpack_bytes(value: object) -> bytes:
    if isinstance(value, dict):
        return base64.b64decode(str(value.get("b64", "")))
    return str(value).encode("utf-8")


def read_object(data: bytes) -> tuple[Span, ...]:
    """The spans that an object keeps for a record; Malformed for anything else."""
    with reading():
        return unpack_spans(read_json(data))


def unpack_spans(packed: object) -> tuple[Span, ...]:
    """Spans from the JSON of a record or object; ValueError for what is none."""
    if not isinstance(packed, list):
        raise ValueError("spans are not a list")
    return tuple(map(_span, packed))


def _span(entry: object) -> Span:
    if not isinstance(entry, dict) or not {"at", "was", "now"} <= entry.keys():
        raise ValueError("a span has no place or no words")
    at = entry["at"]
    if not isinstance(at, int) or isinstance(at, bool) or at < 0:
        raise ValueError("the place of a span is not a whole number")
    words = (entry.get(name, "") for name in ("was", "now", "lead", "trail"))
    before, after, lead, trail = map(_unpack_bytes, words)
    return Span(at, before, after, lead, trail)


def parse(data: bytes) -> Decision:
    """Read a record; Malformed when it is not one. Whether it is genuine is `genuine`'s question."""
    with reading():
        return _parsed(data.decode("utf-8"))


def _parsed(text: str) -> Decision:
    if text.startswith("---\r\n"):  # a checkout that converts line ends
        text = text.replace("\r\n", "\n")
    head, mark, body = text.removeprefix("---\n").partition("\n---\n\n## Rationale\n\n")
    if not mark or not text.startswith("---\n"):
        raise ValueError("no front matter")
    try:
        fields = {key: read_json(value) for key, _, value in (line.partition(": ") for line in head.split("\n"))}
        if fields.get("record", 1) not in range(1, VERSION + 1):
            raise ValueError("it was written by a newer version of dreamtui")
        why, what = fields["lengths"]
        rule_at = why + len("\n\n## Rule\n\n")
        return Decision(
            **{key: str(fields[key]) for key in _PLAIN if key != "verb"},
            **{key: str(fields.get(key, "")) for key in _OPTIONAL},
            verb=Verb(fields["verb"]),
            rationale=body[:why],
            rule=body[rule_at : rule_at + what] if what else "",
            same_sitting=fields.get("same_sitting") is True,
            overrules=tuple(str(other) for other in fields.get("overrules", [])),
            evidence=tuple((str(place), str(mark)) for place, mark in fields["evidence"]),
            id=str(fields["decision"]),
            parents=tuple(str(parent) for parent in fields["parents"]),
            touched=tuple(_unpack(entry) for entry in fields["touched"]),
            says=tuple(_unpack_said(entry) for entry in fields.get("says", [])),
            origin=_unpack_origin(fields["origin"]) if fields.get("record", 1) > 1 else None,
        )
    except (KeyError, TypeError, AttributeError) as problem:
        raise ValueError(f"a field is missing or malformed: {problem}") from problem


def _unpack(entry: dict[str, Any]) -> Touched:
    return Touched(
        str(entry["path"]),
        str(entry["before"]),
        str(entry["after"]),
        unpack_spans(entry.get("spans", [])),
        str(entry.get("object", "")),
    )


def _pack_said(said: Said) -> dict[str, Any]:
    packed = {"path": said.path, "title": said.title, "text": said.text, "files": said.files}
    return packed | said.destination.keys


def _unpack_said(entry: dict[str, Any]) -> Said:
    files = tuple(str(file) for file in entry["files"])
    return Said(str(entry["path"]), str(entry["title"]), str(entry["text"]), files, destination_in(entry))


def _unpack_origin(entry: dict[str, Any]) -> DecisionOrigin:
    return DecisionOrigin(
        Channel(entry["channel"]),
        entry["terminal"] is True,
        str(entry["agent"]),
        str(entry["git_name"]),
        tuple(str(name) for name in entry["started_by"]),
    )


def genuine(data: bytes, decision: Decision) -> bool:
    """Whether the record's bytes match its own id."""
    line = f'decision: "{decision.id}"\n'
    text = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return line in text and _identify(text.replace(line, "", 1)) == decision.id

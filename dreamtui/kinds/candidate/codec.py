"""Candidate files: dotagent's, byte for byte, plus one comment with what dotagent does not keep."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from dreamtui.kinds import meta as comment
from dreamtui.kinds.boundary import reading
from dreamtui.kinds.candidate.kind import NAME
from dreamtui.kinds.row import QueueRow, bare_row, flags_of, item_row, piece_json, risk_flags
from dreamtui.kinds.rule.codec import evidence_line
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import AtHead, Item, Nearness, NearPair
from dreamtui.model.status import UNPLACED, Status
from dreamtui.text.decoding import lines_of
from dreamtui.text.inert import one_line

STATUS_LINES = ("## Status", "", "awaiting review (`dotagent dream graduate <id> --rationale ...`)")

_MOST = 10**9
"""No repository has more places than this."""

_TITLE = re.compile(r"^# Candidate `([^`]*)` — (.*)$")
FIELD = re.compile(r"^- \*\*(\w+)\*\*: (.*)$")
_EVIDENCE = re.compile(r"^- (\d{4}-\d\d-\d\d) ([^:]*): ?(.*)$")


@dataclass(frozen=True, slots=True)
class ParsedCandidate:
    """What a candidate file says, however it was written."""

    item: Item
    """The item; its status is pending or deferred, which is all a file in candidates/ knows."""
    generated_at: str
    lines: tuple[str, ...] = ()
    """Evidence lines as they are in a file that dotagent wrote; ours are made from the comment."""
    meta: dict[str, Any] = field(default_factory=dict)
    """Contents of our comment with keys we do not know; empty when dotagent wrote the file."""


def body(item: Item, generated_at: str, lines: tuple[str, ...]) -> str:
    listed = "".join(f"{line}\n" for line in lines)
    return (
        f"# Candidate `{item.id}` — {one_line(item.title)}\n\n"
        f"- **kind**: `{item.signal}`\n"
        f"- **weight**: {item.weight:g}\n"
        f"- **actors**: {_listed(item.actors)}\n"
        f"- **files**: {_listed(item.files)}\n"
        f"- **generated_at**: {generated_at}\n\n"
        f"## Evidence\n\n{listed}\n" + "\n".join(STATUS_LINES) + "\n"
    )


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(one_line(name) for name in names) or "(none)"


def render(item: Item, generated_at: str, *, bare: bool = False, known: dict[str, Any] | None = None) -> bytes:
    """A whole candidate file; `bare` leaves our comment out (compat), `known` keeps keys of an earlier comment."""
    text = body(item, generated_at, tuple(evidence_line(piece) for piece in item.evidence))
    if not bare:
        text += "\n" + comment.render(to_meta(item, generated_at, known or {})) + "\n"
    return text.encode("utf-8", "replace")


def to_meta(item: Item, generated_at: str, known: dict[str, Any]) -> dict[str, Any]:
    """The comment's contents: everything needed to rebuild the item and the text we last wrote."""
    ours: dict[str, Any] = {
        "v": 1,
        "signal": item.signal,
        "subject": item.subject,
        "title": item.title,
        "weight": item.weight,
        "actors": list(item.actors),
        "files": list(item.files),
        "first_seen": item.first_seen,
        "last_seen": item.last_seen,
        "generated_at": generated_at,
        "evidence": list(map(comment.piece, item.evidence)),
        "aliases": list(item.aliases),
        "similar_to": list(item.similar_to),
        "flags": list(item.flags),
        "until": item.until,
    }
    found = {
        "rule": item.rule,
        "against": list(item.against),
        "at_head": _counted(item.at_head),
        "alike": _nearness(item.alike),
        "filed_by": item.filed_by,
        "filed_in": item.filed_in,
        "place": item.place,
    }
    kept = {key: value for key, value in known.items() if key not in found}
    return {**kept, **ours, **{key: value for key, value in found.items() if value}}


def _counted(found: AtHead | None) -> list[object]:
    if found is None:
        return []
    return [found.follows, found.breaks, found.cases, found.caught, list(map(comment.piece, found.read))]


def _at_head(value: object) -> AtHead | None:
    numbers, read = comment.items_in(value)[:4], comment.items_in(value)[4:]
    if len(numbers) < 4 or not read:
        return None
    follows, breaks, cases, caught = (int(min(max(0, comment.number_in(number)), _MOST)) for number in numbers)
    return AtHead(follows, breaks, comment.evidence_in({"evidence": read[0]}), cases, caught)


def _nearness(found: Nearness | None) -> dict[str, object]:
    if found is None:
        return {}
    return {
        "pairs": [[pair.one, pair.other, pair.cosine] for pair in found.pairs],
        "terms": list(found.terms),
        "distance": found.distance,
        "stricter": found.stricter,
        "left_out": list(found.left_out),
        "left_out_count": found.left_out_count,
    }


def _alike(value: object) -> Nearness | None:
    if not isinstance(value, dict):
        return None
    rows = [row for row in map(comment.items_in, comment.items_in(value.get("pairs"))) if len(row) == 3]
    return Nearness(
        tuple(NearPair(comment.text_in(one), comment.text_in(other), _cosine(near)) for one, other, near in rows),
        comment.texts_in(value.get("terms")),
        _cosine(value.get("distance")),
        _cosine(value.get("stricter")),
        comment.texts_in(value.get("left_out")),
        int(min(max(0, comment.number_in(value.get("left_out_count"))), _MOST)),
    )


def _cosine(value: object) -> float:
    return min(max(-1.0, comment.number_in(value)), 1.0)


def parse(data: bytes, path: str, fallback_id: str) -> ParsedCandidate:
    """Read a candidate file of ours or of dotagent's; anything missing is empty. Malformed for an unusable comment."""
    with reading(path):
        return _parsed(data, path, fallback_id)


def _parsed(data: bytes, path: str, fallback_id: str) -> ParsedCandidate:
    text = data.decode("utf-8", "replace")
    found = comment.find(data)
    meta = found[2] if found else {}
    if "signal" in meta:
        item = _from_meta(meta, fallback_id, path, title_of(data), text)
        return ParsedCandidate(item, str(meta.get("generated_at", "")), (), meta)
    seen = _read_lines(text)
    until = comment.text_in(meta.get("until"))
    item = replace(_from_lines(seen, fallback_id, path, text), until=until, status=_status(until))
    return ParsedCandidate(item, seen["generated_at"], tuple(seen["evidence"]), meta)


def _status(until: str) -> Status:
    return Status.DEFERRED if until else Status.PENDING


def title_of(data: bytes) -> str:
    """The title in the file, which a reviewer may have changed; empty if the first line is not a title."""
    line = data.partition(b"\n")[0].rstrip(b"\r").decode("utf-8", "replace")
    match = _TITLE.match(line)
    return match[2] if match else line[2:].strip() if line.startswith("# ") else ""


def _read_lines(text: str) -> dict[str, Any]:
    """The parts dotagent's own layout shows: title, fields and evidence lines, until the first decision heading."""
    seen: dict[str, Any] = {"id": "", "title": "", "generated_at": "", "evidence": []}
    section = ""
    for line in lines_of(text):
        if line.startswith("## "):
            section = line[3:].strip()
            if section in {"Rationale", "Rejection rationale"}:
                break
        elif not section and not seen["title"] and (title := _TITLE.match(line)):
            seen["id"], seen["title"] = title.groups()
        elif not section and line.startswith("# ") and not seen["title"]:
            seen["title"] = line[2:].strip()
        elif not section and (entry := FIELD.match(line)):
            seen.setdefault(entry.group(1), entry.group(2))
            if entry.group(1) == "generated_at":
                seen["generated_at"] = entry.group(2)
        elif section == "Evidence" and line.startswith("- "):
            seen["evidence"].append(line)
    return seen


def _from_lines(seen: dict[str, Any], fallback_id: str, path: str, text: str) -> Item:
    pieces = tuple(_read_evidence(line) for line in seen["evidence"])
    days = sorted(piece.when for piece in pieces if piece.when)
    return Item(
        kind=NAME,
        id=fallback_id,
        signal=str(seen.get("kind", "")).strip("` "),
        title=seen["title"] or fallback_id,
        status=Status.PENDING,
        path=path,
        first_seen=days[0] if days else seen["generated_at"],
        last_seen=days[-1] if days else seen["generated_at"],
        weight=comment.number_in(seen.get("weight", "0")),
        actors=_names(seen.get("actors", "")),
        files=_names(seen.get("files", "")),
        evidence=pieces,
        text=text,
    )


def _from_meta(meta: dict[str, Any], fallback_id: str, path: str, title: str, text: str) -> Item:
    return Item(
        kind=NAME,
        id=fallback_id,
        signal=comment.text_in(meta.get("signal")),
        title=title or comment.text_in(meta.get("title")),
        status=_status(comment.text_in(meta.get("until"))),
        path=path,
        first_seen=comment.text_in(meta.get("first_seen")),
        last_seen=comment.text_in(meta.get("last_seen")),
        weight=comment.number_in(meta.get("weight", 0)),
        actors=comment.texts_in(meta.get("actors")),
        files=comment.texts_in(meta.get("files")),
        flags=comment.texts_in(meta.get("flags")),
        evidence=comment.evidence_in(meta),
        subject=comment.text_in(meta.get("subject")),
        aliases=comment.texts_in(meta.get("aliases")),
        similar_to=comment.texts_in(meta.get("similar_to")),
        until=comment.text_in(meta.get("until")),
        text=text,
        rule=comment.text_in(meta.get("rule")),
        against=comment.texts_in(meta.get("against")),
        at_head=_at_head(meta.get("at_head")),
        alike=_alike(meta.get("alike")),
        filed_by=comment.text_in(meta.get("filed_by")),
        filed_in=comment.text_in(meta.get("filed_in")),
        place=_place_in(meta),
    )


def _place_in(meta: dict[str, Any]) -> int:
    """In which place a run found it; a file may say anything."""
    place = meta.get("place", 0)
    return place if isinstance(place, int) and not isinstance(place, bool) and 0 < place < UNPLACED else 0


def _read_evidence(line: str) -> Evidence:
    match = _EVIDENCE.match(line)
    if not match:
        return Evidence(line.removeprefix("- "), Locator(Where.TEXT))
    day, who, quote = match.groups()
    return Evidence(quote, Locator(Where.TEXT), day, who)


def _names(listed: str) -> tuple[str, ...]:
    return () if listed in {"", "(none)"} else tuple(listed.split(", "))


def read_row(data: bytes, path: str, stem: str) -> QueueRow:
    """A file of candidates/, graduated/ or rejected/."""
    found = comment.find(data)
    if found and "signal" in found[2]:
        return _row_of_comment(found[2], title_of(data), path, stem)
    parsed = parse(data, path, stem)
    item = replace(parsed.item, flags=risk_flags(parsed.item, parsed.meta))
    return item_row(item, meta=parsed.meta)


def _row_of_comment(meta: dict[str, Any], title: str, path: str, stem: str) -> QueueRow:
    """The row directly from our comment: reading a queue of a hundred thousand takes seconds only without items."""
    text, texts = comment.text_in, comment.texts_in
    pieces = [comment.words_in(piece) for piece in comment.items_in(meta.get("evidence"))]
    evidence = (piece_json(p[0], p[1] or "text:", p[2], p[3]) for p in pieces)
    actors, files, similar = texts(meta.get("actors")), texts(meta.get("files")), texts(meta.get("similar_to"))
    title = title or text(meta.get("title"))
    flags = flags_of(
        [title, text(meta.get("rule")), *files, *actors, *(p[0] for p in pieces)], meta, is_similar=bool(similar)
    )
    weight = comment.number_in(meta.get("weight", 0))
    seen = text(meta.get("first_seen")), text(meta.get("last_seen"))
    row = bare_row(path, stem, NAME, text(meta.get("signal")), title, weight, *seen, actors, files, flags,
                   evidence, [p[2] for p in pieces])  # fmt: skip
    aliases = " ".join(texts(meta.get("aliases")))
    return row._replace(until=text(meta.get("until")), reopened=int(bool(meta.get("reopened"))),
                        place=_place_in(meta) or UNPLACED, aliases=aliases)  # fmt: skip


def seen_row(item: Item) -> QueueRow:
    """The row of one that was seen again, with the file that it would have."""
    row = item_row(replace(item, flags=risk_flags(item, {})))
    return row._replace(unwritten=render(item, item.first_seen).decode("utf-8", "replace"))


_HEADING = re.compile(r"\n\n\n## (?:Rationale|Rejection rationale)\n\n")
_BY = ("\n\n## Graduated by\n\n- ", "\n\n## Rejected by\n\n- ")
_SECTIONS = re.compile(rb"\n\n## (?:Rationale|Rejection rationale)\n\n")


def append_graduation(candidate: bytes, rationale: str, actor: str, when: str) -> bytes:
    return _append(candidate, "Rationale", "Graduated by", rationale, actor, when)


def append_rejection(candidate: bytes, rationale: str, actor: str, when: str) -> bytes:
    return _append(candidate, "Rejection rationale", "Rejected by", rationale, actor, when)


def _append(candidate: bytes, heading: str, by: str, rationale: str, actor: str, when: str) -> bytes:
    tail = f"\n\n## {heading}\n\n{rationale}\n\n## {by}\n\n- {actor} on {when}\n"
    return candidate + comment.without_marks(tail).encode("utf-8", "replace")


def undecided(data: bytes) -> bytes:
    """The candidate inside a decided file: everything before the sections a decision put behind it."""
    found = comment.find(data)
    sections = _SECTIONS.search(data, found[1] - 1 if found else 0)
    return data[: sections.start()] if sections else data


def verdict(data: bytes) -> tuple[str, str, str]:
    """Rationale, who and when of the last decision in the file; empty if there is none."""
    text = data.decode("utf-8", "replace")
    head, on, when = text.removesuffix("\n").removesuffix("\n").rpartition(" on ")
    place, by = max((head.rfind(by), by) for by in _BY)
    heading = _HEADING.search(head, 0, max(place, 0))
    if heading is None or not on or not text.endswith("\n") or len(when.split()) != 1 or when != when.strip():
        return "", "", ""
    return head[heading.end() : place], head[place + len(by) :], when

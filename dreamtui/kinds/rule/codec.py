"""Rule files: dotagent's five sections and lifecycle comment, with the rule's own words as the body."""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dreamtui.kinds import meta as comment
from dreamtui.kinds.boundary import reading
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.kinds.rule.kind import CANDIDATE_KIND, NAME, review_id
from dreamtui.model.decision import Said
from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Item
from dreamtui.model.memory import Rule
from dreamtui.model.status import Status
from dreamtui.model.target import OUTPUTS, Destination, destination_in
from dreamtui.text.decoding import lines_of
from dreamtui.text.inert import one_line
from dreamtui.text.versions import is_version

QUOTED = 80
"""Characters of a quote that dotagent prints in an evidence line."""
LIFETIME_DAYS = 180
"""Days until a rule is due for review."""

_DOTAGENT = re.compile(r"<!-- dotagent-meta: ([^<\n]*?) -->")
_AGAIN = re.compile(r"_Re-rationaled \d{4}-\d\d-\d\dT[0-9:.]+Z?: ")
_NO_REASON = "_(rationale required"
_ID = re.compile(r"[a-z0-9-]{1,80}")


@dataclass(frozen=True, slots=True)
class Graduation:
    """The words and names a new rule file is made from."""

    rationale: str
    actor: str
    when: str
    """UTC time."""
    review_after: str
    """Date of the first review."""
    decision: str
    """The audit record's name without the hash, which is the decision in the provenance."""


def heading(candidate: bytes) -> str:
    """The text of a candidate file's first `# ` line: the title of its rule."""
    for line in lines_of(candidate.decode("utf-8", "replace")):
        if line.startswith("# "):
            return line[2:].strip()
    return ""


def render(
    title: str,
    rule: str,
    item: Item,
    lines: tuple[str, ...],
    graduation: Graduation,
    destination: Destination = OUTPUTS,
    until_version: str = "",
) -> bytes:
    """A rule file whose body is the rule's own words."""
    evidence = "\n".join(lines) or "_(none)_"
    provenance = f"auto-dream graduation from candidate {item.id}, decision {graduation.decision}"
    meta: dict[str, Any] = {
        "v": 1,
        "candidate": item.id,
        "signal": item.signal,
        "subject": item.subject,
        "files": list(item.files),
        "aliases": list(item.aliases),
        **destination.keys,
    }
    meta |= {"until_version": until_version} if until_version else {}
    text = _sections(title, rule.strip(), graduation, evidence, provenance) + comment.render(meta) + "\n"
    return text.encode("utf-8", "replace")


def render_compat(title: str, graduated: bytes, item_id: str, graduation: Graduation) -> bytes:
    """dotagent's own rule file: the whole graduated file again, then the sections."""
    body = graduated.decode("utf-8", "replace")
    provenance = f"auto-dream graduation from candidate {item_id}"
    text = _sections(title, body, graduation, "_(none)_", provenance)
    return text.encode("utf-8", "replace")


def _sections(title: str, body: str, graduation: Graduation, evidence: str, provenance: str) -> str:
    stamps = f"graduated_at={graduation.when};review_after={graduation.review_after}"
    return (
        f"# {title}\n\n{body}\n\n"
        f"## Rationale\n\n{comment.without_marks(graduation.rationale)}\n\n"
        f"## Evidence\n\n{evidence}\n\n"
        f"## Provenance\n\n{provenance}\n\n"
        f"## Graduated by\n\n{graduation.actor}\n\n"
        "## Lifecycle\n\n"
        f"- **Graduated at**: {graduation.when}\n- **Review after**: {graduation.review_after}\n\n"
        f"<!-- dotagent-meta: {stamps} -->\n"
    )


def append_review(data: bytes, rationale: str, actor: str, when: str, review_after: str) -> bytes:
    """The rule with another rationale added below all earlier ones; dotagent reads the last lifecycle comment."""
    graduated_at = lifecycle(data).get("graduated_at", "")
    stamps = f"graduated_at={graduated_at};" if graduated_at else ""
    block = (
        f"\n## Rationale of {when}\n\n{comment.without_marks(rationale)}\n\n"
        f"- **Last reviewed**: {when} by {actor}\n- **Review after**: {review_after}\n\n"
        f"<!-- dotagent-meta: {stamps}review_after={review_after};last_reviewed_at={when} -->\n"
    )
    gap = b"" if not data or data.endswith(b"\n") else b"\n"
    return data + gap + block.encode("utf-8", "replace")


def term(until: str, otherwise: str) -> tuple[str, str]:
    """The date of the next review and the version until which a rule holds, from either of them."""
    return (otherwise, until) if is_version(until) else (until or otherwise, "")


def lifecycle(data: bytes) -> dict[str, str]:
    """The keys of the last dotagent-meta comment."""
    found = _DOTAGENT.findall(data.decode("utf-8", "replace"))
    pairs = (pair.partition("=") for pair in found[-1].split(";")) if found else ()
    return {key.strip(): value.strip() for key, _, value in pairs if key.strip()}


def parse(data: bytes, path: str) -> Rule:
    """Read a rule file, ours or dotagent's; anything missing is empty. Malformed for files that are no list."""
    with reading(path):
        return _parsed(data, path)


def _parsed(data: bytes, path: str) -> Rule:
    text = data.decode("utf-8", "replace")
    title, whole, sections = _split(text)
    body, again = _without_reviews(whole)
    found = comment.find(data)
    meta = found[2] if found else {}
    stamps = lifecycle(data)
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    rationale = next((words for name, words in reversed(sections) if name.startswith("Rationale")), "")
    listed = _listed_files(body)
    if again and rationale.startswith(_NO_REASON):
        rationale = again
    return Rule(
        id=_candidate_id(meta, title) or _id_of(stem),
        path=path,
        title=title or stem,
        text=_rule_words(body, rationale),
        files=_files(meta["files"]) if "files" in meta else () if meta else listed or (),
        rationale=rationale,
        graduated_by=_graduated_by(sections),
        graduated_at=stamps.get("graduated_at", ""),
        review_after=stamps.get("review_after", ""),
        last_reviewed=stamps.get("last_reviewed_at", ""),
        evidence=tuple(
            line for name, words in sections if name == "Evidence" for line in lines_of(words) if line[:2] == "- "
        ),
        signal=str(meta.get("signal", "")),
        subject=str(meta.get("subject", "")),
        says_files=bool(meta) or listed is not None,
        destination=destination_in(meta),
        until_version=version if is_version(version := comment.text_in(meta.get("until_version"))) else "",
    )


def said(rule: Rule) -> Said:
    """What agents read of a rule: everything of it that reaches an output."""
    text = "\n".join(line.rstrip() for line in rule.text.split("\n")).strip("\n")
    return Said(rule.path, one_line(rule.title).strip(), text, rule.files, rule.destination)


def rationales(data: bytes) -> list[tuple[str, str]]:
    """Every rationale in the file with its date, the oldest first."""
    first = lifecycle(data).get("graduated_at", "")[:10]
    _, _, sections = _split(data.decode("utf-8", "replace"))
    found = []
    for name, words in sections:
        if name == "Rationale" or name.startswith("Rationale of "):
            found.append((name.removeprefix("Rationale").removeprefix(" of ")[:10] or first, words))
    return found


def _split(text: str) -> tuple[str, str, list[tuple[str, str]]]:
    """Title, body before the first section, and the sections in order; a heading inside a reason is part of it."""
    lines = lines_of(text)
    heads = [at for at, line in enumerate(lines) if line.startswith("## ")]
    ends = [at for at, line in enumerate(lines) if line.startswith("<!-- dotagent-meta:")] or [len(lines)]
    title_at = next((at for at, line in enumerate(lines[: heads[0] if heads else None]) if line.startswith("# ")), None)
    starts = _starts(lines, [at for at in heads if at < ends[0]])
    for begin, end in zip(ends, [*ends[1:], len(lines)], strict=True):
        inside = [at for at in heads if begin < at < end]
        review = next((at for at in inside if lines[at].startswith("## Rationale of ")), None)
        starts += inside if review is None else [*(at for at in inside if at < review), review]
    body = [line for at, line in enumerate(lines[: starts[0] if starts else None]) if at != title_at]
    parts = zip(starts, [*starts[1:], len(lines)], strict=False)
    cleaned = [(lines[at][3:].strip(), _DOTAGENT.sub("", "\n".join(lines[at + 1 : end])).strip()) for at, end in parts]
    title = lines[title_at][2:].strip() if title_at is not None else ""
    return title, "\n".join(body).strip(), cleaned


_AFTER_THE_REASON = ("Lifecycle", "Graduated by", "Provenance", "Evidence")
"""The sections behind the first reason, the last one first; none of them can hold a heading."""


def _starts(lines: Sequence[str], heads: Sequence[int]) -> list[int]:
    """Where the sections of a graduation begin: those behind the reason are looked for from the end."""
    found: list[int] = []
    before = list(heads)
    for name in _AFTER_THE_REASON:
        at = next((at for at in reversed(before) if lines[at][3:].strip() == name), None)
        if at is not None:
            found.append(at)
            before = [head for head in before if head < at]
    if len(found) == len(_AFTER_THE_REASON) and not any(line.startswith("# Candidate `") for line in _second(lines)):
        reason = next((at for at in before if lines[at][3:].strip() == "Rationale"), None)
        before = before if reason is None else [at for at in before if at <= reason]
    return [*before, *reversed(found)]


def _second(lines: Sequence[str]) -> list[str]:
    """The first line with words below the title, which in dotagent's files is the candidate's heading."""
    return [line for line in lines[1:] if line.strip()][:1]


def _rule_words(body: str, rationale: str) -> str:
    """The body if it is words of its own; in dotagent's files the sentence is only in the rationale."""
    if body and not body.startswith("# Candidate `"):
        return body
    return rationale


def _graduated_by(sections: Sequence[tuple[str, str]]) -> str:
    """Who graduated it; dotagent's files hold the decided candidate first, where a time follows the name."""
    return next((words for name, words in reversed(sections) if name == "Graduated by"), "").removeprefix("- ")


def _listed_files(body: str) -> tuple[str, ...] | None:
    """The files of the candidate that dotagent repeats in the body; None if it does not mention files."""
    match = re.search(r"^- \*\*files\*\*: (.*)$", body, re.MULTILINE)
    if match is None:
        return None
    return () if match[1] == "(none)" else tuple(match[1].split(", "))


def _without_reviews(body: str) -> tuple[str, str]:
    """The body without what dotagent's `rerationale` puts at its end, and the newest of those reasons."""
    if "_Re-rationaled " not in body:
        return body, ""
    lines = body.split("\n")
    starts = [at for at, line in enumerate(lines) if _AGAIN.match(line)]
    if not starts:
        return body, ""
    newest = "\n".join(lines[starts[-1] :]).strip()
    return "\n".join(lines[: starts[0]]).strip(), _AGAIN.sub("", newest, count=1).removesuffix("_").strip()


def _files(value: object) -> tuple[str, ...]:
    """The paths a rule holds for; a rule whose paths cannot be read would hold everywhere."""
    if not isinstance(value, list):
        raise Malformed("the files in its comment are not a list")
    return tuple(file for file in value if isinstance(file, str))


def _candidate_id(meta: dict[str, Any], title: str) -> str:
    named = meta.get("candidate")
    if isinstance(named, str) and _ID.fullmatch(named):
        return named
    match = re.match(r"Candidate `([0-9a-z-]{1,80})`", title)
    return match[1] if match else ""


def _id_of(stem: str) -> str:
    """The id of a rule that names none: how its file's name begins, or a hash of it; records are named by it."""
    begins = stem[:8]
    if _ID.fullmatch(begins):
        return begins
    return hashlib.sha1(stem.encode("utf-8", "replace"), usedforsecurity=False).hexdigest()[:8]


def evidence_line(piece: Evidence) -> str:
    """dotagent's line for one piece of evidence."""
    return f"- {piece.when[:10]} {one_line(piece.who)}: {one_line(piece.quote)[:QUOTED]}"


def located_line(piece: Evidence) -> str:
    """The same with its place, so that a rule file alone leads back to it."""
    line = evidence_line(piece)
    return f"{line} ({piece.locator})" if piece.locator.ref else line


def read_row(data: bytes, path: str, stem: str) -> QueueRow:
    """A rule file: its id is the candidate's, its text is in `words`."""
    parsed = parse(data, path)
    found = comment.find(data)
    postponed = str(found[2].get("review_deferred", "")) if found else ""
    row = item_row(rule_item(parsed), due=max(parsed.review_after, postponed), words=parsed.text)
    return row._replace(until="" if postponed else parsed.until_version)


def rule_item(parsed: Rule) -> Item:
    """A rule as the candidate that it was, for lists that show rules."""
    return Item(
        kind=CANDIDATE_KIND,
        id=parsed.id,
        signal=parsed.signal,
        title=parsed.title,
        status=Status.GRADUATED,
        path=parsed.path,
        first_seen=parsed.graduated_at,
        last_seen=parsed.last_reviewed or parsed.graduated_at,
        actors=(parsed.graduated_by,) if parsed.graduated_by else (),
        files=parsed.files,
        subject=parsed.subject,
    )


def due_row(live: QueueRow, again: QueueRow | None, today: str) -> QueueRow:
    """The item that asks for a rule's review; its weight is how often the signal was seen since the graduation.

    Its times are those of its evidence, the day on which it is due is none of them.
    """
    since = live.last_seen
    seen = again.evidence if again else []
    times = sum(1 for piece in seen if piece["when"] > since)
    more = f", seen {times} time{'s' if times != 1 else ''} since {since[:10]}" if times else ""
    reached = f", {live.until} is reached" if live.until and not live.due <= today else ""
    title = f"rule due for review{reached}{more}: {one_line(live.words).strip()}"
    item_id = review_id(live.id)
    newer = [piece["when"] for piece in seen[:times]]
    return live._replace(
        until="",
        id=item_id,
        kind=NAME,
        signal=NAME,
        title=title,
        weight=times,
        first_seen=min(newer, default=since),
        last_seen=max(newer, default=since),
        evidence_json=json.dumps(seen[:times]),
    )

"""Turns each kind of file into its index row."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.insight import codec as insight
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.promotion import codec as promotion_item
from dreamtui.kinds.proposal import codec as proposal
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Item, Kind, Status
from dreamtui.model.memory import Rule
from dreamtui.model.promotion import Promotion
from dreamtui.model.proposal import FiledProposal
from dreamtui.store.index.schema import QueueRow, fragments
from dreamtui.text.inert import one_line


def public_evidence(piece: Evidence) -> dict[str, str]:
    """A piece of evidence as `list --json` prints it."""
    return {"quote": piece.quote, "locator": str(piece.locator), "when": piece.when, "who": piece.who}


def risk_flags(item: Item, meta: dict[str, Any]) -> tuple[str, ...]:
    """Risks computed from what is read, never believed from the file, and marks the miner left."""
    words = [item.title, *item.files, *item.actors, *(piece.quote for piece in item.evidence)]
    return _flags(words, meta, is_similar=bool(item.similar_to))


def _flags(words: list[str], meta: dict[str, Any], *, is_similar: bool) -> tuple[str, ...]:
    from dreamtui.text.danger.risks import flags

    marks = {"vanished"} if meta.get("vanished") else set()
    marks |= {"similar"} if is_similar else set()
    return tuple(sorted({*flags(words), *marks}))


def item_row(item: Item, *, meta: dict[str, Any] | None = None, due: str = "", words: str = "") -> QueueRow:
    """The row of any item."""
    evidence = [public_evidence(piece) for piece in item.evidence]
    row = _row(item.path, item.id, item.kind, item.signal, item.title, item.weight, item.first_seen, item.last_seen,
               item.actors, item.files, item.flags, evidence)  # fmt: skip
    return row._replace(
        until=item.until,
        reopened=int(bool((meta or {}).get("reopened"))),
        due=due,
        aliases=" ".join(item.aliases),
        words=words or row.words,
    )


def _row(
    path: str, id_: str, kind: str, signal: str, title: str, weight: float, first_seen: str, last_seen: str,
    actors: tuple[str, ...], files: tuple[str, ...], flags: tuple[str, ...], evidence: list[dict[str, str]],
) -> QueueRow:  # fmt: skip
    head, tail = fragments(
        {"id": id_, "kind": kind, "signal": signal, "title": title},
        {
            "first_seen": first_seen,
            "last_seen": last_seen,
            "weight": weight,
            "actors": actors,
            "files": files,
            "flags": flags,
            "evidence": evidence,
        },
    )
    about = " ".join((*files, *actors))
    return QueueRow(
        path, id_, kind, signal, title, weight, first_seen, last_seen, "", 0, "", " ".join(flags), "", head, tail, about
    )


def candidate_row(data: bytes, path: str, stem: str) -> QueueRow | None:
    """A file of candidates/, graduated/ or rejected/."""
    found = comment.find(data)
    if found and "signal" in found[2]:
        return _row_of_comment(found[2], candidate.title_of(data), path, stem)
    read = candidate.parse(data, path, stem)
    item = replace(read.item, flags=risk_flags(read.item, read.meta))
    return item_row(item, meta=read.meta)


def _row_of_comment(meta: dict[str, Any], title: str, path: str, stem: str) -> QueueRow:
    """The row straight from our comment: a queue of a hundred thousand is read anew in seconds only without items."""
    text, texts = candidate.text_in, candidate.texts_in
    pieces = [
        [text(word) for word in candidate.items_in(p)] + [""] * 5 for p in candidate.items_in(meta.get("evidence"))
    ]
    evidence = [{"quote": p[0], "locator": p[1] or "text:", "when": p[2], "who": p[3]} for p in pieces]
    actors, files, similar = texts(meta.get("actors")), texts(meta.get("files")), texts(meta.get("similar_to"))
    title = title or text(meta.get("title"))
    flags = _flags([title, *files, *actors, *(p[0] for p in pieces)], meta, is_similar=bool(similar))
    weight = candidate.number_in(meta.get("weight", 0))
    seen = text(meta.get("first_seen")), text(meta.get("last_seen"))
    row = _row(path, stem, Kind.CANDIDATE.value, text(meta.get("signal")), title, weight, *seen, actors, files, flags,
               evidence)  # fmt: skip
    aliases = " ".join(texts(meta.get("aliases")))
    return row._replace(until=text(meta.get("until")), reopened=int(bool(meta.get("reopened"))), aliases=aliases)


def rule_row(data: bytes, path: str, stem: str) -> QueueRow | None:
    """A rule file: its id is the candidate's, its text lies in `words`."""
    parsed = rule.parse(data, path)
    found = comment.find(data)
    postponed = str(found[2].get("review_deferred", "")) if found else ""
    item = rule_item(parsed)
    return item_row(item, due=max(parsed.review_after, postponed), words=parsed.text)


def rule_item(parsed: Rule) -> Item:
    """A rule as an item, for lists that show rules."""
    return Item(
        kind=Kind.CANDIDATE,
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


def due_row(live: QueueRow, again: QueueRow | None) -> QueueRow:
    """The item that asks for a rule's review; its weight is how often the signal was seen since the graduation."""
    since = live.last_seen
    seen = json.loads("{" + again.tail)["evidence"] if again else []
    times = sum(1 for piece in seen if piece["when"] > since)
    more = f", seen {times} time{'s' if times != 1 else ''} since" if times else ""
    title = f"rule due for review{more}: {one_line(live.words).strip()}"
    item_id = rule.review_id(live.id)
    head, _ = fragments({"id": item_id, "kind": Kind.REVIEW_DUE, "signal": "review-due", "title": title}, {})
    newest = max((piece["when"] for piece in seen), default="") or since
    changed = {"first_seen": live.due, "last_seen": newest, "weight": times, "evidence": seen[:times]}
    tail = json.loads("{" + live.tail) | changed
    return live._replace(
        id=item_id,
        kind=Kind.REVIEW_DUE,
        signal="review-due",
        title=title,
        weight=times,
        first_seen=live.due,
        last_seen=newest,
        head=head,
        tail=json.dumps(tail)[1:],
    )


def note_row(data: bytes, path: str, stem: str) -> QueueRow | None:
    """A note file."""
    parsed = note.parse(data, path)
    if parsed is None:
        return None
    status = Status.RETIRED if parsed.status == "deprecated" else Status.ACCEPTED
    item = Item(
        kind=Kind.NOTE,
        id=parsed.id,
        signal=parsed.category,
        title=parsed.title,
        status=status,
        path=path,
        first_seen=parsed.created,
        last_seen=parsed.updated or parsed.created,
        weight=parsed.importance,
    )
    from dreamtui.text.danger.risks import flags

    flagged = replace(item, flags=tuple(sorted(flags([parsed.title, parsed.text]))))
    return item_row(flagged, due=status, words=parsed.text)


def promotion_row(data: bytes, path: str, stem: str) -> QueueRow | None:
    """A promotion's file; what is none of ours is a problem, never a crash."""
    try:
        made = promotion_item.parse(data)
    except ValueError as problem:
        raise Malformed(f"no promotion of ours: {problem}", path) from None
    if made.id != stem:
        raise Malformed(f"it holds another promotion, {one_line(made.id)[:20]}", path)
    return promotion_item_row(made, path)


def promotion_item_row(made: Promotion, path: str) -> QueueRow:
    """The row of a promotion, with the risks of what it would write and what makes it look like no memory."""
    item = promotion_item.to_item(made, path)
    flagged = replace(item, flags=tuple(sorted({*risk_flags(item, {}), *made.junk})))
    return item_row(flagged, meta={"reopened": made.reopened}, words=f"{made.snippet} {made.path} {made.key}")


def proposal_row(data: bytes, path: str, stem: str) -> QueueRow | None:
    """A proposal's file; what is none of ours is a problem, never a crash."""
    try:
        filed = proposal.parse(data)
    except ValueError as problem:
        raise Malformed(f"no proposal of ours: {problem}", path) from None
    if filed.proposal.id != stem:
        raise Malformed(f"it holds another proposal, {one_line(filed.proposal.id)[:20]}", path)
    return proposal_item_row(filed, path)


def proposal_item_row(filed: FiledProposal, path: str) -> QueueRow:
    """The row of a proposal, with the risks of all its words."""
    from dreamtui.text.danger.risks import flags

    item, words = proposal.to_item(filed, path), proposal.words_of(filed.proposal)
    flagged = replace(item, flags=tuple(sorted({*flags([item.title, words]), *item.flags})))
    return item_row(flagged, meta={"reopened": filed.reopened}, due=filed.status, words=words)


def insight_row(data: bytes, path: str, stem: str) -> QueueRow | None:
    """An insight's file; its status stands in `due`."""
    made = insight.parse(data, path)
    if made is None or made.id != stem:
        raise Malformed("no insight of ours", path)
    item = insight.to_item(made)
    flagged = replace(item, flags=risk_flags(item, {}))
    return item_row(flagged, meta={"reopened": made.reopened}, due=made.status, words=made.text)


def recurring_blob(seen: Iterable[Item]) -> bytes:
    """What the queue reads back: a row an item, with the candidate file it would have in `words`."""
    saved = []
    for item in seen:
        text = candidate.render(item, item.first_seen).decode("utf-8", "replace")
        saved.append(item_row(replace(item, flags=risk_flags(item, {})), words=text))
    return json.dumps(saved).encode()

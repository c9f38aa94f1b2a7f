"""A rule's file as its row, and the row of one that is due for review."""

import json

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate.kind import NAME as CANDIDATE
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.kinds.rule import codec
from dreamtui.kinds.rule.kind import NAME, review_id
from dreamtui.model.item import Item, Status
from dreamtui.model.memory import Rule
from dreamtui.text.inert import one_line


def read(data: bytes, path: str, stem: str) -> QueueRow:
    """A rule file: its id is the candidate's, its text lies in `words`."""
    parsed = codec.parse(data, path)
    found = comment.find(data)
    postponed = str(found[2].get("review_deferred", "")) if found else ""
    return item_row(rule_item(parsed), due=max(parsed.review_after, postponed), words=parsed.text)


def rule_item(parsed: Rule) -> Item:
    """A rule as the candidate that it was, for lists that show rules."""
    return Item(
        kind=CANDIDATE,
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
    seen = again.evidence if again else []
    times = sum(1 for piece in seen if piece["when"] > since)
    more = f", seen {times} time{'s' if times != 1 else ''} since" if times else ""
    title = f"rule due for review{more}: {one_line(live.words).strip()}"
    item_id = review_id(live.id)
    newest = max((piece["when"] for piece in seen), default="") or since
    changed = {"first_seen": live.due, "last_seen": newest, "weight": times, "evidence": seen[:times]}
    return live._replace(
        id=item_id,
        kind=NAME,
        signal=NAME,
        title=title,
        weight=times,
        first_seen=live.due,
        last_seen=newest,
        json=json.dumps(json.loads(live.json) | changed),
    )

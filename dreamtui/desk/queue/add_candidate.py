"""Filing a candidate by hand."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dreamtui.desk.decide.decide import printable
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue import listing, lookup
from dreamtui.desk.queue.evidence import from_words
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate import intake
from dreamtui.kinds.candidate.intake import MANUAL
from dreamtui.kinds.candidate.kind import CANDIDATES, NAME
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Usage
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.sources.agents import running_agent
from dreamtui.text.dates import iso
from dreamtui.text.ids import candidate_id
from dreamtui.text.inert import one_line

LONGEST_TITLE = 20_000
"""Characters a title can have; longer ones are a mistake."""


@dataclass(frozen=True, slots=True)
class AddedCandidate:
    id: str
    is_new: bool
    """False when the same title was in the queue already; new evidence was added to it."""
    similar: tuple[tuple[str, str], ...]
    """Ids and titles of items that look alike; nothing is held back for it."""


def add(desk: Desk, title: str, evidence: Sequence[str], rule: str = "", *, subject: str = "") -> AddedCandidate:
    """File a candidate by hand, with a suggested rule if you like; the same title again adds its evidence.

    It says who filed it, and inside which agent. A `subject` tells apart what has the same title.
    """
    words = one_line(printable(title)).strip()
    if not words:
        raise Usage("a candidate needs a title")
    if len(words) > LONGEST_TITLE:
        raise Usage(f"the title has {len(words):,} characters; at most {LONGEST_TITLE:,}")
    pieces = tuple(from_words(desk, printable(piece)) for piece in evidence)
    about = subject or words
    item_id = candidate_id(MANUAL, about)
    similar = _similar(desk, item_id, words)
    path = f"{CANDIDATES}/{item_id}.md"
    with desk.store.writing(desk.writer()) as transaction:
        known = desk.queue().about([item_id])[item_id]
        if known and known[0].status not in {Status.PENDING, Status.DEFERRED}:
            raise lookup.already(desk, known[0])
        old = desk.store.read(path)
        now = iso(desk.now)
        item = replace(
            _item(item_id, words, path, pieces, tuple(i for i, _ in similar), now),
            subject=about,
            rule=printable(rule).strip(),
            filed_by=desk.actor,
            filed_in=running_agent(desk.env),
        )
        if old is None:
            data = candidate.render(item, now)
        else:
            data = intake.refresh(old, _joined(candidate.parse(old, path, item_id).item, item), path)
        transaction.apply(ChangeSet.of(Change(path, old, data)), "add", item=item_id, title=words[:200])
    return AddedCandidate(item_id, old is None, similar)


def _item(
    item_id: str, title: str, path: str, pieces: tuple[Evidence, ...], similar: tuple[str, ...], now: str
) -> Item:
    times = sorted(piece.when for piece in pieces if piece.when)
    return Item(
        kind=NAME,
        id=item_id,
        signal=MANUAL,
        title=title,
        status=Status.PENDING,
        path=path,
        first_seen=times[0] if times else now,
        last_seen=times[-1] if times else now,
        weight=len(pieces),
        actors=tuple(sorted({piece.who for piece in pieces if piece.who})),
        files=tuple(sorted({piece.locator.ref for piece in pieces if piece.locator.where == "file"})),
        evidence=pieces,
        subject=title,
        similar_to=similar,
    )


def _joined(old: Item, new: Item) -> Item:
    """The same candidate filed again: evidence of both, each piece once."""
    pieces = tuple(dict.fromkeys((*old.evidence, *new.evidence)))
    return replace(
        new,
        evidence=pieces,
        weight=len(pieces),
        first_seen=min(filter(None, (old.first_seen, new.first_seen))),
        last_seen=max(old.last_seen, new.last_seen),
        actors=tuple(sorted({*old.actors, *new.actors})),
        files=tuple(sorted({*old.files, *new.files})),
        until=old.until,
        similar_to=old.similar_to,
        rule=old.rule or new.rule,
        filed_by=old.filed_by or new.filed_by,
        filed_in=old.filed_in or new.filed_in,
    )


def _similar(desk: Desk, item_id: str, title: str) -> tuple[tuple[str, str], ...]:
    from dreamtui.text.similarity import nearest

    rows = {e.row.id: e.row.title for e in listing.listing(desk, status="all").entries if e.row.id != item_id}
    near = nearest(title, rows.items())[:5]
    return tuple((other, rows[other]) for other, _ in near)

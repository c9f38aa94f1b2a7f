"""Finding items: the queue, one item by its id, and every file that stands for it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.desk.listing import entry_dict
from dreamtui.formats import candidate, insight, note, rule
from dreamtui.model.decision import Plan
from dreamtui.model.errors import AlreadyDecided, NotFound, Refused, Usage
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Item, Kind, Status
from dreamtui.model.memory import Rule
from dreamtui.review.memories import note_item
from dreamtui.review.sheaf import Filed, Sheaf, Words
from dreamtui.store.few import Few
from dreamtui.store.index import Row
from dreamtui.store.layout import CANDIDATES, GRADUATED, NOTES, REJECTED
from dreamtui.store.queue import Entry, Queue
from dreamtui.store.rows import item_row, risk_flags

if TYPE_CHECKING:
    from dreamtui.desk.promotion_files import Batch
    from dreamtui.desk.proposal_files import Proposals
    from dreamtui.desk.topic_items import TopicItems

_ID = re.compile(r"[a-z0-9-]{1,80}")


def check_id(reference: str) -> str:
    """The id as typed, or a usage error: ids are never paths."""
    if not _ID.fullmatch(reference):
        raise Usage(f"{reference!r} is not an id; ids are made of a-z, 0-9 and -")
    return reference


class Lookup:
    """Finds items: by an id from the files that carry it; by the beginning of one from the queue, read once."""

    def __init__(self, desk: Desk, references: Iterable[str] = ()) -> None:
        """`references` are those that will be looked for, which is quicker together."""
        self._desk = desk
        self._few = Few(desk.layout, desk.today)
        self._wanted = tuple(references)
        self._exact: dict[str, list[Entry]] = {}

    @cached_property
    def _queue(self) -> Queue:
        return Queue(self._desk.layout, self._desk.today)

    @cached_property
    def _entries(self) -> list[Entry]:
        """Read when there is no file with the id asked for."""
        return self._queue.entries(tuple(Status))

    def resolve(self, reference: str, statuses: Iterable[Status]) -> Entry:
        """The one item of these statuses that an id or a unique prefix of one means; an id never means another item."""
        check_id(reference)
        wanted = frozenset(statuses)
        exact = self.entries_of(reference)
        for entry in exact:
            if entry.status in wanted:
                return entry
        if exact:
            raise already(self._desk, exact[0])
        if unread := self._unread(self._few, reference):
            raise unread
        begun = [e for e in self._entries if e.row.id.startswith(reference)]
        found = [e for e in begun if e.status in wanted]
        if len({e.row.id for e in found}) > 1:
            names = ", ".join(sorted({e.row.id for e in found})[:6])
            raise Refused(f"{reference!r} could be {len(found)} items: {names}")
        if found:
            return found[0]
        if begun:
            raise already(self._desk, begun[0])
        raise self._unread(self._queue, reference) or NotFound(
            f"no item is called {reference!r}; `dreamtui list --status all` shows all"
        )

    def entries_of(self, item_id: str) -> list[Entry]:
        """What the queue has of an id, undecided before decided; nothing for an id that no file carries."""
        if item_id not in self._exact:
            asked = {item_id, *(one for one in self._wanted if _ID.fullmatch(one))} - self._exact.keys()
            self._exact |= self._few.about(sorted(asked))
        return self._exact[item_id]

    def rule_or_note(self, reference: str) -> Row:
        """A rule or note by id, review id, file name, stem or beginning of either, as dotagent finds rules too."""
        wanted = reference.strip()
        if not wanted or "\0" in wanted or ".." in wanted.split("/"):
            raise Usage(f"{reference!r} names no rule")
        pool = [*self._rules, *self._few.notes()]
        for matches in (_is, _begins):
            found = [row for row in pool if matches(row, wanted)]
            if len(found) == 1:
                return found[0]
            if found:
                names = ", ".join(sorted(row.id for row in found)[:6])
                raise Refused(f"{reference!r} could be {len(found)} rules or notes: {names}")
        memory = self._topics.row(wanted)
        if memory is not None:
            return memory
        about = [row.id for row in self._rules if wanted in row.files]
        hint = f"; rules about that file: {', '.join(about)}" if about else ""
        raise NotFound(f"no live rule, note or memory file is called {reference!r}{hint}")

    def sheaf_of(self, row: Row) -> Sheaf:
        """The item with every file that stands for it, read now."""
        if row.kind == Kind.NOTE:
            return _note_sheaf(self._desk, row)
        if row.kind == Kind.REVIEW_DUE:
            return _review_sheaf(self._desk, row, self._paths[2])
        if row.kind == Kind.MEMORY:
            return self._topics.sheaf(row)
        if row.kind == Kind.PROMOTION:
            return self._promotions.sheaf(row.path)
        if row.kind == Kind.PROPOSAL:
            return self._proposals.sheaf(row.id)
        if row.kind == Kind.INSIGHT:
            return _insight_sheaf(self._desk, row)
        return self._candidate_sheaf(row)

    def planned(self, sheaf: Sheaf, words: Words, plan: Plan) -> None:
        """What was planned for one of several items, so that the next plan starts from there."""
        if sheaf.promotion is not None:
            self._promotions.planned(sheaf.promotion, words, plan)
        if sheaf.proposal is not None:
            self._proposals.planned(plan)
        if sheaf.topic is not None:
            self._topics.planned(plan)

    @cached_property
    def _topics(self) -> "TopicItems":
        from dreamtui.desk.topic_items import TopicItems

        return TopicItems(self._desk)

    @cached_property
    def _promotions(self) -> "Batch":
        from dreamtui.desk.promotion_files import Batch

        return Batch(self._desk)

    @cached_property
    def _proposals(self) -> "Proposals":
        from dreamtui.desk.proposal_files import Proposals

        return Proposals(self._desk)

    @cached_property
    def _rules(self) -> list[Row]:
        return self._few.rules()

    @cached_property
    def _paths(self) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        """By id: the live rule's path, the retired rule's path, what the last run saw of a decided item."""
        live = {row.id: row.path for row in self._rules}
        gone = {row.id: row.path for row in self._few.retired_rules()}
        return live, gone, {row.id: row.words for row in self._few.recurring_rows()}

    def _candidate_sheaf(self, row: Row) -> Sheaf:
        desk = self._desk
        waiting, graduated, rejected = (
            _filed(desk, f"{folder}/{row.id}.md") for folder in (CANDIDATES, GRADUATED, REJECTED)
        )
        live, gone, seen = self._paths
        fresh = seen[row.id].encode("utf-8", "replace") if waiting is None and row.id in seen else None
        own = waiting or (Filed(row.path, fresh) if fresh is not None else graduated or rejected)
        if own is None:
            if live.get(row.id) == row.path:
                return _lone_rule_sheaf(desk, row)
            raise NotFound(f"{row.id} is gone")
        read = candidate.parse(own.data, own.path, row.id)
        return Sheaf(
            replace(read.item, flags=risk_flags(read.item, read.meta)),
            candidate=waiting,
            graduated=graduated,
            rejected=rejected,
            rule=_filed(desk, live[row.id]) if row.id in live else None,
            expired=_filed(desk, gone[row.id]) if row.id in gone else None,
            fresh=fresh,
        )

    def _unread(self, queue: Queue, reference: str) -> Refused | None:
        """The reason why a file with this id could not be read, when there is one."""
        for problem in queue.problems:
            if problem.path.rsplit("/", 1)[-1].startswith(reference):
                return Refused(problem.why)
        return None


def resolve(desk: Desk, reference: str, statuses: Iterable[Status]) -> Entry:
    """`Lookup.resolve` for a single item."""
    return Lookup(desk).resolve(reference, statuses)


def sheaf_of(desk: Desk, row: Row) -> Sheaf:
    """`Lookup.sheaf_of` for a single item."""
    return Lookup(desk).sheaf_of(row)


def rule_or_note(desk: Desk, reference: str) -> Row:
    """`Lookup.rule_or_note` for a single reference."""
    return Lookup(desk).rule_or_note(reference)


def already(desk: Desk, entry: Entry) -> AlreadyDecided:
    """Says who decided an item, when and why."""
    row, status = entry.row, entry.status
    if status in {Status.PENDING, Status.DEFERRED}:
        return AlreadyDecided(f"{row.id} is {status}")
    mark = None
    if entry.decision and "/" not in entry.decision:
        marks = [m for m in desk.store.audit.marks() if m.short == entry.decision]
        mark = marks[0] if marks else None
    if mark is None:
        file = f" ({entry.decision})" if entry.decision else ""
        return AlreadyDecided(f"{row.id} is already decided: {status}{file}; `dreamtui reopen {row.id}` puts it back")
    why = desk.store.audit.read(mark.name).rationale
    reason = " ".join(why.split())[:120]
    past = {"graduate": "graduated", "reject": "rejected", "retire": "retired", "accept": "accepted"}.get(
        mark.verb, mark.verb
    )
    return AlreadyDecided(
        f"{row.id} was {past} by {mark.actor} on {mark.when[:10]} (decision {mark.short}): {reason}"
        f" — `dreamtui reopen {row.id}` puts it back"
    )


def _note_sheaf(desk: Desk, row: Row) -> Sheaf:
    filed = _filed(desk, row.path)
    parsed = note.parse(filed.data, filed.path) if filed else None
    if filed is None or parsed is None:
        raise NotFound(f"note {row.id} is gone")
    return Sheaf(note_item(parsed), note=filed)


def _insight_sheaf(desk: Desk, row: Row) -> Sheaf:
    filed = _filed(desk, row.path)
    parsed = insight.parse(filed.data, filed.path) if filed else None
    if filed is None or parsed is None:
        raise NotFound(f"insight {row.id} is gone")
    item = insight.to_item(parsed)
    return Sheaf(replace(item, flags=risk_flags(item, {})), insight=filed)


def _lone_rule_sheaf(desk: Desk, row: Row) -> Sheaf:
    """A rule whose candidate is nowhere: written by hand, or taken over from elsewhere."""
    found = _review_sheaf(desk, row, {})
    item = replace(found.item, kind=Kind.CANDIDATE, signal=row.signal, status=Status.GRADUATED, subject="")
    return replace(found, item=item)


def _review_sheaf(desk: Desk, row: Row, seen: Mapping[str, str]) -> Sheaf:
    """A rule that is due, with what the last run saw of its signal since it was graduated."""
    filed = _filed(desk, row.path)
    if filed is None:
        raise NotFound(f"the rule {row.path} is gone")
    parsed = rule.parse(filed.data, filed.path)
    item = Item(
        kind=Kind.REVIEW_DUE,
        id=row.id,
        signal="review-due",
        title=row.title,
        status=Status.PENDING,
        path=row.path,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        weight=row.weight,
        files=parsed.files,
        evidence=_seen_since(seen.get(parsed.id, ""), parsed),
        subject=parsed.id,
        text=filed.data.decode("utf-8", "replace"),
    )
    return Sheaf(item, rule=filed)


def _seen_since(text: str, live: Rule) -> tuple[Evidence, ...]:
    """Evidence newer than the rule's last review, from the candidate file the last run would have written."""
    pieces = candidate.parse(text.encode("utf-8", "replace"), "", live.id).item.evidence if text else ()
    since = live.last_reviewed or live.graduated_at
    return tuple(piece for piece in pieces if piece.when > since)


def _filed(desk: Desk, logical: str) -> Filed | None:
    data = desk.store.read(logical)
    return None if data is None else Filed(logical, data)


def _is(row: Row, wanted: str) -> bool:
    name = row.path.rsplit("/", 1)[-1]
    return wanted in {row.id, row.path, name, name.removesuffix(".md"), rule.review_id(row.id)}


def _begins(row: Row, wanted: str) -> bool:
    name = row.path.rsplit("/", 1)[-1]
    return row.id.startswith(wanted) or name.startswith(wanted) or rule.review_id(row.id).startswith(wanted)


def notes(desk: Desk) -> list[Row]:
    """All notes, active and retired."""
    return Queue(desk.layout, desk.today).notes()


def note_path(note_id: str) -> str:
    """Where a note lies."""
    return f"{NOTES}/{note_id}.md"


def planned_dict(item: Item) -> dict[str, object]:
    """An item that is not written yet, as data."""
    return entry_dict(Entry(item_row(replace(item, flags=risk_flags(item, {}))), item.status, None))

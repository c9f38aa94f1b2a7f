"""Every file that stands for an item, gathered for what is planned with it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.insight import codec as insight
from dreamtui.kinds.item_files import Sheaf, StoredFile, Words
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.decision import Plan
from dreamtui.model.errors import NotFound
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Item, Kind, Status
from dreamtui.model.memory import Rule
from dreamtui.store.index.lookup import Few
from dreamtui.store.index.rows import risk_flags
from dreamtui.store.index.schema import QueueRow
from dreamtui.store.layout import CANDIDATES, GRADUATED, REJECTED

if TYPE_CHECKING:
    from dreamtui.desk.memory.topic_items import TopicItems
    from dreamtui.desk.promote.files import PromotionBatch
    from dreamtui.desk.reorganize.proposal_files import Proposals


def filed(desk: Desk, logical: str) -> StoredFile | None:
    """One of our files as it is now."""
    data = desk.store.read(logical)
    return None if data is None else StoredFile(logical, data)


class Sheaves:
    """The files of items, what several of them share read once."""

    def __init__(self, desk: Desk, few: Few) -> None:
        self._desk = desk
        self._few = few

    def of(self, row: QueueRow) -> Sheaf:
        """The item with every file that stands for it, read now."""
        if row.kind == Kind.NOTE:
            return _note_sheaf(self._desk, row)
        if row.kind == Kind.REVIEW_DUE:
            return _review_sheaf(self._desk, row, self._paths[2])
        if row.kind == Kind.MEMORY:
            return self.topics.sheaf(row)
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
            self.topics.planned(plan)

    @cached_property
    def topics(self) -> "TopicItems":
        """The memories of memory folders."""
        from dreamtui.desk.memory.topic_items import TopicItems

        return TopicItems(self._desk)

    @cached_property
    def _promotions(self) -> "PromotionBatch":
        from dreamtui.desk.promote.files import PromotionBatch

        return PromotionBatch(self._desk)

    @cached_property
    def _proposals(self) -> "Proposals":
        from dreamtui.desk.reorganize.proposal_files import Proposals

        return Proposals(self._desk)

    @cached_property
    def rules(self) -> list[QueueRow]:
        """The live rules."""
        return self._few.rules()

    @cached_property
    def _paths(self) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        """By id: the live rule's path, the retired rule's path, what the last run saw of a decided item."""
        live = {row.id: row.path for row in self.rules}
        gone = {row.id: row.path for row in self._few.retired_rules()}
        return live, gone, {row.id: row.words for row in self._few.recurring_rows()}

    def _candidate_sheaf(self, row: QueueRow) -> Sheaf:
        desk = self._desk
        waiting, graduated, rejected = (
            filed(desk, f"{folder}/{row.id}.md") for folder in (CANDIDATES, GRADUATED, REJECTED)
        )
        live, gone, seen = self._paths
        fresh = seen[row.id].encode("utf-8", "replace") if waiting is None and row.id in seen else None
        own = waiting or (StoredFile(row.path, fresh) if fresh is not None else graduated or rejected)
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
            rule=filed(desk, live[row.id]) if row.id in live else None,
            expired=filed(desk, gone[row.id]) if row.id in gone else None,
            fresh=fresh,
        )


def _note_sheaf(desk: Desk, row: QueueRow) -> Sheaf:
    found = filed(desk, row.path)
    parsed = note.parse(found.data, found.path) if found else None
    if found is None or parsed is None:
        raise NotFound(f"note {row.id} is gone")
    return Sheaf(note.to_item(parsed), note=found)


def _insight_sheaf(desk: Desk, row: QueueRow) -> Sheaf:
    found = filed(desk, row.path)
    parsed = insight.parse(found.data, found.path) if found else None
    if found is None or parsed is None:
        raise NotFound(f"insight {row.id} is gone")
    item = insight.to_item(parsed)
    return Sheaf(replace(item, flags=risk_flags(item, {})), insight=found)


def _lone_rule_sheaf(desk: Desk, row: QueueRow) -> Sheaf:
    """A rule whose candidate is nowhere: written by hand, or taken over from elsewhere."""
    found = _review_sheaf(desk, row, {})
    item = replace(found.item, kind=Kind.CANDIDATE, signal=row.signal, status=Status.GRADUATED, subject="")
    return replace(found, item=item)


def _review_sheaf(desk: Desk, row: QueueRow, seen: Mapping[str, str]) -> Sheaf:
    """A rule that is due, with what the last run saw of its signal since it was graduated."""
    found = filed(desk, row.path)
    if found is None:
        raise NotFound(f"the rule {row.path} is gone")
    parsed = rule.parse(found.data, found.path)
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
        text=found.data.decode("utf-8", "replace"),
    )
    return Sheaf(item, rule=found)


def _seen_since(text: str, live: Rule) -> tuple[Evidence, ...]:
    """Evidence newer than the rule's last review, from the candidate file the last run would have written."""
    pieces = candidate.parse(text.encode("utf-8", "replace"), "", live.id).item.evidence if text else ()
    since = live.last_reviewed or live.graduated_at
    return tuple(piece for piece in pieces if piece.when > since)

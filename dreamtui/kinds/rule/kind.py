"""Rules: what agents read. One whose review date has come is an item: to be kept for a reason, or retired."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import Folder, ItemActions, ItemKind, Shelf
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.kinds.rule.plans import RuleFiles
    from dreamtui.model.item import Item

NAME = "review-due"
CANDIDATE_KIND = "candidate"
"""The kind of item that a rule was, under whose name lists show it."""


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.kinds.rule.codec import read_row

    return read_row(data, path, stem)


RULES = ".agent/memory/semantic/rules/auto-dream"
"""Where rules are written; they may be moved to sibling folders."""
LIVE = Folder(".agent/memory/semantic/rules", _row, deep=True)
"""Live rules: `words` of a row is the rule's text, `due` its review date, the id that of the candidate it was."""
_TAKEN = ("graduate", "rerationale")
"""What stands behind a rule; of one that nobody here decided no version is looked up."""
EXPIRED = Folder(".agent/dream/expired", _row)


def review_id(rule_id: str) -> str:
    """The id of the item that asks for a rule's review."""
    import hashlib

    return "r-" + hashlib.sha1(rule_id.encode("utf-8", "replace")).hexdigest()[:10]


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterable[QueueEntry]:
    """Rules whose date has come, or whose version is reached, with how often the signal was seen since."""
    if not wanted & {Status.PENDING, Status.DEFERRED}:
        return

    def is_due(row: QueueRow) -> bool:
        if row.due and row.due <= shelf.today:
            return True
        return bool(row.until and shelf.decision(row.id, *_TAKEN) and shelf.is_reached(row.until))

    waiting = [row for row in shelf.rows(LIVE) if is_due(row)]
    if not waiting:
        return
    from dreamtui.kinds.rule.codec import due_row

    again = {row.id: row for row in shelf.seen_again(CANDIDATE_KIND)}
    for row in waiting:
        decision = shelf.decision(row.id, *_TAKEN)
        yield QueueEntry(due_row(row, again.get(row.id), shelf.today), Status.PENDING, decision)


def _history(item: "Item") -> frozenset[str]:
    return frozenset((item.id, item.subject, *item.aliases))


def _actions() -> "ItemActions[RuleFiles]":
    from dreamtui.kinds.rule.plans import ACTIONS

    return ACTIONS


REVIEW_DUE = ItemKind(
    NAME,
    label="Due for review",
    about="A rule that is to be kept with a new reason, or retired.",
    sign="↻",
    word="due",
    folders=(LIVE, EXPIRED),
    remembered=(LIVE,),
    entries=_entries,
    history=_history,
    actions=_actions,
    slots=Slots(Verb.RERATIONALE, Verb.RETIRE, Verb.DEFER),
    passes=True,
    newer="newer than the decision",
)

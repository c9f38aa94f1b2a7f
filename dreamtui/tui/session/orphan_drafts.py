"""Words begun that belong to no row of the queue: rows of their own in the tab of drafts, so that no words are lost."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import ItemKind
from dreamtui.text.inert import inert_line
from dreamtui.tui.session.queue_items import BEGUN, QueueItem, QueueView

if TYPE_CHECKING:
    from dreamtui.store.person.drafts import SavedDraft

GONE = "its item is gone"
"""What such a row says first, unless its words are about something that is never in the queue."""


_WORDS: ItemKind[None] = ItemKind(BEGUN)


class WordsRow(QueueItem):
    """Words about the same thing, which is not in the queue: nothing can be decided with them, but nothing is lost."""

    __slots__ = ("drafts",)

    def __init__(self, drafts: "Sequence[SavedDraft]", workspace: str = "") -> None:
        from dreamtui.text.danger.risks import mask

        first = drafts[0]
        self.drafts = tuple(drafts)
        """What was typed, one for each decision it was for."""
        self.id, self.workspace = first.item, workspace
        self.type, self.kind, self.signal = _WORDS, BEGUN, "draft"
        self.title = f"{inert_line(first.verb.partition(' ')[0])}: {mask(_words(first))}"
        self.status = _about(first.item.split()[0].removeprefix(f"{workspace}:"))
        self.flags, self.first_seen, self.weight = (), "", 0.0
        self.path = self.decision = ""
        self.seen_again = False
        self._tail, self._more = "}", ((), ())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordsRow) and self.drafts == other.drafts

    def __hash__(self) -> int:
        return hash(self.drafts)


def _words(draft: "SavedDraft") -> str:
    """What was typed, on one line."""
    return " ".join((draft.rationale.strip() or draft.rule.strip()).split())


def _about(item: str) -> str:
    """What the words are about, by the name it has."""
    if item == "undo":
        return "for taking back"
    if item.startswith("n-"):
        return "about a note"
    return "about a memory" if "/" in item else GONE


def rows_without_items(
    drafts: "Iterable[SavedDraft]", items: Iterable[QueueItem], workspaces: Sequence[str] = ()
) -> tuple[WordsRow, ...]:
    """A row for all words begun about the same thing where none of it is in the queue."""
    together: dict[str, list[SavedDraft]] = {}
    for draft in drafts:
        if draft and draft.item.split():
            together.setdefault(draft.item, []).append(draft)
    wanted = {each for item in together for each in item.split()}
    there = {item.id for item in items if item.id in wanted} if wanted else set()
    made: list[WordsRow] = []
    for item, found in together.items():
        if there.isdisjoint(item.split()):
            name = item.partition(":")[0]
            made.append(WordsRow(found, name if name in workspaces else ""))
    return tuple(made)


class WordsBegun:
    """All words begun, as the queue shows them; looked up in the queue again only when one of both changed."""

    def __init__(self) -> None:
        self.ids: frozenset[str] = frozenset()
        """Ids of items for which words were begun."""
        self.rows: tuple[WordsRow, ...] = ()
        """Words about what is not in the queue."""
        self._seen: tuple[Sequence[SavedDraft], Sequence[QueueItem]] = ((), ())

    def look(self, drafts: "Sequence[SavedDraft]", view: QueueView, workspaces: Sequence[str]) -> None:
        """Take these drafts beside this queue; while only part of it is known, the rows stay as they are."""
        if self._seen != (drafts, view.items) and not view.partial:
            self._seen = drafts, view.items
            self.rows = rows_without_items(drafts, view.items, workspaces)
        self.ids = frozenset(item for draft in drafts for item in draft.item.split())

"""Words begun that belong to no row of the queue: rows of their own in the tab of drafts, so that no words are lost."""

from collections.abc import Iterable, Sequence

from dreamtui.kinds.kind import ItemKind
from dreamtui.model.status import UNPLACED, Status
from dreamtui.text.inert import inert_line
from dreamtui.text.query.row import UNDECIDED
from dreamtui.tui.session.drafts import UNDO, About, BegunWords
from dreamtui.tui.session.queue_items import BEGUN, QueueItem, QueueView, slots_of
from dreamtui.tui.session.refs import Ref

GONE = "its item is gone"
"""What such a row says first, unless its words are about something that is never in the queue."""


_WORDS: ItemKind[None] = ItemKind(BEGUN)


class WordsRow(QueueItem):
    """Words about the same thing, which is not in the queue: nothing can be decided with them, but nothing is lost."""

    __slots__ = ("about", "words")

    def __init__(self, words: Sequence[BegunWords]) -> None:
        from dreamtui.text.danger.risks import mask

        first = words[0]
        self.words = tuple(words)
        """The drafts, one for each decision."""
        self.about = first.about
        self.ref = first.about[0]
        self.workspace, self.id = self.ref
        self.key = self.about if len(self.about) > 1 else self.ref
        self.type, self.kind, self.signal = _WORDS, BEGUN, "draft"
        self.title = f"{inert_line(first.draft.verb.partition(' ')[0])}: {mask(_on_one_line(first))}"
        self.status = _said_of(first.about)
        self.flags, self.place, self.last_seen, self.weight = (), UNPLACED, "", 0.0
        self.weeks = ""
        self.path = self.decision = ""
        self.seen_again = False
        self._people = self._files = "[]"

    @property
    def name(self) -> str:
        """The names of all they are about."""
        return " ".join(map(str, self.about))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WordsRow) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)


def _on_one_line(words: BegunWords) -> str:
    return " ".join((words.draft.rationale.strip() or words.draft.rule.strip()).split())


def _said_of(about: About) -> str:
    """What the words are about, by the name it has."""
    if about == UNDO:
        return "for an undo"
    if about[0].id.startswith("n-"):
        return "about a note"
    return "about a memory" if "/" in about[0].id else GONE


def rows_without_items(begun: Iterable[BegunWords], items: Iterable[QueueItem]) -> tuple[WordsRow, ...]:
    """A row for all words begun about the same thing where none of it is in the queue."""
    together: dict[About, list[BegunWords]] = {}
    for one in begun:
        if one.draft and one.about:
            together.setdefault(one.about, []).append(one)
    wanted = {ref for about in together for ref in about}
    there = {item.ref for item in items if item.ref in wanted} if wanted else set()
    return tuple(WordsRow(found) for about, found in together.items() if there.isdisjoint(about))


_WAIT = frozenset({*UNDECIDED, Status.DEFERRED.value})


def undecided_drafts(begun: Sequence[BegunWords], items: Iterable[QueueItem]) -> frozenset[Ref]:
    """What words were begun about that is not decided yet; words for what has been decided are not waited for."""
    about = [(ref, one.draft.verb) for one in begun for ref in one.about]
    wanted = {ref for ref, _ in about}
    there = {item.ref: item for item in items if item.ref in wanted} if wanted else {}
    return frozenset(ref for ref, verb in about if not _is_decided(verb, there.get(ref)))


def _is_decided(verb: str, item: QueueItem | None) -> bool:
    """Whether the decision that the words were begun for is made; others may still be open on a decided item."""
    if item is None or item.status in _WAIT:
        return False
    return verb in item.type.slots.verbs() and verb not in slots_of(item).verbs()


class OrphanDrafts:
    """All words begun, as the queue shows them; looked up in the queue again only when one of both changed."""

    def __init__(self) -> None:
        self.items: frozenset[Ref] = frozenset()
        """Items for which words were begun."""
        self.undecided: frozenset[Ref] = frozenset()
        """Those of them that are not decided yet."""
        self.rows: tuple[WordsRow, ...] = ()
        """Words about what is not in the queue."""
        self._seen: tuple[Sequence[BegunWords], Sequence[QueueItem]] = ((), ())

    def look(self, begun: Sequence[BegunWords], view: QueueView) -> None:
        """Add these drafts to the queue; while only part of it is known, the rows stay as they are."""
        if self._seen != (begun, view.items) and not view.partial:
            self._seen = begun, view.items
            self.rows = rows_without_items(begun, view.items)
            self.undecided = undecided_drafts(begun, view.items)
        self.items = frozenset(ref for one in begun for ref in one.about)

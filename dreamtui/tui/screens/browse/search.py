"""Search over everything: hits as a person types, and each where it stands."""

from collections.abc import Sequence
from functools import partial

from dreamtui.desk.search.search import Hits, Searcher, evidence_of
from dreamtui.model.search import DECISION, MEMORY, Hit
from dreamtui.present import search as texts
from dreamtui.present.parts import ListRow
from dreamtui.text.lines import plain
from dreamtui.tui.controllers.opening import open_evidence
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject
from dreamtui.tui.session.queue_items import tab_called
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.widgets.ask_line import Question

_MOST = 50
_HINT = "words to find; -without, kind:note file:src/ age<30d"
_HELP = (
    "Type a few words: hits with more of them come first. Mistyped and half-typed words are found too.",
    'kind:rule, kind:reason, kind:evidence, file:src/, title:refund, age<30d, "exact words" and -without narrow'
    " it down.",
    "Enter goes to the hit, o opens its file.",
)


class SearchRows(Subject):
    """What answers the words in the box."""

    HEADING = "Search"
    COLUMNS = texts.COLUMNS
    ASKS = True
    EMPTY = "Nothing searched yet."

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._text = ""
        self._searchers: dict[str, Searcher] = {}
        self._hits: dict[str, tuple[str, Hit]] = {}
        """By the ids of their rows: the workspace, as the console calls it, and the hit."""
        self._is_new = True

    # The box

    def opened(self) -> None:
        """Ask at once, and meanwhile bring the index up to date."""
        self.ask()
        in_worker(
            self.screen, self._update, self._updated,
            group="index", description="updating the index", what="index",
        )  # fmt: skip

    def filters(self) -> bool:
        """The filter of this list is the question itself."""
        self.ask()
        return True

    def ask(self) -> None:
        asking = self.screen.asking
        asking.put(Question(_HINT, self._to_rows, self._typed, self._left, self._text))

    def _typed(self, words: str) -> None:
        if words != self._text:
            self._text = words
            self.screen.reader.rows()

    def _to_rows(self, words: str) -> None:
        self._typed(words)
        self.screen.rows.focus()

    def _left(self) -> None:
        """Escape goes to the hits; without any, back where one came from."""
        if self.screen.rows.total:
            self.screen.rows.focus()
        else:
            self.screen.dismiss()

    # Reading

    def _update(self) -> int:
        for name, session in self.console.sessions.parts.items():
            self._searchers[name] = Searcher(session.desk)
        return sum(searcher.update(self.screen.reader.progress) for searcher in self._searchers.values())

    def _updated(self, read: int) -> None:
        self._is_new = False
        self.screen.reader.rows()

    def read(self) -> RowsRead:
        text, now = self._text, self.console.here.now
        answers = {name: one.find(text, most=_MOST) for name, one in list(self._searchers.items())}
        found = sorted(
            ((name, hit) for name, one in answers.items() for hit in one.hits), key=lambda one: -one[1].score
        )[:_MOST]
        hits = {f"{name}:{hit.ref}": (name, hit) for name, hit in found}
        rows = [texts.row(row_id, hit, now, name) for row_id, (name, hit) in hits.items()]
        keep = partial(self._keep, hits, "No match." if text.strip() else self.EMPTY)
        return RowsRead(rows, self._summary(text, rows, list(answers.values())), keep, _help(text))

    def _keep(self, hits: dict[str, tuple[str, Hit]], empty: str) -> None:
        self._hits = hits
        self.screen.rows.empty = empty

    def _summary(self, text: str, rows: Sequence[ListRow], answers: Sequence[Hits]) -> str:
        counted = f"{len(rows)}{'+' if len(rows) == _MOST else ''} {'hit' if len(rows) == 1 else 'hits'}"
        told = [counted] if text.strip() else []
        told += ["the index is being updated"] if self._is_new else []
        return "; ".join((*told, *texts.said_of(answers)))

    def page(self, row_id: str) -> Page:
        if row_id not in self._hits:
            return Page()
        name, hit = self._hits[row_id]
        return Page(texts.hit_lines(hit, self._searchers[name].whole(hit), self.console.here.now))

    def copied(self, row: ListRow) -> str:
        """What a command takes to show it."""
        return texts.name_of(self._hits[row.id][1])

    # Going there

    def opens(self, row: ListRow) -> bool:
        """Go to the screen on which the hit stands; a moment of a conversation is read here."""
        name, hit = self._hits[row.id]
        self.console.sessions.cursor_on(Ref(name, hit.id))
        kind = self.console.here.desk.kinds.of(hit.kind)
        if hit.kind in texts.SCREENS:
            wanted = {DECISION: hit.id, MEMORY: f"file:{hit.place}"}.get(hit.kind, f"{hit.kind}:{hit.id}")
            self.screen.call_later(self.console.go_to_row, texts.SCREENS[hit.kind], wanted)
            return True
        if not kind.folders or not kind.is_queued:
            return False
        self.screen.call_later(self._to_queue, Ref(name, hit.id))
        return True

    def _to_queue(self, item: Ref) -> None:
        """The item in the queue, among all of them."""
        console = self.console
        console.keep_everything()
        while console.screen is not console.review:
            console.pop_screen()
        queue = console.review.queue
        queue.close_filter(clear=True)
        queue.items.wish(item)
        queue.choose_tab(tab_called("All"))

    def do_search_open(self) -> None:
        """Open the file, commit or conversation of the hit at its line."""
        row = self.screen.rows.chosen
        if row is None:
            return
        name, hit = self._hits[row.id]
        self.console.sessions.cursor_on(Ref(name, hit.id))
        open_evidence(self.screen, evidence_of(hit))

    def do_search_ask(self) -> None:
        self.ask()


def _help(text: str) -> Page:
    """What can be typed, as long as nothing is."""
    return Page() if text.strip() else Page([plain(line) for line in _HELP])

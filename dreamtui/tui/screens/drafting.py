"""Words begun, and words to take along: editing in place, going on with a draft, discarding one, the item in a file."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from textual import work
from textual.message import Message

from dreamtui.model.decision import Verb
from dreamtui.store.drafts import SavedDraft
from dreamtui.text.inert import inert
from dreamtui.tui.begun import WordsRow
from dreamtui.tui.queue_items import TABS, QueueItem
from dreamtui.tui.screens.filing import FilingScreen
from dreamtui.tui.screens.proposing import ProposingScreen


class DraftingScreen(ProposingScreen, FilingScreen[None]):
    """What concerns the words of an item before they are recorded."""

    @dataclass
    class WordsFound(Message):
        """What became of the item that words were begun about."""

        row: WordsRow
        """The words."""
        said: str
        """A sentence."""

    # Words without an item

    @work(thread=True, exclusive=True, exit_on_error=False, group="detail", description="reading words begun")
    def read_words(self, row: WordsRow) -> None:
        """Find out what became of their item."""
        services, item = self.console.services, row.id.split()[0]
        self.guarded(lambda: services.became(item), lambda said: self.WordsFound(row, said), "detail")

    def on_drafting_screen_words_found(self, event: WordsFound) -> None:
        """Show all of the words."""
        from dreamtui.tui.texts.begun import words_lines

        event.stop()
        self.item.show_words(event.row, words_lines(event.row.drafts, event.said), self.console.services.now)

    def _show_words(self, drafts: Sequence[SavedDraft], why: str) -> None:
        """Show words that nothing can be decided with any more."""
        from dreamtui.tui.screens.notice import NoticeScreen
        from dreamtui.tui.texts.begun import words_lines

        self.app.push_screen(NoticeScreen("Words begun", words_lines(drafts, why)))

    def do_review_copy_text(self) -> None:
        """In the tab of drafts the words begun, else the item's text."""
        current = self.queue.current
        drafts = self._drafts_of(current) if current is not None and TABS[self.queue.tab].begun else []
        if not drafts:
            super().do_review_copy_text()
            return
        from dreamtui.tui.texts.begun import copied

        self.console.copy(inert(copied(drafts)), "the words begun")

    # Going on with words

    def do_review_edit(self) -> None:
        """The words of the item in place."""
        self._write_on("rule")

    def do_review_edit_outside(self) -> None:
        """The words of the item in another program."""
        self._write_on("editor")

    def _write_on(self, begin: str) -> None:
        """Go on with the draft there is, else begin with what the item would become."""
        draft = self._draft()
        if isinstance(self.queue.current, WordsRow):
            self.console.say("Nothing can be decided with these words; Y copies them, x discards them", "warning")
        elif draft is not None:
            self._go_on(draft, begin)
        elif self._proposal() and len(self.targets()) == 1:
            self.do_review_proposal()
        else:
            self._with_reason(self._verb(0), begin)

    def _draft(self) -> SavedDraft | None:
        """The draft about exactly what is marked, or one that the item under the cursor is part of."""
        verbs = set(Verb)
        begun = [draft for draft in self.console.services.drafts() if draft.verb in verbs]
        wanted = " ".join(sorted(item.id for item in self.targets()))
        same = [draft for draft in begun if draft.item == wanted]
        parts = [draft for draft in begun if wanted in draft.item.split()]
        return next(iter([*same, *parts]), None)

    def _go_on(self, draft: SavedDraft, begin: str) -> None:
        """Open the words begun, about the items they are about."""
        ids = set(draft.item.split())
        items = [item for item in self.queue.view.items if item.id in ids]
        if len(items) < len(ids):
            self._show_words([draft], "Some of the items they are about are gone from the queue.")
            return
        if len(items) > 1:
            self.queue.items.marked = frozenset(ids)
        verb = Verb(draft.verb)
        if verb not in (slots := self.slots(items) or ()):
            possible = ", ".join(str(one) for one in slots if one) or "nothing"
            self._show_words([draft], f"{verb} does not apply any more; possible: {possible}.")
            return
        self._with_reason(self._verb(slots.index(verb), items), begin)

    # Discarding them

    def do_review_discard(self) -> None:
        """Forget the words begun about the item under the cursor, when somebody agrees; with none, unfold changes."""
        current = self.queue.current
        drafts = self._drafts_of(current) if current is not None else []
        if not drafts and self.filled and self.item.tab == "change" and self.item.diff.has_folds:
            self.item.diff.action_unfold()
            return
        if not drafts:
            self.console.say("No words were begun about this item")
            return
        from dreamtui.tui.screens.confirm import ConfirmScreen
        from dreamtui.tui.texts.deciding import begun

        def sure(yes: bool | None) -> None:
            if yes:
                for draft in drafts:
                    self.console.services.discard(draft)
                self.console.say("The words are discarded")
                self.refresh_header()

        self.app.push_screen(ConfirmScreen("Discard these words?", begun(drafts), "discard"), sure)

    def _drafts_of(self, item: QueueItem) -> list[SavedDraft]:
        if isinstance(item, WordsRow):
            return list(item.drafts)
        return [draft for draft in self.console.services.drafts() if item.id in draft.item.split()]

    # Into a file

    def do_review_file(self) -> None:
        """Write the item into a new file: as data where its name ends in .json, else as it stands in the queue."""
        detail = self.item.detail
        if detail is None:
            self.console.say("There is no item here")
            return
        item, desk, masked = detail.shown.item, self.console.services.desk, self.item.evidence.masks

        def text(path: Path) -> str:
            from dreamtui.desk.exporting import item_data

            if path.suffix == ".json":
                return json.dumps(item_data(desk, item.id, masked=masked), indent=2) + "\n"
            return (item.text or item.title).rstrip("\n") + "\n"

        self.write_file(desk, f"{item.id}.md", text)

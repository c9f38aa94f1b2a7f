"""Words begun, and words to take along: editing in place, going on with a draft, discarding one, the item in a file."""

import json
from pathlib import Path

from dreamtui.model.decision import Verb
from dreamtui.store.drafts import SavedDraft
from dreamtui.tui.queue_items import QueueItem
from dreamtui.tui.screens.filing import FilingScreen
from dreamtui.tui.screens.proposing import ProposingScreen


class DraftingScreen(ProposingScreen, FilingScreen[None]):
    """What concerns the words of an item before they are recorded."""

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
        if draft is not None:
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
            self.console.say("Some items these words are about are gone from the queue; x discards them", "warning")
            return
        if len(items) > 1:
            self.queue.items.marked = frozenset(ids)
        verb = Verb(draft.verb)
        if verb not in (slots := self.slots(items) or ()):
            possible = ", ".join(str(one) for one in slots if one) or "nothing"
            self.console.say(f"{verb} does not apply any more; possible: {possible}", "warning")
            return
        self._with_reason(self._verb(slots.index(verb), items), begin)

    # Discarding them

    def do_review_discard(self) -> None:
        """Forget the words begun about the item under the cursor, when somebody agrees."""
        current = self.queue.current
        drafts = self._drafts_of(current) if current is not None else []
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

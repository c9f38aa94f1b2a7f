"""Words begun about what stands in the queue: gone on with, copied, discarded, or at least shown."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.model.decision import Verb
from dreamtui.text.inert import inert
from dreamtui.tui.session.orphan_drafts import WordsRow

if TYPE_CHECKING:
    from dreamtui.store.person.drafts import SavedDraft
    from dreamtui.tui.screens.review.deciding import DecidingScreen
    from dreamtui.tui.session.queue_items import QueueItem


class Drafts:
    """The drafts of the review screen; they are kept by the services, and asked for anew each time."""

    def __init__(self, screen: "DecidingScreen") -> None:
        self.screen = screen

    def of(self, row: "QueueItem | None") -> "list[SavedDraft]":
        """The words begun that a row of the queue is part of."""
        if isinstance(row, WordsRow):
            return list(row.drafts)
        if row is None:
            return []
        return [draft for draft in self.screen.console.services.drafts() if row.id in draft.item.split()]

    def about_targets(self) -> "SavedDraft | None":
        """The draft about exactly what is marked, or one that the item under the cursor is part of."""
        verbs = set(Verb)
        begun = [draft for draft in self.screen.console.services.drafts() if draft.verb in verbs]
        wanted = " ".join(sorted(item.id for item in self.screen.targets.items()))
        same = [draft for draft in begun if draft.item == wanted]
        parts = [draft for draft in begun if wanted in draft.item.split()]
        return next(iter([*same, *parts]), None)

    def go_on(self, draft: "SavedDraft", begin: str) -> None:
        """Open the words begun, about the items they are about."""
        screen = self.screen
        ids = set(draft.item.split())
        items = [item for item in screen.queue.view.items if item.id in ids]
        if len(items) < len(ids):
            self._show([draft], "Some of the items they are about are gone from the queue.")
            return
        if len(items) > 1:
            screen.queue.items.marked = frozenset(ids)
        verb = Verb(draft.verb)
        if verb not in (slots := screen.targets.slots(items) or ()):
            possible = ", ".join(str(one) for one in slots if one) or "nothing"
            self._show([draft], f"{verb} does not apply any more; possible: {possible}.")
            return
        screen.reasons.ask(screen.targets.chosen(slots.index(verb), items), begin)

    def _show(self, drafts: "Sequence[SavedDraft]", why: str) -> None:
        """Show words that nothing can be decided with any more."""
        from dreamtui.tui.screens.dialogs.notice import NoticeScreen
        from dreamtui.tui.texts.begun import words_lines

        self.screen.app.push_screen(NoticeScreen("Words begun", words_lines(drafts, why)))

    def copy(self, drafts: "Sequence[SavedDraft]") -> None:
        """Put words begun on the clipboard."""
        from dreamtui.tui.texts.begun import copied

        self.screen.console.copy(inert(copied(drafts)), "the words begun")

    def discard(self, drafts: "Sequence[SavedDraft]") -> None:
        """Forget words begun, when somebody agrees."""
        from dreamtui.tui.screens.dialogs.confirm import ConfirmScreen
        from dreamtui.tui.texts.deciding import begun

        console = self.screen.console

        def sure(yes: bool | None) -> None:
            if yes:
                for draft in drafts:
                    console.services.discard(draft)
                console.say("The words are discarded")
                self.screen.refresh_header()

        console.push_screen(ConfirmScreen("Discard these words?", begun(drafts), "discard"), sure)

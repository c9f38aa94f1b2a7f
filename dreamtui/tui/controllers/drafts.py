"""Drafts of the rows of the queue: continued, copied, discarded, or shown."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.model.verb import Verb
from dreamtui.text.inert import inert
from dreamtui.tui.session.orphan_drafts import WordsRow

if TYPE_CHECKING:
    from dreamtui.tui.screens.review.review import ReviewScreen
    from dreamtui.tui.session.drafts import BegunWords
    from dreamtui.tui.session.queue_items import QueueItem


class Drafts:
    """The drafts of the review screen; they are kept by the sessions, and read anew each time."""

    def __init__(self, screen: "ReviewScreen") -> None:
        self.screen = screen

    def of(self, row: "QueueItem | None") -> "list[BegunWords]":
        """The words begun that a row of the queue is part of."""
        if isinstance(row, WordsRow):
            return list(row.words)
        if row is None:
            return []
        return [begun for begun in self.screen.console.sessions.drafts.all() if row.ref in begun.about]

    def about_targets(self) -> "BegunWords | None":
        """The draft about exactly what is marked, or one that the item under the cursor is part of."""
        verbs = set(Verb)
        begun = [one for one in self.screen.console.sessions.drafts.all() if one.draft.verb in verbs]
        wanted = tuple(sorted(item.ref for item in self.screen.deciding.targets.items()))
        same = [one for one in begun if one.about == wanted]
        parts = [one for one in begun if len(wanted) == 1 and wanted[0] in one.about]
        return next(iter([*same, *parts]), None)

    def go_on(self, words: "BegunWords", begin: str) -> None:
        """Open the words begun, about the items they are about."""
        screen = self.screen
        refs = set(words.about)
        items = [item for item in screen.queue.view.items if item.ref in refs]
        if len(items) < len(refs):
            self._show([words], "Some of their items are no longer in the queue.")
            return
        if len(items) > 1:
            screen.queue.items.marks.set(frozenset(refs))
        verb = Verb(words.draft.verb)
        if verb not in (slots := screen.deciding.targets.slots(items) or ()):
            possible = ", ".join(str(one) for one in slots if one) or "nothing"
            self._show([words], f"{verb} no longer applies; possible: {possible}.")
            return
        screen.deciding.reasons.ask(screen.deciding.targets.chosen(slots.index(verb), items), begin)

    def _show(self, words: "Sequence[BegunWords]", why: str) -> None:
        """Show a draft whose item can no longer be decided."""
        from dreamtui.tui.screens.dialogs.questions import notice
        from dreamtui.tui.texts.deciding import words_lines

        self.screen.app.push_screen(notice("Draft", words_lines(words, why)))

    def copy(self, words: "Sequence[BegunWords]") -> None:
        """Put words begun on the clipboard."""
        from dreamtui.tui.texts.deciding import copied

        self.screen.console.copy(inert(copied(words)), "the draft")

    def discard(self, words: "Sequence[BegunWords]") -> None:
        """Discard a draft, on confirmation."""
        from dreamtui.tui.screens.dialogs.questions import confirm
        from dreamtui.tui.texts.deciding import begun

        console = self.screen.console

        def sure(yes: bool | None) -> None:
            if yes:
                for one in words:
                    console.sessions.drafts.drop(one.about, one.draft.verb)
                console.say("The draft is discarded")
                self.screen.top.refresh()

        console.push_screen(confirm("Discard this draft?", begun(words), "discard"), sure)

"""Undo and redo: the same on every screen on which decisions are made or shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from dreamtui.model.verb import Verb
from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.model.decision import Mark, Words
    from dreamtui.tui.screens.base import BaseScreen
    from dreamtui.tui.screens.reason.asked import ReasonRequest
    from dreamtui.tui.session.outcomes import ConsoleOutcome
    from dreamtui.tui.session.refs import Ref


@dataclass(frozen=True, slots=True)
class TakingBack:
    """A decision of this sitting is taken back immediately; any other needs a reason."""

    screen: "BaseScreen[Any]"
    """Where the key was pressed."""
    then: "Callable[[ConsoleOutcome | None], None]"
    """Gets what was recorded; None if the box of the reason was left."""

    def newest_here(self) -> bool:
        """Take back the last decision of this sitting; false if there is none."""
        done = self.screen.console.sitting.done
        if done:
            last = [one.ref for one in done[-1]]
            self.run(lambda: self.screen.console.sessions.undo(last, "", sitting=True))
        return bool(done)

    def newest(self) -> None:
        """Take back the last decision, of any person."""
        if self.newest_here():
            return
        from dreamtui.tui.screens.reason.asked import Loading, ReasonRequest, not_yet
        from dreamtui.tui.screens.reason.rationale import RationaleScreen

        asked = ReasonRequest(Verb.UNDO, "Undo the newest decision", not_yet)
        loading = Loading(self.screen.console.sessions.newest, self._request_for_all, "undo")
        self.screen.app.push_screen(RationaleScreen(asked, loading), self.then)

    def redo_newest(self) -> None:
        """Take the last undo of this sitting back, or the last of all."""
        undone = self.screen.console.sitting.undone
        last = [one.ref for one in undone[-1]] if undone else []
        self.run(lambda: self.screen.console.sessions.redo(last))

    def is_own(self, decision: str) -> bool:
        """Whether a decision of the workspace under the cursor was made in this sitting, and is in force."""
        console = self.screen.console
        ref = console.sessions.ref(decision)
        return any(made.ref == ref for together in console.sitting.done for made in together)

    def with_batch(self, mark: "Mark") -> None:
        """Take a decision back, and with it those made together with it."""
        sessions = self.screen.console.sessions
        ref = sessions.ref(mark.id)
        if self.is_own(mark.id):
            self.run(lambda: sessions.undo([ref], "", sitting=True))
        else:
            self.ask([mark], partial(self._undo, [ref]), mark.title)

    def alone(self, mark: "Mark") -> None:
        """Take one decision back; the others of its batch stay in force."""
        sessions = self.screen.console.sessions
        here = sessions.here
        if self.is_own(mark.id):
            self.run(lambda: sessions.told(here.take_back(mark.id, "", sitting=True)))
        else:

            def record(words: "Words") -> "ConsoleOutcome":
                return sessions.told(here.take_back(mark.id, words.rationale, acknowledged=words.acknowledged))

            self.ask([mark], record, mark.title)

    def again(self, undo: "Mark") -> None:
        sessions = self.screen.console.sessions
        self.run(lambda: sessions.told(sessions.here.take_back(undo.id, "", redo=True)))

    def ask(self, marks: "Sequence[Mark]", record: "Callable[[Words], ConsoleOutcome]", title: str = "") -> None:
        """Ask why these are taken back, then record it."""
        from dreamtui.tui.screens.reason.rationale import RationaleScreen

        self.screen.app.push_screen(RationaleScreen(self._request(marks, record, title)), self.then)

    def _request(
        self, marks: "Sequence[Mark]", record: "Callable[[Words], ConsoleOutcome]", title: str = ""
    ) -> "ReasonRequest":
        from dreamtui.tui.screens.reason.asked import ReasonRequest
        from dreamtui.tui.texts.deciding import undo_heading

        return ReasonRequest(Verb.UNDO, undo_heading(marks, self.screen.console.here.now), record, title=title)

    def _request_for_all(self, found: "list[tuple[Ref, Mark]]") -> "ReasonRequest":
        return self._request([mark for _, mark in found], partial(self._undo, [ref for ref, _ in found]))

    def _undo(self, refs: "Sequence[Ref]", words: "Words") -> "ConsoleOutcome":
        sessions = self.screen.console.sessions
        return sessions.undo(refs, words.rationale, sitting=False, acknowledged=words.acknowledged)

    def run(self, call: "Callable[[], ConsoleOutcome]") -> None:
        in_worker(self.screen, call, self.then, group="decide", description="undoing a decision", what="undo")

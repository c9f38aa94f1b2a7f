"""The draft of a reason: read when its box opens, saved while it is written, dropped when it is recorded."""

from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.model.sitting import SavedDraft
from dreamtui.tui.controllers.autosave import Autosave

if TYPE_CHECKING:
    from dreamtui.tui.screens.reason.rationale import RationaleScreen


class ReasonDraft:
    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen
        self._autosave = Autosave(screen, self._save)

    def begun(self) -> SavedDraft | None:
        """The words begun; for several items also those that each of them has."""
        drafts, asked = self._screen.console.sessions.drafts, self._screen.asked
        draft = drafts.load(asked.about, asked.verb)
        if draft is not None or len(asked.refs) < 2:
            return draft
        each = [drafts.load((one,), asked.verb) for one in asked.refs]
        said = {(one.rationale, one.disposition, one.until) if one is not None else None for one in each}
        return replace(each[0], rule="") if len(said) == 1 and each[0] is not None else None

    def save_soon(self) -> None:
        """Save within half a second, even during steady typing."""
        self._autosave.soon()

    def save(self) -> None:
        self._autosave.now()

    def drop(self) -> None:
        self._screen.console.sessions.drafts.drop(self._screen.asked.about, self._screen.asked.verb)

    def _save(self) -> None:
        screen = self._screen
        has_boxes = bool(screen.query("#why"))
        if screen.recording.is_running or not (has_boxes or screen.buffer):
            return
        draft = self._of_boxes() if has_boxes else self._of_buffer()
        if draft is not None:
            screen.console.sessions.drafts.save(screen.asked.about, draft)
        else:
            self.drop()

    def _of_boxes(self) -> SavedDraft | None:
        self._screen.buffer.flush()
        return self._screen.asked.draft(self._screen.said())

    def _of_buffer(self) -> SavedDraft | None:
        """Before there are text areas: the earlier draft, which they will hold, with what was typed since."""
        asked = self._screen.asked
        begun = self.begun() or SavedDraft(asked.name, asked.verb.value)
        made = replace(begun, rationale=begun.rationale + self._screen.buffer.pop())
        return made if made else None

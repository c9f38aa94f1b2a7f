"""Writing in the boxes of a reason: where it begins, templates, the other box, another program."""

from typing import TYPE_CHECKING

from dreamtui.coach.rationale import open_gaps, templates_for
from dreamtui.tui.controllers.opening import write_on
from dreamtui.tui.screens.reason.citing import Citing

if TYPE_CHECKING:
    from dreamtui.tui.screens.reason.rationale import RationaleScreen


class Writing:
    """What is done to the words before they are recorded."""

    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen

    def begin(self) -> None:
        """Begin in the rule's box, or immediately in another program."""
        self._screen.set_focus(self._screen.rule or self._screen.why)
        if self._screen.asked.begin == "editor":
            self._screen.call_after_refresh(self.do_reason_editor)

    def do_reason_template(self) -> None:
        """Go to the next gap; with none open, choose a beginning by its number."""
        if open_gaps(self._screen.why.text):
            self._screen.why.focus()
            self._screen.why.select_next("‹", "›")
            return
        templates = templates_for(self._screen.asked.verb)
        if templates:
            from dreamtui.tui.screens.dialogs.questions import beginning

            self._screen.ask_at_foot(beginning(templates), self._insert)

    def _insert(self, text: str | None) -> None:
        self._screen.why.focus()
        if text:
            self._screen.why.move_cursor(self._screen.why.document.end)
            self._screen.why.insert(("\n" if self._screen.why.text.strip() else "") + text)
            self._screen.why.select_next("‹", "›")
            self._screen.nothing_typed()

    def do_reason_drafted(self) -> None:
        """The model's words in the place of those in the rule's box; undo there brings them back.

        Where there were none the rule is done, and the reason comes next.
        """
        screen = self._screen
        if screen.rule is None or not screen.asked.drafted:
            screen.console.say("No model has drafted a rule for this")
            return
        was_empty = not screen.rule.text.strip()
        screen.rule.focus()
        screen.rule.put(screen.asked.drafted)
        screen.rule.move_cursor(screen.rule.document.end)
        if was_empty:
            screen.why.focus()

    def do_reason_switch(self) -> None:
        if self._screen.rule is not None:
            self._screen.other_box(self._screen.rule if self._screen.rule.has_focus else self._screen.why).focus()

    async def do_reason_help(self) -> None:
        """The keys of this box."""
        await self._screen.console.do_here("app.help")

    def do_reason_scroll_down(self) -> None:
        self._screen.controller(Citing).scroll(1)

    def do_reason_scroll_up(self) -> None:
        self._screen.controller(Citing).scroll(-1)

    def do_reason_editor(self) -> None:
        """Go on in the editor; an empty or unchanged file changes nothing."""
        screen, asked = self._screen, self._screen.asked
        box = screen.rule if screen.rule is not None and screen.rule.has_focus else screen.why
        write_on(screen.console, box, f"{asked.verb} {asked.name} {box.id}", screen.keep)

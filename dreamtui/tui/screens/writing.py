"""The boxes in which a rule and a reason are written: moving between them, templates, another program."""

from abc import abstractmethod
from dataclasses import replace

from dreamtui.desk.decide import Outcome
from dreamtui.review.templates import open_gaps, templates_for
from dreamtui.store.drafts import SavedDraft
from dreamtui.tui.errands.opening import write_on
from dreamtui.tui.screens.asked import Asked
from dreamtui.tui.screens.base import BaseDialog
from dreamtui.tui.widgets.words_box import WordsBox


class WritingScreen(BaseDialog[Outcome]):
    """One or two boxes of words."""

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self.asked = asked

    @abstractmethod
    def keep(self) -> None:
        """Keep the words as a draft, now."""

    async def do(self, action_id: str) -> None:
        """Do an action; a key to record with that was typed ahead with the words does nothing, and says so."""
        if action_id == "reason.record" and self.why.text and self.console.guard.dead(self.console.clock()):
            self.console.typed.release()
            self.console.say("Too soon after the box opened: press it again to record", "warning", about="soon")
            return
        await super().do(action_id)

    @property
    def why(self) -> WordsBox:
        """The reason's box."""
        return self.query_one("#why", WordsBox)

    @property
    def rule(self) -> WordsBox | None:
        """The rule's box, where a rule is asked for."""
        return self.query_one("#rule", WordsBox) if self.asked.with_rule else None

    def begun(self) -> SavedDraft | None:
        """The words begun; for several items also those that each of them has."""
        services, asked = self.console.services, self.asked
        draft = services.load_draft(asked.draft_key, asked.verb)
        if draft is not None or len(asked.ids) < 2:
            return draft
        each = [services.load_draft(one, asked.verb) for one in asked.ids]
        said = {(one.rationale, one.disposition, one.until) if one is not None else None for one in each}
        return replace(each[0], item=asked.draft_key, rule="") if len(said) == 1 and each[0] is not None else None

    def begin(self) -> None:
        """Begin where somebody wants to write: in the rule's box, or at once in another program."""
        self.set_focus(self.rule or self.why)
        if self.asked.begin == "editor":
            self.call_after_refresh(self.do_reason_editor)

    def do_reason_template(self) -> None:
        """Go to the next gap; with none open, choose a beginning by its number."""
        if open_gaps(self.why.text):
            self.why.focus()
            self.why.select_next("‹", "›")
            return
        templates = templates_for(self.asked.verb)
        if templates:
            from dreamtui.tui.screens.template import TemplateScreen

            self.app.push_screen(TemplateScreen(templates), self._insert)

    def _insert(self, text: str | None) -> None:
        self.why.focus()
        if text:
            self.why.move_cursor(self.why.document.end)
            self.why.insert(("\n" if self.why.text.strip() else "") + text)
            self.why.select_next("‹", "›")

    def will_ask(self, action_id: str) -> bool:
        """There is another box to go to only where a rule is asked for."""
        return super().will_ask(action_id) and (action_id != "reason.switch" or self.rule is not None)

    def do_reason_switch(self) -> None:
        """The other box."""
        if self.rule is not None:
            (self.why if self.rule.has_focus else self.rule).focus()

    async def do_reason_help(self) -> None:
        """The keys of this box."""
        await self.console.do_here("app.help")

    def do_reason_scroll_down(self) -> None:
        """Scroll what stands behind."""
        self.console.scroll_item(3)

    def do_reason_scroll_up(self) -> None:
        """Scroll what stands behind."""
        self.console.scroll_item(-3)

    def on_words_box_marked(self, event: WordsBox.Marked) -> None:
        """Hidden characters that were pasted are marks now."""
        self.console.say(event.said, "warning")

    def do_reason_editor(self) -> None:
        """Go on in the editor; an empty or unchanged file changes nothing."""
        box = self.rule if self.rule is not None and self.rule.has_focus else self.why
        write_on(self.console, box, f"{self.asked.verb} {self.asked.draft_key} {box.id}", self.keep)

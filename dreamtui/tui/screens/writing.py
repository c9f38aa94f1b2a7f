"""The boxes in which a rule and a reason are written: moving between them, templates, another program."""

from abc import abstractmethod

from dreamtui.desk.decide import Outcome
from dreamtui.review.templates import open_gaps, templates_for
from dreamtui.tui import editor
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

    @property
    def why(self) -> WordsBox:
        """The reason's box."""
        return self.query_one("#why", WordsBox)

    @property
    def rule(self) -> WordsBox | None:
        """The rule's box, where a rule is asked for."""
        return self.query_one("#rule", WordsBox) if self.asked.with_rule else None

    def begin(self) -> None:
        """Begin where somebody wants to write: in the rule's box, or at once in another program."""
        (self.rule or self.why).focus()
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

    def do_reason_switch(self) -> None:
        """The other box."""
        if self.rule is not None:
            (self.why if self.rule.has_focus else self.rule).focus()

    def do_reason_scroll_down(self) -> None:
        """Scroll what stands behind."""
        self.console.scroll_item(3)

    def do_reason_scroll_up(self) -> None:
        """Scroll what stands behind."""
        self.console.scroll_item(-3)

    def on_words_box_marked(self, event: WordsBox.Marked) -> None:
        """Hidden characters that were pasted are marks now."""
        signs = "character is" if event.count == 1 else "characters are"
        self.console.say(f"{event.count} hidden {signs} shown as marks", "warning")

    def do_reason_editor(self) -> None:
        """Go on in the editor; an empty or unchanged file changes nothing."""
        box = self.rule if self.rule is not None and self.rule.has_focus else self.why
        self.keep()
        name = f"{self.asked.verb} {self.asked.draft_key} {box.id}"
        text, problem = editor.edit(self.app, self.console.services, name, box.text, box.cursor_location[0] + 1)
        if problem:
            self.console.complain(problem)
        if text.strip() and text != box.text.rstrip("\n"):
            box.put(text)
            box.move_cursor(box.document.end)
            self.keep()
        box.focus()
        self.console.arm_guard()

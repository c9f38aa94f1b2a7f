"""A line that asks for a few words: a filter, a search, a place. Pasted text is made inert."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and its callbacks."""

    hint: str
    """Shown while nothing is typed."""
    answered: Callable[[str], object]
    typed: Callable[[str], object] = lambda words: None
    """Gets the text after each key."""
    left: Callable[[], object] = lambda: None
    """Called when the question is cancelled."""
    value: str = ""
    """The initial text."""


class AskLine(Input):
    """Hidden until it asks; enter answers, escape cancels. The caller closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", show=False)]
    DEFAULT_CSS = """
    AskLine { display: none; height: 1; border: none; padding: 0 1; }
    AskLine.-asking { display: block; }
    AskLine:focus { border: none; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, compact=True, select_on_focus=False)
        self._question: Question | None = None

    @property
    def is_open(self) -> bool:
        """Whether a question is shown."""
        return self.has_class("-asking")

    def ask(self, question: Question) -> None:
        self._question = question
        self.placeholder = question.hint
        self.value = inert_line(question.value)
        self.cursor_position = len(self.value)
        self.add_class("-asking")
        self.focus()

    def close(self) -> None:
        self.remove_class("-asking")

    def validate_value(self, value: str) -> str:
        """What is typed or pasted, inert: the clipboard may hold anything."""
        return inert_line(value)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        if self._question is not None:
            self._question.typed(event.value)

    async def action_submit(self) -> None:
        if self._question is not None:
            self._question.answered(self.value.strip())

    def action_leave(self) -> None:
        if self._question is not None:
            self._question.left()

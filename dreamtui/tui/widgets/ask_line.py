"""A line in which somebody is asked for a few words: a filter, a search, a place. What is pasted is made inert."""

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from dreamtui.text.inert import inert_line


class AskLine(Input):
    """Hidden until it is asked; enter answers, escape takes the question back. It posts `Input.Changed` meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", show=False)]
    DEFAULT_CSS = """
    AskLine { display: none; height: 1; border: none; padding: 0 1; }
    AskLine.-asking { display: block; }
    AskLine:focus { border: none; }
    """

    @dataclass
    class Answered(Message):
        """Somebody answered."""

        line: "AskLine"
        """The line."""
        purpose: str
        """What was asked for."""
        text: str
        """The answer."""

    @dataclass
    class Left(Message):
        """Somebody does not want to answer."""

        line: "AskLine"
        """The line."""
        purpose: str
        """What was asked for."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, compact=True, select_on_focus=False)
        self.purpose = ""
        """What is asked for."""

    def ask(self, purpose: str, hint: str, value: str = "") -> None:
        """Ask, with a hint that shows while nothing is typed."""
        self.purpose = purpose
        self.placeholder = hint
        self.value = inert_line(value)
        self.cursor_position = len(self.value)
        self.add_class("-asking")
        self.focus()

    def close(self) -> None:
        """Stop asking."""
        self.remove_class("-asking")

    def validate_value(self, value: str) -> str:
        """What is typed or pasted, inert: the clipboard may hold anything."""
        return inert_line(value)

    async def action_submit(self) -> None:
        """The answer is given."""
        self.post_message(self.Answered(self, self.purpose, self.value.strip()))

    def action_leave(self) -> None:
        """No answer."""
        self.post_message(self.Left(self, self.purpose))

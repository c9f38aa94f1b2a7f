"""A box to write in. What is pasted or restored is made inert, so that what is seen is what is recorded."""

from collections.abc import Callable
from dataclasses import dataclass

from textual.binding import Binding
from textual.content import Content
from textual.events import Blur, Key, Paste
from textual.message import Message
from textual.widgets import TextArea
from textual.widgets.text_area import Selection

from dreamtui.text.inert import make_inert
from dreamtui.tui.actions.registry import DISABLED, Scope, in_scope


class WordsBox(TextArea):
    """A text area without line numbers; tab leaves it, and the keys of the screen come before its own."""

    BINDINGS = [  # noqa: RUF012  as Textual has it
        Binding(one.keys or DISABLED, f"screen.do('{one.id}')", one.title, show=False, id=one.id)
        for one in in_scope(Scope.REASON)
    ]

    @dataclass
    class Left(Message):
        box: "WordsBox"

    @dataclass
    class Marked(Message):
        """Pasted text had characters that cannot be seen; they are marks now."""

        count: int

        @property
        def said(self) -> str:
            """How many, as a sentence."""
            signs = "character is" if self.count == 1 else "characters are"
            return f"{self.count} hidden {signs} shown as marks"

    def __init__(self, text: str, *, id: str, placeholder: str = "") -> None:
        super().__init__(
            make_inert(text).text,
            soft_wrap=True,
            show_line_numbers=False,
            tab_behavior="focus",
            theme="css",
            id=id,
        )
        self.invite(placeholder)
        self.takes: Callable[[str | None], bool] = lambda sign: False
        """Asked about each sign typed: whether it meant something else here and is not to be written."""

    def on_key(self, event: Key) -> None:
        if self.takes(event.character):
            event.prevent_default()
            event.stop()

    async def _on_paste(self, event: Paste) -> None:
        """Insert what is pasted with a mark for every hidden character; what needs none is left to the text area."""
        made = make_inert(event.text.replace("\r\n", "\n").replace("\r", "\n"))
        if made.text == event.text:
            return  # Textual calls the handler of the base class by itself: calling it here would paste twice
        event.prevent_default()
        event.stop()
        if made.marks:
            self.post_message(self.Marked(made.marks))
        if not self.read_only:
            self.replace(made.text, *self.selection, maintain_selection_offset=False)

    def on_blur(self, event: Blur) -> None:
        """Post that the focus is gone, so that the words are saved."""
        self.post_message(self.Left(self))

    def invite(self, said: str) -> None:
        """Say in the box, while it is empty, what to write; as it is, because it may quote what is not ours."""
        if str(self.placeholder) != (shown := make_inert(said).text):
            self.placeholder = Content(shown)

    def put(self, text: str) -> None:
        """Put other words into the box; undo brings the earlier ones back."""
        self.replace(make_inert(text).text, (0, 0), self.document.end)

    def select_next(self, opening: str, closing: str) -> bool:
        """Select the next piece between two signs, from the cursor on and around the end; false if there is none."""
        text = self.text
        lines = text.split("\n")
        row, column = self.cursor_location
        here = sum(len(line) + 1 for line in lines[:row]) + column
        start = text.find(opening, here)
        start = start if start >= 0 else text.find(opening)
        end = text.find(closing, start)
        if start < 0 or end < 0:
            return False
        self.selection = Selection(_location(text, start), _location(text, end + len(closing)))
        return True


class ResultBox(WordsBox, inherit_bindings=False):
    """The same for the result of a proposal, with the keys of its own box."""

    BINDINGS = [  # noqa: RUF012  as Textual has it
        *(
            Binding(one.keys or DISABLED, f"screen.do('{one.id}')", one.title, show=False, id=one.id)
            for one in in_scope(Scope.RESULT)
        ),
        *TextArea.BINDINGS,
    ]


def _location(text: str, index: int) -> tuple[int, int]:
    """Row and column of a place in a text."""
    before = text[:index]
    return before.count("\n"), index - (before.rfind("\n") + 1)

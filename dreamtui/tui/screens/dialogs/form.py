"""The one dialog that asks or tells something: a heading, a text or diff, perhaps a field, and keys that answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from dreamtui.model.errors import DreamtuiError
from dreamtui.present.changes import FileDiff
from dreamtui.present.parts import Word
from dreamtui.text.inert import inert_line
from dreamtui.text.lines import Line
from dreamtui.tui.actions.registry import Action, Scope
from dreamtui.tui.controllers.working import BEING_RECORDED, Failed, in_worker
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.title_lines import TitleLines

R = TypeVar("R")

Said = Sequence[Word]


@dataclass(frozen=True, slots=True)
class FormField:
    """A line to write in. Both functions get what is typed, and may refuse it with a sentence, which is shown."""

    entered: "Callable[[FormScreen[Any], str], Said]"
    """Enter was pressed: answers the form, or says something below the field."""
    typed: Callable[[str], Said] = lambda text: ()
    """Shown below the field during typing."""
    title: Said = ()
    value: str = ""
    """Its initial text."""
    hint: str = ""
    """Shown while it is empty."""
    hidden: bool = False
    """Whether it is shown only when an action asks for it."""


@dataclass(frozen=True, slots=True)
class Compared:
    files: Sequence[FileDiff]
    labels: tuple[str, str] = ("now", "after")
    """Shown above the sides."""
    reveal: bool = False
    """Whether secret-like text is shown as it is."""


@dataclass(frozen=True, slots=True)
class DialogForm(Generic[R]):
    """What is asked, as data."""

    scope: Scope
    look: str
    """Class of the box in the style sheet."""
    heading: Said | str
    """A line; a text may take two."""
    keys: "Mapping[str, Callable[[FormScreen[R]], object]]"
    """What each action of the scope does."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What the key bar calls actions, where it is not the registry's word."""
    lines: Sequence[tuple[Said, Said]] = ()
    """Further lines, each with its words on the left and on the right."""
    text: Sequence[Line] | None = None
    """What there is to read."""
    compared: Compared | None = None
    field: FormField | None = None
    with_field: frozenset[str] = frozenset()
    """Actions that do something only while the field is shown."""
    focus: str = ""
    """Gets the focus at first; empty if only keys answer."""
    writes_on: bool = False
    """Whether words typed on, none of which is a key of it, close it and go to the box below."""


def gives(answer: R | None) -> "Callable[[FormScreen[R]], object]":
    """For a key that answers with this."""

    def give(form: "FormScreen[R]") -> None:
        form.dismiss(answer)

    return give


class FormScreen(BaseDialog[R]):
    """Shows a form and returns its answer."""

    AUTO_FOCUS = ""

    def __init__(self, form: DialogForm[R]) -> None:
        self.SCOPES = (form.scope,)
        super().__init__()
        self.form = form
        self.takes_keys = form.field is not None and form.field.hidden
        self._busy = False
        self.writes_on = form.writes_on

    def compose(self) -> ComposeResult:
        form = self.form
        with Vertical(classes=f"box {form.look}"):
            yield TitleLines() if isinstance(form.heading, str) else BarLine(form.heading)
            for left, right in form.lines:
                yield BarLine(left, right)
            if form.text is not None:
                yield TextPane()
            if form.compared is not None:
                yield DiffView(split=self.console.split)
            if form.field is not None:
                if form.field.title:
                    yield BarLine(form.field.title, id="field-title")
                yield Input(inert_line(form.field.value), form.field.hint, id="field")
                if form.field.hidden:
                    yield BarLine(id="field-says")
            yield KeyBar()

    def on_mount(self) -> None:
        form = self.form
        if isinstance(form.heading, str):
            self.query_one(TitleLines).show(form.heading)
        if form.text is not None:
            self.query_one(TextPane).show(form.text)
        if form.compared is not None:
            compared = form.compared
            self.query_one(DiffView).show_files(compared.files, labels=compared.labels, reveal=compared.reveal)
        if form.field is not None and form.field.hidden:
            self._show_field(False)
        if form.focus:
            self.set_focus(self.query_one(form.focus))

    def doer(self, wanted: Action) -> "Callable[[], Any] | None":
        key = self.form.keys.get(wanted.id)
        if key is None:
            return super().doer(wanted)
        if self._busy:  # what comes of it has to be seen
            return partial(self.console.say, BEING_RECORDED, about="running")
        return self._say_nothing_is_typed if self._lacks_field(wanted.id) else partial(key, self)

    def bar_label(self, action_id: str) -> str | None:
        is_typed = isinstance(self.focused, Input) and len(self.console.keymap.shown(action_id)) == 1
        return "" if is_typed or self._lacks_field(action_id) else self.form.labels.get(action_id)

    def _lacks_field(self, action_id: str) -> bool:
        return action_id in self.form.with_field and not self.query_one("#field").display

    def _say_nothing_is_typed(self) -> None:
        self.say([Word("Nothing is typed: press one of the keys above", "warning")])

    # The field

    @property
    def typed(self) -> str:
        """The text in the field."""
        return self.query_one("#field", Input).value.strip()

    def open_field(self) -> None:
        """Show the field and go into it."""
        self._show_field(True)
        self.query_one("#field").focus()
        self.refresh_keys()

    def _show_field(self, shown: bool) -> None:
        for widget in self.query("#field, #field-title"):
            widget.display = shown

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show live what the text means; an earlier error is cleared."""
        event.stop()
        if self.form.field is not None:
            self.say(self.form.field.typed(event.value.strip()))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self.form.field is not None:
            entered, typed = self.form.field.entered, event.value.strip()
            self.trying(lambda: self.say(entered(self, typed)))

    def trying(self, call: Callable[[], object]) -> None:
        """Do something that may be refused; why is said below the field."""
        try:
            call()
        except DreamtuiError as problem:
            self.say([Word(str(problem), "warning")])

    def say(self, words: Said) -> None:
        """Say something below the field."""
        for line in self.query("#field-says").results(BarLine):
            line.show(words)

    # Answers that take time

    def answer_with(self, call: Callable[[], R]) -> None:
        """Answer with what a call gives that may block; where it is refused, the form stays."""
        if not self._busy:
            self._busy = True
            in_worker(self, call, self.dismiss, group="answer", description="answering a form", what="write")

    def failed(self, message: Failed) -> None:
        self._busy = False
        super().failed(message)

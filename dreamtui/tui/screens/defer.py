"""Asks until when: a few usual dates by number, or one that is typed."""

from datetime import date

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from dreamtui.model.errors import DreamtuiError
from dreamtui.tui.actions import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine, Word

CHOICES = (
    ("date.tomorrow", "1", "tomorrow", "tomorrow"),
    ("date.week", "2", "in a week", "1w"),
    ("date.month", "3", "in four weeks", "4w"),
    ("date.quarter", "4", "in a quarter", "13w"),
)
"""Action, key, words and date of each choice."""


class DateScreen(BaseDialog[str]):
    """Gives back a date, or nothing when somebody goes back."""

    SCOPES = (Scope.DATE,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = ""

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.heading = heading

    def compose(self) -> ComposeResult:
        """The choices and a field for another date."""
        with Vertical(classes="box date"):
            yield BarLine([Word(self.heading, "strong")])
            for name, key, words, typed in CHOICES:
                day = date.fromisoformat(self.console.services.day(typed))
                yield BarLine(
                    [Word(f"  {words}", action=name, key=f" {key}")], [Word(f"{day:%a} {day.day} {day:%b %Y} ", "dim")]
                )
            yield BarLine([Word("  another date: 2026-12-01, +3d, 2w", action="date.other", key=" d")])
            yield Input(id="day")
            yield BarLine(id="problem")
            yield KeyBar()

    def on_mount(self) -> None:
        """The field is hidden until it is wanted."""
        self.query_one("#day").display = False

    def bar_label(self, action_id: str) -> str | None:
        """Ctrl+s matters only with a date typed."""
        return "" if action_id == "date.record" and not self.query_one("#day").display else None

    def _choose(self, typed: str) -> None:
        try:
            self.dismiss(self.console.services.day(typed))
        except DreamtuiError as problem:
            self.query_one("#problem", BarLine).show([Word(str(problem), "warning")])

    def do_date_tomorrow(self) -> None:
        """Tomorrow."""
        self._choose("tomorrow")

    def do_date_week(self) -> None:
        """In a week."""
        self._choose("1w")

    def do_date_month(self) -> None:
        """In four weeks."""
        self._choose("4w")

    def do_date_quarter(self) -> None:
        """In thirteen weeks."""
        self._choose("13w")

    def do_date_other(self) -> None:
        """Type one."""
        field = self.query_one("#day", Input)
        field.display = True
        field.focus()
        self.refresh_keys()

    def do_date_record(self) -> None:
        """Take the date typed."""
        typed = self.query_one("#day", Input).value.strip()
        if typed:
            self._choose(typed)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter decides nothing: it says which key does."""
        self.query_one("#problem", BarLine).show([Word("ctrl+s records with this date", "dim")])

    def do_date_back(self) -> None:
        """Decide nothing."""
        self.dismiss(None)

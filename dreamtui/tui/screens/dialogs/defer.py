"""Asks until when: a few usual dates by number, or one that is typed."""

from datetime import date

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from dreamtui.model.errors import DreamtuiError
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine, Word

CHOICES = {
    "date.tomorrow": ("1", "tomorrow", "tomorrow"),
    "date.week": ("2", "in a week", "1w"),
    "date.month": ("3", "in four weeks", "4w"),
    "date.quarter": ("4", "in a quarter", "13w"),
}
"""Key, words and date of each choice, by its action."""

EXAMPLES = "2026-12-01, +3d, 2w"
"""What can be typed."""


class DateScreen(BaseDialog[str]):
    """Gives back a date, or nothing when somebody goes back."""

    SCOPES = (Scope.DATE,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = ""
    TAKES_KEYS = True

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.heading = heading

    def compose(self) -> ComposeResult:
        """The choices and a field for another date."""
        with Vertical(classes="box date"):
            yield BarLine([Word(self.heading, "strong")])
            for name, (key, words, typed) in CHOICES.items():
                day = _shown(self.console.here.day(typed))
                yield BarLine([Word(f"  {words}", action=name, key=f" {key}")], [Word(f"{day} ", "dim")])
            yield BarLine([Word(f"  another date, such as {EXAMPLES}", action="date.other", key=" d")])
            yield BarLine([Word("Until", "strong"), Word("  ctrl+s records with this date", "dim")], id="day-title")
            yield Input(id="day", placeholder="2w")
            yield BarLine(id="problem")
            yield KeyBar()

    def on_mount(self) -> None:
        """The field is hidden until it is wanted."""
        for name in ("#day-title", "#day"):
            self.query_one(name).display = False

    def bar_label(self, action_id: str) -> str | None:
        """Recording matters only with a date typed."""
        return "" if action_id == "date.record" and not self.query_one("#day").display else None

    def _choose(self, typed: str) -> None:
        try:
            self.dismiss(self.console.here.day(typed))
        except DreamtuiError as problem:
            self.query_one("#problem", BarLine).show([Word(str(problem), "warning")])

    def do_date_tomorrow(self) -> None:
        """Tomorrow."""
        self._choose(CHOICES["date.tomorrow"][2])

    def do_date_week(self) -> None:
        """In a week."""
        self._choose(CHOICES["date.week"][2])

    def do_date_month(self) -> None:
        """In four weeks."""
        self._choose(CHOICES["date.month"][2])

    def do_date_quarter(self) -> None:
        """In thirteen weeks."""
        self._choose(CHOICES["date.quarter"][2])

    def do_date_other(self) -> None:
        """Type one."""
        field = self.query_one("#day", Input)
        self.query_one("#day-title").display = field.display = True
        field.focus()
        self.refresh_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say live which day is meant; what was wrong before is forgotten."""
        event.stop()
        typed = event.value.strip()
        try:
            said = [Word(f"= {_shown(self.console.here.day(typed))}", "strong")] if typed else []
        except DreamtuiError:
            said = [Word("no date after today yet", "dim")]
        self.query_one("#problem", BarLine).show(said)

    def do_date_record(self) -> None:
        """Take the date typed."""
        if not self.query_one("#day").display:
            return
        typed = self.query_one("#day", Input).value.strip()
        if typed:
            self._choose(typed)
        else:
            self.query_one("#problem", BarLine).show([Word(f"Type a date first: {EXAMPLES}", "warning")])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter decides nothing anywhere: it says which day is meant and what records it, or what is wrong."""
        event.stop()
        try:
            day = _shown(self.console.here.day(event.value.strip()))
        except DreamtuiError as problem:
            self.query_one("#problem", BarLine).show([Word(str(problem), "warning")])
        else:
            self.query_one("#problem", BarLine).show([Word(f"= {day}", "strong"), Word("  ctrl+s records it", "dim")])

    def do_date_back(self) -> None:
        """Decide nothing."""
        self.dismiss(None)


def _shown(day: str) -> str:
    """A day as people say it: Wed 25 Nov 2026."""
    found = date.fromisoformat(day)
    return f"{found:%a} {found.day} {found:%b %Y}"

"""What runs by itself: schedules and hooks, switched on and off with a preview, and the log of the runs."""

from collections.abc import Sequence
from functools import partial

from dreamtui.desk.person import run_log
from dreamtui.desk.workspace.runs import RunRecord, RunsStatus, history, runs
from dreamtui.present import runs as run_texts
from dreamtui.present.parts import Word, sentence
from dreamtui.schedule import automation
from dreamtui.schedule.automation import Automation, Switch
from dreamtui.text.paths import tilde
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.subject import RowsRead, Subject
from dreamtui.tui.screens.dialogs.questions import agree_to_changes
from dreamtui.tui.texts import automation as texts

MOST = 100
"""Runs that are shown."""


class AutomationRows(Subject):
    """What is installed, what could be, and the last runs."""

    HEADING = "Automation"
    COLUMNS = texts.COLUMNS
    LINES = ("automation-failing",)

    def __init__(self, screen: BrowseScreen) -> None:
        super().__init__(screen)
        self._known: dict[str, Automation] = {}
        self._ran: Sequence[RunRecord] = ()
        self._done: list[Switch] = []

    def read(self) -> RowsRead:
        desk = self.console.here.desk
        known, ran, went = automation.automations(desk), history(desk, MOST), runs(desk, 0)
        self._known, self._ran = {one.id: one for one in known}, ran
        return RowsRead(
            texts.rows(known, ran, desk.now), run_texts.summary(ran, went, desk.now), partial(self._show_failing, went)
        )

    def _show_failing(self, went: RunsStatus) -> None:
        said = run_texts.failing(went)
        self.screen.show_line("automation-failing", [Word(f" {said}", "warning")] if said else [])

    def page(self, row_id: str) -> Page:
        """One run, or one thing that runs by itself."""
        desk = self.console.here.desk
        kind, _, name = row_id.partition(":")
        if kind == "run":
            return Page(run_texts.lines(self._ran[int(name.partition(":")[0])], desk.now))
        one = self._known[row_id]
        return Page(texts.lines(one, automation.nexts(one, desk), tilde(run_log(desk.env), desk.env)))

    def _chosen(self) -> Automation | None:
        row = self.screen.rows.chosen
        return self._known.get(row.id) if row is not None else None

    def label(self, action_id: str) -> str | None:
        """Only what can be switched has a key."""
        if not action_id.startswith("automation."):
            return None
        one = self._chosen()
        is_job = one is not None and one.id.startswith("job:")
        if action_id == "automation.undo":
            alive = bool(self._done)
        elif one is None or one.problem:
            alive = False
        else:
            alive = (one.on or is_job) if action_id == "automation.off" else not (one.on or is_job)
        return None if alive and not self.console.read_only else ""

    # Switching

    def do_automation_on(self) -> None:
        self._switch(wanted=True)

    def do_automation_off(self) -> None:
        self._switch(wanted=False)

    def _switch(self, *, wanted: bool) -> None:
        """Plan the change and show it."""
        one, desk = self._chosen(), self.console.here.desk
        if one is None:
            self.console.say("Put the cursor on a schedule or a hook first.", "warning")
        elif one.problem:
            self.console.say(f"{sentence(one.problem)}.", "warning", timeout=8.0)
        elif (one.on or one.id.startswith("job:")) == wanted:
            self.console.say(f"{sentence(one.name)} is {'on' if wanted else 'off'} already.", "warning")
        else:
            self._plan(partial(automation.switch, desk, one), "Install" if wanted else "Uninstall", one.name)

    def do_automation_undo(self) -> None:
        """Take back the last switch of this sitting."""
        if not self._done:
            self.console.say("Nothing was switched here yet.", "warning")
            return
        last = self._done.pop()
        self._show("Undo", last.said, last.back(), keep=False, dropped=partial(self._done.append, last))

    def _plan(self, call: partial[Switch], verb: str, name: str) -> None:
        in_worker(
            self.screen, call, lambda made: self._show(verb, name, made), group="plan", description="planning a switch"
        )

    def _show(
        self, verb: str, name: str, made: Switch, *, keep: bool = True, dropped: partial[None] | None = None
    ) -> None:
        """Show exactly what will be written; written on confirmation."""
        if not made.changes:
            self.console.say("Nothing to change.")
            return
        heading = f"{verb}: {name}"
        shown = agree_to_changes(made.changes, heading, made.write, made.remarks)
        self.console.push_screen(shown, partial(self._written, made, keep=keep, dropped=dropped))

    def _written(
        self, made: Switch, left: tuple[str, ...] | None, *, keep: bool, dropped: partial[None] | None
    ) -> None:
        """Say what was done and what is left to do; None if it was not written."""
        if left is None:
            if dropped is not None:
                dropped()
            return
        if keep:
            self._done.append(made)
        back = "; u undoes it" if keep else ""
        self.console.say(
            ". ".join([f"{sentence(made.said)}{back}", *left]), "warning" if left else "information", timeout=8.0
        )
        self.screen.reader.again()

"""Mining from inside: what is being read and how far, escape to stop, and what came of it."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.worker import get_current_worker

from dreamtui.desk.mine.run import DreamRequest
from dreamtui.desk.mine.unattended import Dream, dream
from dreamtui.model.errors import Refused
from dreamtui.model.mining.interface import ScanStopped, no_collection
from dreamtui.present.mining import dream_lines, phase_words, short_outcome
from dreamtui.present.parts import Word, meter_parts
from dreamtui.text.lines import plain
from dreamtui.tui.actions.opened import BESIDE
from dreamtui.tui.actions.registry import Scope, split_keys
from dreamtui.tui.controllers.working import Failed, Progress, in_worker
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.text_pane import TextPane


class MiningScreen(BaseDialog[str]):
    """One run; returns the action that reads the queue again if the run changed it."""

    SCOPES = (Scope.MINING,)
    CSS_PATH: ClassVar[Any] = stylesheet("mining.tcss")
    AUTO_FOCUS = "TextPane"

    def __init__(self, makes_way: Callable[[], bool] | None = None, instructions: str = "") -> None:
        """`instructions`: what to look at, in a person's words. `makes_way` says whether there is something below to be
        seen, for a run that nobody asked for: where there is, or something was found, it closes when it is done.
        """
        super().__init__()
        self._makes_way = makes_way
        self._request = DreamRequest(instructions=instructions)
        self._running = False
        self._stopping = False
        self._done: Dream | None = None
        self._begun = 0.0
        self._at = ("reading", 0, 0)
        """The step, and its progress; 0 if the total is unknown."""

    def compose(self) -> ComposeResult:
        """A heading, how far it is, what came of it, the keys."""
        with Vertical(classes="box mining"):
            whose = self.console.sessions.whose
            yield BarLine([Word(f"Looking for what recurs{f' in {whose}' if whose else ''}", "strong")])
            yield BarLine(id="mining-progress")
            yield TextPane()
            yield KeyBar()

    def on_mount(self) -> None:
        self._running = True
        self._begun = self.console.clock()
        self.console.sitting.wrote()
        self._go_on()
        self.set_interval(1.0, self._go_on)
        told = self._request.instructions
        self.query_one(TextPane).show(
            [
                *([plain(f"Look at: {told}"), plain("")] if told else []),
                plain("Events, commits, conversations and memories are read; nothing is decided.", "dim"),
            ]
        )
        self._mine()

    def bar_label(self, action_id: str) -> str | None:
        """The key says what it does now."""
        return None if self._running else "close"

    async def on_key(self, event: Key) -> None:
        """When it is done, the key of another screen closes it and goes there."""
        keys = self.console.keymap.keys
        place = next((name for name in BESIDE if event.key in split_keys(keys.get(name, ""))), "")
        if place and not self._running:
            event.stop()
            self.do_mining_stop()
            self.console.call_later(self.console.do_here, place)

    def _mine(self) -> None:
        desk, progress = self.console.here.desk, Progress(self, self._progressed, stops=False)

        def run() -> Dream:
            worker = get_current_worker()
            try:
                with no_collection():  # a search for cycles holds every thread, keys too, for a tenth of a second
                    return dream(desk, self._request, progress=progress, cancelled=lambda: worker.is_cancelled)
            except ScanStopped:
                raise Refused("The run was stopped.") from None

        in_worker(self, run, self._mined, group="mining", description="looking for what recurs", what="mine")

    def _say(self, what: str, done: int = 0, total: int = 0, since: str = "") -> None:
        words = [Word(f"{what} ", "dim", keep=9)]
        if total:
            words += [
                Word(text, _TONES.get(style, style)) for style, text in meter_parts("", done, total, cells=24)[:-1]
            ]
            words.append(Word(f" {done:,} of {total:,}", "dim"))
        elif done:
            words.append(Word(f"{done:,}", "dim"))
        self.query_one("#mining-progress", BarLine).show(words, [Word(since, "dim")] if since else [])

    def _progressed(self, what: str, done: int, total: int) -> None:
        self._at = (what, done, total)
        self._go_on()

    def _go_on(self) -> None:
        """Say how far it is; the seconds go on also where nothing can be counted."""
        if self._running and not self._stopping:
            seconds = int(self.console.clock() - self._begun)
            what, done, total = self._at
            self._say(phase_words(what), done, total, f"{seconds} s" if seconds > 1 else "")

    def _mined(self, done: Dream) -> None:
        """Say what came of it."""
        self._running, self._done = False, done
        if self._makes_way is not None and (done.changed or self._makes_way()):
            self.console.say(short_outcome(done))
            self.do_mining_stop()
            return
        self._say("done")
        self.query_one(TextPane).show(dream_lines(done))
        self.refresh_keys()

    def failed(self, message: Failed) -> None:
        """Say here why it did not work, or that it was stopped."""
        self._running = False
        self._say("stopped" if self._stopping else "failed")
        lines = [plain(message.sentence, "warning")]
        lines += [plain(f"The traceback is in {message.log}", "dim")] if message.log else []
        self.query_one(TextPane).show([*lines, plain("Nothing was changed.")])
        self.refresh_keys()

    def do_mining_stop(self) -> None:
        """Stop it, or close it when it is done."""
        if not self._running:
            self.dismiss("review.refresh" if self._done is not None and self._done.changed else None)
            return
        self._stopping = True
        self._say("stopping")
        self.workers.cancel_group(self, "mining")


_TONES = {"near": "ok", "over": "ok"}
"""Tones of a meter that is not a budget: full is good."""

"""Mining from inside: what is being read and how far, escape to stop, and what came of it."""

from dataclasses import dataclass
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.worker import get_current_worker

from dreamtui.desk.mine.run import DreamRequest
from dreamtui.desk.mine.unattended import Dream, dream
from dreamtui.model.errors import Refused
from dreamtui.model.mining import no_collection
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, Failed, KeyBar
from dreamtui.tui.texts.mining import dream_lines, phase_words
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.meter import meter_parts
from dreamtui.tui.widgets.text_pane import TextPane, plain

_EVERY = 0.05


@dataclass
class Progressed(Message):
    """How far the run is."""

    what: str
    """What is being done."""
    done: int
    """How far."""
    total: int
    """Of how much; 0 when nobody knows."""

    def can_replace(self, message: Message) -> bool:
        """Only the newest matters."""
        return isinstance(message, Progressed)


@dataclass
class Mined(Message):
    """The run is done."""

    done: Dream
    """What it did."""


class MiningScreen(BaseDialog[str]):
    """One run; gives back the action that reads the queue again when the run changed it."""

    SCOPES = (Scope.MINING,)
    BINDINGS = bindings_of(*SCOPES)
    CSS_PATH: ClassVar[Any] = stylesheet("mining.tcss")
    AUTO_FOCUS = "TextPane"

    def __init__(self) -> None:
        super().__init__()
        self._running = False
        self._stopping = False
        self._done: Dream | None = None
        self._told = 0.0
        self._begun = 0.0
        self._at = Progressed("reading", 0, 0)

    def compose(self) -> ComposeResult:
        """A heading, how far it is, what came of it, the keys."""
        with Vertical(classes="box mining"):
            whose = self.console.sessions.whose
            yield BarLine([Word(f"Looking for what recurs{f' in {whose}' if whose else ''}", "strong")])
            yield BarLine(id="mining-progress")
            yield TextPane()
            yield KeyBar()

    def on_mount(self) -> None:
        """Begin."""
        self._running = True
        self._begun = self.console.clock()
        self.console.sitting.wrote()
        self._go_on()
        self.set_interval(1.0, self._go_on)
        self.query_one(TextPane).show(
            [plain("Events, commits, conversations and memories are read; nothing is decided.", "dim")]
        )
        self._mine()

    def bar_label(self, action_id: str) -> str | None:
        """The key says what it does now."""
        return None if self._running else "close"

    @work(thread=True, exclusive=True, exit_on_error=False, group="mining", description="looking for what recurs")
    def _mine(self) -> None:
        worker = get_current_worker()
        desk = self.console.here.desk

        def progress(what: str, done: int, total: int) -> None:
            now = self.console.clock()
            if now - self._told >= _EVERY or done == total:
                self._told = now
                self.post_message(Progressed(what, done, total))

        def run() -> Mined:
            from dreamtui.sources.events import ScanStopped

            try:
                with no_collection():  # a search for cycles holds every thread, keys too, for a tenth of a second
                    return Mined(dream(desk, DreamRequest(), progress=progress, cancelled=lambda: worker.is_cancelled))
            except ScanStopped:
                raise Refused("The run was stopped.") from None

        self.guarded(run, lambda done: done, "mine")

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

    def on_progressed(self, message: Progressed) -> None:
        """Show how far it is."""
        message.stop()
        self._at = message
        self._go_on()

    def _go_on(self) -> None:
        """Say how far it is; the seconds go on also where nothing can be counted."""
        if self._running and not self._stopping:
            seconds = int(self.console.clock() - self._begun)
            self._say(phase_words(self._at.what), self._at.done, self._at.total, f"{seconds} s" if seconds > 1 else "")

    def on_mined(self, message: Mined) -> None:
        """Say what came of it."""
        message.stop()
        self._running, self._done = False, message.done
        self._say("done")
        self.query_one(TextPane).show(dream_lines(message.done))
        self.refresh_keys()

    def failed(self, message: Failed) -> None:
        """Say here why it did not work, or that it was stopped."""
        self._running = False
        self._say("stopped" if self._stopping else "failed")
        lines = [plain(message.sentence, "warning")]
        lines += [plain(f"What happened is in {message.log}", "dim")] if message.log else []
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

"""A model drafts the rule of an item: which command is asked and for how long, escape to stop, and what came of it."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.worker import get_current_worker

from dreamtui.model.errors import Refused
from dreamtui.model.model_draft import ModelDraft
from dreamtui.present.item import draft_lines, in_pane
from dreamtui.present.parts import Word
from dreamtui.present.refusal import typed
from dreamtui.text.lines import plain
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.controllers.working import Failed, in_worker
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.text_pane import TextPane


class DraftingScreen(BaseDialog[bool]):
    """One question to a model; returns whether there is another draft now."""

    SCOPES = (Scope.MINING,)
    CSS_PATH: ClassVar[Any] = stylesheet("mining.tcss")
    AUTO_FOCUS = "TextPane"

    def __init__(self, title: str, ask: Callable[[Callable[[], bool]], ModelDraft]) -> None:
        """`ask` blocks, and ends when what it is given says that it is to be stopped."""
        super().__init__()
        self._about = title
        self._ask = ask
        self._waits = True
        self._stopping = False
        self._changed = False
        self._begun = 0.0

    def compose(self) -> ComposeResult:
        """What is asked about, how long, what came of it, the keys."""
        with Vertical(classes="box mining"):
            yield BarLine([Word("A model drafts a rule for ", "strong", keep=9), Word(self._about, "strong", keep=5)])
            yield BarLine(id="mining-progress")
            yield TextPane()
            yield KeyBar()

    def on_mount(self) -> None:
        """Begin."""
        self._begun = self.console.clock()
        self.query_one(TextPane).show(
            [
                plain("Its evidence is sent to your model command: messages, at most 40 changed lines, quotes.", "dim"),
                plain("Every quote of the answer is checked; nothing is decided.", "dim"),
            ]
        )
        self._tell()
        self.set_interval(1.0, self._tell)

        def work() -> ModelDraft:
            worker = get_current_worker()
            return self._ask(lambda: worker.is_cancelled)

        in_worker(self, work, self._answered, group="drafting", description="asking a model", what="draft")

    def bar_label(self, action_id: str) -> str | None:
        """The key says what it does now."""
        return None if self._waits else "close"

    def _tell(self) -> None:
        if self._waits and not self._stopping:
            self._say("asking", f"{int(self.console.clock() - self._begun)} s")

    def _say(self, what: str, since: str = "") -> None:
        self.query_one("#mining-progress", BarLine).show([Word(what, "dim")], [Word(since, "dim")] if since else [])

    def _answered(self, made: ModelDraft) -> None:
        self._waits, self._changed = False, True
        self._say("answered")
        self.query_one(TextPane).show(in_pane(draft_lines(made)))
        self.refresh_keys()

    def failed(self, message: Failed) -> None:
        """Say here why there is no answer, and what was missing."""
        self._waits = False
        self._say("stopped" if self._stopping else "no answer")
        lines = [plain(typed(Refused(message.sentence, message.missing)), "warning")]
        lines += [plain(f"The traceback is in {message.log}", "dim")] if message.log else []
        self.query_one(TextPane).show([*lines, plain("The item is as it was.")])
        self.refresh_keys()

    def do_mining_stop(self) -> None:
        """Stop it, or close it when it is done."""
        if not self._waits:
            self.dismiss(self._changed)
            return
        self._stopping = True
        self._say("stopping")
        self.workers.cancel_group(self, "drafting")

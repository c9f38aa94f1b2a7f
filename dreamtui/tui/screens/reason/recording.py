"""From the key that records to the record: what the coach refuses, a date, a confirmation, what is acknowledged."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from dreamtui.model.decision import Words
from dreamtui.model.errors import Lack
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.text.lines import plain
from dreamtui.tui.controllers.working import Failed, in_worker
from dreamtui.tui.texts import deciding

if TYPE_CHECKING:
    from dreamtui.tui.screens.dialogs.form import FormScreen
    from dreamtui.tui.screens.reason.rationale import RationaleScreen
    from dreamtui.tui.session.outcomes import ConsoleOutcome

R = TypeVar("R")


class Recording:
    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen
        self.is_running = False
        self._risky: tuple[Words | None, tuple[str, ...]] = (None, ())
        """Words that were refused as risky, and what of them is acknowledged by recording them once more."""

    def do_reason_record(self) -> None:
        """Record, unless the coach refuses; several items are confirmed first."""
        screen = self._screen
        reason, rule = screen.asked.judged(screen.recorded())
        refusals = (*reason.refusals, *(rule.refusals if rule else ()))
        if refusals:
            screen.refuse(refusals[0])
        elif self.asks_date:
            from dreamtui.tui.screens.dialogs.questions import until_when

            what = "Later" if screen.asked.verb is Verb.DEFER else "Rejected as not now"
            self._ask(until_when(f"{what}, until …", screen.console.here.day), self._dated)
        else:
            self._confirm()

    @property
    def asks_date(self) -> bool:
        """Whether a date is asked before it is recorded."""
        words, asked = self._screen.words, self._screen.asked
        dated = asked.verb is Verb.DEFER or (words.disposition == Disposition.NOT_NOW and not asked.retires)
        return dated and not words.until

    @property
    def label(self) -> str:
        """What the key that records is called: how many it records, and what is to be pressed after it."""
        count, sure = len(self._screen.asked.refs), self._screen.asked.sure
        yes = self._screen.console.keymap.shown("confirm.yes") if sure else ""
        following = " and ".join(filter(None, ("a date" if self.asks_date else "", yes)))
        return f"record{f' {count}' if count > 1 else ''}{f', then {following}' if following else ''}"

    def _dated(self, until: str | None) -> None:
        """Record with the date; without one everything stays as it is."""
        if until:
            self._screen.words = replace(self._screen.words, until=until)
            self._screen.judge()
            self._confirm()

    def _confirm(self) -> None:
        """Record, several items after a confirmation."""
        asked = self._screen.asked
        if asked.sure:
            from dreamtui.tui.screens.dialogs.questions import confirm

            question = f"{asked.heading.removesuffix(', one record each')}, with this one reason?"
            reason = deciding.reason_given(self._screen.recorded().rationale)
            also = "".join(word.text for word in self._screen.settles)
            lines = [*reason, *([plain(also), plain("")] if also else []), *asked.sure]
            self._ask(confirm(question, lines, str(asked.verb)), self._confirmed)
        else:
            self._record()

    def _ask(self, question: "FormScreen[R]", then: "Callable[[R | None], None]") -> None:
        """Ask where the box is: a person looks there, and would take a question elsewhere for a box that hangs."""
        question.add_class("-in-place")
        self._screen.app.push_screen(question, then)

    def _confirmed(self, yes: bool | None) -> None:
        if yes:
            self._record()

    def _record(self) -> None:
        if self.is_running:
            return
        screen = self._screen
        screen.keep()
        self.is_running = True
        words = screen.recorded()
        if words == self._risky[0]:
            words = replace(words, acknowledged=(*words.acknowledged, *self._risky[1]))
        in_worker(
            screen, lambda: screen.asked.record(words), self._recorded,
            group="decide", description="recording a decision", what="decide",
        )  # fmt: skip

    def _recorded(self, outcome: "ConsoleOutcome") -> None:
        """The words are in the record now, so the draft goes."""
        self._screen.draft.drop()
        self._screen.dismiss(outcome)

    def failed(self, message: Failed) -> None:
        """Refused: say so in the box, the words stay."""
        screen = self._screen
        self.is_running = False
        if message.log or message.what == "preview":
            screen.console.complain(message.sentence, message.log)
            return
        if message.missing is not None and message.missing.what is Lack.RISK:
            words = screen.recorded()
            known = self._risky[1] if words == self._risky[0] else ()
            self._risky = (words, (*known, *message.missing.names))
        screen.refuse(message.sentence, message.missing)

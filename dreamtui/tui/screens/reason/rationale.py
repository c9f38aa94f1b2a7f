"""Writing a reason: the rule and the reason, the coach beside them, drafts that are never lost."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key, Paste
from textual.widgets import TextArea

from dreamtui.coach.rationale import open_gaps
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Missing
from dreamtui.model.status import Disposition
from dreamtui.model.target import destination_written
from dreamtui.model.verb import Verb
from dreamtui.present.parts import Word
from dreamtui.text.dates import add_days
from dreamtui.text.versions import is_version
from dreamtui.tui.actions.registry import Scope, shown_key, split_keys
from dreamtui.tui.controllers.working import BEING_RECORDED, Failed, in_worker
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.screens.reason.asked import Loading, ReasonRequest
from dreamtui.tui.screens.reason.citing import Citing
from dreamtui.tui.screens.reason.loading import LoadingBuffer
from dreamtui.tui.screens.reason.placing import Placing
from dreamtui.tui.screens.reason.reason_draft import ReasonDraft
from dreamtui.tui.screens.reason.recording import Recording
from dreamtui.tui.screens.reason.rejecting import Rejecting
from dreamtui.tui.screens.reason.writing import Writing
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.texts import coach as coach_text
from dreamtui.tui.texts import deciding
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.words_box import WordsBox

if TYPE_CHECKING:
    from dreamtui.tui.screens.dialogs.form import FormScreen

R = TypeVar("R")


class RationaleScreen(BaseDialog[ConsoleOutcome]):
    """Returns what was recorded, or None if the words were kept as a draft."""

    SCOPES = (Scope.REASON,)
    CONTROLLERS = (Writing, Recording, Placing, Citing, Rejecting)
    VERTICAL_BREAKPOINTS = BaseDialog.LOW
    AUTO_FOCUS = "#why"

    def __init__(self, asked: ReasonRequest, loading: Loading[Any] | None = None) -> None:
        super().__init__()
        self.asked = asked
        self.buffer = LoadingBuffer(self, loading)
        """Until it has read what is asked, `asked` says only what that is about."""
        self.draft = ReasonDraft(self)
        self.writing = self.controller(Writing)
        self.recording = self.controller(Recording)
        self.placing = self.controller(Placing)
        self.words = Words()
        """What is not typed: disposition, date, rule or note."""
        self._rule: WordsBox | None = None
        self._refusal = ""
        self._refused: Words | None = None
        """The words that were refused."""
        self._given = ("", "")
        """Reason and rule as they were put into their boxes; what nobody wrote is not complained of."""

    @property
    def why(self) -> WordsBox:
        return self.query_one("#why", WordsBox)

    @property
    def rule(self) -> WordsBox | None:
        """The rule's box, where a rule is asked for."""
        if not self.asked.with_rule:
            return None
        if self._rule is None or not self._rule.is_attached:
            self._rule = next(iter(self.query("#rule").results(WordsBox)), None)
        return self._rule

    def other_box(self, box: WordsBox) -> WordsBox:
        """The reason's box beside the rule's, and the rule's, where there is one, beside the reason's."""
        return self.rule if box is self.why and self.rule is not None else self.why

    def on_key(self, event: Key) -> None:
        if self.keeps_words:
            self.buffer.take_key(event)

    def on_paste(self, event: Paste) -> None:
        if self.keeps_words:
            self.buffer.take_paste(event)

    async def do(self, action_id: str) -> None:
        """Do an action; a key to record with that was typed ahead with the words does nothing, and says so."""
        if self.keeps_words and action_id not in ("reason.keep", "reason.help"):
            return
        if action_id == "reason.record" and self.why.text and self.console.guard.dead(self.console.clock()):
            self.console.typed.release()
            self.console.say("Too soon after the box opened: press it again to record", "warning", about="soon")
            return
        await super().do(action_id)

    def will_ask(self, action_id: str) -> bool:
        """There is another box to go to only where a rule is asked for."""
        return super().will_ask(action_id) and (action_id != "reason.switch" or self.rule is not None)

    def on_words_box_marked(self, event: WordsBox.Marked) -> None:
        """Hidden characters that were pasted are marks now."""
        self.console.say(event.said, "warning")

    @property
    def settles(self) -> list[Word]:
        """What else leaves the queue with the decision."""
        queue = self.console.review.queue.view
        return deciding.settling(queue.settled_by(self.asked.verb, self.asked.refs))

    def compose(self) -> ComposeResult:
        """Heading, evidence, rule, reason, coach, keys."""
        draft = None if self.buffer.is_loading else self.draft.begun()
        if draft is not None:
            self.words = replace(
                self.words, disposition=draft.disposition, as_note=draft.as_note, until=draft.until,
                destination=destination_written(draft.to) if draft.to else None,
            )  # fmt: skip
        self.set_class(draft is not None, "-restored")
        self.set_class(not self.asked.with_rule, "-lone")
        self.set_class(bool(self.asked.sentence_name), "-listed")
        with Vertical(classes="box rationale", id="box"):
            yield BarLine([Word(self.asked.heading, "strong", keep=10)], id="reason-title")
            yield from map(BarLine, self.asked.named)
            if settled := self.settles:
                yield BarLine(settled, id="reason-settles")
            if self.buffer.is_loading:
                yield BarLine([Word("reading …", "dim")])
                yield KeyBar()
                return
            yield from self.controller(Citing).compose()
            if self.asked.verb is Verb.REJECT:
                yield BarLine(*coach_text.grounds(self.words), id="reason-kind")
            if self.asked.with_rule:
                yield BarLine(id="rule-title")
                yield WordsBox(self.asked.first_rule(draft), id="rule")
            if self.asked.with_target:
                yield BarLine(id="rule-target")
            names = [Word("; [1] names a piece", "dim", keep=1)] if self.asked.evidence else []
            why = "  what your team will read in six months"
            yield BarLine([Word("Why", "strong", keep=9), Word(why, "dim", keep=5), *names])
            yield WordsBox(
                draft.rationale if draft else "", id="why", placeholder=coach_text.invitation(self.asked.verb)
            )
            yield TextPane(id="coach")
            yield KeyBar()

    def on_mount(self) -> None:
        if self.buffer.is_loading:
            self.buffer.load()
        else:
            self.begin()

    def begin(self) -> None:
        """The text areas are there: judge what is in them, and write on in the right one."""
        said = self.said()
        rule = said.rule or "‹your rule›"
        self.placing.find_costs(replace(said, rationale=deciding.YOUR_REASON, rule=rule, as_note=False))
        self.nothing_typed()
        self.why.takes = self.controller(Rejecting).take
        for box in self.query(WordsBox):
            box.move_cursor(box.document.end)
        if open_gaps(self.why.text):
            self.why.select_next("‹", "›")
        if self.rule is not None and not self.rule.text:
            self.set_focus(self.rule)
        if self.has_class("-restored"):
            self.console.say("Your draft is back")
        if self.asked.begin:
            self.writing.begin()

    def nothing_typed(self) -> None:
        """What stands in the boxes now was put there: it is judged by what is typed from now on."""
        self._given = self._typed
        self.judge()

    @property
    def _typed(self) -> tuple[str, str]:
        return self.why.text, self.rule.text if self.rule is not None else ""

    def clear_refusal(self) -> None:
        """What was refused was refused of other words."""
        self._refusal = ""

    def said(self) -> Words:
        """All the words as they are now."""
        rule = self.asked.rule_of(self.rule.text) if self.rule else ""
        return replace(self.words, rationale=self.why.text, rule=rule)

    def recorded(self) -> Words:
        """The words as they are recorded: pieces that are named by number are named in words."""
        said = self.said()
        return replace(said, rationale=self.controller(Citing).recorded(said.rationale))

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        if event.text_area is self.why and self.asked.verb is Verb.REJECT:
            self.controller(Rejecting).give_back()
        if self.said() != self._refused:  # a box tells of a change some time after it
            self._refusal = ""
        self.judge()
        self.draft.save_soon()

    def judge(self) -> None:
        """Say what the words have and what they lack."""
        said, asked = self.said(), self.asked
        reason, rule = asked.judged(self.recorded())
        if self._typed == self._given:
            reason, rule = reason.without_refusals, rule.without_refusals if rule is not None else None
        warning = asked.warning(said.rule) if asked.warning else ""
        warning = warning or asked.retires or (coach_text.about_kind(said) if asked.verb is Verb.REJECT else "")
        coached = coach_text.lines(reason, rule, self._refusal, warning, said.as_note)
        self.query_one("#coach", TextPane).show([*coached, *self.controller(Citing).lines(said.rationale)])
        if asked.sentence and self.rule is not None:
            title = coach_text.sentence_title(self.rule.text, said)
            if asked.sentence_name:
                title = coach_text.proposed_title(asked.sentence_name, said)
            self.query_one("#rule-title", BarLine).show(*title)
        elif asked.with_rule:
            size = coach_text.rule_size(said.rule)
            what = "a note, read when it is looked up" if said.as_note else "what agents will read"
            what = what if said.rule.strip() else f"write it first: {what}"
            what += f" until {said.until}" if said.until and self._has_review else ""
            right = [Word(coach_text.cost(size), "dim", "reason.as-note", 7)]
            if asked.verb is Verb.GRADUATE and not said.rule.strip():
                other = "a rule" if said.as_note else "a note"
                right = [Word("  ", keep=7), Word(f"ctrl+n: {other}", "dim", "reason.as-note", 7)]
            self.query_one("#rule-title", BarLine).show(
                [Word("Note" if said.as_note else "Rule", "strong", keep=9), Word(f"  {what}", "dim", keep=5)], right
            )
        if asked.verb is Verb.REJECT:
            begun = self.controller(Rejecting)
            kind = coach_text.grounds(self.words, numbered=begun.is_offered, last=bool(begun.last))
            self.query_one("#reason-kind", BarLine).show(*kind)
            begun.show()
        self.placing.show(said)
        self.refresh_keys()

    def bar_label(self, action_id: str) -> str | None:
        """Only the keys that matter for this decision; of a rejection always its kind."""
        if self.keeps_words:
            return {"reason.keep": "back", "reason.help": None}.get(action_id, "")
        verb = self.asked.verb
        apply = {
            "reason.disposition": verb is Verb.REJECT,
            "reason.as-note": verb is Verb.GRADUATE,
            "reason.until": self._has_review,
            "reason.target": self.asked.with_target and not self.words.as_note,
            "reason.switch": self.rule is not None,
            "reason.drafted": self.rule is not None and bool(self.asked.drafted),
            "reason.preview": self.asked.preview is not None,
        }
        if not apply.get(action_id, True):
            return ""
        if action_id == "reason.record":
            return self.recording.label
        if action_id == "reason.disposition":
            return "next kind"
        if action_id == "reason.switch" and self.asked.sentence:  # marks, or a sentence: no rule
            return "words / why"
        if action_id == "reason.switch" and self.words.as_note:
            return "note / why"
        return None

    @property
    def _has_review(self) -> bool:
        """Whether what is decided is a rule that comes back for review."""
        return self.asked.verb is Verb.RERATIONALE or (self.asked.verb is Verb.GRADUATE and not self.words.as_note)

    def do_reason_until(self) -> None:
        """Ask until when the rule holds."""
        if self._has_review:
            from dreamtui.tui.screens.dialogs.questions import until_when

            question = until_when("The rule holds until …", self.console.here.holds_until, versions=True)
            self.ask_at_foot(question, self._holds_until)

    def ask_at_foot(self, question: "FormScreen[R]", then: Callable[[R | None], None]) -> None:
        """Ask where the words are written, so that the evidence above them can be read meanwhile."""
        question.add_class("-at-foot")
        self.app.push_screen(question, then)

    def _holds_until(self, day: str | None) -> None:
        if day:
            self.words = replace(self.words, until=day)
            when = f"when {day} is reached" if is_version(day) else f"on {day}"
            self.console.say(f"It comes back for review {when}")
            self.judge()
            self.keep()

    def do_reason_disposition(self) -> None:
        """The next ground for a rejection; of not-now the date is asked when it is recorded."""
        if self.asked.verb is not Verb.REJECT:
            return
        names = ["", *(one.value for one in Disposition)]
        following = names[(names.index(self.words.disposition) + 1) % len(names)]
        self.words = replace(self.words, disposition=following, until="")
        self._refusal = ""
        self.judge()
        self.keep()

    def do_reason_as_note(self) -> None:
        """A rule, or a note."""
        if self.asked.verb is Verb.GRADUATE:
            self.words = replace(self.words, as_note=not self.words.as_note, until="")
            self.judge()
            self.keep()

    def do_reason_room(self) -> None:
        """What a promotion does when MEMORY.md is full: is refused, drops old promotions, or goes beyond the budget."""
        if self.asked.sentence and not self.asked.sentence_name:
            ways = ("", "make", "over")
            self.words = replace(self.words, room=ways[(ways.index(self.words.room) + 1) % len(ways)])
            self._refusal = ""
            self.judge()

    def on_words_box_left(self, event: WordsBox.Left) -> None:
        """Keep the words when the focus goes."""
        self.keep()

    def keep(self) -> None:
        self.draft.save()

    def do_reason_keep(self) -> None:
        """Keep the words and go back, unless they are being recorded: what comes of that has to be seen."""
        if self.recording.is_running:
            self.console.say(BEING_RECORDED, about="running")
            return
        self.keep()
        self.dismiss(None)

    def do_reason_preview(self) -> None:
        """Exactly what would change with these words, and in a week where the date is still to be asked."""
        preview, words = self.asked.preview, self.recorded()
        if self.recording.asks_date:
            words = replace(words, until=add_days(self.console.here.now, 7))
        if preview is None:
            self.console.say("What an undo or a batch changes is shown item by item, in tab 3")
            return
        in_worker(
            self, lambda: preview(words), self._show_changes,
            group="preview", description="what would change", what="preview",
        )  # fmt: skip

    def _show_changes(self, made: Plan) -> None:
        from dreamtui.tui.screens.dialogs.questions import show_changes

        heading = f"Exactly what {self.asked.verb} would change"
        self.app.push_screen(show_changes(made.shown, heading, revealed=self.asked.revealed))

    def failed(self, message: Failed) -> None:
        """What could not be read cannot be decided; what could not be recorded is said in the box."""
        if self.buffer.is_loading:
            self.do_reason_keep()
            super().failed(message)
        elif message.what != "forecast" or message.log:
            self.recording.failed(message)

    def refuse(self, sentence: str, missing: Missing | None = None) -> None:
        keys = self.console.keymap.keys
        kind, keep, record = (
            shown_key((split_keys(keys[name]) or [":"])[0])
            for name in ("reason.disposition", "review.take", "reason.record")
        )
        self._refusal, self._refused = deciding.in_keys(sentence, missing, kind, keep, record), self.said()
        self.judge()
        self.app.bell()

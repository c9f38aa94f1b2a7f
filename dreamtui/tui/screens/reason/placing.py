"""Where the rule goes: the line that says it, and the choice among its targets."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.model.errors import Usage
from dreamtui.model.target import Destination, Target, why_no_paths
from dreamtui.present.targets import target_line
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.texts import coach as coach_text
from dreamtui.tui.widgets.bar_line import BarLine

if TYPE_CHECKING:
    from dreamtui.desk.outputs.targets import TargetCost
    from dreamtui.model.decision import Words
    from dreamtui.tui.screens.reason.rationale import RationaleScreen


class Placing:
    """Says where the rule goes and what it costs there, and lets a person choose another place."""

    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen
        self._costs: Sequence[TargetCost] = ()
        self._known = 0
        """Lines of the words with which the costs were found."""

    def find_costs(self, words: "Words") -> None:
        """Find out what every target costs, with these words or with placeholders."""
        asked = self._screen.asked
        if not asked.with_target:
            return
        ref, verb = asked.refs[0], asked.verb
        session = self._screen.console.sessions.of(ref)
        self._known = coach_text.rule_size(words.rule).lines

        def known(found: "tuple[TargetCost, ...]") -> None:
            self._costs = found
            self._screen.judge()

        in_worker(
            self._screen, lambda: session.targets(ref.id, verb, words), known,
            group="forecast", description="counting lines", what="forecast",
        )  # fmt: skip

    def show(self, said: "Words") -> None:
        """The line, where a rule goes somewhere."""
        for line in self._screen.query("#rule-target").results(BarLine):
            line.display = not said.as_note
            own = coach_text.rule_size(said.rule).lines if self._screen.rule is not None else self._known
            line.show(*target_line(self._costs, said.destination, self._now, own, self._known))

    @property
    def _now(self) -> Destination:
        """Where the rule goes unless it is said otherwise."""
        found = next((one.destination for one in self._costs if one.is_now), None)
        return self._screen.asked.goes if found is None else found

    def do_reason_target(self) -> None:
        """Choose among the targets, each with what it costs."""
        screen = self._screen
        if not screen.asked.with_target or screen.words.as_note:
            return
        if not self._costs:
            screen.console.say("The targets are still being read")
            return
        from dreamtui.tui.screens.dialogs.questions import which_target

        own = coach_text.rule_size(screen.said().rule) if screen.rule is not None else None
        asked = which_target(self._costs, self._with_patterns, own if own and own.lines else None, self._known)
        screen.ask_at_foot(asked, self._chosen)

    def _with_patterns(self, typed: str) -> Destination:
        """Rules for the files that were typed; Usage for no patterns."""
        paths = tuple(typed.split())
        if not paths or (why := why_no_paths(paths)):
            raise Usage(why if paths else "Type patterns first, such as src/api/** *.sql")
        return Destination(Target.RULES, paths)

    def _chosen(self, goes: Destination | None) -> None:
        if goes is None:
            return
        screen = self._screen
        screen.words = replace(screen.words, destination=None if goes == self._now else goes)
        screen.clear_refusal()
        screen.judge()
        screen.keep()

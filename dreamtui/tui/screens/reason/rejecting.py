"""A rejection begun with a number: its kind, and in the empty box how such a reason could read."""

from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.coach.rationale import again, opening
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import mask
from dreamtui.text.inert import make_inert
from dreamtui.tui.texts import coach as coach_text

if TYPE_CHECKING:
    from dreamtui.model.decision import Decision
    from dreamtui.tui.screens.reason.rationale import RationaleScreen

KINDS = tuple(Disposition)
_AGAIN = len(KINDS)


class Rejecting:
    """A number acts only as the first sign of an empty box, and writes no words but a person's own earlier ones.

    Where a blank follows it, it was the first word of the reason: "2 of these are fixed".
    """

    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen
        self._numbers = ""
        """Those that chose a kind since the box was empty."""
        self._before = ""
        """The kind before them."""

    @property
    def last(self) -> "Decision | None":
        """The newest rejection of this sitting."""
        done = self._screen.console.sitting.done
        made = (together[0].decision for together in reversed(done) if together)
        return next((one for one in made if one.verb is Verb.REJECT), None)

    @property
    def is_offered(self) -> bool:
        return self._screen.asked.verb is Verb.REJECT and not self._screen.why.text

    def take(self, sign: str | None) -> bool:
        """Whether this sign began the reason."""
        last = self.last
        numbers = "12345"[: _AGAIN + (last is not None)]
        if not (self.is_offered and sign and sign in numbers):
            return False
        screen, place = self._screen, numbers.index(sign)
        if last is not None and place == _AGAIN:
            kind = last.disposition
            screen.why.insert(make_inert(again(last.rationale)).text)
            screen.nothing_typed()
        else:
            kind = KINDS[place].value
            self._before = self._before if self._numbers else screen.words.disposition
            self._numbers += sign
        screen.words = replace(screen.words, disposition=kind, until="")
        screen.judge()
        return True

    def give_back(self) -> None:
        """Put numbers that a blank follows before it, as they were typed, and the kind as it was."""
        screen, numbers, typed = self._screen, self._numbers, self._screen.why.text
        if not numbers or not typed:
            return
        self._numbers = ""
        if typed[0].isspace():
            screen.words = replace(screen.words, disposition=self._before)
            screen.why.put(numbers + typed)
            screen.why.move_cursor(screen.why.document.end)

    def show(self) -> None:
        """Say in the empty box how a reason of the kind chosen could read; what has a gap is never text there."""
        asked, kind = self._screen.asked, self._screen.words.disposition
        said = coach_text.example(self._opening(Disposition(kind))) if kind else coach_text.invitation(asked.verb)
        self._screen.why.invite(said)

    def _opening(self, kind: Disposition) -> str:
        asked = self._screen.asked
        text = opening(kind, asked.evidence, cases=asked.of_cases)
        return text if asked.revealed or mask(text) == text else opening(kind, (), cases=asked.of_cases)

    def take_first(self) -> None:
        """The same with what was typed before there was a box."""
        first, rest = self._screen.why.text[:1], self._screen.why.text[1:]
        if first.isdigit():
            self._screen.why.put("")
            if not self.take(first):
                self._screen.why.insert(first)
            self._screen.why.insert(rest)

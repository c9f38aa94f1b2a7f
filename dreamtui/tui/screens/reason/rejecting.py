"""A rejection begun with a number: the kind, and a sentence from the evidence with one gap to fill."""

from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.coach.rationale import again, opening, reopened
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import mask

if TYPE_CHECKING:
    from dreamtui.model.decision import Decision
    from dreamtui.tui.screens.reason.rationale import RationaleScreen

KINDS = tuple(Disposition)
_AGAIN = len(KINDS)


class Rejecting:
    """A number acts only as the first sign of an empty box; nothing is recorded by it, and ctrl+z takes it back."""

    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen

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
            kind, text = last.disposition, again(last.rationale)
        else:
            kind, text = KINDS[place].value, self._opening(KINDS[place])
        screen.words = replace(screen.words, disposition=kind, until="")
        screen.why.insert(text)
        screen.why.select_next("‹", "›")
        screen.judge()
        return True

    def _opening(self, kind: Disposition) -> str:
        asked = self._screen.asked
        text = opening(kind, asked.evidence, cases=asked.of_cases)
        return text if asked.revealed or mask(text) == text else opening(kind, (), cases=asked.of_cases)

    def follow(self, kind: Disposition) -> None:
        """Another kind was chosen: what a number began begins as for this one, with what the person filled in."""
        screen = self._screen
        text = reopened(screen.why.text, kind, screen.asked.evidence, cases=screen.asked.of_cases)
        if text != screen.why.text:
            screen.why.put(text)
            screen.why.select_next("‹", "›")

    def take_first(self) -> None:
        """The same with what was typed before there was a box."""
        first, rest = self._screen.why.text[:1], self._screen.why.text[1:]
        if first.isdigit():
            self._screen.why.put("")
            if not self.take(first):
                self._screen.why.insert(first)
            self._screen.why.insert(rest)

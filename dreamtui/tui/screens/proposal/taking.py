"""The number keys of a proposal: a way out of a contradiction, or a wording of what a merge has in two."""

from typing import TYPE_CHECKING

from dreamtui.desk.reorganize.wordings import SaidTwice, Take
from dreamtui.tui.screens.proposal.accepting import Accepting
from dreamtui.tui.screens.proposal.choosing import Choosing

if TYPE_CHECKING:
    from dreamtui.tui.screens.proposal.proposal import ProposalScreen


class Taking:
    def __init__(self, screen: "ProposalScreen") -> None:
        self._screen = screen

    def do_proposal_take_1(self) -> None:
        self._take(0)

    def do_proposal_take_2(self) -> None:
        self._take(1)

    def do_proposal_take_3(self) -> None:
        self._take(2)

    def _take(self, place: int) -> None:
        """Take a way out and ask for the reason; or take a wording."""
        screen = self._screen
        choices = screen.sketch.view.proposal.choices
        if not choices:
            self._take_wording((Take.A, Take.B, Take.BOTH)[place])
        elif place >= len(choices):
            screen.console.say(f"{place + 1} is not a choice here")
        else:
            screen.controller(Accepting).take(choices[place].id)

    def _take_wording(self, wanted: Take) -> None:
        screen, change, pair = self._screen, self._screen.change, self.pair
        if change is None or pair is None:
            screen.console.say("Nothing is said in two ways here")
            return
        text = screen.sketch.take_wording(change, pair, wanted)
        if text is None:
            screen.console.say("The result has neither wording any more; E drops your words", "warning")
        else:
            screen.controller(Choosing).put(text)

    @property
    def pair(self) -> SaidTwice | None:
        """What is said in two ways under the cursor, else the first of the change."""
        change, said = self._screen.change, self._screen.statement
        found = self._screen.sketch.twice(change) if change is not None else []
        under = (one for one in found if said is not None and said.text in (one.a.text, one.b.text))
        return next(under, found[0] if found else None)

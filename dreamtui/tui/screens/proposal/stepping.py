"""From pane to pane of a proposal, and from change to change."""

from typing import TYPE_CHECKING

from textual.widget import Widget

from dreamtui.tui.texts.proposal import change_id

if TYPE_CHECKING:
    from dreamtui.tui.screens.proposal.proposal import ProposalScreen


_NAMES = {"ways": "choices", "changes": "changes", "statements": "statements", "result": "result"}


class Stepping:
    def __init__(self, screen: "ProposalScreen") -> None:
        self._screen = screen

    def do_proposal_pane(self) -> None:
        self._step(1)

    def do_proposal_pane_back(self) -> None:
        self._step(-1)

    @property
    def following(self) -> str:
        """What the pane is called to which the key goes on."""
        return _NAMES[self._next(1).id or ""]

    def _next(self, by: int) -> Widget:
        screen = self._screen
        panes: list[Widget] = [screen.ways] if screen.sketch.contradiction else []
        panes += [] if screen.table.has_class("-one") else [screen.table]
        panes += [screen.statements, screen.result]
        at = next((at for at, pane in enumerate(panes) if pane.has_focus), -by)
        return panes[(at + by) % len(panes)]

    def _step(self, by: int) -> None:
        screen, chosen = self._screen, self._next(by)
        if screen.on_cards and chosen is not screen.ways:
            taken = [one for one in screen.sketch.changes if one.choice == screen.sketch.choice]
            if taken:
                screen.go_to(taken[0])
        screen.set_class(chosen is screen.ways, "-cards")
        screen.show_all()
        chosen.focus()

    def do_proposal_next_change(self) -> None:
        self._turn(1)

    def do_proposal_previous_change(self) -> None:
        self._turn(-1)

    def _turn(self, by: int) -> None:
        if self._screen.on_cards:
            self._screen.ways.action_move(by)
            return
        names = [change_id(one) for one in self._screen.sketch.changes]
        change = self._screen.change
        if names:
            at = names.index(change_id(change)) if change is not None else -by
            self._screen.table.move_to_key(names[(at + by) % len(names)])

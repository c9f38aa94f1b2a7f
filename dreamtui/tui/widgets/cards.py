"""Up to two cards that stand against each other, and lines below them; keys of a list go from one to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message

from dreamtui.text.lines import Line
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.widgets.text_pane import TextPane

MOST = 2
_EVERY = 99
"""Steps that reach either end."""


class Cards(VerticalScroll, can_focus=True):
    """Side by side where it is wide, else one below the other."""

    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.LIST,)
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Scope.LIST)

    @dataclass
    class Moved(Message):
        """Another one is to be chosen: so many further on, or back."""

        step: int

    class Opened(Message):
        """The chosen one is to be taken."""

    def compose(self) -> ComposeResult:
        with Horizontal(classes="cards"):
            for _ in range(MOST):
                yield TextPane(classes="card")
        yield TextPane(classes="below")

    def on_mount(self) -> None:
        for pane in self.query(TextPane):
            pane.can_focus = False

    def show(self, cards: Sequence[Sequence[Line]], chosen: int, below: Sequence[Line]) -> None:
        """Show the cards, the chosen one with a heavy border; -1 for none."""
        for at, pane in enumerate(self.query(".card").results(TextPane)):
            pane.display = at < len(cards)
            pane.set_class(at == chosen, "-chosen")
            if at < len(cards):
                pane.show(cards[at])
        self.query_one(".below", TextPane).show(below)

    def action_move(self, step: int) -> None:
        self.post_message(self.Moved(step))

    def action_first(self) -> None:
        self.post_message(self.Moved(-_EVERY))

    def action_last(self) -> None:
        self.post_message(self.Moved(_EVERY))

    def action_open(self) -> None:
        self.post_message(self.Opened())

    def action_half_page(self, step: int) -> None:
        self.scroll_relative(y=step * max(1, self.size.height // 2), animate=False)

    def action_page(self, step: int) -> None:
        self.action_half_page(2 * step)

    def to_chosen(self) -> None:
        """Scroll until the chosen card is to be seen; what has no card stands below."""
        self.scroll_to_widget(self.query(".-chosen, .below").first(), animate=False)

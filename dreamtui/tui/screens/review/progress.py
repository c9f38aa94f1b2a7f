"""The line above the keys: what was decided last and how it is taken back, and how far the queue has come."""

from typing import TYPE_CHECKING

from dreamtui.model.status import Status
from dreamtui.present.parts import Word
from dreamtui.text.query.row import UNDECIDED
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.cells import width_of

if TYPE_CHECKING:
    from dreamtui.tui.screens.review.review import ReviewScreen


class ProgressLine:
    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen

    def compose(self) -> BarLine:
        return BarLine(id="last")

    def refresh(self) -> None:
        """It comes with the first decision, and stays where it is."""
        line, sitting = self._screen.query_one("#last", BarLine), self._screen.console.sitting
        line.display = bool(sitting.last)
        if not sitting.last:
            return
        from dreamtui.tui.texts.deciding import minutes_left, shortened

        view = self._screen.queue.view
        still = sum(view.tally.get(status, 0) for status in UNDECIDED)
        more = "" if view.counted else "+"
        pending = view.tally.get(Status.PENDING.value, 0)  # what came up again needs no decision
        left = minutes_left([together[0].decision.when for together in sitting.done if together], pending)
        right = [Word(f"{sitting.decided}/{sitting.decided + still}{more} decided", "strong", keep=9)]
        right += [Word(f", about {left} left", "dim", keep=5)] if left and not more else []
        right.append(Word(" "))
        what, _, how = sitting.last.rpartition(" · ")
        again = "review.redo" if sitting.undone else "review.undo"
        room = self._screen.size.width - sum(len(word.text) for word in right) - len(how) - 6
        if len(right) > 2 and width_of(what) > room:  # what was decided counts for more than an estimate
            room += width_of(right.pop(1).text)
        said = shortened(what, max(8, room))
        line.show([Word(f" {said}", keep=7), Word(f" · {how}", "dim", again, 8)] if how else [], right)

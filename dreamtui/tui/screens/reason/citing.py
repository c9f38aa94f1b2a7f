"""The evidence above the box in which a reason is written: numbered, and named in the reason by its number."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dreamtui.present.evidence import NUMBERED, cited, names, numbered, numbers
from dreamtui.text.danger.risks import mask
from dreamtui.text.lines import Line
from dreamtui.tui.texts import coach as coach_text
from dreamtui.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from dreamtui.tui.screens.reason.rationale import RationaleScreen


class Citing:
    """A number stays in the box as it was typed; what it stands for is said below, and put in when it is recorded."""

    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen

    def compose(self) -> Iterator[TextPane]:
        """The pieces, where a single item has any."""
        asked = self._screen.asked
        self._screen.set_class(bool(asked.evidence), "-cited")
        if asked.evidence:
            pane = TextPane(id="pieces-cited")
            pane.can_focus = False
            pane.show(
                numbered(asked.evidence[:NUMBERED], self._screen.console.here.now, str if asked.revealed else mask)
            )
            yield pane

    @property
    def _names(self) -> tuple[str, ...]:
        return names(self._screen.asked.evidence, revealed=self._screen.asked.revealed)

    def recorded(self, reason: str) -> str:
        """The reason with the names of pieces for their numbers."""
        return cited(reason, self._names) if "[" in reason else reason

    def lines(self, reason: str) -> list[Line]:
        """What the numbers in the reason will be recorded as."""
        named = self._names if "[" in reason else ()
        return [coach_text.cited(number, named[number - 1]) for number in numbers(reason, named)]

    def scroll(self, by: int) -> None:
        """Scroll the pieces; the pane behind the box where there are none."""
        pane = next(iter(self._screen.query("#pieces-cited").results(TextPane)), None)
        if pane is not None:
            pane.action_lines(by)
        else:
            self._screen.console.scroll_item(by * 3)

"""The evidence above the box in which a reason is written: numbered, and named in the reason by its number."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dreamtui.coach.rationale import citation
from dreamtui.present.evidence import numbered
from dreamtui.text.danger.risks import mask
from dreamtui.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from dreamtui.tui.screens.reason.rationale import RationaleScreen

MOST = 5
"""Pieces that are shown, the newest; all of them are in the item's tab."""

_NUMBER = re.compile(r"\[([1-9])\]")


class Citing:
    def __init__(self, screen: "RationaleScreen") -> None:
        self._screen = screen
        self._expanded = ""
        """The reason before a number became words; it comes again when that is taken back."""
        self._ended = False
        """Whether that was taken back: then numbers stay numbers."""

    def compose(self) -> Iterator[TextPane]:
        """The pieces, where a single item has any."""
        asked = self._screen.asked
        self._screen.set_class(bool(asked.evidence), "-cited")
        if asked.evidence:
            pane = TextPane(id="pieces-cited")
            pane.can_focus = False
            pane.show(numbered(asked.evidence[:MOST], self._screen.console.here.now, str if asked.revealed else mask))
            yield pane

    def expand(self) -> None:
        """Where `[1]` stands in the reason, write what names the first piece; ctrl+z takes that back, for good."""
        screen, why = self._screen, self._screen.why
        self._ended = self._ended or (bool(self._expanded) and why.text == self._expanded)
        pieces = screen.asked.evidence[:MOST]
        numbers = [found for found in _NUMBER.finditer(why.text) if int(found[1]) <= len(pieces)]
        if self._ended or not numbers:
            return
        found = numbers[-1]
        words = citation(pieces[int(found[1]) - 1])
        if not screen.asked.revealed and mask(words) != words:
            screen.console.say("Part of it is masked; name it in your own words", "warning", about="cite")
            return
        self._expanded = why.text
        row, start = why.text.count("\n", 0, found.start()), why.text.rfind("\n", 0, found.start()) + 1
        here = found.start() - start
        why.replace(words, (row, here), (row, here + len(found[0])))

    def scroll(self, by: int) -> None:
        """Scroll the pieces; the pane behind the box where there are none."""
        pane = next(iter(self._screen.query("#pieces-cited").results(TextPane)), None)
        if pane is not None:
            pane.action_lines(by)
        else:
            self._screen.console.scroll_item(by * 3)

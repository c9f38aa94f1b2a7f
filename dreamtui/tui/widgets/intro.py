"""The words for a first start: what this is, and the four keys to begin with. It takes no focus and no key."""

import re
from collections.abc import Mapping

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from dreamtui.tui.actions.registry import shown_keys
from dreamtui.tui.widgets.cells import cut

LINES = (
    "You decide here what your coding agents remember. Each row was found in your",
    "history or events.  {review.tab-2} evidence  {review.tab-3} exactly what a decision would change",
    "{review.take} graduate to a rule   {review.refuse} reject   {review.later} later   {review.undo} undo   "
    "{app.help} every key",
    "{app.mine} looks for more. Nothing reaches CLAUDE.md before you leave ({app.quit}) and see it.",
)
"""Short enough for 80 columns; in braces actions, whose keys are shown."""


def lines(keys: Mapping[str, str]) -> list[str]:
    """The sentences with the keys as they are in this keymap."""
    return [_NAMED.sub(lambda found: shown_keys(keys.get(found[1], ""), 1) or "(no key)", line) for line in LINES]


_NAMED = re.compile(r"\{([a-z.0-9-]+)\}")


class Intro(Widget):
    """A few lines above the queue, the first time."""

    DEFAULT_CSS = """
    Intro { height: auto; width: 1fr; padding: 0 1; }
    """

    def __init__(self, keys: Mapping[str, str], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines = lines(keys)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines)

    def render_line(self, y: int) -> Strip:
        """One sentence."""
        width = self.size.width
        text = self.lines[y] if y < len(self.lines) else ""
        return Strip([Segment(cut(text, width), self.rich_style)]).adjust_cell_length(width, self.rich_style)

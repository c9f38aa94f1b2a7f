"""A title of one or two lines, or of a few more, wrapped at words."""

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from dreamtui.text.inert import inert_line
from dreamtui.tui.widgets.cells import cut, settle, wrap

MOST = 2
"""Lines a title may take."""


class TitleLines(Widget):
    """Words that are as high as they need to be, up to two lines or as many as are allowed."""

    DEFAULT_CSS = """
    TitleLines { height: auto; width: 1fr; }
    """

    def __init__(self, *, most: int = MOST, id: str | None = None) -> None:
        super().__init__(id=id)
        self._most = most
        self._text = ""

    @property
    def text(self) -> str:
        """All the words, also those that are cut."""
        return self._text

    def allow(self, most: int) -> None:
        """Let it take so many lines."""
        if most != self._most:
            self._most = most
            self.refresh(layout=True)

    def show(self, text: str) -> None:
        shown = settle(inert_line(text[:2000]))
        if shown != self._text:
            self._text = shown
            self.refresh(layout=True)

    def lines(self, width: int) -> list[str]:
        """The words, wrapped; what does not fit into the last line is cut."""
        spans = wrap(self._text, width)
        made = [self._text[start:end].rstrip() for start, end in spans[: self._most - 1]]
        return [*made, cut(self._text[spans[self._most - 1][0] :], width)] if len(spans) >= self._most else made

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the words take."""
        return max(1, len(self.lines(width)))

    def render_line(self, y: int) -> Strip:
        """One line."""
        lines = self.lines(self.size.width)
        text = lines[y] if y < len(lines) else ""
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(self.size.width, self.rich_style)

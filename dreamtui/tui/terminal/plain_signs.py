"""Draws signs and borders in ASCII, for terminals and fonts without the others; data keeps its letters."""

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from dreamtui.present.ascii_signs import plain_signs


class PlainSigns(LineFilter):
    """Puts ASCII in the place of signs when a line has been drawn, and a mark for letters the terminal cannot show."""

    def __init__(self, encoding: str = "") -> None:
        super().__init__()
        self.encoding = encoding
        """What the terminal speaks, when that is not everything."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments with other signs, as wide as before."""
        return [
            segment if segment.control else Segment(self._shown(segment.text), segment.style) for segment in segments
        ]

    def _shown(self, text: str) -> str:
        plain = plain_signs(text)
        if not self.encoding or plain.isascii():
            return plain
        return "".join(char if self._has(char) else "?" * cell_len(char) for char in plain)

    def _has(self, char: str) -> bool:
        try:
            char.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True

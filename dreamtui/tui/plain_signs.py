"""Draws signs and borders in ASCII, for terminals and fonts without the others; data keeps its letters."""

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from dreamtui.text.ascii_signs import plain_signs


class PlainSigns(LineFilter):
    """Puts ASCII in the place of signs when a line has been drawn."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments with other signs."""
        return [
            segment if segment.control else Segment(plain_signs(segment.text), segment.style) for segment in segments
        ]

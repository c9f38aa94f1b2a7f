"""How full a file is: a bar, the numbers, and words when it is nearly or more than full."""

from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from dreamtui.present.parts import meter_parts
from dreamtui.text.inert import inert_line
from dreamtui.tui.widgets.cells import width_of


class BudgetMeter(Widget):
    """One line that says how full a file is."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"budget-meter--{name}" for name in ("dim", "ok", "near", "over")}
    DEFAULT_CSS = """
    BudgetMeter { width: auto; height: 1; }
    """

    def __init__(self, label: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.label = inert_line(label)
        self._used, self._limit = 0, 0

    def show(self, used: int, limit: int) -> None:
        """Set what is used and what there is."""
        self._used, self._limit = used, limit
        self.refresh(layout=True)

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The pieces with their style names."""
        return meter_parts(self.label, self._used, self._limit)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as its words."""
        return sum(width_of(text) for _, text in self.parts)

    def render_line(self, y: int) -> Strip:
        base = self.rich_style
        segments = [
            Segment(text, base if style == "text" else self.get_component_rich_style(f"budget-meter--{style}"))
            for style, text in self.parts
        ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

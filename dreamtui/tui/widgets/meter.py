"""How full a file is: a bar, the numbers, and words when it is nearly or more than full."""

from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from dreamtui.text.inert import inert_line
from dreamtui.tui.widgets.cells import width_of

NEARLY = 0.9
"""Share of the limit from which the words say how much is left."""


def meter_parts(
    label: str, used: int, limit: int, *, adds: int = 0, unit: str = "lines", cells: int = 6
) -> list[tuple[str, str]]:
    """Style name (dim, ok, near, over, text) and text of each piece: `CLAUDE.md ▓▓▓░░░ 61/200`."""
    total = used + adds
    share = total / limit if limit > 0 else 1.0
    level = "over" if total > limit else "near" if share >= NEARLY else "ok"
    full = max(0, min(cells, int(share * cells) if total else 0))
    if total and not full:
        full = 1
    numbers = f"{used} → {total}/{limit}" if adds else f"{used}/{limit}"
    parts = [("text", f"{label} "), (level, "▓" * full), ("dim", "░" * (cells - full)), ("text", f" {numbers}")]
    if level == "over":
        parts.append(("over", f" over by {total - limit} {unit}"))
    elif level == "near":
        parts.append(("near", f" {limit - total} {unit} left"))
    return [(style, text) for style, text in parts if text.strip()]


class BudgetMeter(Widget):
    """One line that says how full a file is."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"budget-meter--{name}" for name in ("dim", "ok", "near", "over")}
    DEFAULT_CSS = """
    BudgetMeter { width: auto; height: 1; }
    """

    def __init__(
        self, label: str, *, unit: str = "lines", cells: int = 6, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.label = inert_line(label)
        """Name of the file."""
        self.unit = unit
        """What is counted."""
        self.cells = cells
        """Width of the bar."""
        self._used, self._limit, self._adds = 0, 0, 0

    def show(self, used: int, limit: int, adds: int = 0) -> None:
        """Set what is used, what there is, and what the decision at hand would add."""
        self._used, self._limit, self._adds = used, limit, adds
        self.refresh(layout=True)

    @property
    def parts(self) -> list[tuple[str, str]]:
        """The pieces with their style names."""
        return meter_parts(self.label, self._used, self._limit, adds=self._adds, unit=self.unit, cells=self.cells)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as its words."""
        return sum(width_of(text) for _, text in self.parts)

    def render_line(self, y: int) -> Strip:
        """The line."""
        base = self.rich_style
        segments = [
            Segment(text, base if style == "text" else self.get_component_rich_style(f"budget-meter--{style}"))
            for style, text in self.parts
        ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

"""What every pane on the Line API shares: scroll keys, lines that stay on top, and styles by name."""

from collections.abc import Mapping
from typing import ClassVar

from rich.style import Style
from textual.binding import BindingType
from textual.scroll_view import ScrollView

from dreamtui.tui.actions.registry import Scope, bindings_of


class LinePane(ScrollView, can_focus=True):
    """A scrolling pane that draws only the lines on the screen."""

    ALLOW_SELECT = False
    STYLES: ClassVar[tuple[str, ...]] = ()
    """Names of the styles; a pane of class `x` finds them as component classes `x--name`."""
    PREFIX: ClassVar[str] = ""
    """Beginning of the component classes."""
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.PANE,)
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Scope.PANE)
    DEFAULT_CSS = """
    LinePane { overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1; height: 1fr; }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._named: dict[str, Style] = {}

    @property
    def cells(self) -> int:
        """How wide a line is: the pane without its scroll bar, whose place is always kept, so that nothing reflows."""
        return self.scrollable_content_region.width

    @property
    def pinned(self) -> int:
        """How many lines on top do not scroll."""
        return 0

    @property
    def room(self) -> int:
        return max(1, self.size.height - self.pinned)

    def forget_drawn(self) -> None:
        """Forget drawn lines; the colours may have changed."""

    def notify_style_update(self) -> None:
        """Redraw after a change of theme or focus."""
        super().notify_style_update()
        self._named.clear()
        self.forget_drawn()

    def named_styles(self) -> Mapping[str, Style]:
        """The styles by name; `text` is the pane's own."""
        if not self._named:
            self._named["text"] = self.rich_style
            for name in self.STYLES:
                self._named[name] = self.get_component_rich_style(f"{self.PREFIX}--{name}")
        return self._named

    def jump(self, line: int) -> None:
        """Scroll so that this line is on top, without animation."""
        self.scroll_to(y=max(0, line), animate=False)

    def action_lines(self, step: int) -> None:
        self.jump(self.scroll_offset.y + step)

    def action_half_page(self, step: int) -> None:
        """Scroll by half the height."""
        self.jump(self.scroll_offset.y + step * max(1, self.room // 2))

    def action_edge(self, step: int) -> None:
        """Scroll to the top or the bottom."""
        self.jump(0 if step < 0 else self.virtual_size.height)

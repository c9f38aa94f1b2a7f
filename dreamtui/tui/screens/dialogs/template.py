"""Chooses a beginning of a reason by its number."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from dreamtui.coach.templates import Template
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.screens.base import BaseDialog, KeyBar
from dreamtui.tui.widgets.bar_line import BarLine, Word
from dreamtui.tui.widgets.text_pane import PaneLine, TextPane


class TemplateScreen(BaseDialog[str]):
    """Gives back the text of a template, or nothing."""

    SCOPES = (Scope.TEMPLATE,)
    BINDINGS = bindings_of(*SCOPES)
    AUTO_FOCUS = ""

    def __init__(self, templates: Sequence[Template]) -> None:
        super().__init__()
        self.templates = tuple(templates)

    def compose(self) -> ComposeResult:
        """The beginnings with their numbers."""
        with Vertical(classes="box template"):
            yield BarLine([Word("Begin with", "strong"), Word("  the ‹gaps› have to be filled", "dim")])
            yield TextPane()
            yield KeyBar()

    def on_mount(self) -> None:
        """Show them."""
        lines: list[PaneLine] = []
        for template in self.templates:
            lines.append(PaneLine((("heading", f"{template.number}  {template.name}"),)))
            lines += [PaneLine((("text", f"   {template.text}"),), hanging=3), PaneLine((("text", ""),))]
        self.query_one(TextPane).show(lines)

    def _choose(self, place: int) -> None:
        if place < len(self.templates):
            self.dismiss(self.templates[place].text)

    def do_template_first(self) -> None:
        """The first."""
        self._choose(0)

    def do_template_second(self) -> None:
        """The second."""
        self._choose(1)

    def do_template_third(self) -> None:
        """The third."""
        self._choose(2)

    def do_template_back(self) -> None:
        """None."""
        self.dismiss(None)

"""One line of words in several tones: headings, tabs, the key bar. What does not fit is left out, never cut off."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from dreamtui.present.parts import Word
from dreamtui.text.inert import inert_line
from dreamtui.tui.widgets.cells import cut, settle, width_of

_LOOKS = {
    "dim": ("dim", False, False),
    "strong": ("", True, False),
    "warning": ("risk", False, False),
    "key": ("kind", True, False),
    "chosen": ("kind", True, True),
    "ok": ("ok", False, False),
    "over": ("over", False, False),
}
"""For each tone besides `text`, the plain one: a variable of the theme, bold, underlined."""


def _width(word: Word) -> int:
    """Cells a word takes with its key."""
    return width_of(word.key) + width_of(word.text)


class BarLine(Widget):
    """A line with words on the left and others on the right."""

    FILLS: ClassVar[bool] = False
    """Whether a word that is left out makes room for less important ones that are shorter."""

    DEFAULT_CSS = """
    BarLine { height: 1; width: 1fr; }
    """

    @dataclass
    class Clicked(Message):
        """A word with an action was clicked."""

        bar: "BarLine"
        action: str
        """What the word asks for."""

    def __init__(
        self,
        left: Sequence[Word] = (),
        right: Sequence[Word] = (),
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._tones: dict[tuple[str, str], Style] = {}
        self._left: tuple[Word, ...] = tuple(left)
        self._right: tuple[Word, ...] = tuple(right)

    def show(self, left: Sequence[Word], right: Sequence[Word] = ()) -> None:
        if (tuple(left), tuple(right)) != (self._left, self._right):
            self._left, self._right = tuple(left), tuple(right)
            self.refresh()

    @property
    def text(self) -> str:
        """What is said, whether or not all of it fits."""
        return " ".join(word.text for word in (*self._left, *self._right))

    def _filling(self, width: int) -> list[Word]:
        """As many words as fit, the most important chosen first, in their order."""
        chosen: list[int] = []
        for at in sorted(range(len(self._left)), key=lambda at: -self._left[at].keep):
            wanted = [self._left[one] for one in sorted([*chosen, at])]
            last = wanted[-1]
            over = width_of(last.text) - width_of(last.text.rstrip())
            if not chosen or sum(_width(word) for word in wanted) - over <= width:
                chosen.append(at)
        shown = [self._left[at] for at in sorted(chosen)]
        return [word._replace(text=word.text.rstrip()) if word is shown[-1] else word for word in shown]

    def fitting(self, width: int) -> tuple[list[Word], list[Word]]:
        """The words that fit, the least important left out first; the last one left is cut."""
        chosen = self._filling(width) if self.FILLS and not self._right else self._left
        left = [word._replace(text=settle(inert_line(word.text))) for word in chosen]
        right = [word._replace(text=settle(inert_line(word.text))) for word in self._right]
        while len(left) + len(right) > 1 and sum(_width(word) for word in (*left, *right)) + _gap(left, right) > width:
            least = min((*right, *left), key=lambda word: word.keep)
            if least in right:
                right.reverse()
                right.remove(least)
                right.reverse()
            else:
                left.reverse()
                left.remove(least)
                left.reverse()
        return [word._replace(text=cut(word.text, width - width_of(word.key))) for word in left], right

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y:
            return Strip.blank(width, self.rich_style)
        left, right = self.fitting(width)
        blanks = max(0, width - sum(_width(word) for word in (*left, *right)))
        pieces = [piece for word in left for piece in _pieces(word)]
        pieces.append((" " * blanks, "text"))
        pieces += [piece for word in right for piece in _pieces(word)]
        return Strip([Segment(text, self._tone(tone)) for text, tone in _settled(pieces)]).adjust_cell_length(
            width, self.rich_style
        )

    def notify_style_update(self) -> None:
        """Forget the tones of another theme."""
        super().notify_style_update()
        self._tones.clear()

    def _tone(self, tone: str) -> Style:
        """A tone's style, straight from the theme: lines are many, and component classes take time to resolve."""
        key = self.app.theme, tone  # a line that keeps its own colours is not told of another theme
        if key not in self._tones:
            variable, bold, underline = _LOOKS.get(tone, ("", False, False))
            found = self.app.theme_variables.get(variable, "")
            colour = Color.parse(found).rich_color if found else None
            self._tones[key] = self.rich_style + Style(color=colour, bold=bold or None, underline=underline or None)
        return self._tones[key]

    def on_click(self, event: Click) -> None:
        """Ask for the action of the clicked word."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        for at, word in self.spots():
            if at <= offset.x < at + _width(word):
                self.post_message(self.Clicked(self, word.action))

    def spots(self) -> list[tuple[int, Word]]:
        """The words shown that ask for something, and the cell each begins in."""
        left, right = self.fitting(self.size.width)
        blanks = max(0, self.size.width - sum(_width(word) for word in (*left, *right)))
        found: list[tuple[int, Word]] = []
        at = 0
        for word in (*left, Word(" " * blanks), *right):
            if word.action:
                found.append((at, word))
            at += _width(word)
        return found


def _gap(left: Sequence[Word], right: Sequence[Word]) -> int:
    """Blanks between the words on the left and those on the right."""
    apart = not left or not right or left[-1].text.endswith(" ") or right[0].text.startswith(" ")
    return 0 if apart else 2


def _pieces(word: Word) -> list[tuple[str, str]]:
    return [(word.key, "key"), (word.text, word.tone)] if word.key else [(word.text, word.tone)]


def _settled(pieces: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Blanks at the beginning of a piece go with the piece before it, so that none is lost in a picture."""
    kept: list[tuple[str, str]] = []
    for text, tone in pieces:
        bare = text.lstrip(" ")
        if kept and bare != text:
            kept[-1] = (kept[-1][0] + text[: len(text) - len(bare)], kept[-1][1])
            text = bare
        if text:
            kept.append((text, tone))
    return kept

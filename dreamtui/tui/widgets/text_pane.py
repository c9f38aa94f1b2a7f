"""Text to read: lines with named styles, wrapped at words, made inert, with a search. Drawn line by line."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from dreamtui.text.inert import make_inert
from dreamtui.text.lines import Line, lines_of, plain
from dreamtui.tui.actions.registry import Scope, bindings_of
from dreamtui.tui.widgets.cells import cut, expand_tabs, fit, settle, width_of, wrap
from dreamtui.tui.widgets.line_pane import LinePane

TONES = ("dim", "heading", "warning", "ok", "over", "added", "removed", "match", "match-current")
"""Names of the styles besides `text`, the plain one."""

_ABOVE = 3
"""Rows in view above a line that is shown."""
_CACHE = 1000


@dataclass(frozen=True, slots=True)
class _Shown:
    """A line made inert: its text, the ends of its parts, and their styles."""

    text: str
    ends: tuple[int, ...]
    tones: tuple[str, ...]
    hanging: int


class TextPane(LinePane):
    """A pane of text. It says on top how many hidden characters are shown as marks."""

    PREFIX = "text-pane"
    STYLES = TONES
    SCOPES: ClassVar[tuple[Scope, ...]] = (Scope.TEXT, Scope.PANE)
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Scope.TEXT)
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"text-pane--{tone}" for tone in TONES}

    @dataclass
    class SearchWanted(Message):
        """A search is wanted; the screen asks for the words and calls `search`."""

        pane: "TextPane"

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.hidden = 0
        """How many characters were replaced by marks."""
        self._lines: list[_Shown] = []
        self._wraps: list[list[tuple[int, int]]] = []
        self._starts: list[int] = [0]
        self._wrapped_to = 0
        self._strips: dict[int, list[Strip]] = {}
        self._words = ""
        self._matches: list[tuple[int, int, int]] = []
        self._match = -1

    # What is shown

    def show(self, lines: Iterable[Line | str] | str, *, keep_place: bool = False) -> None:
        """Show these lines, from the top, or with `keep_place` at the same scroll position."""
        given = lines_of(lines) if isinstance(lines, str) else lines
        self.hidden = 0
        self._lines = [self._prepare(plain(line) if isinstance(line, str) else line) for line in given]
        self._find()
        self._wrap(force=True)
        if not keep_place:
            self.jump(0)
        self.refresh()

    def _prepare(self, line: Line) -> _Shown:
        texts: list[str] = []
        for _, part in line.parts:
            made = make_inert(part)
            self.hidden += made.marks
            texts.append(settle(made.text.replace("\n", " ")))
        if line.indent and texts:
            texts[0] = f"{' ' * line.indent}{texts[0]}"
        whole = "".join(texts)
        if "\t" in whole:
            texts = [expand_tabs(text) for text in texts]
            whole = "".join(texts)
        ends = tuple(accumulate(len(text) for text in texts))
        return _Shown(whole, ends, tuple(tone for tone, _ in line.parts), line.indent + line.hanging)

    def _wrap(self, *, force: bool = False) -> None:
        width = self.cells
        if width == self._wrapped_to and not force:
            return
        self._wrapped_to = width
        self._wraps = [_wrapped(line, width) if width else [(0, len(line.text))] for line in self._lines]
        self._starts = [0, *accumulate(len(spans) for spans in self._wraps)]
        self._strips.clear()
        self.virtual_size = Size(1, self._starts[-1] + self.pinned)

    def show_line(self, number: int) -> None:
        """Scroll so that this one of the lines given is near the top, with a few rows above it in view."""
        if 0 <= number < len(self._lines):
            self.jump(self._starts[number] - min(_ABOVE, max(0, self.room // 4)))

    @property
    def pinned(self) -> int:
        """The banner, when there is something to say."""
        return 1 if self.hidden else 0

    @property
    def text(self) -> str:
        """What is shown, without its wrapping."""
        return "\n".join(line.text for line in self._lines)

    def on_resize(self, event: Resize) -> None:
        """Wrap again and keep the line on top."""
        top = self._line_at(self.scroll_offset.y)
        self._wrap()
        if self._lines:
            self.jump(self._starts[min(top, len(self._lines) - 1)])

    def begin_at(self, number: int) -> None:
        """Scroll so that this of the lines shown is on top."""
        if 0 <= number < len(self._lines):
            self.jump(self._starts[number])

    def _line_at(self, y: int) -> int:
        return max(0, bisect_right(self._starts, y) - 1)

    # Search

    def search(self, words: str) -> int:
        """Mark every match, ignoring case, and go to the next from here; returns how many there are."""
        self._words = words.casefold()
        self._find()
        top = self._line_at(self.scroll_offset.y)
        first = next((at for at, (line, _, _) in enumerate(self._matches) if line >= top), 0)
        self._show_match(first if self._matches else -1)
        return len(self._matches)

    def _find(self) -> None:
        self._matches, self._match = [], -1
        if self._words:
            for number, line in enumerate(self._lines):
                folded = line.text.casefold()
                if len(folded) == len(line.text):
                    self._matches += [(number, at, at + len(self._words)) for at in _places(folded, self._words)]

    def _show_match(self, number: int) -> None:
        self._match = number
        self._strips.clear()
        if number >= 0:
            line, start, _ = self._matches[number]
            part = next((at for at, (_, end) in enumerate(self._wraps[line]) if start < end), 0)
            y = self._starts[line] + part
            if not self.scroll_offset.y <= y < self.scroll_offset.y + self.room:
                self.jump(y - self.room // 3)
        self.refresh()

    def action_search(self) -> None:
        """Ask for words to search for."""
        self.post_message(self.SearchWanted(self))

    def action_match(self, step: int) -> None:
        """Go to the next or previous match, around the end."""
        if self._matches:
            self._show_match((self._match + step) % len(self._matches))

    # Drawing

    def forget_drawn(self) -> None:
        """Forget drawn lines; the colours changed."""
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """One line of the screen; the end of the last says which match of how many is the current one."""
        strip = self._line_of_screen(y)
        if not self._words or y != self.size.height - 1:
            return strip
        count = len(self._matches)
        label = f" {self._match + 1} of {count} " if count else " no match "
        kept = max(0, self.cells - len(label))
        style = self.named_styles()["match-current" if count else "warning"]
        return Strip([*strip.crop(0, kept), Segment(label[: self.cells], style)])

    def _line_of_screen(self, y: int) -> Strip:
        width = self.cells
        if y < self.pinned:
            characters = "character" if self.hidden == 1 else "characters"
            words = fit(f"⚠ {self.hidden} hidden {characters} marked here", width)
            return Strip([Segment(words, self.named_styles()["warning"])], width)
        at = self.scroll_offset.y + y - self.pinned
        if at >= self._starts[-1]:
            return Strip.blank(width, self.rich_style)
        number = self._line_at(at)
        strips = self._strips.get(number)
        if strips is None:
            if len(self._strips) > _CACHE:
                self._strips.clear()
            strips = self._strips[number] = self._draw(number, width)
        return strips[at - self._starts[number]]

    def _draw(self, number: int, width: int) -> list[Strip]:
        line, styles = self._lines[number], self.named_styles()
        filler = styles.get(line.tones[0], styles["text"]) if len(line.tones) == 1 else styles["text"]
        strips: list[Strip] = []
        for at, (start, end) in enumerate(self._wraps[number]):
            indent = line.hanging if at else 0
            room = width - indent
            segments = [Segment(" " * indent, filler)] if indent else []
            for one, two, style in self._pieces(number, start, end):
                text = line.text[one:two]
                text = cut(text.rstrip(" ") if two == end else text, room)
                room -= width_of(text)
                if text:
                    segments.append(Segment(text, style))
            strips.append(Strip(segments).adjust_cell_length(width, filler))
        return strips

    def _pieces(self, number: int, start: int, end: int) -> list[tuple[int, int, Style]]:
        """Ranges of one wrapped line that have one style, in order."""
        line, styles = self._lines[number], self.named_styles()
        matches = {match[1:]: at == self._match for at, match in enumerate(self._matches) if match[0] == number}
        edges = {start, end, *line.ends, *(edge for match in matches for edge in match)}
        pieces: list[tuple[int, int, Style]] = []
        for one, two in pairwise(sorted(edge for edge in edges if start <= edge <= end)):
            style = styles.get(line.tones[bisect_right(line.ends, one)], styles["text"])
            for (begin, finish), current in matches.items():
                if begin <= one < finish:
                    style = styles["match-current" if current else "match"]
            pieces.append((one, two, style))
        return pieces


def _wrapped(line: _Shown, width: int) -> list[tuple[int, int]]:
    below = max(4, width - line.hanging)
    spans = wrap(line.text, width, below)
    if len(spans) == 1 or not line.hanging:
        return spans
    first = spans[0]
    rest = wrap(line.text[first[1] :], below)
    return [first, *((start + first[1], end + first[1]) for start, end in rest)]


def _places(text: str, words: str) -> Iterable[int]:
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + len(words))

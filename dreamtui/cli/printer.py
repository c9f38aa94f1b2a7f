"""What commands print: stdout is data, stderr is words; nothing read from a file reaches a terminal as it is."""

import json
import os
import shutil
import signal
import sys
import threading
import time
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from types import FrameType
from typing import TYPE_CHECKING, Any

from dreamtui.cli.arguments import Globals
from dreamtui.text.inert import inert, inert_line, one_line

if TYPE_CHECKING:
    from msgspec import Struct


_AFTER, _EVERY = 0.5, 0.1
"""Seconds before anything is shown, and between two redrawings."""
_ECHO = len("^C")
"""Columns that a terminal may add behind the line when ctrl+c is pressed."""


class Meter:
    """A line that is rewritten during work and removed afterwards.

    It is called with the progress; without calls, a timer shows the elapsed time.
    """

    def __init__(self, what: str = "", *, quiet: bool) -> None:
        """`what` is shown until the first call."""
        self._shown = not quiet and sys.stderr.isatty()
        self._started = time.monotonic()
        self._last = 0.0
        self._width = 0
        self._told = (what, 0, 0)
        self._ticks = False

    def __call__(self, what: str, done: int, total: int) -> None:
        self._told = (what, done, total)
        self._draw()

    def start(self) -> "Meter":
        """Show from now on how long it takes, whether or not the work says anything."""
        if self._shown and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, self._tick)
            signal.setitimer(signal.ITIMER_REAL, _AFTER, _AFTER)
            self._ticks = True
        return self

    def close(self) -> None:
        """Remove the line and stop the timer; a last tick on its way does nothing."""
        if self._ticks:
            hush()
            self._ticks = False
        if self._width:
            self._put(f"\r{' ' * (self._width + _ECHO)}\r")
            self._width = 0

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        if self._ticks:
            self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        if not self._shown or now - self._started < _AFTER or now - self._last < _EVERY:
            return
        from dreamtui.cli.printer import cell_width, cut

        self._last = now
        what, done, total = self._told
        share = f" {100 * done // total}%" if total else ""
        far = f"{done:,}{share}" if done or total else f"{now - self._started:.0f} s"
        text = cut(f"{inert_line(what)}: {far} (ctrl+c stops)", shutil.get_terminal_size((80, 24)).columns - _ECHO - 1)
        width, before = cell_width(text), self._width
        self._width = max(width, before)  # first, because ctrl+c may come as soon as the line is shown
        self._put(f"\r{text}{' ' * (before - width)}")

    def _put(self, text: str) -> None:
        """Straight to the terminal: the timer may fall into the middle of another write to stderr."""
        os.write(sys.stderr.fileno(), text.encode(sys.stderr.encoding or "utf-8", "replace"))


def hush() -> None:
    """Stop the timer, because a person types on the same terminal."""
    signal.setitimer(signal.ITIMER_REAL, 0)


_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "magenta": "35", "cyan": "36"}
"""Colours that can be read on dark and on light terminals; what is written says the same without them."""

_LAST, _NARROW = 16, 16
"""Columns that the last part of a table keeps if there is little room; no other part is cut below that."""


class Printer:
    """Prints for one command; all text is made inert here, and only our own colours are kept."""

    def __init__(self, options: Globals, meter: "Meter | None" = None) -> None:
        """`meter` shows how far the command is, and goes as soon as anything else is printed."""
        from dreamtui.cli.printer import Meter

        self.options = options
        self.meter = meter or Meter(quiet=options.quiet)
        self._color = options.color and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self.width = shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 0
        self._sign = "".join(chr(0xE000 + byte) for byte in os.urandom(8))

    def data(self, value: "Struct") -> None:
        from msgspec import to_builtins

        plain = to_builtins(value)
        self._print_document(json.dumps(plain if self.options.reveal else _masked(plain), ensure_ascii=True))

    def document(self, text: str) -> None:
        """JSON that is made already, one document a line; what holds a secret is flagged in it."""
        if SECRET_FLAG in text and not self.options.reveal:
            text = json.dumps(_masked(json.loads(text)), ensure_ascii=True)
        self._print_document(text)

    def _print_document(self, text: str) -> None:
        self.meter.close()
        whole = text.replace("\x7f", "\\u007f")  # the one control character that JSON does not escape
        print(whole if whole.isascii() and whole.isprintable() else inert(whole))

    def line(self, text: str = "") -> None:
        """A line of data; what would break it becomes a space."""
        self.meter.close()
        print(self._shown(text))

    def say(self, text: str) -> None:
        """Words for the person, on stderr; on a terminal no word is torn at its edge."""
        self.meter.close()
        if not self.options.quiet:
            shown = inert_line(self.options.place.opened(text if self.options.reveal else _safe(text)))
            columns = shutil.get_terminal_size((80, 24)).columns
            torn = sys.stderr.isatty() and cell_width(shown) > columns
            print("\n".join(wrap(shown, columns)) if torn else shown, file=sys.stderr)

    def style(self, text: str, *names: str) -> str:
        """Colour or weight where the terminal shows it; `line` knows it by a sign that nothing read can know."""
        if not self._color:
            return text
        return f"\x1b{self._sign}[{';'.join(_STYLES[name] for name in names)}m{text}\x1b{self._sign}[0m"

    def _shown(self, text: str) -> str:
        """The text with our own colours and without secrets; every other escape is a visible mark."""
        if not self.options.reveal:
            parts = text.split(f"\x1b{self._sign}[")
            text = f"\x1b{self._sign}[".join((_safe(parts[0]), *map(_masked_styled, parts[1:])))
        return inert(one_line(text)).replace(f"{inert(chr(27))}{self._sign}[", "\x1b[")

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: frozenset[int] = frozenset()
    ) -> None:
        """Columns without boxes; on a terminal the last one is cut at the edge, piped it is whole.

        Where the last one would have next to no room, the widest words before it are cut.
        """
        cells = [[inert_line(cell) for cell in row] for row in rows]
        if not self.options.reveal and _safe(whole := "\n".join(cell for row in cells for cell in row)) != whole:
            cells = [[_safe(cell) for cell in row] for row in cells]
        widths = [max(map(cell_width, column)) for column in zip(heads, *cells, strict=True)]
        if self.width:
            widths = _fitted(widths, right, self.width)
        self.line(self.style(_row(heads, widths, right, self.width), "dim"))
        for row in cells:
            self.line(_row(row, widths, right, self.width))


SECRET_FLAG = '"secret"'
"""How an item in a JSON document says that it holds a secret."""


@lru_cache(maxsize=4096)
def _safe(text: str) -> str:
    """The text without secrets; what finds them is imported only where something is printed."""
    from dreamtui.text.danger.risks import mask

    return mask(text)


def _masked(value: Any) -> Any:
    """Every text in JSON without its secrets."""
    if isinstance(value, str):
        return _safe(value)
    if isinstance(value, dict):
        return {key: _masked(one) for key, one in value.items()}
    return [_masked(one) for one in value] if isinstance(value, list | tuple) else value


def _masked_styled(part: str) -> str:
    """A part that begins with the rest of a colour."""
    style, end, words = part.partition("m")
    return f"{style}{end}{_safe(words)}"


def _row(cells: Sequence[str], widths: Sequence[int], right: frozenset[int], width: int) -> str:
    padded = [
        pad(cut(cell, widths[n]), widths[n], right=n in right) if n + 1 < len(cells) or n in right else cell
        for n, cell in enumerate(cells)
    ]
    text = "  ".join(padded).rstrip()
    return cut(text, width) if width else text


def _fitted(widths: Sequence[int], right: frozenset[int], width: int) -> list[int]:
    """Widths that leave some room to the last column: those of words before it become narrower, the widest first."""
    made = list(widths)
    room = width - 2 * (len(made) - 1) - min(made[-1], _LAST)
    words = [n for n in range(len(made) - 1) if n not in right and made[n] > _NARROW]
    while words and sum(made[:-1]) > room:
        widest = max(words, key=lambda n: made[n])
        made[widest] -= 1
        words = [n for n in words if made[n] > _NARROW]
    return made


def cell_width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text filled up with blanks to so many columns."""
    blanks = " " * (width - cell_width(text))
    return blanks + text if right else text + blanks


def cut(text: str, width: int) -> str:
    """The text cut to so many columns, with a sign where something is missing."""
    if cell_width(text) <= width:
        return text
    kept, used = [], 0
    for char in text:
        used += _char_width(char)
        if used > width - 1:
            break
        kept.append(char)
    return "".join(kept) + "…"


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Inert text wrapped at words, for reading at 80 columns."""
    import textwrap

    lines: list[str] = []
    for part in inert(text).expandtabs(4).split("\n"):
        lines += textwrap.wrap(part, max(20, width - len(indent)), break_on_hyphens=False, break_long_words=False) or [
            ""
        ]
    return [indent + line for line in lines]

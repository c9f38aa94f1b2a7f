"""Lines made in `present`, as a terminal of 80 columns shows them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dreamtui.cli.printer import Printer, wrap
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.show import Shown, masked
from dreamtui.text.danger.risks import mask
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.text.lines import Line

_STYLES = {"heading": "bold", "strong": "bold", "warning": "magenta", "lost": "red", "dim": "dim"}


def item_lines(desk: Desk, shown: Shown, printer: Printer, width: int, *, reveal: bool = False) -> Iterator[str]:
    """Everything about an item; text that looks like a secret is masked unless it is to be revealed."""
    if reveal:
        yield from _lines(desk, shown, printer, width)
        return
    hidden = masked(shown)
    found = hidden != shown
    for line in _lines(desk, hidden, printer, width):
        safe = mask(line)
        found = found or safe != line
        yield safe
    if found:
        yield ""
        yield "Secret-like text is masked; `--reveal` shows it."


def _lines(desk: Desk, shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    from dreamtui.present.item import printed_lines

    details = desk.actions(shown.item.kind).details(shown.held)
    return wrapped_lines(printed_lines(shown, details, desk.now), printer, width)


def wrapped_lines(lines: "Iterable[Line]", printer: Printer, width: int) -> Iterator[str]:
    """Lines wrapped at the width; those of several styles are short."""
    for line in lines:
        indent = " " * line.indent
        if not line.text:
            yield ""
            continue
        if len(line.parts) > 1 or not line.wraps:
            yield indent + styled(line, printer)
            continue
        style = _STYLES.get(line.parts[0][0])
        told = wrap(line.text, width, indent)
        yield from (printer.style(one, style) for one in told) if style else told


def styled(line: "Line", printer: Printer) -> str:
    """A line of several styles."""
    return "".join(
        printer.style(inert_line(text), _STYLES[tone]) if tone in _STYLES else inert_line(text)
        for tone, text in line.parts
    )

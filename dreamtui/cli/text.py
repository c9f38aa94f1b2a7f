"""Items and what agents load, as text readable at 80 columns."""

from collections.abc import Iterable, Iterator

from dreamtui.cli.printer import Printer, wrap
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.show import Shown, masked
from dreamtui.kinds.candidate.intake import MANUAL
from dreamtui.kinds.kind import DetailLine
from dreamtui.sources.context import LoadedContext
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import ago
from dreamtui.text.inert import inert_line, make_inert
from dreamtui.text.quotes import place_in_words

_SIGNS = {True: "✓", False: "✗ no longer resolves", None: ""}


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
    """Title, facts, evidence, challenge, history, similar items, suggestion, reviewer's text."""
    item, entry = shown.item, shown.entry
    for line in wrap(item.title, width):
        yield printer.style(line, "bold")
    weight = shown.kind.weight(item.signal, item.weight).plain
    facts = [f"{item.signal or item.kind} {item.id}", str(entry.status), weight]
    facts += [f"first seen {item.first_seen[:10]}"] if item.first_seen else []
    facts += [f"last seen {item.last_seen[:10]} ({ago(item.last_seen, desk.now)})"] if item.last_seen else []
    facts += [f"until {item.until}"] if item.until else []
    facts += [f"decision {entry.decision}"] if entry.decision else []
    yield from wrap(" · ".join(facts), width)
    if item.actors:
        yield from wrap(f"who: {', '.join(item.actors)}", width)
    if item.files:
        yield from wrap(f"files: {', '.join(item.files)}", width)
    hidden = make_inert(item.text).marks
    if item.flags or hidden:
        words = [*item.flags, *([f"{hidden} hidden character(s), marked"] if hidden else [])]
        yield printer.style(f"! {', '.join(words)}", "magenta")
    details = (*shown.kind.actions().details(shown.held), *desk.actions(item.kind).details(shown.held))
    yield from detail_lines(details, printer, width)
    yield from _evidence(shown, printer, width)
    yield from _against(shown, printer, width)
    yield from _history(shown, printer, width)
    if shown.item.signal == MANUAL and not shown.suggestion:
        yield ""
        yield "Filed by hand: to graduate it, say what agents shall read with --rule."
    if shown.suggestion:
        yield ""
        yield printer.style("Suggested rule", "bold")
        yield from wrap(shown.suggestion, width, "  ")


def _evidence(shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    yield ""
    name = f"Evidence {shown.kind.newer}".rstrip()
    yield printer.style(f"{name} ({len(shown.item.evidence)})", "bold")
    for piece, known in zip(shown.item.evidence, shown.resolved, strict=True):
        source = f"{piece.when[:10]} {piece.who}".strip()
        yield from wrap(f"{source}: {inert_line(piece.quote)}" if source else inert_line(piece.quote), width, "  ")
        place = f"{place_in_words(piece.locator)} {_SIGNS[known]}".strip()
        if piece.locator.ref:
            yield printer.style("    " + inert_line(place), "dim")


def _against(shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    if not shown.objections:
        return
    yield ""
    yield printer.style("Against", "bold")
    for objection in shown.objections:
        named = not objection.locator or objection.locator in objection.text
        place = "" if named else f" ({objection.locator})"
        yield from wrap(f"{objection.text}{place}", width, "  ")


def _history(shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    if not shown.history:
        return
    yield ""
    yield printer.style("History", "bold")
    for mark in shown.history:
        yield from wrap(f"{mark.when[:10]} {mark.verb} by {mark.actor} (decision {mark.short})", width, "  ")


_STYLES = {"heading": "bold", "strong": "bold", "warning": "magenta", "lost": "red", "dim": "dim"}


def detail_lines(lines: Iterable[DetailLine], printer: Printer, width: int) -> Iterator[str]:
    """What only one kind of item has to show."""
    for line in lines:
        indent = " " * line.indent
        if not line.text:
            yield ""
            continue
        told = wrap(line.text, width, indent) if line.wraps else [indent + inert_line(line.text)]
        style = _STYLES.get(line.style)
        yield from (printer.style(one, style) for one in told) if style else told


def context_lines(found: LoadedContext, printer: Printer, sources: dict[str, dict[int, str]] | None) -> Iterator[str]:
    """Files with their cost and why they are loaded, then the sum; with `sources` every line and where it is from."""
    yield printer.style("      lines         tokens  file, and why an agent loads it", "dim")
    for file in found.files:
        why = f"{file.why} of {file.imported_by}" if file.imported_by else str(file.why)
        extra = [f"only for {', '.join(file.only_for)}"] if file.only_for else []
        extra += ["outside the workspace"] if file.outside else []
        extra += [f"{file.hidden} lines that no agent sees"] if file.hidden else []
        cost = f"{file.size.lines:>5} lines {file.size.tokens:>7,} tokens"
        note = f"  ({'; '.join(extra)})" if extra else ""
        yield f"{cost}  {printer.style(inert_line(file.path), 'bold')}  {why}{note}"
        for line in file.lines if sources is not None else ():
            subject = (sources or {}).get(file.path, {}).get(line.number, "")
            place = f"  {inert_line(file.path)}:{line.number}{f' from {subject}' if subject else ''}"
            yield printer.style(place, "dim") + f"  {inert_line(line.text)}"
    always, later = found.always, found.on_demand
    yield f"{always.lines:>5} lines {always.tokens:>7,} tokens  in every session"
    if later.lines:
        yield f"{later.lines:>5} lines {later.tokens:>7,} tokens  more when files that fit are read"
    for trouble in found.troubles:
        yield f"! {inert_line(trouble.where)}: {inert_line(trouble.what)}"

"""One item as text, readable at 80 columns."""

from collections.abc import Iterator

from dreamtui.cli.words import Printer, wrap
from dreamtui.desk.desk import Desk
from dreamtui.desk.show import Shown, masked
from dreamtui.dream.intake import MANUAL
from dreamtui.formats import rule
from dreamtui.model.item import Kind
from dreamtui.text.dates import ago
from dreamtui.text.inert import inert_line, make_inert
from dreamtui.text.places import place_in_words
from dreamtui.text.risks import mask
from dreamtui.text.strength import strength

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
    strong = strength(item.signal, item.weight) if item.kind is Kind.PROPOSAL else f"weight {item.weight:g}"
    facts = [f"{item.signal or item.kind} {item.id}", str(entry.status), strong]
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
    if shown.sheaf.note:
        yield ""
        yield from wrap(item.text, width, "  ")
    yield from _rule(shown, printer, width)
    yield from _score(shown, printer, width)
    yield from _proposal(desk, shown, printer, width)
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


def _score(shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    """The figures of a recall, and why it could not be promoted."""
    files = shown.sheaf.promotion
    if files is None:
        return
    made = files.promotion
    yield ""
    yield printer.style(f"Score {made.score:.3f} ({made.profile})", "bold")
    parts = ", ".join(f"{name} {value:.2f}" for name, value in made.components)
    yield from wrap(f"{parts}; {made.signals} signals, {made.contexts} queries", width, "  ")
    if files.problem:
        yield printer.style(f"  ! {inert_line(files.problem)}", "magenta")


def _rule(shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    """The rule a review is about, and every reason given for it so far."""
    filed = shown.sheaf.rule
    if shown.item.kind is not Kind.REVIEW_DUE or filed is None:
        return
    live = rule.parse(filed.data, filed.path)
    for heading, text in (("Rule", live.text), *((f"Why ({when})", why) for when, why in rule.rationales(filed.data))):
        yield ""
        yield printer.style(heading, "bold")
        yield from wrap(text, width, "  ")


def _proposal(desk: Desk, shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    """What a proposal would do, statement by statement."""
    if shown.item.kind is not Kind.PROPOSAL:
        return
    from dreamtui.cli.proposal_text import proposal_lines
    from dreamtui.desk.proposal_view import view

    yield ""
    yield from proposal_lines(view(desk, shown.item.id), printer, width, reveal=True)


def _evidence(shown: Shown, printer: Printer, width: int) -> Iterator[str]:
    yield ""
    name = "Evidence newer than the decision" if shown.item.kind is Kind.REVIEW_DUE else "Evidence"
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

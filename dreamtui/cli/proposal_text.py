"""A proposal as text: what it is made from, what comes out, and every statement with its fate."""

from collections.abc import Iterator

from dreamtui.cli.words import Printer, wrap
from dreamtui.desk.proposal_view import MutationView, ProposalView
from dreamtui.formats.proposal import CONTRADICTION
from dreamtui.model.proposal import Fate
from dreamtui.text.inert import inert_line
from dreamtui.text.risks import mask
from dreamtui.text.row import kind_word
from dreamtui.text.strength import strength

_MARKS = {Fate.KEPT: " ", Fate.MERGED: "=", Fate.LOST: "-"}


def proposal_lines(shown: ProposalView, printer: Printer, width: int, *, reveal: bool = False) -> Iterator[str]:
    """Everything about a proposal; text that looks like a secret is masked unless it is to be revealed."""
    for line in _lines(shown, printer, width):
        yield line if reveal else mask(line)


def _lines(shown: ProposalView, printer: Printer, width: int) -> Iterator[str]:
    labels = {choice.id: choice.label for choice in shown.proposal.choices}
    if shown.proposal.reason:
        yield from wrap(shown.proposal.reason, width)
    choice = ""
    for one in shown.mutations:
        if one.choice != choice:
            choice = one.choice
            yield ""
            yield printer.style(f"Choice {choice}: {inert_line(labels.get(choice, ''))}", "bold")
        yield from _mutation(one, printer, width)
    for empty in (c for c in shown.proposal.choices if not c.mutations):
        yield ""
        yield printer.style(f"Choice {empty.id}: {inert_line(empty.label)} (changes nothing)", "bold")
    for outcome in shown.filed.outcomes:
        why = f": {outcome.reason}" if outcome.reason else ""
        yield from wrap(f"{outcome.mutation} {outcome.became}{why}", width)


def _mutation(one: MutationView, printer: Printer, width: int) -> Iterator[str]:
    made = one.mutation
    yield ""
    strong = f"  {strength(CONTRADICTION if one.choice else made.kind, made.score)}" if made.score else ""
    yield printer.style(f"{kind_word('', made.kind)} {made.id}{strong}", "bold")
    if made.reason:
        yield from wrap(made.reason, width, "  ")
    if one.skip:
        yield from (printer.style(line, "magenta") for line in wrap(f"! {one.skip}", width, "  "))
    names = {source.id: number for number, source in enumerate(one.sources, 1)}
    for source in one.sources:
        state = "" if source.state == "same" else f" ({source.state})"
        yield from wrap(f"[{names[source.id]}] {source.id} {source.title}{state}", width, "  ")
    if made.keeps:
        yield f"  {inert_line(made.keeps)} stays"
    if one.result:
        yield printer.style("  what would stand there", "dim")
        if made.title:
            yield from (printer.style(line, "bold") for line in wrap(made.title, width, "    "))
        yield from wrap(one.result, width, "    ")
    elif made.category:
        yield from wrap(f"category: {made.category}", width, "  ")
    if one.statements:
        yield printer.style("  statements: kept, = merged into an equal one, - lost", "dim")
    for said in one.statements:
        mark = f"{_MARKS[said.fate]} [{names.get(said.source, '?')}] "
        styled = "red" if said.fate is Fate.LOST else "dim" if said.fate is Fate.MERGED else ""
        for line in wrap(f"{mark}{said.text}", width, "  "):
            yield printer.style(line, styled) if styled else line
    if one.lost:
        yield from wrap(f"{len(one.lost)} would be lost: --acknowledge each statement, or all", width, "  ")

"""Items, proposals and what agents load, as text readable at 80 columns."""

from collections.abc import Iterator

from dreamtui.cli.printer import Printer, wrap
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.show import Shown, masked
from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
from dreamtui.kinds.proposal.codec import CONTRADICTION
from dreamtui.kinds.rule import codec as rule
from dreamtui.memory.strength import strength
from dreamtui.mining.intake import MANUAL
from dreamtui.model.item import Kind
from dreamtui.model.proposal import Fate
from dreamtui.sources.context import LoadedContext
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import ago
from dreamtui.text.inert import inert_line, make_inert
from dreamtui.text.query.row import kind_word
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
    pass
    from dreamtui.desk.reorganize.proposal_view import view

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


_MARKS = {Fate.KEPT: " ", Fate.MERGED: "=", Fate.LOST: "-"}


def proposal_lines(shown: ProposalView, printer: Printer, width: int, *, reveal: bool = False) -> Iterator[str]:
    """Everything about a proposal; text that looks like a secret is masked unless it is to be revealed."""
    for line in _proposal_text_lines(shown, printer, width):
        yield line if reveal else mask(line)


def _proposal_text_lines(shown: ProposalView, printer: Printer, width: int) -> Iterator[str]:
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

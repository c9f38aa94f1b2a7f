"""reorganize: which memories say the same or are stale, as proposals that a person accepts or rejects."""

from typing import Annotated

import typer

from dreamtui.cli.commands.decide import accept_proposals, reject
from dreamtui.cli.context import desk_of
from dreamtui.cli.options import (
    Acknowledge,
    Choose,
    Disposition,
    Group,
    Id,
    Ids,
    NotBefore,
    Only,
    Rationale,
    Take,
    Text,
)
from dreamtui.cli.printer import Printer
from dreamtui.desk.reorganize import cycle as use
from dreamtui.model.errors import Refused
from dreamtui.model.status import Status
from dreamtui.text.inert import inert_line

PROPOSAL = "proposal"

app = typer.Typer(cls=Group, rich_markup_mode=None)


def register(parent: typer.Typer) -> None:
    parent.add_typer(
        app,
        name="reorganize",
        help="Queue proposals to merge, replace, retire and split memories; nothing changes until one is accepted.",
    )


@app.callback(invoke_without_command=True)
def reorganize(
    context: typer.Context,
    threshold: Annotated[
        float | None, typer.Option("--threshold", metavar="0..1", help="Likeness from which memories are merged.")
    ] = None,
    scorer: Annotated[
        str, typer.Option("--scorer", metavar="NAME", help="How likeness is measured; bow is SecondBrain's.")
    ] = "",
    instructions: Annotated[
        str, typer.Option("--instructions", metavar="TEXT", help="What to look at; recorded, and told to a model.")
    ] = "",
    lookback_days: Annotated[
        int | None, typer.Option("--lookback-days", metavar="N", min=1, help="Only what touches newer memories.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be proposed, write nothing.")] = False,
    model: Annotated[
        bool, typer.Option("--model", help="Run the model command even if only the repository names it.")
    ] = False,
) -> None:
    """Look through notes, rules and topic files and queue proposals; nothing is touched until one is accepted."""
    if context.invoked_subcommand is not None:
        return
    desk, printer = desk_of(context)
    cycle = use.reorganize(desk, use.ReorganizeRequest(threshold, scorer, instructions, lookback_days, dry_run, model))
    if printer.options.json:
        from dreamtui.present.documents import proposals as documents

        printer.data(documents.found(cycle) if dry_run else documents.cycled(cycle))
    else:
        _table(printer, cycle)
    _words(printer, cycle, dry_run=dry_run)


def _table(printer: Printer, cycle: use.Cycle) -> None:
    from dreamtui.present.proposal import cycle_rows

    rows = cycle_rows(cycle)
    if rows:
        printer.table(("ID", "KIND", "STRENGTH", "MEMORIES", "TITLE"), rows, right=frozenset({2, 3}))
    for kept in cycle.kept_apart:
        example = f", such as {' and '.join(kept.examples[0])}" if kept.examples else ""
        pairs = f"{kept.count} pair{'s' if kept.count != 1 else ''}"
        printer.line(inert_line(f"kept apart by {kept.guard}: {pairs} ({kept.reason}){example}"))


def _words(printer: Printer, cycle: use.Cycle, *, dry_run: bool) -> None:
    would = "would be " if dry_run else ""
    intake = cycle.intake
    printer.say(
        f"{cycle.scanned} memories, {cycle.eligible} of them may be touched; {cycle.scorer} at {cycle.threshold:g}"
    )
    parts = [f"{len(intake.new)} {would}new, {len(intake.updated)} {would}updated, {len(intake.unchanged)} unchanged"]
    parts += [f"{len(intake.recurring)} rejected before"] if intake.recurring else []
    parts += [f"{len(intake.vanished)} no longer possible"] if intake.vanished else []
    printer.say("; ".join(parts))
    if cycle.left_out:
        printer.say(f"{cycle.left_out} more were found; the strongest {len(cycle.proposals)} come first")
    for remark in cycle.remarks:
        printer.say(f"note: {remark}")


@app.command("list")
def list_proposals(
    context: typer.Context,
    status: Annotated[
        str, typer.Option("--status", metavar="STATUS", help="pending, accepted, rejected, … or all.")
    ] = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Proposals at most.")] = 20,
) -> None:
    """Proposals that wait, or those of a status."""
    from dreamtui.desk.queue import listing
    from dreamtui.desk.reorganize.proposal_view import filed_proposals
    from dreamtui.present.proposal import listed_rows

    desk, printer = desk_of(context)
    found = listing.listing(desk, status=status, kind=PROPOSAL)
    for problem in found.problems:
        printer.say(f"skipped {problem.said}")
    news = [entry for entry in found.entries if status or entry.is_news]
    entries = news[:limit]
    if printer.options.json:
        from dreamtui.present.documents import proposals as documents

        printer.data(documents.listed(filed_proposals(desk, entries)))
        return
    if not entries:
        if found.entries:
            printer.say(f"{len(found.entries)} decided before and found again, with nothing new: --status recurring")
        printer.say("No proposals. `dreamtui reorganize` looks for some; --status all shows decided ones.")
        return
    rows = listed_rows(entries)
    printer.table(("ID", "KIND", "STRENGTH", "STATUS", "TITLE"), rows, right=frozenset({2}))
    if len(news) > limit:
        printer.say(f"{len(news) - limit} more; --limit shows them")


@app.command("show")
def show_proposal(
    context: typer.Context,
    proposal: Id,
) -> None:
    """One proposal: its sources, the result, and what becomes of every statement."""
    from dreamtui.desk.queue import lookup
    from dreamtui.desk.reorganize.proposal_view import view

    desk, printer = desk_of(context)
    row = lookup.resolve(desk, proposal, tuple(Status)).row
    if row.kind != PROPOSAL:
        raise Refused(f"{row.id} is a {row.kind}; `dreamtui show {row.id}` has it")
    shown = view(desk, row.id)
    if printer.options.json:
        from dreamtui.present.documents import proposals as documents

        printer.data(documents.shown(shown))
        return
    from dreamtui.cli.printer import wrap
    from dreamtui.cli.text import wrapped_lines
    from dreamtui.present.proposal import proposal_lines

    width = min(printer.width or 80, 100)
    for line in wrap(shown.item.title, width):
        printer.line(printer.style(line, "bold"))
    facts = [row.id, str(shown.filed.status), shown.proposal.method, f"created {shown.filed.created[:10]}"]
    printer.line(" · ".join(facts))
    for line in wrapped_lines(proposal_lines(shown), printer, width):
        printer.line(line)


@app.command("accept")
def accept(
    context: typer.Context,
    ids: Ids,
    rationale: Rationale = None,
    only: Only = None,
    choose: Choose = "",
    text: Text = "",
    take: Take = "",
    acknowledge: Acknowledge = None,
) -> None:
    """Carry a proposal out, whole or in part; what changed meanwhile is skipped and planned again."""
    accept_proposals(context, ids, rationale, only, choose, text, acknowledge, take=take)


@app.command("reject")
def reject_proposal(
    context: typer.Context,
    ids: Ids,
    rationale: Rationale = None,
    disposition: Disposition = "",
    until: NotBefore = "",
) -> None:
    """Record why a proposal is not carried out; it is not proposed again."""
    reject(context, ids, rationale=rationale, disposition=disposition, until=until)

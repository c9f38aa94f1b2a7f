"""audit list, show, verify, export, and the log."""

from typing import Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.cli.options import Group
from dreamtui.model.errors import ExitCode
from dreamtui.text.dates import moment
from dreamtui.text.inert import inert_line

app = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="audit", help="The record of every decision.")


@app.command("list")
def list_decisions(
    context: typer.Context,
    item: Annotated[str, typer.Option("--item", metavar="ID", help="Only decisions on this item.")] = "",
    verb: Annotated[str, typer.Option("--verb", metavar="VERB", help="Only this verb.")] = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="Only the newest so many.")] = 0,
) -> None:
    """Decisions, oldest first, and whether each still stands."""
    from dreamtui.desk.audit import audit_views

    desk, printer = desk_of(context)
    found = audit_views.decisions(desk, item=item, verb=verb, limit=limit)
    if printer.options.json:
        from dreamtui.present.documents import decisions as documents

        printer.data(documents.listed(found))
    elif found:
        rows = [
            ("" if stands else "undone", m.short, moment(m.when)[:16], m.verb, m.signed, m.item, m.title)
            for m, stands in found
        ]
        printer.table(("", "DECISION", "WHEN", "VERB", "WHO", "ITEM", "TITLE"), rows)
    else:
        printer.say("No decision is recorded yet.")


@app.command("show")
def show_decision(
    context: typer.Context,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="Id, beginning of one, or an item's id.")],
) -> None:
    """One decision: who, when, why, and which files it changed from what to what."""
    from dreamtui.cli.printer import wrap
    from dreamtui.desk.audit import audit_views

    desk, printer = desk_of(context)
    found, mark, stands = audit_views.decision(desk, decision)
    if printer.options.json:
        from dreamtui.present.documents import decisions as documents

        printer.data(documents.decision(found, stands, mark.name))
        return
    state = "stands" if stands else "was undone"
    when = f"on {moment(found.when)} UTC ({state})"
    printer.line(printer.style(inert_line(f"{found.verb} {found.item} by {found.signed} {when}"), "bold"))
    for line in wrap(found.title, 80):
        printer.line(line)
    printer.line()
    for line in wrap(found.rationale or "(no reason is needed for this verb)", 80, "  "):
        printer.line(line)
    if found.rule:
        printer.line()
        printer.line(printer.style("Rule", "bold"))
        for line in wrap(found.rule, 80, "  "):
            printer.line(line)
        if found.drafted_by:
            printer.line(inert_line(f"  drafted by a model: {found.drafted_by} (answer {found.draft_answer[:12]})"))
    printer.line()
    for entry in found.touched:
        printer.line(
            f"  {entry.before[:12] or '(none)':<12} → {entry.after[:12] or '(gone)':<12}  {inert_line(entry.path)}"
        )
    for place, _ in found.evidence:
        for line in wrap(f"evidence {place}", 80, "  "):
            printer.line(line)
    printer.line(f"  record {inert_line(mark.name)}")


@app.command("verify")
def verify(
    context: typer.Context,
    strict: Annotated[
        bool, typer.Option("--strict", help="Drift and rules that nobody decided are failures too.")
    ] = False,
    git: Annotated[
        bool, typer.Option("--git", help="Also against the commits: who committed each record, and that none changed.")
    ] = False,
) -> None:
    """Check every record against its hash, its parents and the log, and the files against the newest records."""
    from dreamtui.desk.audit import audit_views

    desk, printer = desk_of(context)
    found = audit_views.verify(desk, git=git)
    if printer.options.json:
        from dreamtui.present.documents import decisions as documents

        printer.data(documents.verified(found))
    else:
        from dreamtui.present.history import verdict_parts

        for part in verdict_parts(found):
            for sentence in part.sentences:
                printer.line(inert_line(f"{part.word}: {sentence}"))
        if found.signatures:
            printer.line(f"signatures: {found.signed}")
        if found.holds:
            printer.line(f"{found.records} records verified")
    if not found.holds:
        printer.say(f"dreamtui: the audit failed: {found.first}")
        raise typer.Exit(int(ExitCode.INTEGRITY))
    if strict and found.drift:
        printer.say(f"dreamtui: files changed since their last decision: {len(found.drift)}")
    if strict and found.undecided:
        printer.say(f"dreamtui: rules without a decision: {len(found.undecided)}")
    if found.commits:
        printer.say(f"dreamtui: records that the commits contradict: {len(found.commits)}")
    if found.commits or (strict and (found.drift or found.undecided)):
        raise typer.Exit(int(ExitCode.REFUSED))


@app.command("export")
def export(context: typer.Context) -> None:
    """Every decision as data: one JSON document a line, or one document with --json."""
    from dreamtui.desk.audit import audit_views
    from dreamtui.present.documents import decisions as documents

    desk, printer = desk_of(context)
    found = documents.exported(audit_views.all_decisions(desk))
    if printer.options.json:
        printer.data(found)
        return
    for decision in found.decisions:
        printer.data(decision)


@app.command("log")
def log(
    context: typer.Context,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Newest so many lines.")] = 50,
) -> None:
    """The log: runs, decisions, undos and syncs, oldest first."""
    from dreamtui.desk.audit import audit_views

    desk, printer = desk_of(context)
    found = audit_views.log_entries(desk, limit)
    if printer.options.json:
        from dreamtui.present.documents import decisions as documents

        printer.data(documents.log(found))
        return
    from dreamtui.present.log import details, what_of

    rows = [(moment(str(e["ts"])), str(e.get("actor", "")), what_of(e), details(e)) for e in found]
    if rows:
        printer.table(("WHEN", "WHO", "WHAT", "DETAILS"), rows)

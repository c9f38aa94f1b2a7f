"""list, show, draft, add, propose: the queue without a console."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from dreamtui.cli.context import desk_of, options
from dreamtui.cli.options import Id
from dreamtui.cli.printer import Printer, wrap
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue import listing
from dreamtui.model.errors import Usage
from dreamtui.model.status import is_risky
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.desk.outputs.targets import TargetCost
    from dreamtui.desk.queue.show import Shown
    from dreamtui.kinds.row import QueueEntry
    from dreamtui.model.decision import Plan

_WINDOW = re.compile(r" in last [0-9a-zA-Z:.-]+$")


Pieces = Annotated[
    list[str] | None,
    typer.Option("--evidence", metavar="COMMIT|FILE:LINE|TEXT", help="Repeatable; commit:, file:, text: say which."),
]


def register(app: typer.Typer) -> None:
    app.command("list")(list_items)
    app.command("show")(show_item)
    app.command("draft")(draft_rule)
    app.command("add")(add_candidate)
    app.command("propose")(propose)


def list_items(
    context: typer.Context,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="Only this kind.")] = "",
    signal: Annotated[str, typer.Option("--signal", metavar="SIGNAL", help="Only this signal.")] = "",
    status: Annotated[
        str, typer.Option("--status", metavar="STATUS", help="pending, recurring, deferred, graduated, … or all.")
    ] = "",
    query: Annotated[
        str, typer.Option("--query", metavar="TEXT", help="As the console's filter: words, kind:, signal:, age>.")
    ] = "",
) -> None:
    """The review queue: pending first, then what recurs although it was decided."""
    desk, printer = desk_of(context, everywhere=True)
    if options(context).all:
        _list_everywhere(desk, printer, kind=kind, signal=signal, status=status, query=query)
        return
    print_listing(desk, printer, status=status, kind=kind, signal=signal, query=query)


def print_listing(desk: Desk, printer: Printer, **asked: str) -> None:
    """A queue as JSON or as a table; files that cannot be read are named."""
    found = listing.listing(desk, **asked)
    for problem in found.problems:
        printer.say(f"skipped {problem.said}")
    if printer.options.json:
        printer.document(found.json(listing.doubts_in(desk, found)))
    else:
        _table(desk, printer, found, every=bool(asked.get("status")))


def _list_everywhere(desk: Desk, printer: Printer, **asked: str) -> None:
    from dreamtui.desk.workspace.workspaces import everywhere

    answers, problems = everywhere(
        desk, lambda other: listing.listing(other, **asked, workspace=other.workspace.root.name)
    )
    for sentence in problems:
        printer.say(f"dreamtui: {inert_line(sentence)}")
    if printer.options.json:
        from dreamtui.present.documents import items as documents

        printer.data(
            documents.listed_everywhere((other, found, listing.doubts_in(other, found)) for other, found in answers)
        )
        return
    for other, found in answers:
        if found.entries:
            printer.line(printer.style(inert_line(str(other.workspace.root)), "bold"))
            _table(other, printer, found, every=bool(asked.get("status")))


def _table(desk: Desk, printer: Printer, found: listing.Listing, *, every: bool) -> None:
    """The queue; what was decided and seen again without anything new is only counted, unless `every` is asked for."""
    if not found.entries:
        printer.say("Nothing here. `dreamtui dream` looks for new candidates; `dreamtui list --status all` shows all.")
        return
    doubts = listing.doubts_in(desk, found)
    old_news = [] if every else [e for e in found.entries if not e.is_news]
    rows = [_cells(entry, desk, doubts) for entry in found.entries if every or entry.is_news]
    if rows:
        printer.table(("", "ID", "SIGNAL", "WT", "AGE", "TITLE"), rows, right=frozenset({3, 4}))
    count = len(rows)
    printer.say(f"{count} item{'s' if count != 1 else ''}. `dreamtui show ID` has the evidence.")
    if old_news:
        printer.say(
            f"{len(old_news)} decided before and seen again, with nothing new since: `dreamtui list --status recurring`"
        )


def _cells(entry: "QueueEntry", desk: Desk, doubts: listing.Doubts) -> tuple[str, ...]:
    """One line of the table: secrets masked, and without the window, which every title would repeat."""
    from dreamtui.text.dates import ago

    row = entry.row
    title = _WINDOW.sub("", row.title)
    if "secret" in row.flags:
        from dreamtui.text.danger.risks import mask

        title = mask(title)
    is_listed = desk.kinds.of(row.kind).is_queued
    marked = doubts.get(entry.decision or "", ())[:1]
    status = "" if entry.status == "pending" or not is_listed else f"({entry.status}{', '.join(('', *marked))}) "
    weight = f"{row.weight:g}" if is_listed else ""
    sign = "!" if is_risky(row.flags) else "·" if row.flags else ""
    return (sign, row.id, row.signal or row.kind, weight, ago(row.last_seen, desk.now), f"{status}{title}")


def show_item(
    context: typer.Context,
    item: Id,
    preview: Annotated[bool, typer.Option("--preview", help="Also the exact changes each verb would make.")] = False,
) -> None:
    """Everything about one item: text, evidence and whether it still resolves, history, what speaks against it."""
    from dreamtui.desk.queue import lookup, show

    desk, printer = desk_of(context)
    reveal = printer.options.reveal
    look = lookup.Lookup(desk)
    shown = show.show(desk, item, look)
    plans = show.previews(desk, item, look) if preview else None
    offered = _targets(desk, shown, plans)
    if printer.options.json:
        from dreamtui.present.documents import items as documents

        printer.data(documents.shown(shown, plans, offered))
        return
    from dreamtui.cli.text import item_lines
    from dreamtui.desk.audit.change_text import diff_text

    width = min(printer.width or 80, 100)
    for line in item_lines(desk, shown, printer, width, reveal=reveal):
        printer.line(line)
    if offered:
        from dreamtui.present.targets import sentences

        printer.line(printer.style("── the rule can go to", "bold"))
        for sentence in sentences(offered):
            printer.line(inert_line(sentence))
    for verb, plan in (plans or {}).items():
        for files, heading in ((plan.then, f"after {verb} agents would read"), (plan.written, f"{verb} would change")):
            if text := diff_text(files, reveal=reveal):
                printer.line(printer.style(f"── {heading}", "bold"))
                for line in text.splitlines():
                    printer.line(_colored(printer, line))


def _targets(desk: Desk, shown: "Shown", plans: "dict[str, Plan] | None") -> "tuple[TargetCost, ...]":
    """Where the rule that an item becomes can go, where it is asked what a decision would change."""
    from dreamtui.desk.outputs.targets import costs_of
    from dreamtui.model.decision import Words
    from dreamtui.model.errors import Refused
    from dreamtui.model.verb import Verb

    if not plans or Verb.GRADUATE not in plans:
        return ()
    try:
        return costs_of(desk, shown.item.id, Verb.GRADUATE, Words(rationale="…", rule=shown.suggestion or "…"))
    except Refused:
        return ()


def _colored(printer: Printer, line: str) -> str:
    from dreamtui.text.inert import inert

    safe = inert(line)
    if line.startswith("+"):
        return printer.style(safe, "green")
    return printer.style(safe, "red") if line.startswith("-") else safe


def draft_rule(
    context: typer.Context,
    item: Id,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print exactly what the model would be given; ask nobody.")
    ] = False,
) -> None:
    """Have your model command draft the rule of one item; every quote is checked, and nothing is decided."""
    from dreamtui.desk.queue import model_draft

    desk, printer = desk_of(context)
    if dry_run:
        about, asked = model_draft.prompt(desk, item)
        if printer.options.json:
            from dreamtui.present.documents.items import DraftPromptOutput

            printer.data(DraftPromptOutput(id=about.id, prompt=asked))
            return
        for line in asked.splitlines():
            printer.line(line)
        return
    about, made = model_draft.draft(desk, item)
    if printer.options.json:
        from dreamtui.present.documents import items as documents

        printer.data(documents.drafted(about.id, made))
        return
    from dreamtui.cli.text import wrapped_lines
    from dreamtui.present.item import draft_lines

    for line in wrapped_lines(draft_lines(made), printer, min(printer.width or 80, 100)):
        printer.line(line)
    if made.rule:
        printer.say(f"nothing is decided; `dreamtui graduate {about.id} --drafted --rationale …` takes these words")


def add_candidate(
    context: typer.Context,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="What was observed, in one line.")],
    evidence: Pieces = None,
) -> None:
    """File a candidate by hand; it is never held back for being similar to another."""
    _file(context, title, evidence or [])


def propose(
    context: typer.Context,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="What was observed, in one line.")],
    evidence: Pieces = None,
    rule: Annotated[
        str, typer.Option("--rule", metavar="TEXT", help="What agents should read, in a sentence: a suggestion.")
    ] = "",
) -> None:
    """Put something into the queue for a person to decide: the command for agents, which decide nothing."""
    if not evidence:
        raise Usage("a proposal rests on evidence: name at least one piece with --evidence")
    _file(context, title, evidence, rule)


def _file(context: typer.Context, title: str, evidence: list[str], rule: str = "") -> None:
    from dreamtui.desk.queue.add_candidate import add

    desk, printer = desk_of(context)
    filed = add(desk, title, evidence, rule)
    if printer.options.json:
        from dreamtui.present.documents import items as documents

        printer.data(documents.filed(filed.id, filed.similar, new=filed.is_new))
    else:
        printer.line(filed.id)
    if not filed.is_new:
        printer.say("this title is already in the queue; its evidence was added")
    for other, words in filed.similar:
        for line in wrap(f"similar: {other} {words}", 100):
            printer.say(line)

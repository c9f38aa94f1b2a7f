"""search: everything there is, from a few words."""

from typing import TYPE_CHECKING, Annotated

import typer

from dreamtui.cli.context import desk_of, options
from dreamtui.cli.printer import Printer, wrap
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.search.search import Hits
    from dreamtui.model.search import Hit


def register(app: typer.Typer) -> None:
    app.command("search")(search_everything)


def search_everything(
    context: typer.Context,
    text: Annotated[
        list[str],
        typer.Argument(metavar="TEXT", help='Words; also "as they stand", -without, kind: file: title: age<7d.'),
    ],
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="Only this: item, rule, note, memory, decision, …; repeatable."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, max=1000, help="How many hits at most.")] = 20,
) -> None:
    """Find items, rules, notes, memories, decisions, reasons, evidence and moments of conversations."""
    from dreamtui.desk.search.search import revealed, search
    from dreamtui.desk.workspace.workspaces import everywhere
    from dreamtui.present.search import said_of

    desk, printer = desk_of(context, everywhere=True)
    asked = " ".join(text)

    def ask(other: "Desk") -> "Hits":
        return search(other, asked, kinds=kind or (), most=limit, wait=printer.meter)

    answers, problems = everywhere(desk, ask) if options(context).all else ([(desk, ask(desk))], [])
    hits = sorted(((other, hit) for other, one in answers for hit in one.hits), key=lambda one: -one[1].score)[:limit]
    if printer.options.reveal:
        hits = [(other, revealed(other, hit)) for other, hit in hits]
    problems += said_of([one for _, one in answers])
    if printer.options.json:
        from dreamtui.present.documents import search as documents

        printer.data(documents.found(hits, [one for _, one in answers], problems))
        return
    for sentence in problems:
        printer.say(f"dreamtui: {inert_line(sentence)}")
    for other, hit in hits:
        _print(printer, hit, asked, str(other.workspace.root) if options(context).all else "")
    if not hits:
        printer.say("No match." if asked.strip() else "Search for what?")


def _print(printer: Printer, hit: "Hit", asked: str, workspace: str) -> None:
    """What it is, the line that answers, and where that stands."""
    from dreamtui.present.search import around, name_of

    status = f"({hit.status}) " if hit.status not in {"", "pending", "live", "accepted"} else ""
    width = min(printer.width or 100, 100)
    first, *more = wrap(inert_line(f"{status}{hit.title}"), width, "  ")[:3]
    printer.line(f"{printer.style(hit.kind, 'bold')} {inert_line(name_of(hit))}")
    for line in (first, *more):
        printer.line(line)
    if hit.quote and hit.quote not in hit.title:
        for line in wrap(inert_line(around(hit.quote, asked)), width, "    ")[:3]:
            printer.line(line)
    printer.line(
        printer.style(f"    {inert_line(f'{workspace} ' if workspace else '')}{inert_line(hit.locator)}", "dim")
    )

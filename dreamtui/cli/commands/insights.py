"""insights: what several sessions have in common."""

from typing import Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.text.dates import ago


def register(app: typer.Typer) -> None:
    app.command("insights")(insights)


def insights(
    context: typer.Context,
    status: Annotated[
        str, typer.Option("--status", metavar="STATUS", help="active, pending, graduated, rejected, … or all.")
    ] = "",
    kind: Annotated[str, typer.Option("--type", metavar="theme|pattern|gap|connection", help="Only this type.")] = "",
    query: Annotated[str, typer.Option("--query", metavar="TEXT", help="Only insights that hold this text.")] = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Insights at most.")] = 50,
) -> None:
    """What recurs over sessions, found by `dream`; graduate or reject each, nothing is remembered by itself."""
    from dreamtui.desk.mine import insights as use

    desk, printer = desk_of(context)
    found = use.listed(desk, status=status, kind=kind, query=query, limit=limit)
    if printer.options.json:
        from dreamtui.present.documents import items as documents

        printer.data(documents.insights(found))
        return
    if not found:
        printer.say("No insights. `dreamtui dream` looks for some; --status all shows decided ones.")
        return
    rows = [
        (
            made.id,
            made.type.value,
            f"{made.importance:.2f}",
            str(made.sessions),
            ago(made.last_seen, desk.now),
            made.title if entry.status == "pending" else f"({entry.status}) {made.title}",
        )
        for entry, made in found
    ]
    printer.table(("ID", "TYPE", "WEIGHT", "SESSIONS", "LAST", "TITLE"), rows, right=frozenset({2, 3, 4}))
    printer.say('`dreamtui graduate ID --as note --rule "…" --rationale "…"` keeps one.')

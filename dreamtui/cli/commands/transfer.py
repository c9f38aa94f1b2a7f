"""import, export: rules of other tools and workspaces into the queue, one's own into a bundle."""

from pathlib import Path
from typing import Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.text.inert import inert_line


def register(app: typer.Typer) -> None:
    app.command("import")(import_rules)
    app.command("export")(export_rules)


def import_rules(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...",
            help="AGENTS.md, a CLAUDE.md, .cursor/rules/x.mdc, …, or a bundle of `export`; default: those found here.",
        ),
    ] = None,
) -> None:
    """Put the rules of other tools, or of another workspace, into the queue: each is an item that a person decides."""
    from dreamtui.desk.queue import import_rules as rules

    desk, printer = desk_of(context)
    found = rules.import_rules(desk, files or ())
    if printer.options.json:
        from dreamtui.present.documents import items as documents

        printer.data(documents.imported_rules(found))
    else:
        for item_id in found.new:
            printer.line(item_id)
    from dreamtui.present.mining import import_sentences

    for sentence in import_sentences(found):
        printer.say(inert_line(sentence))


def export_rules(
    context: typer.Context,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help="Write a new file; without it the bundle goes to stdout.")
    ] = "",
) -> None:
    """The rules and notes of this workspace with their reasons and evidence, as a bundle that `import` takes."""
    from dreamtui.desk.queue import export
    from dreamtui.desk.queue.bundle import bundle

    desk, printer = desk_of(context)
    text = bundle(desk, reveal=printer.options.reveal).decode("utf-8")
    if not out:
        printer.document(text.rstrip("\n"))
        return
    printer.line(inert_line(str(export.write(export.target(desk, out), text))))

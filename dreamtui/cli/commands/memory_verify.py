"""memory verify: what memories claim about the repository, held against it."""

from typing import Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.model.errors import ExitCode


def register(parent: typer.Typer) -> None:
    """Add the command."""
    parent.command("verify")(verify)


def verify(
    context: typer.Context,
    memories: Annotated[
        list[str] | None, typer.Argument(metavar="FILE|ID", help="Memories or files; all memories by default.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 when anything is gone or was moved.")] = False,
) -> None:
    """Check the paths, symbols, commands, packages, branches and commits that memories name."""
    from dreamtui.desk.memory import verify as use
    from dreamtui.model.claim import Verdict

    desk, printer = desk_of(context)
    report = use.verify(desk, memories or (), progress=printer.meter)
    rows = [
        (
            one.verdict.value,
            one.claim.kind.value,
            one.claim.name,
            f"{checked.path}:{one.claim.line}",
            _why(one.reason, one.now),
        )
        for checked in report.memories
        for one in checked.claims
    ]
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.verified(report))
    elif rows:
        printer.table(("VERDICT", "KIND", "CLAIM", "PLACE", "WHY"), rows)
    counts = ", ".join(f"{report.count(verdict)} {verdict.value}" for verdict in Verdict)
    held = "1 memory" if len(report.memories) == 1 else f"{len(report.memories)} memories"
    printer.say(f"{len(rows)} claims in {held}: {counts}")
    for remark in report.remarks:
        printer.say(f"note: {remark}")
    if strict and report.is_stale:
        raise typer.Exit(int(ExitCode.REFUSED))


def _why(reason: str, now: str) -> str:
    return f"{reason}: now {now}" if now else reason

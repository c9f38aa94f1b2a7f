"""memory history, restore: what became of Claude Code's memories outside our decisions, and bringing it back."""

from typing import TYPE_CHECKING, Annotated

import typer

from dreamtui.cli.commands.decide import tell
from dreamtui.cli.context import desk_of
from dreamtui.cli.options import DryRun
from dreamtui.cli.printer import Printer
from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.memory.history import FolderHistory
from dreamtui.model.errors import Usage
from dreamtui.present.history import made_by
from dreamtui.text.dates import moment
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.store.claude.history import Version


def register(app: typer.Typer) -> None:
    app.command("history")(history)
    app.command("restore")(restore)


def history(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A memory file, as `topic.md`; default: all of them.")
    ] = "",
    acknowledge: Annotated[
        str,
        typer.Option(
            "--acknowledge", metavar="FILE", help="What happened to this file is as intended; it is not reported again."
        ),
    ] = "",
) -> None:
    """What the memory folders held, who changed it, and what was lost outside dreamtui."""
    if file and acknowledge:
        raise Usage("give a FILE or --acknowledge FILE, not both")
    desk, printer = desk_of(context)
    only = ""
    if acknowledge:
        only = memory_history.acknowledge(desk, acknowledge)
    elif file:
        one, name, _ = memory_history.versions_of(desk, file)
        only = f"{one.key}/{name}"
    told = memory_history.snapshot(desk)
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.history(told, only))
    elif acknowledge:
        printer.say(f"{only} is as intended; it is not reported again")
    elif only:
        _versions(printer, told, only)
    else:
        _files(printer, told)
    _remarks(printer, told, only, desk.store.remarks)


def restore(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A memory file, as `topic.md`.")],
    version: Annotated[
        str, typer.Option("--version", metavar="SHA", help="Beginning of a version's hash; default: what was lost.")
    ] = "",
    dry_run: DryRun = False,
) -> None:
    """Restore a memory as it was, with its line in the index; recorded and undoable."""
    desk, printer = desk_of(context)
    outcome = memory_history.restore(desk, file, version, dry_run=dry_run)
    if not dry_run:
        tell(desk, printer, outcome)
        return
    from dreamtui.desk.audit.change_text import diff_text

    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.restoring(outcome))
    else:
        for line in diff_text(outcome.changes).splitlines():
            printer.line(inert_line(line))
    for sentence in outcome.advice:
        printer.say(f"advice: {sentence}")


def _versions(printer: Printer, told: list[FolderHistory], only: str) -> None:
    """The versions of one file, the newest first."""
    rows = []
    for one in told:
        for name, versions in one.by_file.items():
            if f"{one.key}/{name}" == only:
                rows += [_row(one, version) for version in reversed(versions)]
    printer.table(("WHEN", "VERSION", "BYTES", "WHO", ""), rows, right=frozenset({2}))


def _row(told: FolderHistory, version: "Version") -> tuple[str, ...]:
    if version.gone:
        kept = "gone"
    else:
        kept = "" if told.history.is_kept(version.sha) else "not kept"
    return moment(version.when), version.sha[:8] or "-", f"{version.size:,}", made_by(version), kept


def _files(printer: Printer, told: list[FolderHistory]) -> None:
    """Every file with what is known of it."""
    rows = []
    for one in told:
        for name, versions in one.by_file.items():
            last = versions[-1]
            size = "gone" if last.gone else f"{last.size:,}"
            when = moment(last.when)
            rows.append((f"{one.key}/{name}", size, str(len(versions)), when, made_by(last)))
    if rows:
        printer.table(("FILE", "BYTES", "VERSIONS", "NEWEST", "WHO"), rows, right=frozenset({1, 2}))
    else:
        printer.say("No memory folder of this workspace has been read yet.")


def _remarks(printer: Printer, told: list[FolderHistory], only: str, more: list[str]) -> None:
    for one in told:
        for finding in one.findings:
            if only in ("", finding.path):
                printer.say(f"dreamtui: {finding.said}")
        if one.unread:
            printer.say(f"note: {one.unread}")
        if one.look.skipped:
            printer.say(f"note: {one.look.skipped} lines of the history of {one.key} are damaged and skipped")
    for sentence in more:
        printer.say(f"note: {sentence}")

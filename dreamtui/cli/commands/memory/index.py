"""memory status, check, index: where the indexes of memory folders stand, and making them whole again."""

from collections.abc import Sequence
from typing import Annotated

import typer

from dreamtui.cli.context import desk_of, options
from dreamtui.cli.options import DryRun
from dreamtui.cli.printer import Printer
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory.folder import Contents
from dreamtui.desk.memory.index import Indexing
from dreamtui.model.errors import ExitCode, Usage
from dreamtui.model.memory import IndexStep
from dreamtui.text.budget import MEMORY_BYTES, MEMORY_LINES
from dreamtui.text.inert import inert_line

_HEADS = (
    "FOLDER",
    "LINES",
    "BYTES",
    "TOKENS",
    "ENTRIES",
    "INVISIBLE",
    "ORPHANS",
    "DANGLING",
    "LONG",
    "OUTSIDE",
    "PATH",
)


def register(app: typer.Typer) -> None:
    app.command("status")(status)
    app.command("check")(check)
    app.command("index")(index)


def status(context: typer.Context) -> None:
    """Each memory folder against what is loaded of its index; --all for every project of Claude Code."""
    desk, printer = desk_of(context, everywhere=True)
    found = memory_index.status(desk, everywhere=options(context).all)
    _data(printer, found)
    _nothing(printer, desk, found)
    for one in found:
        for sentence in (*memory_index.problems(one), *memory_index.remarks(one)):
            printer.say(sentence)
    _say(printer, desk.memory.remarks)


def check(context: typer.Context) -> None:
    """Exit 1 when a memory has no line, a line no memory, a line is too long, or the index is not loaded whole."""
    desk, printer = desk_of(context)
    found = memory_index.status(desk)
    _data(printer, found)
    _nothing(printer, desk, found)
    wrong = [sentence for one in found for sentence in memory_index.problems(one)]
    for sentence in wrong:
        printer.say(f"dreamtui: {sentence}")
    for one in found:
        _say(printer, memory_index.remarks(one))
    if wrong:
        printer.say("dreamtui: `dreamtui memory index --dry-run` shows what regenerating would do")
        raise typer.Exit(int(ExitCode.REFUSED))


def index(
    context: typer.Context,
    folder: Annotated[
        str, typer.Argument(metavar="FOLDER", help="A memory folder; default: all of this workspace.")
    ] = "",
    dry_run: DryRun = False,
    only: Annotated[
        list[IndexStep] | None,
        typer.Option(
            "--only",
            metavar="add|remove|shorten|renew|move",
            help="Do only this; repeatable. Default: all of it. What does not fit always moves.",
        ),
    ] = None,
    removals: Annotated[
        bool, typer.Option("--allow-removals", help="Also where over 30 % of the entries would go.")
    ] = False,
    cut: Annotated[
        bool,
        typer.Option("--cut", help="Also shorten lines whose words no memory holds; a further index keeps them whole."),
    ] = False,
) -> None:
    """Regenerate MEMORY.md from its topic files: what is in order stays, headings and free lines never move."""
    desk, printer = desk_of(context)
    folders = memory_index.chosen(desk, folder)
    if cut and only and IndexStep.SHORTEN not in only:
        raise Usage("--cut shortens lines: add --only shorten")
    steps = only or memory_index.EVERY_STEP
    planned = [memory_index.plan(desk, one, cut=cut, steps=steps) for one in folders]
    for one in planned:
        _say_moved(printer, one)
    if dry_run:
        _preview(printer, planned)
        if not removals:
            memory_index.refuse_removals(planned)
    else:
        planned = _write(printer, desk, planned, removals=removals, cut=cut, steps=steps)
    for one in planned:
        _say_left(printer, one)
    if any(one.made.refused for one in planned):
        raise typer.Exit(int(ExitCode.REFUSED))


def _write(
    printer: Printer,
    desk: Desk,
    planned: Sequence[Indexing],
    *,
    removals: bool,
    cut: bool,
    steps: Sequence[IndexStep],
) -> list[Indexing]:
    """Write what was planned and say what was done."""
    from dreamtui.desk.memory.history import remarks

    folders = [one.contents.folder for one in planned]
    outcome, done = memory_index.write(desk, folders, removals=removals, cut=cut, steps=steps)
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.indexed(done, outcome))
    else:
        for decision in outcome.decisions:
            printer.line(f"regenerated {inert_line(decision.title)}  (decision {decision.short})")
    if outcome.decisions:
        printer.say("`dreamtui undo --rationale …` undoes this.")
    elif not any(one.made.refused for one in done):
        printer.say("there is nothing to regenerate" if done else "there is no memory folder here")
    _say(printer, remarks(desk) if outcome.decisions else ())
    return done


def _preview(printer: Printer, planned: Sequence[Indexing]) -> None:
    from dreamtui.desk.audit.change_text import diff_text

    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.indexing(planned))
        return
    for one in planned:
        for line in diff_text(one.plan.changes).splitlines():
            printer.line(inert_line(line))
        if not one.plan.changes and not one.made.refused:
            printer.say(f"{one.key}: there is nothing to regenerate")


def _say_moved(printer: Printer, one: Indexing) -> None:
    if one.made.moved:
        how = memory_index.how_moved(one.made)
        printer.say(f"{one.key}: not all lines fit, so some move to a further index, {how}")
    for name, why in zip(one.made.moved, one.made.why, strict=True):
        printer.say(f"{one.key}: moves to a further index: {inert_line(name)} ({inert_line(why)})")


def _say_left(printer: Printer, one: Indexing) -> None:
    """What regenerating cannot put in order."""
    made = one.made
    if made.refused:
        printer.say(f"dreamtui: {one.key}: {made.refused}; nothing was written there")
    if made.unfit:
        numbers = memory_index.listed([str(number) for number in made.unfit])
        printer.say(
            f"{one.key}: too long, and cutting would lose words: lines {numbers}; `dreamtui reorganize` offers to put"
            " the words into their memories, `--cut` keeps the lines whole in a further index"
        )
    if made.left:
        names = memory_index.listed(made.left)
        printer.say(f"{one.key}: missing, but their lines say more: {names}; edit these lines by hand")
    _say(printer, [f"{one.key}: {sentence}" for sentence in one.contents.odd])


def _data(printer: Printer, found: Sequence[Contents]) -> None:
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.folders(found))
    elif found:
        rows = [_row(one) for one in found]
        kept = _told(rows, printer.width)
        figures = frozenset(at for at, n in enumerate(kept) if 0 < n < len(_HEADS) - 1)
        printer.table([_HEADS[n] for n in kept], [[row[n] for n in kept] for row in rows], right=figures)


def _told(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The columns to show: on a narrow terminal neither the path nor those that say 0 of every folder."""
    every = range(len(_HEADS))
    widest = [max(map(len, (_HEADS[n], *(row[n] for row in rows)))) for n in every]
    if not width or sum(widest) + 2 * (len(widest) - 1) <= width:
        return list(every)
    return [n for n in every[:-1] if any(row[n] != "0" for row in rows)]


def _row(one: Contents) -> tuple[str, ...]:
    report = one.report
    return (
        one.folder.key,
        f"{report.lines}/{MEMORY_LINES}",
        f"{report.bytes:,}/{MEMORY_BYTES:,}",
        f"{report.tokens:,}",
        str(report.entries),
        str(len(report.hidden)),
        str(len(report.orphans)),
        str(len(report.dangling)),
        str(len(report.long_lines)),
        str(len(report.outside)),
        str(one.folder.path),
    )


def _nothing(printer: Printer, desk: Desk, found: Sequence[Contents]) -> None:
    if not found:
        printer.say(f"there is no memory folder here; Claude Code would keep one at {desk.memory.main}")


def _say(printer: Printer, sentences: Sequence[str]) -> None:
    for sentence in sentences:
        printer.say(f"note: {sentence}")

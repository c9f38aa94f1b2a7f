"""dream and observe: what happened goes in."""

import shlex
import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dreamtui.cli.context import desk_of
from dreamtui.cli.options import compat_of
from dreamtui.cli.printer import Printer
from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.run import Run
from dreamtui.model.errors import Refused, Usage

if TYPE_CHECKING:
    from dreamtui.desk.queue.model_draft import Drafted


def register(app: typer.Typer) -> None:
    app.command("dream")(dream)
    app.command("observe")(observe)


def dream(
    context: typer.Context,
    since: Annotated[
        str, typer.Option("--since", metavar="30d|ISO", help="How far back: 30d, 12h, 2w, or a date.")
    ] = "",
    lookback_days: Annotated[
        int | None, typer.Option("--lookback-days", metavar="N", min=1, help="The same in days.")
    ] = None,
    min_cluster_size: Annotated[
        int | None, typer.Option("--min-cluster-size", metavar="N", min=1, help="Events that make a candidate.")
    ] = None,
    instructions: Annotated[
        str, typer.Option("--instructions", metavar="TEXT", help="What to look at; recorded.")
    ] = "",
    only: Annotated[str, typer.Option("--only", metavar="SIGNAL", help="Only this signal.")] = "",
    max_new: Annotated[
        int | None, typer.Option("--max-new", metavar="N", min=0, help="New items at most; 10 unless configured.")
    ] = None,
    no_embeddings: Annotated[
        bool, typer.Option("--no-embeddings", help="Do not compare events by meaning; nothing else changes.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be found, write nothing.")] = False,
    compat: Annotated[
        str, typer.Option("--compat", metavar="dotagent", help="Mine and write exactly as dotagent does.")
    ] = "",
    reviews: Annotated[
        str,
        typer.Option("--reviews", metavar="FILE|gh|glab", help="Only review comments: of a file, or of your own tool."),
    ] = "",
    one_reviewer: Annotated[
        bool, typer.Option("--one-reviewer", help="With --reviews: also what only one reviewer asked for.")
    ] = False,
    draft: Annotated[
        int | None,
        typer.Option("--draft", metavar="N", min=1, help="Have your model command draft rules for so many items."),
    ] = None,
    with_digest: Annotated[
        bool, typer.Option("--digest", help="Print what waits afterwards as Markdown for mail or chat; --json as data.")
    ] = False,
    unattended: Annotated[
        bool, typer.Option("--unattended", help="Only when enough hours and sessions passed since the last dream.")
    ] = False,
) -> None:
    """Look at events, commits, conversations and the bug registry, and put what recurs into the queue."""
    from dreamtui.desk import model_command
    from dreamtui.desk.mine import run as mine
    from dreamtui.desk.mine import unattended as dreaming
    from dreamtui.desk.workspace.workspaces import remember_here
    from dreamtui.mining.semantic import NAME as SEMANTIC

    desk, printer = desk_of(context)
    if since and lookback_days:
        raise Usage("--since and --lookback-days say the same thing; give one of them")
    if draft and dry_run:
        raise Usage("--draft asks a model, which a dry run does not")
    if with_digest and (dry_run or reviews):
        raise Usage("--digest says what waits after a run; it does not go with --dry-run and --reviews")
    if draft:
        model_command.need_command(desk)
    if reviews and (only or compat or unattended):
        raise Usage("--reviews looks at review comments only; it does not go with --only, --compat and --unattended")
    if one_reviewer and not reviews:
        raise Usage("--one-reviewer goes with --reviews")
    if no_embeddings and only == SEMANTIC:
        raise Usage(f"--only {SEMANTIC} compares events by meaning; it does not go with --no-embeddings")
    if reviews:
        _agree(desk, printer, reviews, since)
    request = mine.DreamRequest(
        since,
        lookback_days,
        min_cluster_size,
        max_new,
        only,
        instructions,
        compat_of(compat),
        dry_run,
        reviews,
        one_reviewer,
        embeddings=not no_embeddings,
    )
    done = dreaming.dream(desk, request, unattended=unattended, progress=printer.meter)
    if not (dry_run or done.gate):
        remember_here(desk)
    drafted = _drafted(desk, printer, draft if draft and not done.gate else 0)
    if with_digest:
        print_digest(desk, printer, dreaming.added(done), len(done.run.intake.updated))
    elif printer.options.json:
        from dreamtui.present.documents import runs as documents

        printer.data(documents.dream(desk, done, drafted))
    elif not done.gate:
        _lines(printer, done.run, done.reopening)
    if done.gate:
        printer.say(f"no dream: {done.gate.why}")
        return
    _words(printer, done.run, dry_run=dry_run, windowed=not reviews)
    if done.reopening:
        printer.say(f"{len(done.reopening)} decided before, with newer evidence: `dreamtui list --status recurring`")
    for phase in done.phases:
        if phase.name in {dreaming.ORIENT, dreaming.CONSOLIDATE}:
            for sentence in phase.said:
                printer.say(f"{phase.name}: {sentence}")
    _tell_drafts(printer, drafted)
    if not (desk.workspace.has_agent or dry_run):
        printer.say(f"kept in {desk.workspace.home}, on this machine only; `dreamtui init` shares it through git")


def print_digest(desk: Desk, printer: Printer, new: Collection[str], updated: int, *, forge: bool = False) -> None:
    """What waits, as Markdown, or as data; `forge` for the body of a pull request."""
    from dreamtui.present.digest import digest, markdown

    found = digest(desk, new, updated)
    if printer.options.json:
        from dreamtui.present.documents.runs import digest_output

        printer.data(digest_output(found))
        return
    from dreamtui.schedule.forge.github import HOW

    for line in (markdown(found, HOW) if forge else markdown(found)).splitlines():
        printer.line(line)


def _agree(desk: Desk, printer: Printer, source: str, since: str) -> None:
    """Show the commands of a forge's tool and ask; where nobody can answer, say that they are to be run by hand."""
    from dreamtui.desk.mine.reviews import commands, is_tool

    if not is_tool(source):
        return
    shown = [shlex.join(words) for words in commands(desk, source, since)]
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise Usage(f"confirm this on a terminal; or run `{shown[0]}` and give --reviews the file it prints")
    printer.meter.close()
    print("This would run in your name, and its output would be read:", *(f"  {line}" for line in shown), sep="\n",
          file=sys.stderr)  # fmt: skip
    if not typer.confirm("Run it?", err=True):
        raise Refused("nothing was run")
    printer.meter.start()


def _drafted(desk: Desk, printer: Printer, most: int) -> "tuple[Drafted, ...]":
    if not most:
        return ()
    from dreamtui.desk.queue.model_draft import draft_waiting

    return draft_waiting(desk, most, printer.meter)


def _tell_drafts(printer: Printer, drafted: "Sequence[Drafted]") -> None:
    """What a model was asked, in words on stderr; the words themselves are shown with the item."""
    from dreamtui.present.item import outcome_words

    for one in drafted:
        said = one.problem if one.draft is None else f"in the model's words, {outcome_words(one.draft)}"
        printer.say(f"draft {one.item.id}: {said}")
    if drafted and drafted[-1].problem:
        printer.say("the model was not asked for more")


def _lines(printer: Printer, run: Run, reopening: Collection[str]) -> None:
    """What is new, and what was decided and has anything newer since."""
    intake = run.intake
    rows = [("new", i.id, i.signal, i.title) for i in intake.new]
    rows += [("updated", i.id, i.signal, i.title) for i in intake.updated]
    rows += [("recurring", i.id, i.signal, i.title) for i in intake.recurring if i.id in reopening]
    if run.insights is not None:
        rows += [("new", i.id, "insight", i.title) for i in run.insights.new]
        rows += [("updated", i.id, "insight", i.title) for i in run.insights.updated]
    if rows:
        printer.table(("", "ID", "SIGNAL", "TITLE"), rows)


def _words(printer: Printer, run: Run, *, dry_run: bool, windowed: bool) -> None:
    """What was read and done, in a few lines on stderr."""
    read, intake = run.read, run.intake
    if windowed and not read.changes_only:
        printer.say(
            f"window {run.settings.since_text} ({run.window_source}), clusters of {run.settings.min_cluster_size} "
            f"({run.size_source}); {read.events:,} events and {read.commits:,} commits, {read.fresh:,} of them new"
        )
    if read.changes:
        new = f"{read.fresh:,} of them new" if read.changes_only else "whatever the window"
        printer.say(f"{read.changes:,} commits since {read.changes_since} with what they changed, {new}")
    if read.heard.files:
        printer.say(f"{read.heard.files:,} transcripts of {read.heard.sessions:,} sessions")
    would = "would be " if dry_run else ""
    counts = f"{len(intake.new)} {would}new, {len(intake.updated)} {would}updated, {len(intake.unchanged)} unchanged"
    extra = [f"{len(intake.recurring)} already decided"] if intake.recurring else []
    extra += [f"{len(intake.vanished)} no longer seen"] if intake.vanished else []
    extra += [f"{len(intake.held_back)} held back (--max-new)"] if intake.held_back else []
    extra += [f"{len(run.remembered)} remembered already"] if run.remembered else []
    printer.say("; ".join([counts, *extra]))
    if run.insights is not None and (run.insights.new or run.insights.updated or run.insights.held_back):
        new = f"{len(run.insights.new)} {would}new insight{'s' if len(run.insights.new) != 1 else ''}"
        held = f", {len(run.insights.held_back)} held back" if run.insights.held_back else ""
        printer.say(f"{new}, {len(run.insights.updated)} {would}updated{held}")
    for item, path in run.remembered[:5]:
        printer.say(f"already remembered in {path}: {item.title}")
    for sentence in read.remarks:
        printer.say(f"note: {sentence}")
    for skip in read.skips[:5]:
        printer.say(f"skipped {skip.path}{f':{skip.line}' if skip.line else ''}: {skip.why}")
    if read.skipped > 5:
        printer.say(f"skipped {read.skipped:,} lines in all; --json lists more")


def observe(
    context: typer.Context,
    kind: Annotated[str, typer.Argument(help="commit, edit, test-fail, revert, …")],
    tool: Annotated[str, typer.Option("--tool", metavar="NAME", help="Which tool it happened in.")] = "cli",
    summary: Annotated[str, typer.Option("--summary", metavar="TEXT", help="One line.")] = "",
    files: Annotated[
        list[str] | None, typer.Option("--files", metavar="PATH", help="Paths, one a line or option.")
    ] = None,
    sha: Annotated[str, typer.Option("--sha", metavar="COMMIT", help="The commit it is about.")] = "",
    session: Annotated[str, typer.Option("--session", metavar="ID", help="Session it belongs to.")] = "",
) -> None:
    """Write one event to the log, in dotagent's exact format."""
    from dreamtui.desk.workspace.workspaces import observe as write

    desk, printer = desk_of(context)
    listed = [path for value in files or [] for path in value.splitlines() if path]
    path = write(desk, kind, tool=tool, summary=summary, files=listed, sha=sha, session=session)
    if printer.options.json:
        from dreamtui.present.documents.workspaces import ObserveOutput

        printer.data(ObserveOutput(path=path))
    else:
        printer.say(f"noted in {path}")

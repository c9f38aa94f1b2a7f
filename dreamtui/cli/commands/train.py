"""train: what agents study at night; a person marks each brief, and only what was accepted counts."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from dreamtui.cli.context import desk_of, said
from dreamtui.cli.options import DryRun, Group, Ids, Rationale, Risk
from dreamtui.cli.printer import Printer
from dreamtui.model.errors import Usage
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import moment
from dreamtui.text.inert import inert_line
from dreamtui.training.ledger import Ledger

app = typer.Typer(cls=Group, rich_markup_mode=None, no_args_is_help=True)

Vertical = Annotated[str, typer.Option("--vertical", metavar="NAME", help="This vertical instead of the next.")]
Night = Annotated[str, typer.Option("--night", metavar="DATE", help="The night's date, 2026-11-18; default tonight.")]


def register(parent: typer.Typer) -> None:
    parent.add_typer(app, name="train", help="What agents study at night: curriculum, briefs, levels.")


@app.command("init")
def init(
    context: typer.Context,
    eleven: Annotated[
        bool, typer.Option("--eleven", help="The protocol's eleven verticals, whatever the repository has.")
    ] = False,
    preset: Annotated[
        str, typer.Option("--preset", metavar="standard|faster|slower", help="How fast levels rise.")
    ] = "",
    window: Annotated[str, typer.Option("--window", metavar="HH:MM-HH:MM", help="When agents train.")] = "",
    timezone: Annotated[str, typer.Option("--timezone", metavar="ZONE", help="Such as Europe/Berlin.")] = "",
    dry_run: DryRun = False,
) -> None:
    """Write a curriculum: verticals from CODEOWNERS, packages and docs, else the protocol's eleven."""
    from dreamtui.training.curriculum.begin import begin

    desk, printer = desk_of(context)
    done = begin(desk, eleven=eleven, preset=preset, hours=window, zone=timezone, dry_run=dry_run)
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.begun(done))
        return
    rows = [(one.name, why, one.focus) for one, why in zip(done.curriculum.verticals, done.reasons, strict=True)]
    printer.table(("VERTICAL", "FROM", "FOCUS"), rows)
    [path] = [change.path for change in done.changes.changes]
    printer.say(f"Nothing is written; this would be {path}." if dry_run else f"Written to {path}; edit it as you like.")


@app.command("next")
def following(context: typer.Context, vertical: Vertical = "") -> None:
    """Whose turn it is, at which level, with which output, and why."""
    desk, printer = desk_of(context)
    ledger = Ledger(desk)
    asked = _asked(ledger, vertical)
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.following(ledger, asked))
        return
    printer.line(printer.style(f"{asked.vertical.name}: {asked.output}", "bold"))
    printer.line(f"  level {asked.level}, cycle {asked.cycle}; {asked.why}")
    printer.line(f"  {asked.vertical.focus}")
    printer.line(f"  it has {asked.output.contains}")
    _say_night(printer, ledger)


@app.command("prompt")
def prompt(context: typer.Context, vertical: Vertical = "") -> None:
    """The assignment for an agent, in five parts, with earlier briefs, open questions, rules and notes."""
    from dreamtui.training.nights import nights

    desk, printer = desk_of(context)
    ledger = Ledger(desk)
    asked = _asked(ledger, vertical)
    text = nights.prompt(ledger, asked)
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.prompted(ledger, asked, text))
        return
    for line in text.split("\n"):
        printer.line(line)
    printer.say(f"`dreamtui train record FILE --vertical {asked.vertical.name}` records the resulting brief.")


@app.command("record")
def record(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="The brief; `-` reads standard input.")],
    vertical: Annotated[str, typer.Option("--vertical", metavar="NAME", help="Whose brief it is.")],
    night: Night = "",
) -> None:
    """Put a brief into the queue, for a person to mark; it counts once it is accepted."""
    from dreamtui.training.nights import nights

    desk, printer = desk_of(context)
    done = nights.record(desk, _bytes(desk.cwd, file), vertical, night)
    _say_recorded(printer, done)


@app.command("run")
def run(
    context: typer.Context,
    vertical: Vertical = "",
    force: Annotated[
        bool, typer.Option("--force", help="Also while the window is shut, or when tonight has a brief.")
    ] = False,
) -> None:
    """Have your model command write tonight's brief; it can read the repository and change nothing."""
    from dreamtui.training.nights import runs

    desk, printer = desk_of(context)
    done = runs.run(desk, vertical, force=force)
    if done.recorded is not None and not printer.options.json:
        _say_recorded(printer, done.recorded)
        return
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.run(done))
    if done.idle:
        printer.say(f"Nothing to do: {done.idle}. `--force` does it anyway.")


@app.command("status")
def status(context: typer.Context) -> None:
    """Cycles and level of every vertical, what waits, and when the window opens."""
    desk, printer = desk_of(context)
    ledger = Ledger(desk)
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.standing(ledger))
        return
    rows = [
        (one.vertical.name, str(one.cycles), one.level.value, one.last_night or "never", str(one.waiting or ""))
        for one in ledger.standing()
    ]
    printer.table(("VERTICAL", "CYCLES", "LEVEL", "LAST NIGHT", "WAITING"), rows, right=frozenset({1, 4}))
    for name in ledger.strangers():
        printer.say(f"{name} has briefs and is not in the curriculum")
    if not ledger.curriculum.is_written:
        printer.say("There is no curriculum; these are the protocol's eleven. `dreamtui train init` proposes others.")
    _say_night(printer, ledger)


@app.command("progress")
def progress(context: typer.Context) -> None:
    """Levels, marks over time, what verticals tell each other, and which of them are quiet."""
    from dreamtui.training.progress import progress as read

    desk, printer = desk_of(context)
    found = read(Ledger(desk))
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.progress(found))
        return
    from dreamtui.present import training as texts

    headings = ("VERTICAL", "LEVEL", "", "CYCLES", "MARKS", "LAST", "TREND", "")
    printer.table(headings, texts.table(found), right=frozenset({3}))
    for one in found.links:
        printer.line(texts.link_words(one))


@app.command("history")
def history(
    context: typer.Context,
    vertical: Annotated[str, typer.Option("--vertical", metavar="NAME", help="Only this vertical.")] = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Briefs at most.")] = 50,
) -> None:
    """Every brief with what became of it, and nights that brought none, the newest first."""
    from dreamtui.training.marks.scores import grade, mean
    from dreamtui.training.nights.digest import failures

    desk, printer = desk_of(context)
    ledger = Ledger(desk)
    name = ledger.curriculum.need(vertical).name if vertical and vertical not in ledger.strangers() else vertical
    briefs = tuple(one for one in reversed(ledger.briefs) if name in ("", one.made.vertical))[:limit]
    failed = tuple(one for one in failures(ledger) if name in ("", one.vertical))[:limit]
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.history(briefs, failed))
        return
    rows = [
        (one.made.night, one.made.vertical, one.made.id, "sent back" if one.made.sent_back else one.status.value,
         f"{mean(one.made.marks):.1f} {grade(mean(one.made.marks))}" if one.made.scores else "", one.made.output)
        for one in briefs
    ]  # fmt: skip
    rows += [(one.night, one.vertical, "", "failed", "", mask(one.why)) for one in failed]
    if not rows:
        printer.say("No night has brought a brief yet.")
        return
    printer.table(("NIGHT", "VERTICAL", "BRIEF", "STATUS", "MARK", "OUTPUT"), sorted(rows, reverse=True))


@app.command("summary")
def summary(context: typer.Context, night: Night = "") -> None:
    """The morning digest: what a night brought, every sentence with a link to its brief."""
    from dreamtui.training.nights.digest import digest

    desk, printer = desk_of(context)
    told = digest(Ledger(desk), night)
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.digest(told))
        return
    for line in told.text.rstrip("\n").split("\n"):
        printer.line(line)


@app.command("redo")
def redo(context: typer.Context, ids: Ids, rationale: Rationale = None, acknowledge: Risk = None) -> None:
    """Send a brief back: its vertical does it again, next, with your reason as coaching; nothing counts."""
    send_back(context, ids, rationale, acknowledge)


def send_back(context: typer.Context, ids: list[str], rationale: str | None, acknowledge: list[str] | None) -> None:
    """Also what `dreamtui redo` does with the id of a brief."""
    from dreamtui.cli.commands.decide import risks, tell
    from dreamtui.desk.decide import decide
    from dreamtui.model.decision import Words
    from dreamtui.model.verb import Verb

    desk, printer = desk_of(context)
    words = Words(rationale=said(rationale), acknowledged=risks(acknowledge))
    tell(desk, printer, decide.decide(desk, ids, Verb.REPEAT, words))


def _asked(ledger: Ledger, vertical: str) -> Any:
    return ledger.assignment(ledger.curriculum.need(vertical) if vertical else None)


def _bytes(folder: Path, file: str) -> bytes:
    """What stands in a file that a person names, or comes in."""
    if file == "-":
        return sys.stdin.buffer.read()
    from dreamtui.disk.opening import read_whole
    from dreamtui.training.briefs.codec import LONGEST

    try:
        return read_whole(folder / file, LONGEST, follow=True)
    except OSError as problem:
        raise Usage(f"{file} cannot be read: {problem.strerror}") from None


def _say_recorded(printer: Printer, done: Any) -> None:
    if printer.options.json:
        from dreamtui.present.documents import training as documents

        printer.data(documents.recorded(done))
        return
    made = done.made
    printer.line(f"{made.id}  {inert_line(made.vertical)}  {made.output}")
    what = "in the queue" if done.is_new else "already in the queue"
    printer.say(f"{what}, night of {made.night}; `dreamtui show {made.id}` has it, it counts once it is accepted")


def _say_night(printer: Printer, ledger: Ledger) -> None:
    """What there is to know of tonight."""
    window, now = ledger.curriculum.window, ledger.desk.now
    from dreamtui.text.dates import iso

    zone = window.zone or "UTC"
    stands = "open" if window.is_open(now) else f"shut until {moment(iso(window.next_opening(now)))} UTC"
    printer.say(f"The window {window.hours} ({zone}) is {stands}; this is the night of {ledger.night}.")
    for one in ledger.tonight:
        printer.say(f"{one.made.vertical} has a brief of tonight: {one.made.id}, {one.status}")

"""memory add, edit, import, list: long-term notes; move, verify. Index and history of memory folders are beside it."""

from pathlib import Path
from typing import Annotated

import typer

from dreamtui.cli.commands.decide import risks, tell
from dreamtui.cli.commands.memory import history as memory_history
from dreamtui.cli.commands.memory import index as memory_index
from dreamtui.cli.context import desk_of
from dreamtui.cli.options import Group, Risk
from dreamtui.desk.queue import lookup
from dreamtui.model.errors import ExitCode, Usage

app = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)


def register(parent: typer.Typer) -> None:
    app.command("verify")(verify)
    memory_history.register(app)
    memory_index.register(app)
    app.command("move")(move)
    parent.add_typer(app, name="memory", help="Long-term notes, and the memory folders of Claude Code.")


@app.command("add")
def add(
    context: typer.Context,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="One line.")],
    text: Annotated[str, typer.Option("--text", metavar="TEXT", help="What is to be remembered.")],
    category: Annotated[str, typer.Option("--category", metavar="NAME", help="preference, project, …")] = "",
    pinned: Annotated[bool, typer.Option("--pinned", help="Never touched by a proposal.")] = False,
    static: Annotated[bool, typer.Option("--static", help="A permanent fact: never touched by a proposal.")] = False,
    acknowledge: Risk = None,
) -> None:
    """Write a note; the same again prints the existing id."""
    from dreamtui.desk.memory.notes import add_note, near
    from dreamtui.model.memory import Note

    desk, printer = desk_of(context)
    similar = near(desk, title, text)
    made = Note(id="", path="", title=title, text=text, category=category, pinned=pinned, static=static)
    outcome, note_id = add_note(desk, made, risks(acknowledge))
    if printer.options.json:
        from dreamtui.present.documents import items as documents

        others = [one for one in similar if one[0] != note_id]
        printer.data(documents.filed(note_id, others, new=outcome is not None))
    else:
        printer.line(note_id)
    if outcome is None:
        printer.say("this note already exists")
    for other, words in similar:
        if other != note_id:
            printer.say(f"near: {other} {words}")


@app.command("edit")
def edit(
    context: typer.Context,
    note: Annotated[str, typer.Argument(metavar="MEMORY", help="A note by its id, or a memory file by id or path.")],
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The new title.")] = None,
    text: Annotated[str | None, typer.Option("--text", metavar="TEXT", help="The new text.")] = None,
    description: Annotated[
        str | None, typer.Option("--description", metavar="TEXT", help="A memory file's new description.")
    ] = None,
    acknowledge: Risk = None,
) -> None:
    """Change a note or a memory file, and nothing else in it; recorded and undoable."""
    from dreamtui.desk.memory.notes import edit_note

    if title is None and text is None and description is None:
        raise Usage("give --title, --text or --description")
    desk, printer = desk_of(context)
    tell(desk, printer, edit_note(desk, note, title, text, description, risks(acknowledge)))


@app.command("import")
def import_memories(
    context: typer.Context,
    secondbrain: Annotated[
        Path, typer.Option("--secondbrain", metavar="FILE", help="A SecondBrain database; it is only read.")
    ],
    acknowledge: Risk = None,
) -> None:
    """Import another tool's memory: memories become notes, unreviewed ones become pending insights."""
    from dreamtui.desk.memory.import_memory import import_secondbrain

    desk, printer = desk_of(context)
    done = import_secondbrain(desk, desk.cwd / secondbrain, risks(acknowledge))
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.imported(done))
    else:
        for item_id in (*done.notes, *done.insights):
            printer.line(item_id)
    printer.say(
        f"{len(done.notes)} notes and {len(done.insights)} pending insights are new, {done.known} already known, "
        f"{done.forgotten} forgotten there"
    )
    for remark in done.remarks:
        printer.say(f"note: {remark}")
    if done.decisions:
        printer.say("`dreamtui undo --rationale …` undoes this.")


@app.command("list")
def list_notes(context: typer.Context) -> None:
    """All notes, active and retired."""
    desk, printer = desk_of(context)
    rows = lookup.notes(desk)
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.notes(rows))
    elif rows:
        printer.table(
            ("ID", "STATUS", "CATEGORY", "TITLE"), [(r.id, _status(r.status), r.signal, r.title) for r in rows]
        )
    else:
        printer.say("No notes yet. `dreamtui memory add --title … --text …` writes one.")


def _status(word: str) -> str:
    return "deprecated" if word == "retired" else "active"


def move(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A topic file: its path, its name, or its id.")],
    to: Annotated[str, typer.Option("--to", metavar="SCOPE", help="project, user or team.")],
) -> None:
    """Propose to move a memory file and its index line; nothing moves until the proposal is accepted."""
    from dreamtui.desk.memory.move import propose_move

    desk, printer = desk_of(context)
    made, new = propose_move(desk, file, to)
    item_id = made.proposal.id
    if printer.options.json:
        from dreamtui.present.documents import memories as documents

        printer.data(documents.moving(made, new=new))
    else:
        printer.line(item_id)
    printer.say(
        f"{'proposed' if new else 'already proposed'}: `dreamtui show {item_id} --preview` shows it, "
        f"`dreamtui accept {item_id} --rationale …` does it"
    )


def verify(
    context: typer.Context,
    memories: Annotated[
        list[str] | None, typer.Argument(metavar="FILE|ID", help="Memories or files; all memories by default.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 when anything is gone or was moved.")] = False,
) -> None:
    """Check the paths, symbols, commands, packages, branches and commits that memories and MEMORY.md name.

    Verified means that what is named exists, not that the sentence is true.
    """
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
            _with_new(one.reason, one.now),
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
    indexes = sum(checked.kind == use.INDEX for checked in report.memories)
    files = len(report.memories) - indexes
    held = "1 memory" if files == 1 else f"{files} memories"
    held += f" and {indexes} MEMORY.md" if indexes else ""
    printer.say(f"{len(rows)} claims in {held}: {counts}")
    if report.count(Verdict.VERIFIED):
        printer.say("note: verified means that what is named exists (see WHY), not that the sentence is true")
    for remark in report.remarks:
        printer.say(f"note: {remark}")
    if strict and report.is_stale:
        raise typer.Exit(int(ExitCode.REFUSED))


def _with_new(reason: str, now: str) -> str:
    return f"{reason}: now {now}" if now else reason

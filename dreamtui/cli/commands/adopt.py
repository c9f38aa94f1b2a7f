"""adopt: rules that lie among ours and that nobody decided."""

from collections.abc import Sequence
from typing import Annotated

import typer

from dreamtui.cli.context import desk_of, said
from dreamtui.cli.options import DryRun, Rationale, Risk
from dreamtui.cli.printer import Printer, wrap
from dreamtui.desk.outputs.remembered import Held
from dreamtui.model.errors import Usage
from dreamtui.text.inert import inert_line


def register(app: typer.Typer) -> None:
    app.command("adopt")(adopt)


def adopt(
    context: typer.Context,
    rules: Annotated[
        list[str] | None,
        typer.Argument(metavar="RULE", help="Ids or files; without one, every rule that nobody ever decided."),
    ] = None,
    rationale: Rationale = None,
    dry_run: DryRun = False,
    acknowledge: Risk = None,
) -> None:
    """Rules that nobody decided, with their text; with --rationale, adopt them as they are, one record each."""
    if dry_run and rationale is not None:
        raise Usage("--dry-run shows what would change; --rationale records it")
    desk, printer = desk_of(context)
    if rationale is not None:
        from dreamtui.cli.commands.decide import risks, tell
        from dreamtui.desk.decide.adopt import adopt as record

        outcome = record(desk, rules or (), said(rationale), acknowledged=risks(acknowledge))
        tell(printer, outcome)
        printer.say("`dreamtui sync` writes what is decided now.")
        return
    from dreamtui.desk.decide import adopt as adopting
    from dreamtui.desk.outputs import sync as outputs

    chosen = adopting.waiting(desk, rules or ())
    planned = outputs.plan(desk)
    then = adopting.preview(desk, rules or ()) if dry_run else None
    if printer.options.json:
        from dreamtui.present.documents import outputs as documents

        printer.data(documents.waiting(chosen, planned.standing, then.changes if then is not None else None))
        return
    for one in chosen:
        _tell_of(printer, one, planned.standing.get(one.rule.path, ()))
    if then is not None:
        from dreamtui.desk.audit.change_text import diff_text

        for line in diff_text(then.changes).splitlines():
            printer.line(inert_line(line))
    _say_what_next(printer, chosen, () if rules else [one for one in planned.held if not one.is_new])


def _tell_of(printer: Printer, one: Held, stands_in: Sequence[str]) -> None:
    """A rule with everything of it that agents would read."""
    printer.line(printer.style(inert_line(one.said), "bold"))
    for line in wrap(one.rule.text or one.rule.title, 80, "  "):
        printer.line(line)
    if one.ruling.words is not None:
        printer.line("  decided is:")
        for line in wrap(one.ruling.words.text or one.ruling.words.title, 80, "    "):
            printer.line(line)
    if one.rule.files:
        printer.line(inert_line(f"  about {', '.join(one.rule.files)}"))
    if stands_in:
        printer.line(inert_line(f"  stands in {', '.join(stands_in)}"))
    printer.line()


def _say_what_next(printer: Printer, chosen: Sequence[Held], others: Sequence[Held]) -> None:
    if chosen:
        printer.say("read them; `dreamtui adopt … --rationale TEXT` adopts them, `dreamtui retire RULE` takes one away")
    else:
        printer.say("there is no rule that nobody ever decided")
    for one in others:
        printer.say(inert_line(f"{one.said}; {one.way_out}"))

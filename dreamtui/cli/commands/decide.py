"""graduate, accept, reject, defer, reopen, retire, rerationale, move, undo, redo."""

from pathlib import Path
from typing import Annotated

import typer

from dreamtui.cli.context import desk_of, said
from dreamtui.cli.options import (
    Acknowledge,
    AllOfKind,
    Choose,
    Compat,
    Disposition,
    DryRun,
    HoldsUntil,
    Ids,
    MakeRoom,
    Most,
    MoveTo,
    NotBefore,
    Only,
    OverBudget,
    Paths,
    Rationale,
    Risk,
    SomeIds,
    Take,
    Text,
    To,
    WhyLater,
    WithTwins,
    compat_of,
)
from dreamtui.cli.printer import Printer
from dreamtui.desk.decide import decide
from dreamtui.desk.decide.decide import Outcome
from dreamtui.desk.decide.gate import ORDER
from dreamtui.desk.desk import Desk
from dreamtui.model.decision import Words
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.target import Destination, Target, destination_in
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import SECRET


def register(app: typer.Typer) -> None:
    app.command("graduate")(graduate)
    app.command("accept")(accept)
    app.command("reject")(reject)
    app.command("defer")(defer)
    app.command("reopen")(reopen)
    app.command("retire")(retire)
    app.command("rerationale")(rerationale)
    app.command("move")(move)
    app.command("undo")(undo)
    app.command("redo")(redo)


def tell(desk: Desk, printer: Printer, outcome: Outcome) -> None:
    """Say what was recorded and which outputs it left out of date; as JSON, the decisions."""
    if printer.options.json:
        from dreamtui.present.documents import decisions as documents

        printer.data(documents.decided(outcome))
    else:
        from dreamtui.text.inert import inert_line

        for d in outcome.decisions:
            done = "rejected, and its rule retired:" if d.retires_rule else d.verb.past
            printer.line(f"{done} {d.item}  {inert_line(d.title)}  (decision {d.short})")
    for mark in outcome.taken_back:
        printer.say(f"undid {mark.verb} {mark.short} of {mark.when[:10]} by {mark.actor}")
    for rule in outcome.rules:
        printer.say(f"text, as suggested: {rule}")
    for sentence in outcome.advice:
        printer.say(f"advice: {sentence}")
    if outcome.decisions:
        undone = all(d.verb is Verb.UNDO for d in outcome.decisions)
        back = "`dreamtui redo` redoes it" if undone else "`dreamtui undo --rationale …` undoes this"
        stale = _out_of_date(desk, outcome)
        printer.say(f"`dreamtui sync` brings {stale} up to date; {back}." if stale else f"{back}.")


_MOST_NAMED = 4


def _out_of_date(desk: Desk, outcome: Outcome) -> str:
    """The outputs that a sync would write now, for a sentence; empty if there is none, or nothing was remembered."""
    if not any(one.path.startswith(".agent/memory/") for d in outcome.decisions for one in d.touched):
        return ""
    from dreamtui.desk.outputs import sync as outputs
    from dreamtui.text.inert import inert_line

    paths = [inert_line(change.path) for change in outputs.plan(desk).changes.changes]
    more = [f"{len(paths) - _MOST_NAMED} more"] if len(paths) > _MOST_NAMED else []
    named = [*paths[:_MOST_NAMED], *more]
    return " and ".join([", ".join(named[:-1]), named[-1]]) if len(named) > 1 else "".join(named)


def risks(given: list[str] | None) -> tuple[str, ...]:
    """What a person says that they mean; Usage for anything else."""
    for word in given or ():
        if word not in {SECRET, ORDER}:
            raise Usage(f"{word!r} cannot be acknowledged here; use {SECRET} or {ORDER}")
    return tuple(given or ())


def destination_of(to: str, paths: list[str] | None) -> Destination | None:
    """The target that a person names; None where they name none."""
    if not to:
        if paths:
            raise Usage("--paths goes with --to rules or --to user")
        return None
    try:
        return destination_in({"to": to, "paths": paths or []})
    except ValueError as problem:
        known = ", ".join(Target)
        raise Usage(f"--to is one of {known}" if to not in tuple(Target) else str(problem)) from None


def graduate(
    context: typer.Context,
    ids: Ids,
    rationale: Rationale = None,
    rule: Annotated[
        str, typer.Option("--rule", metavar="TEXT", help="What agents will read; else the suggestion.")
    ] = "",
    drafted: Annotated[
        bool, typer.Option("--drafted", help="Take the words that `dreamtui draft` had a model write.")
    ] = False,
    kind: Annotated[str, typer.Option("--as", metavar="rule|note", help="Graduate as a rule or as a note.")] = "rule",
    to: To = "",
    paths: Paths = None,
    until: HoldsUntil = "",
    acknowledge: Risk = None,
    compat: Compat = "",
) -> None:
    """Make a rule, or a note, of a candidate or an insight."""
    if kind not in {"rule", "note"}:
        raise Usage(f"{kind!r} is neither rule nor note")
    if drafted and (rule or len(ids) > 1):
        raise Usage("--drafted goes with one id, and not with --rule")
    if until and kind == "note":
        raise Usage("--until is for rules; a note has no review")
    if to and kind == "note":
        raise Usage("--to is for rules; a note is looked up in its own index")
    desk, printer = desk_of(context)
    if drafted:
        from dreamtui.desk.queue.model_draft import drafted_rule

        rule = drafted_rule(desk, ids[0])
    words = Words(
        rationale=said(rationale),
        rule=rule,
        as_note=kind == "note",
        destination=destination_of(to, paths),
        until=decide.holds_until(desk, until) if until else "",
        acknowledged=risks(acknowledge),
    )
    tell(desk, printer, decide.decide(desk, ids, Verb.GRADUATE, words, compat=compat_of(compat)))


def _chosen(desk: Desk, printer: Printer, ids: list[str] | None, kind: str) -> list[str]:
    """The items that are named, or all of a kind; those that have to be named are said."""
    if bool(ids) == bool(kind):
        raise Usage("name items, or --kind KIND for every one of a kind that waits")
    if ids:
        return ids
    from dreamtui.desk.decide.together import all_of

    found = all_of(desk, kind)
    for sentence in found.by_name:
        printer.say(f"by its own id only: {sentence}")
    return list(found.ids)


def _group(desk: Desk, ids: list[str]) -> list[str]:
    from dreamtui.desk.queue.twins import with_twins

    return with_twins(desk, ids)


def _foresee(desk: Desk, printer: Printer, ids: list[str], verb: Verb, words: Words) -> None:
    """Print what decisions would change, and what a sync would write then."""
    from dreamtui.desk.audit.change_text import diff_text
    from dreamtui.desk.decide.together import foresee
    from dreamtui.text.inert import inert_line

    found = foresee(desk, ids, verb, words)
    if printer.options.json:
        from dreamtui.present.documents import decisions as documents

        printer.data(documents.foreseen(found))
        return
    from dreamtui.cli.printer import wrap
    from dreamtui.text.danger.risks import mask

    for item, text in found.items:
        printer.line(printer.style(item, "bold"))
        for line in wrap(text if printer.options.reveal else mask(text), 80, "  "):
            printer.line(line)
        printer.line()
    for line in diff_text(found.changes).splitlines():
        printer.line(inert_line(line))
    if found.then:
        printer.line(printer.style("── after `dreamtui sync` agents would read", "bold"))
        for line in diff_text(found.then).splitlines():
            printer.line(inert_line(line))


def accept(
    context: typer.Context,
    ids: SomeIds = None,
    kind: AllOfKind = "",
    rationale: Rationale = None,
    rule: Annotated[
        str, typer.Option("--rule", metavar="TEXT", help="A better sentence of your own, written instead.")
    ] = "",
    make_room: MakeRoom = False,
    over_budget: OverBudget = False,
    only: Only = None,
    choose: Choose = "",
    text: Text = "",
    take: Take = "",
    acknowledge: Acknowledge = None,
    most: Most = 25,
    score: Annotated[
        list[str] | None,
        typer.Option("--score", metavar="NAME=N", help="A mark of a training brief, 1 to 10; repeatable."),
    ] = None,
    notes: Annotated[
        str, typer.Option("--notes", metavar="TEXT", help="Coaching for whoever wrote a training brief.")
    ] = "",
    dry_run: DryRun = False,
) -> None:
    """Accept what is proposed: promote a recall, apply a proposal or a part of it, keep a brief or a rule."""
    from dreamtui.cli.commands.promote import room_of

    if rule and len(ids or ()) != 1:
        raise Usage("--rule goes with one id")
    if score or notes:
        rule = _marks(ids or [], score or [], notes, rule)
    room = room_of(make_room, over_budget)
    accept_proposals(
        context, ids, rationale, only, choose, text, acknowledge,
        kind=kind, rule=rule, room=room, take=take, most=most, dry_run=dry_run,
    )  # fmt: skip


def accept_proposals(
    context: typer.Context,
    ids: list[str] | None,
    rationale: str | None,
    only: list[str] | None,
    choose: str,
    text: str,
    acknowledge: list[str] | None,
    *,
    kind: str = "",
    rule: str = "",
    room: str = "",
    take: str = "",
    most: int = 25,
    dry_run: bool = False,
) -> None:
    """Accept with everything a person said; an edited text is read from a file or from standard input."""
    if (text or take) and len(ids or ()) != 1:
        raise Usage(f"--{'text' if text else 'take'} goes with one id")
    if text and take:
        raise Usage("--text and --take both say what the result is; give one of them")
    if text == "-" and rationale == "-":
        raise Usage("standard input can be the rationale or the text, not both")
    losses = [word for word in acknowledge or () if word not in (SECRET, ORDER)]
    desk, printer = desk_of(context)
    ids = _chosen(desk, printer, ids, kind)
    whole: dict[str, object] = {"only": only, "choose": choose, "text": text, "take": take}
    _need_fitting(ids, "b-", "a training brief", "a proposal", **whole, room=room)
    _need_fitting(ids, "m-", "a recall", "a proposal", **whole, acknowledge=losses)
    _need_fitting(ids, "p-", "a proposal", "a recall", rule=rule, make_room=room == "make", over_budget=room == "over")
    words = Words(
        rationale=said(rationale),
        rule=rule,
        room=room,
        only=tuple(only or ()),
        choose=choose,
        text=_edited(desk.cwd, text),
        acknowledged=tuple(acknowledge or ()),
        most=most,
    )
    if take:
        words = _taken(desk, ids[0], words, take)
    if dry_run:
        _foresee(desk, printer, ids, Verb.ACCEPT, words)
    else:
        tell(desk, printer, decide.decide(desk, ids, Verb.ACCEPT, words))


def _taken(desk: Desk, item_id: str, words: Words, take: str) -> Words:
    from dreamtui.desk.reorganize.wordings import Take as Wanted
    from dreamtui.desk.reorganize.wordings import with_taken

    if take not in set(Wanted):
        raise Usage(f"{take!r} is not one of {', '.join(Wanted)}")
    return with_taken(desk, item_id, words, Wanted(take))


def _marks(ids: list[str], score: list[str], notes: str, rule: str) -> str:
    """Marks and coaching as one text, as the console's box has it."""
    other = next((one for one in ids if not one.startswith("b-")), None)
    if other is not None or rule:
        raise Usage("--score and --notes go with training briefs, and not with --rule")
    if len(ids) != 1:
        raise Usage("--score and --notes go with one id")
    from dreamtui.training.marks.scores import DIMENSIONS, read_mark

    lines = []
    for one in score:
        name, equals, mark = one.partition("=")
        if not equals or name.lower() not in DIMENSIONS:
            raise Usage(f"{one!r} is not like depth=7; use one of {', '.join(DIMENSIONS)}")
        try:
            lines.append(f"{name.lower()}: {read_mark(name, mark)}")
        except Refused as problem:
            raise Usage(str(problem)) from None
    return "\n".join([*lines, *([notes] if notes else [])])


def _need_fitting(ids: list[str], letter: str, kind: str, other: str, **given: object) -> None:
    """Refuse options that say nothing about one of the items, whose kind its id begins with."""
    named = [f"--{name.replace('_', '-')}" for name, value in given.items() if value]
    item = next((one for one in ids if one.startswith(letter)), None)
    if named and item is not None:
        goes = "goes" if len(named) == 1 else "go"
        raise Usage(f"{', '.join(named)} {goes} with {other}, and {item} is {kind}")


def _edited(folder: Path, text: str) -> str:
    """The text of a file a person names; empty when none is named."""
    if not text:
        return ""
    if text == "-":
        return said("-")
    try:
        found = (folder / text).read_bytes().decode("utf-8", "replace")
    except OSError as problem:
        raise Usage(f"{text} cannot be read: {problem.strerror}") from None
    if not found.strip():
        raise Usage(f"{text} is empty")
    return found.replace("\r\n", "\n")


def reject(
    context: typer.Context,
    ids: SomeIds = None,
    kind: AllOfKind = "",
    group: WithTwins = False,
    rationale: Rationale = None,
    disposition: Disposition = "",
    until: NotBefore = "",
    acknowledge: Risk = None,
    most: Most = 25,
    dry_run: DryRun = False,
    compat: Compat = "",
) -> None:
    """Record why something does not become a rule; it is not proposed again."""
    desk, printer = desk_of(context)
    ids = _chosen(desk, printer, ids, kind)
    ids = _group(desk, ids) if group else ids
    chosen = decide.check_disposition(disposition)
    day = decide.day(desk, until) if until else ""
    if chosen == "not-now" and not day:
        raise Usage("--as not-now needs --until DATE")
    if day and chosen != "not-now":
        raise Usage("--until goes with --as not-now")
    words = Words(rationale=said(rationale), disposition=chosen, until=day, acknowledged=risks(acknowledge), most=most)
    if dry_run:
        _foresee(desk, printer, ids, Verb.REJECT, words)
        return
    tell(desk, printer, decide.decide(desk, ids, Verb.REJECT, words, compat=compat_of(compat)))


def defer(
    context: typer.Context,
    ids: Ids,
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="2026-12-01, tomorrow, +3d, 2w.")],
    group: WithTwins = False,
    rationale: WhyLater = None,
    acknowledge: Risk = None,
) -> None:
    """Decide later: the item comes back by itself on that day."""
    desk, printer = desk_of(context)
    ids = _group(desk, ids) if group else ids
    words = Words(rationale=said(rationale), until=decide.day(desk, until), acknowledged=risks(acknowledge))
    tell(desk, printer, decide.decide(desk, ids, Verb.DEFER, words))


def reopen(context: typer.Context, ids: Ids) -> None:
    """Put a decided, deferred or recurring item back into the queue."""
    desk, printer = desk_of(context)
    tell(desk, printer, decide.decide(desk, ids, Verb.REOPEN, Words()))


def retire(
    context: typer.Context, ids: Ids, rationale: Rationale = None, acknowledge: Risk = None, most: Most = 25
) -> None:
    """Take a rule or note out of what agents read; nothing is deleted."""
    desk, printer = desk_of(context)
    words = Words(rationale=said(rationale), acknowledged=risks(acknowledge), most=most)
    tell(desk, printer, decide.decide(desk, ids, Verb.RETIRE, words))


def rerationale(
    context: typer.Context,
    ids: Ids,
    rationale: Rationale = None,
    extend_days: Annotated[
        int, typer.Option("--extend-days", metavar="DAYS", min=1, max=3650, help="Days until the next review.")
    ] = 180,
    until: HoldsUntil = "",
    acknowledge: Risk = None,
) -> None:
    """Keep a rule with a new reason, below all earlier ones."""
    desk, printer = desk_of(context)
    day = decide.holds_until(desk, until) if until else ""
    words = Words(rationale=said(rationale), extend_days=extend_days, until=day, acknowledged=risks(acknowledge))
    tell(desk, printer, decide.decide(desk, ids, Verb.RERATIONALE, words))


def move(
    context: typer.Context,
    ids: Ids,
    to: MoveTo,
    paths: Paths = None,
    rationale: Rationale = None,
    acknowledge: Risk = None,
) -> None:
    """Give a rule another target: CLAUDE.md, .claude/rules, AGENTS.md, Claude's memory, your own rules."""
    desk, printer = desk_of(context)
    goes = destination_of(to, paths)
    if goes is None:
        raise Usage("say where with --to")
    words = Words(rationale=said(rationale), destination=goes, acknowledged=risks(acknowledge))
    tell(desk, printer, decide.decide(desk, ids, Verb.MOVE, words))


def undo(
    context: typer.Context,
    decision: Annotated[
        str | None, typer.Argument(metavar="DECISION", help="Default: the newest, with its batch.")
    ] = None,
    rationale: Rationale = None,
    acknowledge: Risk = None,
) -> None:
    """Undo a decision, whatever else changed since."""
    desk, printer = desk_of(context)
    tell(desk, printer, decide.take_back(desk, decision, said(rationale), acknowledged=risks(acknowledge)))


def redo(
    context: typer.Context,
    decision: Annotated[str | None, typer.Argument(metavar="UNDO|BRIEF", help="Default: the newest undo.")] = None,
    rationale: Rationale = None,
    acknowledge: Risk = None,
) -> None:
    """Redo an undone decision; with a training brief: send it back, to be done again."""
    if decision is not None and decision.startswith("b-"):
        from dreamtui.cli.commands.train import send_back

        send_back(context, [decision], rationale, acknowledge)
        return
    desk, printer = desk_of(context)
    tell(desk, printer, decide.take_back(desk, decision, said(rationale), redo=True, acknowledged=risks(acknowledge)))

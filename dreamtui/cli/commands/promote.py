"""promote: recalls of short-term memory, and which of them become long-term memory."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from dreamtui.cli.context import desk_of, said
from dreamtui.cli.options import Group, MakeRoom, OverBudget, Rationale, Risk
from dreamtui.cli.printer import Printer, wrap
from dreamtui.model.errors import Usage
from dreamtui.openclaw import promote as use
from dreamtui.openclaw.js import number_text, to_fixed
from dreamtui.openclaw.promote import Preview, RankedRecall
from dreamtui.openclaw.recalls import Recalls
from dreamtui.openclaw.settings import PromotionOptions
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import moment
from dreamtui.text.inert import inert_line

app = typer.Typer(cls=Group, rich_markup_mode=None)

Profile = Annotated[str, typer.Option("--profile", metavar="NAME", help="How recalls are scored: seed, openclaw, …")]
Config = Annotated[
    Path | None, typer.Option("--openclaw-config", metavar="FILE", help="OpenClaw's configuration; only read.")
]


def register(parent: typer.Typer) -> None:
    parent.add_typer(
        app,
        name="promote",
        help="Rank what was recalled, and make it long-term memory; without --apply or --queue nothing is written.",
    )


@app.callback(invoke_without_command=True)
def promote(
    context: typer.Context,
    apply: Annotated[bool, typer.Option("--apply", help="Write the candidates into MEMORY.md.")] = False,
    queue: Annotated[bool, typer.Option("--queue", help="Put the candidates into the queue.")] = False,
    rationale: Rationale = None,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=0, help="Candidates at most.")] = None,
    include_promoted: Annotated[bool, typer.Option("--include-promoted", help="Rank again what was promoted.")] = False,
    min_score: Annotated[float | None, typer.Option("--min-score", metavar="N", help="Lowest score, 0 to 1.")] = None,
    min_recall_count: Annotated[
        int | None, typer.Option("--min-recall-count", metavar="N", min=0, help="Fewest recalls.")
    ] = None,
    min_unique_queries: Annotated[
        int | None, typer.Option("--min-unique-queries", metavar="N", min=0, help="Fewest different queries.")
    ] = None,
    half_life_days: Annotated[
        float | None, typer.Option("--half-life-days", metavar="DAYS", help="Days after which recency is halved.")
    ] = None,
    max_age_days: Annotated[
        int | None, typer.Option("--max-age-days", metavar="DAYS", min=0, help="Oldest last recall.")
    ] = None,
    profile: Profile = "",
    config: Config = None,
    make_room: MakeRoom = False,
    over_budget: OverBudget = False,
    acknowledge: Risk = None,
) -> None:
    """Rank the recalls; without --apply or --queue nothing is written."""
    if context.invoked_subcommand is not None:
        return
    if apply and queue:
        raise Usage("--apply and --queue do not go together")
    asked = PromotionOptions(
        profile, limit, include_promoted, min_score, min_recall_count, min_unique_queries, half_life_days, max_age_days,
        config, scheduled=queue,
    )  # fmt: skip
    desk, printer = desk_of(context)
    found = Recalls(desk, asked)
    if apply:
        from dreamtui.cli.commands.decide import risks, tell

        room = room_of(make_room, over_budget)
        tell(desk, printer, use.apply(found, said(rationale), room=room, acknowledged=risks(acknowledge)))
    elif queue:
        _queued(printer, use.queue(found))
    else:
        _previewed(printer, found)


def room_of(make_room: bool, over_budget: bool) -> str:
    """What to do where MEMORY.md is full."""
    if make_room and over_budget:
        raise Usage("--make-room and --over-budget do not go together")
    return "make" if make_room else "over" if over_budget else ""


def _queued(printer: Printer, done: use.PromotionRun) -> None:
    intake = done.intake
    if printer.options.json:
        from dreamtui.present.documents import promotions as documents

        printer.data(documents.queued(done))
    else:
        for made in intake.new:
            text = mask(made.text) if "secret" in made.junk else made.text
            printer.line(f"{made.id}  {to_fixed(made.score, 3)}  {inert_line(text)}")
    printer.say(f"{len(intake.new)} new, {len(intake.updated)} updated, {len(intake.unchanged)} unchanged in the queue")
    if intake.recurring:
        printer.say(f"{len(intake.recurring)} rejected before and not proposed again")
    if done.held_back:
        printer.say(f"{done.held_back} more than the limit")
    for key, why in done.skipped:
        printer.say(f"left {key}: {why}")


def _previewed(printer: Printer, found: Recalls) -> None:
    seen = use.preview(found)
    if printer.options.json:
        from dreamtui.present.documents import promotions as documents

        printer.data(documents.ranking(found, seen))
    else:
        for line in _preview_lines(printer, found, seen):
            printer.line(line)
    _preview_words(printer, found, seen)


def _preview_lines(printer: Printer, found: Recalls, seen: Preview) -> Iterator[str]:
    for one in seen.candidates:
        yield from _candidate_lines(printer, one)
    for dropped in found.ranking.excluded:
        yield printer.style(
            f"left out  {inert_line(dropped.key)}  {dropped.reason} ({inert_line(dropped.detail)})", "dim"
        )
    if not seen.candidates:
        yield "No short-term recall candidates."


def _candidate_lines(printer: Printer, one: RankedRecall) -> Iterator[str]:
    scored, made = one.scored, one.promotion
    entry = scored.entry
    place = f"{inert_line(entry.path)}:{entry.start}-{entry.end}"
    yield f"{printer.style(to_fixed(scored.score, 3), 'bold')} {place}  {made.id}"
    figures = f"recalls={entry.recalls} avg={to_fixed(scored.average, 3)} queries={scored.contexts}"
    yield f"  {figures} age={to_fixed(scored.age_days, 1)}d note={one.place.word(entry.start, entry.end)}"
    text = mask(made.text) if "secret" in made.junk else made.text
    yield from wrap(inert_line(text) or "(no snippet captured)", printer.width or 100, "  ")
    for why in [*([f"! {', '.join(made.junk)}"] if made.junk else []), *([f"! {one.problem}"] if one.problem else [])]:
        yield printer.style(f"  {inert_line(why)}", "magenta")


def _preview_words(printer: Printer, found: Recalls, seen: Preview) -> None:
    needed, settings = found.settings.thresholds, found.settings
    age = "" if needed.max_age_days is None else f", at most {needed.max_age_days} days old"
    printer.say(
        f"profile {settings.profile.name}; score {number_text(needed.min_score)}, {needed.min_recalls} recalls,"
        f" {needed.min_queries} queries{age} ({settings.source}); {found.ranking.considered:,} recalls,"
        f" {len(seen.candidates)} candidates, {len(found.ranking.excluded)} left out"
    )
    full = f", which would drop the promotions of {', '.join(seen.fit.dropped)}" if seen.fit.dropped else ""
    printer.say(f"MEMORY.md would have {seen.fit.size:,} of {seen.fit.budget:,} characters{full}")
    for remark in found.source.remarks:
        printer.say(f"note: {remark}")
    if seen.candidates:
        printer.say(
            "Nothing is written. `promote --queue` asks a person for each, `promote --apply --rationale …` writes all."
        )


@app.command("explain")
def explain(
    context: typer.Context,
    key: Annotated[str, typer.Argument(metavar="KEY", help="Recall key, id, path, or part of the snippet.")],
    profile: Profile = "",
    config: Config = None,
) -> None:
    """Why one recall is or is not promoted: components, gates, and what would let it pass."""
    desk, printer = desk_of(context)
    found = Recalls(desk, PromotionOptions(profile, config=config, include_promoted=False))
    told = use.explained(found, key)
    if printer.options.json:
        from dreamtui.present.documents import promotions as documents

        printer.data(documents.explained(found, told))
        return
    printer.line(f"{to_fixed(told.score, 3)} {inert_line(told.entry.key)}")
    for line in wrap(inert_line(mask(told.entry.snippet)), printer.width or 100, "  "):
        printer.line(line)
    rows = [(n, f"{weight:.2f}", to_fixed(adds, 3)) for n, weight, adds in told.contributions]
    printer.table(("COMPONENT", "WEIGHT", "ADDS"), rows, right=frozenset({1, 2}))
    for gate in told.gates:
        detail = f" ({inert_line(gate.detail)})" if gate.detail else ""
        needed = f"; needs {gate.needed}" if gate.needed else ""
        printer.line(f"{'passes' if gate.passes else 'FAILS '} {gate.name}{detail}{needed}")


@app.command("status")
def status(
    context: typer.Context,
    deep: Annotated[bool, typer.Option("--deep", help="Look at every entry.")] = False,
    profile: Profile = "",
    config: Config = None,
) -> None:
    """How many recalls there are, how many were promoted, in which mode, and when the next run is due."""
    from dreamtui.openclaw.status import status as stands

    desk, printer = desk_of(context)
    now = stands(desk, PromotionOptions(profile, config=config), deep=deep)
    if printer.options.json:
        from dreamtui.present.documents import promotions as documents

        printer.data(documents.status(now))
        return
    for line in _status_lines(now):
        printer.line(line)
    for remark in now.remarks:
        printer.say(f"note: {remark}")


def _status_lines(now: Any) -> Iterator[str]:
    dreaming, needed = now.settings.dreaming, now.settings.thresholds
    thresholds = (
        f"limit={dreaming.thresholds.limit} · minScore={number_text(needed.min_score)} ·"
        f" minRecallCount={needed.min_recalls} · minUniqueQueries={needed.min_queries}"
    )
    cadence = f"{dreaming.cron}{f' ({dreaming.timezone})' if dreaming.timezone else ''}" if dreaming.enabled else "off"
    yield f"Dreaming: {cadence} · {thresholds} · profile {now.settings.profile.name} ({now.settings.source})"
    yield f"Mode: {dreaming.mode} · next run {_at(now.next_cycle, 'none')} · last run {_at(now.last_run, 'never')}"
    yield (
        f"Recalls: {now.short_term:,} short-term · {now.promoted:,} promoted · {now.long_term:,} long-term entries"
        f" ({now.marked:,} with a marker) · {now.qualified:,} qualify now · {now.waiting:,} in the queue"
    )
    store = f"{now.where}, {now.store_bytes:,} bytes" if now.where else "none"
    yield f"MEMORY.md: {now.size:,} of {now.budget:,} characters · recall store: {store}"
    if now.deep is not None:
        deep = now.deep
        yield (
            f"Entries: {deep.invalid:,} malformed · {deep.dangling:,} without their note ·"
            f" {deep.tagged:,} concept-tagged · {deep.spaced:,} spaced · lock {deep.lock}"
        )
        for reason, count in deep.reasons:
            yield f"Left out: {count:,} by {reason}"


def _at(when: str, else_: str) -> str:
    return f"{moment(when)} UTC" if when else else_


@app.command("mode")
def mode(
    context: typer.Context,
    word: Annotated[str, typer.Argument(metavar="core|rem|deep|off|status|help")] = "",
    config: Config = None,
) -> None:
    """Show or set how often, and with which thresholds, scheduled runs fill the queue."""
    from dreamtui.openclaw.status import mode as set_mode

    desk, printer = desk_of(context)
    text, changed = set_mode(desk, word, PromotionOptions(config=config))
    if printer.options.json:
        from dreamtui.present.documents.promotions import PromoteModeOutput

        printer.data(PromoteModeOutput(text=text, changed=changed))
    else:
        for line in text.split("\n"):
            printer.line(line)


@app.command("record")
def record(
    context: typer.Context,
    query: Annotated[str, typer.Option("--query", metavar="TEXT", help="What was searched for.")],
    result: Annotated[
        list[str], typer.Option("--result", metavar="HIT", help="PATH:START-END=SCORE:SNIPPET, or JSON.")
    ],
    profile: Profile = "",
) -> None:
    """Record that a search found passages of daily notes, in OpenClaw's format."""
    from dreamtui.openclaw.recording import hit_from_words, record_hits

    desk, printer = desk_of(context)
    keys = record_hits(desk, query, [hit_from_words(words) for words in result], profile)
    if printer.options.json:
        from dreamtui.present.documents.promotions import PromoteRecordOutput

        printer.data(PromoteRecordOutput(recorded=tuple(keys)))
    elif not printer.options.quiet:
        for key in keys:
            printer.line(inert_line(key))
    if not keys:
        printer.say("nothing to record: only hits in daily notes (memory/YYYY-MM-DD.md) count")

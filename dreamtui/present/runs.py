"""Runs by hand, by hooks and by schedules, as rows and lines."""

from collections.abc import Sequence
from datetime import datetime

from dreamtui.desk.workspace.runs import RunRecord, RunsStatus
from dreamtui.present.log import field_lines
from dreamtui.present.parts import Cell
from dreamtui.text.dates import ago, humanise
from dreamtui.text.lines import Line, plain


def took(one: RunRecord) -> str:
    """How long a run took; empty where the log does not say."""
    if one.seconds is None:
        return ""
    return f"{one.seconds:.1f} s" if one.seconds < 100 else f"{one.seconds / 60:.0f} min"


def came_of_it(one: RunRecord) -> str:
    """What is new, or why it failed."""
    if one.failed:
        return f"failed: {one.failed}"
    return f"{len(one.new)} new" if one.new else "nothing new"


def table_row(one: RunRecord, now: datetime) -> tuple[str, ...]:
    """For `schedule status`."""
    return (ago(one.when, now), one.task, one.trigger, took(one), one.read, came_of_it(one))


def cells(one: RunRecord, now: datetime) -> tuple[Cell, ...]:
    """Sign, what was run, what started it, what was read and came of it, how long it took, its age."""
    sign = Cell("✗", "over") if one.failed else Cell("✓", "ok")
    text = came_of_it(one) if one.failed or not one.read else f"{came_of_it(one)} from {one.read}"
    return (
        sign,
        Cell(one.task, "kind"),
        Cell(one.trigger, "dim"),
        Cell(text, "warning" if one.failed else "text" if one.new else "dim"),
        Cell(took(one), "dim"),
        Cell(ago(one.when, now), "dim"),
    )


def lines(one: RunRecord, now: datetime) -> list[Line]:
    """One run: what came of it, then every field of the log."""
    if one.failed:
        tone, said = "warning", came_of_it(one)
    else:
        tone, said = "text", one.said or f"{came_of_it(one)}, {one.read} read"
    shown = {key: value for key, value in one.whole.items() if key not in ("said", "why")}
    return [
        plain(f"{one.task}, started by {one.trigger}", "heading"),
        plain(f"{humanise(one.when, now)}, {one.when[11:16]} UTC{f', took {took(one)}' if took(one) else ''}", "dim"),
        plain(""),
        plain(said, tone),
        plain(""),
        *field_lines(shown),
    ]


def failing(found: RunsStatus) -> str:
    """How many failed in a row, and why; empty for none."""
    if not found.failures:
        return ""
    count = f"{found.failures} unattended runs" if found.failures > 1 else "1 unattended run"
    which = "" if found.failing in {"", "dream"} else f" ({found.failing})"
    return f"{count}{which} failed{' in a row' if found.failures > 1 else ''}, the last: {found.why}"


def summary(ran: Sequence[RunRecord], found: RunsStatus, now: datetime) -> str:
    """The last and the next run, for a heading."""
    if found.going_on:
        return f"{found.going_on} is running now"
    last = ago(ran[0].when, now) if ran else ""
    said = f"last run {'just now' if last == 'now' else f'{last} ago'} ({ran[0].trigger})" if ran else "no run yet"
    return said + (f", next {ago(found.next, now)} ({found.next_by})" if found.next else ", none is scheduled")

"""What runs by itself, as rows and lines of the console."""

from collections.abc import Sequence
from datetime import UTC, datetime

from dreamtui.desk.workspace.runs import RunRecord, next_times
from dreamtui.present import runs as run_texts
from dreamtui.present.parts import Cell, Column, ListRow, facts
from dreamtui.schedule.automation import Automation
from dreamtui.text.dates import ago, iso
from dreamtui.text.lines import Line, plain

COLUMNS = (
    Column(1),
    Column(14),
    Column(11, least=50),
    Column(0),
    Column(7, right=True, least=70),
    Column(6, right=True),
)
"""Sign, what, what starts it, when or what came of it, how long it took, how long ago or how soon."""
_PARTS = (("schedules", "Schedules"), ("hooks", "Hooks"))


def rows(known: Sequence[Automation], ran: Sequence[RunRecord], now: datetime) -> list[ListRow]:
    """What is installed and what could be, then the runs, the newest first."""
    made: list[ListRow] = []
    for part, title in _PARTS:
        made.append(ListRow(f"heading:{part}", (Cell(title),), heading=True))
        made += [_row(one, now) for one in known if one.part == part]
    if ran:
        title = "The last run" if len(ran) == 1 else f"The last {len(ran)} runs"
        made.append(ListRow("heading:runs", (Cell(title),), heading=True))
        made += [ListRow(f"run:{number}:{one.when}", run_texts.cells(one, now)) for number, one in enumerate(ran)]
    return made


def _row(one: Automation, now: datetime) -> ListRow:
    is_lost = not one.on and one.id.startswith("job:")
    sign = Cell("●", "ok") if one.on else Cell("!", "warning") if is_lost else Cell("○", "dim")
    at = next(next_times(one.schedule, now), None) if one.on and one.schedule is not None else None
    if is_lost:
        text = Cell("not there any more", "warning")
    else:
        text = Cell(one.when) if one.on else Cell(one.problem or f"off; {one.when}", "dim")
    soon = Cell(ago(iso(at.astimezone(UTC)), now), "dim") if at is not None else Cell("")
    name = Cell(one.name, "text" if one.on else "dim")
    return ListRow(one.id, (sign, name, Cell(one.by, "dim"), text, Cell(""), soon), words=one.what)


def lines(one: Automation, nexts: Sequence[str], log: str) -> list[Line]:
    """One thing that runs by itself or could: what it does, when it comes, where it stands."""
    state = plain("on", "ok") if one.on else plain(f"off: {one.problem}" if one.problem else "off", "dim")
    return [
        plain(one.name, "heading"),
        state,
        plain(""),
        *([plain(one.what), plain("")] if one.what else []),
        *facts([("started by", one.by), ("comes", one.when), *(("next", at) for at in nexts)]),
        plain(""),
        *facts(one.where),
        *([plain("")] if one.where else []),
        *facts([("command", one.twin), ("log", log)]),
    ]

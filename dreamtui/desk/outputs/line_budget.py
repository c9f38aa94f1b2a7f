"""How many lines of CLAUDE.md a rule would take, and how many are used; quick enough to be shown with every item."""

from typing import TYPE_CHECKING, NamedTuple

from dreamtui.desk.desk import Desk
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.budget import CLAUDE_LINES, measure
from dreamtui.text.danger.agent_text import bullet

if TYPE_CHECKING:
    from dreamtui.desk.queue.show import Shown


class LineBudget(NamedTuple):
    takes: int
    """Lines of the rule by itself, without a heading that may come with it."""
    used: int
    """Lines that a session is given now."""
    most: int = CLAUDE_LINES


def line_budget(desk: Desk, shown: "Shown") -> LineBudget | None:
    """That of the rule an item would become; None where it becomes none, or CLAUDE.md is no output."""
    waits = shown.entry.status in {Status.PENDING, Status.DEFERRED, Status.RECURRING}
    if not waits or shown.kind.slots.take is not Verb.GRADUATE or not shown.rule.strip():
        return None
    from dreamtui.desk.outputs.agent_context import loaded
    from dreamtui.desk.outputs.sync import surroundings
    from dreamtui.render.outputs import asked_for

    if "claude" not in asked_for(surroundings(desk).files):
        return None
    takes = measure("\n".join(bullet(shown.rule)).encode("utf-8", "replace")).lines
    return LineBudget(takes, sum(file.size.lines for file in loaded(desk).of_project))

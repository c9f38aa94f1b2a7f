"""What tests of the proposal screen share: opening it, its statements, its result, and the reason that ends it."""

from pathlib import Path

from at_review import go
from visit import Visit

from dreamtui.tui.screens.proposal import ProposalScreen
from dreamtui.tui.screens.rationale import RationaleScreen
from dreamtui.tui.screens.result import ResultScreen
from dreamtui.tui.screens.review import ReviewScreen
from dreamtui.tui.widgets.text_pane import TextPane

WHY = "Both notes say the same of the retries; one place to read is enough for whoever touches the payments."


def pane(v: Visit) -> ProposalScreen:
    assert isinstance(v.app.screen, ProposalScreen)
    return v.app.screen


def words(v: Visit, name: str) -> str:
    return v.app.screen.query_one(name, TextPane).text


async def open_proposal(v: Visit, signal: str) -> ProposalScreen:
    """Go to the proposal that does this, and look at it closely."""
    await go(v, kind="proposal", signal=signal)
    await v.press("P")
    await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
    await v.rest()
    return pane(v)


async def goto_statement(v: Visit, wanted: str) -> None:
    """Put the cursor on the last statement with these words."""
    table, change = pane(v).statements, pane(v).change
    assert change is not None
    number = next(n for n, said in reversed(list(enumerate(change.statements))) if wanted in said.text)
    table.focus()
    table.move_to_id(str(number))
    await v.rest()


async def write(v: Visit, text: str) -> None:
    """Edit the result in its box, and come back."""
    await v.press("e")
    assert isinstance(v.app.screen, ResultScreen)
    v.app.screen.box.put(text)
    await v.press("ctrl+s")
    await v.rest()


async def let_all_go(v: Visit) -> None:
    """Let go what is lost: g goes to the next statement that is open."""
    while pane(v).sketch.open_losses():
        await v.press("g", "x")


async def reason(v: Visit, why: str = WHY) -> None:
    """Write the reason that is asked for, and record it."""
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    assert isinstance(v.app.screen, RationaleScreen)
    v.app.screen.why.put(why)
    await v.press("ctrl+s")
    await v.until(lambda: isinstance(v.app.screen, ReviewScreen))
    await v.rest()


def tree(root: Path) -> dict[str, bytes]:
    """Every memory and proposal, by its place."""
    places = [root / ".agent/memory", root / ".agent/dream/proposals"]
    return {str(p.relative_to(root)): p.read_bytes() for top in places for p in sorted(top.rglob("*")) if p.is_file()}

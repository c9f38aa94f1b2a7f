"""What tests of the proposal screen share: opening it, its statements, its result, and the reason that ends it."""

import json
import shutil
from pathlib import Path

from at_review import go
from visit import Visit, demo_copy, environment

from dreamtui.compose import open_desk
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.notes import add_note
from dreamtui.desk.queue.lookup import notes as note_rows
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.model.decision import Words
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.proposal.result import ResultScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.widgets.text_pane import TextPane

RETRIES = "Retries of the payment gateway use exponential backoff with jitter, starting at two hundred milliseconds."
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
    table.move_to_key(str(number))
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


def desk_of(root: Path) -> Desk:
    return open_desk(root, environment(root.parent / "home"))


def proposed(tmp_path: Path) -> Path:
    """The demo's notes, two more that say nearly the same, and a cycle that proposes what to do with all of them.

    Nothing else waits: neither what a model proposed in the demo, nor what is about its memory folder.
    """
    root = demo_copy(tmp_path)
    shutil.rmtree(root / ".claude")
    shutil.rmtree(root / ".agent/dream/proposals")
    desk = desk_of(root)
    twin = next(row.id for row in note_rows(desk) if row.title == "Database of staging")
    decide.decide(desk, [twin], Verb.RETIRE, Words(rationale="The other note on the staging database says it already."))
    add_note(desk, Note("", "", "Retry policy", f"- {RETRIES}\n- Never retry a refused charge."))
    add_note(desk, Note("", "", "Retries of payments", f"- {RETRIES}\n- At most five attempts for one charge."))
    reorganize(desk, ReorganizeRequest())
    return root


def notes(root: Path) -> list[str]:
    return [path.read_text() for path in sorted((root / ".agent/memory/notes").glob("n-*.md"))]


def lossy(root: Path) -> None:
    """The merge that is proposed forgets one statement."""
    for path in (root / ".agent/dream/proposals").glob("*.json"):
        data = path.read_text()
        if "Never retry" in data and '"kind": "merge"' in data:
            made = json.loads(data)
            for change in made["proposal"]["mutations"]:
                change["text"] = change["text"].replace("\n- Never retry a refused charge.", "")
            path.write_text(json.dumps(made))

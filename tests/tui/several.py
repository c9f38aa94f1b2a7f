"""What tests of a console over several workspaces share."""

from pathlib import Path

from at_review import REASON, review
from visit import Visit, environment

from dreamtui.compose import open_desk
from dreamtui.desk.audit.audit_views import decisions
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.listing import listing
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.sessions import Sessions
from dreamtui.tui.widgets.words_box import WordsBox


def all_of(v: Visit) -> Sessions:
    assert len(v.app.sessions.tags) > 1
    return v.app.sessions


def desk(root: Path) -> Desk:
    return open_desk(root, environment(root.parent / "home"))


def status(root: Path, item_id: str) -> str:
    """Where an item stands in a workspace."""
    return next(e.status.value for e in listing(desk(root), status="all").entries if e.row.id == item_id)


def made(root: Path) -> list[Verb]:
    """What was decided in this sitting, oldest first."""
    return [mark.verb for mark, _ in decisions(desk(root)) if mark.when.startswith("2026-11-18T09")]


async def goto(v: Visit, workspace: str, words: str = "src/cart.ts") -> str:
    """Put the cursor on an item of a workspace; gives back its id there."""
    items = review(v).queue.view.items
    found = next(i for i in items if words in i.title and i.status == "pending" and i.workspace == workspace)
    assert review(v).queue.items.move_to_key(found.key)
    await v.rest()
    await v.until(lambda: review(v).item.detail and review(v).item.detail.ref == found.ref)
    return found.id


async def reason(v: Visit, key: str = "r") -> None:
    await v.press(key)
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    v.app.screen.query_one("#why", WordsBox).put(REASON)
    await v.press("ctrl+s")

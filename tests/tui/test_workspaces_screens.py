"""What is opened from a queue of several workspaces belongs to the workspace of the row, and says which that is."""

from pathlib import Path

import pytest
from several import desk, goto
from visit import Visit, demo_copy, visit

from dreamtui.desk.decide import decide
from dreamtui.desk.memory import notes
from dreamtui.desk.queue.listing import listing
from dreamtui.model.decision import Words
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.widgets.bar_line import BarLine

REASON = "Only the till ever had this, because its drawer is opened by hand; a rule would be noise for the others."


@pytest.fixture
def till(tmp_path: Path) -> Path:
    """Another workspace, in which something is remembered, decided and set that the first knows nothing of."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    root = demo_copy(folder).rename(tmp_path / "till")
    notes.add_note(desk(root), Note("", "", "Only the till has this note", "A note.", "fact"))
    waiting = next(e.row.id for e in listing(desk(root)).entries if "BUG-001" in e.row.title)
    decide.decide(desk(root), [waiting], Verb.REJECT, Words(REASON, disposition="wrong"))
    with (root / ".agent" / "config.yaml").open("a") as config:
        config.write("\ndreamtui:\n  min_command_failures: 76543\n")
    return root


@pytest.mark.parametrize(
    ("key", "heading", "only_there"),
    [
        ("H", "History", "BUG-001"),
        ("M", "Memory", "Only the till has this note"),
        ("C", "Claude memory", ""),
        ("D", "Promotions", ""),
        ("L", "Log", ""),
        ("comma", "Settings", "76543"),
    ],
)
def test_a_screen_shows_the_workspace_of_the_row_and_names_it(
    shop: Path, till: Path, key: str, heading: str, only_there: str
) -> None:
    """Another row, another workspace; and with one workspace nothing is named."""

    async def look(v: Visit, workspace: str) -> bool:
        await goto(v, workspace)
        await v.press(key)
        at = v.app.screen
        assert isinstance(at, BrowseScreen)
        await v.until(lambda: "reading" not in v.line("#browse-heading"))
        assert f" {heading} of {workspace} " in v.line("#browse-heading")
        words = "\n".join(cell.text for row in map(at.rows.item_at, range(at.rows.shown)) for cell in row.cells)
        await v.press("escape")
        return only_there in words

    async def story(v: Visit) -> None:
        assert await look(v, "till")
        assert await look(v, "shop") == (not only_there)

    async def alone(v: Visit) -> None:
        await v.press(key)
        assert f" {heading} " in v.line("#browse-heading") and " of till" not in v.line("#browse-heading")

    visit(shop, story, others=[till])
    visit(till, alone)


def test_looking_for_new_items_says_where(shop: Path, till: Path) -> None:
    """In the workspace of the row."""

    async def story(v: Visit) -> None:
        await goto(v, "till")
        await v.press("m")
        assert any("Looking for what recurs in till" in line.text for line in v.app.screen.query(BarLine))

    visit(shop, story, others=[till])

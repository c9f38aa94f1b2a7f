"""The search screen: hits as one types, and each where it stands."""

from pathlib import Path

from visit import Visit, demo_copy, is_about, visit

from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.browse.search import SearchRows


async def searching(v: Visit, text: str) -> None:
    """Open the search, type, and wait for the hits."""
    await v.press("ctrl+f")
    await v.type(text)
    await v.until(lambda: is_about(v.app.screen, SearchRows) and v.app.screen.rows.total)
    await v.until(lambda: "being updated" not in v.line("#browse-heading"))


async def opened(v: Visit) -> None:
    """Go from the box to the hits, and where the first one stands."""
    await v.press("enter")
    await v.until(lambda: is_about(v.app.screen, SearchRows) and v.app.screen.rows.has_focus)
    await v.press("enter")


def test_hits_come_as_one_types_and_go_where_they_stand(tmp_path: Path) -> None:
    """What is typed right after the key is for the box; a decision is shown in the history, a note in the memory."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await searching(v, "kind:reason floats back")
        assert "1 hit" in v.line("#browse-heading")
        await v.press("enter")
        await v.until(lambda: "without a rule the next feature brings floats back" in v.shown())
        await v.press("enter")
        await v.until(lambda: is_about(v.app.screen, HistoryRows) and v.app.screen.rows.chosen is not None)
        assert is_about(v.app.screen, HistoryRows)
        chosen = v.app.screen.rows.chosen
        assert chosen is not None
        assert "Prices were floats" in " ".join(cell.text for cell in chosen.cells)
        await v.press("escape")
        await v.until(lambda: is_about(v.app.screen, SearchRows))
        await v.press("slash")
        await v.press(*["backspace"] * 40)
        await v.type("kind:note sunday")
        await v.until(lambda: "2 hits" in v.line("#browse-heading"))
        await opened(v)
        await v.until(lambda: is_about(v.app.screen, MemoryRows) and v.app.screen.rows.chosen is not None)
        assert is_about(v.app.screen, MemoryRows)
        chosen = v.app.screen.rows.chosen
        assert chosen is not None
        assert "taging" in chosen.cells[1].text

    visit(root, story)


def test_an_item_is_shown_in_the_queue(tmp_path: Path) -> None:
    """Among all of them, with the cursor on it."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await searching(v, "kind:cand src/cart.ts fix-touched")
        await opened(v)
        await v.until(lambda: v.app.screen is v.app.review)
        queue = v.app.review.queue
        await v.until(lambda: queue.current is not None and "src/cart.ts" in queue.current.title)

    visit(root, story)


def test_typing_errors_are_told(tmp_path: Path) -> None:
    """With what was looked for instead."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await searching(v, "kind:promotion ofice network")
        assert "looked for office" in v.line("#browse-heading")

    visit(root, story)


def test_what_has_no_screen_of_its_own_is_read_here(tmp_path: Path) -> None:
    """Escape goes back to the hits, then to the queue."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await searching(v, "kind:daily-note office network")
        await opened(v)
        await v.until(lambda: v.app.screen.query_one("#browse-text").has_focus)
        await v.press("escape")
        await v.until(lambda: is_about(v.app.screen, SearchRows) and v.app.screen.rows.has_focus)

    visit(root, story, size=(80, 24))

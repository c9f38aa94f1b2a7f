"""From one item to the next: nothing of the one before stands below the title of the other."""

import threading
from pathlib import Path

import pytest
from at_review import go, review
from visit import Visit, demo_copy, visit

from dreamtui.tui.panes.item_pane import ItemPane
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.session.session import Detail, Session
from dreamtui.tui.widgets.text_pane import TextPane


def bodies(item: ItemPane) -> dict[str, object]:
    """What each tab has, and whether the changes are to be seen."""
    texts: dict[str, object] = {str(pane.id): pane.text for pane in item.query(TextPane)}
    return {**texts, "pieces": item.evidence.pieces, "files": item.diff.changes}


@pytest.mark.parametrize("tab", ["1", "2", "3", "4", "5"])
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
def test_the_next_item_has_nothing_of_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tab: str, size: tuple[int, int]
) -> None:
    """While the next one is still being read its title stands over an empty body, in every tab."""
    may_read = threading.Event()
    may_read.set()
    read = Session.detail

    def slowly(session: Session, row: QueueItem) -> Detail:
        assert may_read.wait(60)
        return read(session, row)

    monkeypatch.setattr(Session, "detail", slowly)

    async def story(v: Visit) -> None:
        await go(v, "`src/cart.ts` was", status="pending")
        item = review(v).item
        await v.press(tab)
        await v.until(lambda: item.detail is not None and item.evidence.pieces)
        assert any(bodies(item).values())
        may_read.clear()
        try:
            review(v).queue.items.move_to(review(v).queue.items.position + 1)
            await v.until(lambda: item.row is review(v).queue.current)
            assert item.row is not None and item.title_lines.text.strip() == item.row.title.strip()
            assert not any(bodies(item).values()), bodies(item)
        finally:
            may_read.set()
        await v.until(lambda: item.detail is not None and item.query_one("#says", TextPane).text)

    visit(demo_copy(tmp_path), story, size=size)

"""The filter of a list while somebody types lets others have their turn."""

import asyncio
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from query_rows import RowFacts
from stage import Stage, perform
from textual.pilot import Pilot

from dreamtui.text.query.parse import Query, parse_query
from dreamtui.text.query.select import TextIndex, select
from dreamtui.tui.widgets.lists import live_filter
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.live_filter import LiveFilter

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


def test_others_have_their_turn_while_a_long_list_is_filtered(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is typed meanwhile stops what is running, which shows nothing any more."""
    monkeypatch.setattr(live_filter, "AT_ONCE", 5)
    items = [RowFacts(f"id{at}", "candidate", "repeat_fix", f"title {at}", weight=at) for at in range(90)]
    widget = ItemList()
    widget.set_items(items, now=NOW)
    held = threading.Event()
    real = live_filter.select

    def select(query: Query, index: TextIndex, order: Sequence[int]) -> list[int]:
        assert query.text != "weight>80" or held.wait(30)
        return real(query, index, order)

    monkeypatch.setattr(live_filter, "select", select)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        live = LiveFilter(widget)
        live.load(items, range(len(items)), NOW)
        running = asyncio.create_task(live.apply("weight>80"))
        await asyncio.sleep(0)
        await live.apply("weight<10")
        assert not running.done()
        held.set()
        await running
        assert widget.shown == 10
        await live.apply("~titel weight>80")
        assert widget.shown == 9

    perform(widget, script)


def test_words_find_a_kind_by_its_name_in_either_number() -> None:
    """As the line above the queue says them; only as a whole, because “date” is in “candidate”."""
    items = [RowFacts("p1", "proposal", "supersede", "two memories"), RowFacts("c1", "candidate", "repeat_fix", "cart")]
    index = TextIndex(items, NOW)
    found = {
        words: select(parse_query(words), index, range(2)) for words in ("proposal", "proposals", "date", "-proposal")
    }
    assert found == {"proposal": [0], "proposals": [0], "date": [], "-proposal": [1]}

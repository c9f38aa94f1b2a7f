"""The filter of a list while somebody types: where it looks, and that it lets others have their turn."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import pytest
from stage import Stage, perform
from textual.pilot import Pilot

from dreamtui.text.query.parse import Query
from dreamtui.text.query.row import RowFacts
from dreamtui.text.query.select import ColumnIndex
from dreamtui.tui.widgets.lists import live_filter
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.live_filter import LiveFilter

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


def test_typing_on_looks_only_where_something_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer filter in what the shorter one found; a shorter one, and other rows, from the beginning."""
    looked: list[int] = []
    slices = live_filter.select_slices

    def counted(query: Query, index: ColumnIndex, order: Sequence[int]) -> Iterator[list[int]]:
        looked.append(len(order))
        return slices(query, index, order)

    monkeypatch.setattr(live_filter, "select_slices", counted)
    items = [RowFacts(f"id{at:03}", "candidate", "repeat_fix", f"title {at}", weight=at) for at in range(100)]
    widget = ItemList()
    widget.set_items(items, now=NOW)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        live = LiveFilter(widget)
        live.load(items, range(100), NOW)
        for text, base, found in [
            ("weight>89", 100, 10),
            ("weight>89 9", 10, 10),
            ("weight>89 95", 10, 1),
            ("9", 100, 19),
        ]:
            looked.clear()
            await live.apply(text)
            assert (looked, widget.shown) == ([base], found), text
        looked.clear()
        await live.apply("9 9")
        assert looked == [] and widget.shown == 19
        live.load(items[:50], range(50), NOW)
        await live.apply("9 49")
        assert looked == [50]

    perform(widget, script)


def test_others_have_their_turn_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is typed meanwhile stops what is running, which shows nothing any more."""
    monkeypatch.setattr(live_filter, "_AT_ONCE", 0.0)
    items = [RowFacts(f"id{at}", "candidate", "repeat_fix", f"title {at}", weight=at) for at in range(9000)]
    widget = ItemList()
    widget.set_items(items, now=NOW)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        live = LiveFilter(widget)
        live.load(items, range(len(items)), NOW)
        running = asyncio.create_task(live.apply("weight>8000"))
        await asyncio.sleep(0)
        assert not running.done()
        await live.apply("weight<10")
        await running
        assert widget.shown == 10

    perform(widget, script)

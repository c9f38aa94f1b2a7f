"""The queue's list: keys, marks, the cursor's item, widths, and that nothing read reaches the terminal alive."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_kinds import KINDS
from query_rows import RowFacts
from rich.cells import cell_len
from stage import HOSTILE, Stage, lines, perform, unsafe
from textual.pilot import Pilot

from dreamtui.kinds.row import QueueEntry, item_row
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.store.index.queue import ListedRow
from dreamtui.text.query.weeks import weeks_of
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.live_filter import LiveFilter
from dreamtui.tui.widgets.lists.row_parts import RowLook, row_parts

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
SIZES = [(80, 24), (120, 40)]


def rows(count: int = 100, **fields: object) -> list[RowFacts]:
    return [
        RowFacts(f"id{at:03}", "candidate", "repeat_fix", f"title {at}", last_seen="2026-11-06", weight=at, **fields)  # type: ignore[arg-type]
        for at in range(count)
    ]


def filled(items: Sequence[RowFacts]) -> ItemList:
    widget = ItemList()
    widget.set_items(items, now=NOW)
    return widget


def cursor_id(widget: ItemList) -> str:
    return widget.cursor_item.id if widget.cursor_item else ""


@pytest.mark.parametrize("size", SIZES)
def test_keys_move_the_cursor(size: tuple[int, int]) -> None:
    """Vi keys, arrows, ends, half pages and pages."""
    widget = filled(rows())
    height = size[1]

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        for keys, expected in [
            (["j", "j", "down"], 3),
            (["k", "up"], 1),
            (["G"], 99),
            (["home"], 0),
            (["end"], 99),
            (["home"], 0),
            (["ctrl+d"], height // 2),
            (["ctrl+u"], 0),
            (["pagedown"], height - 1),
            (["pageup", "k"], 0),
        ]:
            await pilot.press(*keys)
            assert widget.position == expected, keys
        shown = stage.of(ItemList.Highlighted)
        assert shown[-1].item.id == "id000"

    perform(widget, script, size)


@pytest.mark.parametrize("size", SIZES)
def test_two_rows_of_context_stay_around_the_cursor(size: tuple[int, int]) -> None:
    """Going down and up again, the cursor never stands on the two outermost rows but at the ends of the list."""
    widget = filled(rows())

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        for step in [1] * 99 + [-1] * 99:
            widget.action_move(step)
            above = widget.position - widget.scroll_offset.y
            assert above >= min(2, widget.position)
            assert size[1] - 1 - above >= min(2, 99 - widget.position)

    perform(widget, script, size)


def test_cursor_stays_on_its_item() -> None:
    """Through a filter, a sort and a refresh that adds and takes away rows; and it comes back when the filter goes."""
    items = rows()
    widget = filled(items)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.press(*["j"] * 10)
        widget.set_order([3, 10, 50])
        assert (cursor_id(widget), widget.position) == ("id010", 1)
        widget.set_order(list(range(99, -1, -1)))
        assert (cursor_id(widget), widget.position) == ("id010", 89)
        widget.set_items([RowFacts("new", "note", "", "first"), *items[5:]], now=NOW)
        assert (cursor_id(widget), widget.position) == ("id010", 6)
        widget.set_order([0, 40, 41])
        assert cursor_id(widget) == "id044"
        widget.set_order(range(96))
        assert cursor_id(widget) == "id010"

    perform(widget, script)


def test_a_decided_item_gives_way_to_the_next() -> None:
    """When the item under the cursor leaves the list, the one that followed it is next."""
    items = rows(20)
    widget = filled(items)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.press(*["j"] * 7)
        widget.set_items([item for item in items if item.id not in {"id007", "id008"}], now=NOW)
        assert cursor_id(widget) == "id009"
        await pilot.press("G")
        widget.set_items(items[:10], now=NOW)
        assert cursor_id(widget) == "id009"
        widget.set_items([], now=NOW)
        assert widget.cursor_item is None
        await pilot.press("j", "enter", "space", "v", "right_square_bracket")
        assert "Nothing here." in "".join(lines(widget))
        await pilot.pause()
        assert stage.of(ItemList.Highlighted)[-1].item is None

    perform(widget, script)


def test_the_row_of_the_cursor_does_not_jump_in_a_refresh() -> None:
    """Rows that come in above leave the cursor where it is on the screen."""
    items = rows()
    widget = filled(items)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget.move_to(60)
        before = widget.position - widget.scroll_offset.y
        widget.set_items([*[RowFacts(f"n{at}", "note", "", "new") for at in range(9)], *items], now=NOW)
        assert widget.position - widget.scroll_offset.y == before

    perform(widget, script, (80, 24))


def test_marks_ranges_and_all() -> None:
    """space marks and goes on, v makes a range, shift extends, * marks what is shown, escape leaves a range."""
    widget = filled(rows(10))

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.press("space", "space")
        assert (widget.marks.keys, widget.position) == ({"id000", "id001"}, 2)
        await pilot.press("k", "space")
        assert widget.marks.keys == {"id000"}
        await pilot.press("j", "v", "j", "j")
        assert widget.marks.keys == {"id000", "id003", "id004", "id005"}
        assert stage.of(ItemList.MarksChanged)[-1].selecting
        await pilot.press("escape")
        assert widget.marks.keys == {"id000"}
        await pilot.press("v", "k", "v", "home")
        assert widget.marks.keys == {"id000", "id004", "id005"}
        await pilot.press("shift+down", "shift+down", "space")
        assert widget.marks.keys == {"id000", "id001", "id002", "id004", "id005"}
        widget.set_order([0, 7, 8])
        await pilot.press("asterisk")
        assert len(widget.marks.rows()) == 3
        assert len(widget.marks.keys) == 7
        await pilot.press("asterisk")
        assert widget.marks.keys == frozenset()
        assert stage.of(ItemList.MarksChanged)[-1].cleared
        assert not any("■" in line for line in lines(widget))

    perform(widget, script)


def test_a_mark_goes_with_its_item() -> None:
    """What is marked and filtered stays marked; what left the queue does not."""
    items = rows(10)
    widget = filled(items)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.press("space", "space")
        widget.set_order([5])
        assert widget.marks.keys == {"id000", "id001"}
        widget.set_items(items[1:], now=NOW)
        await pilot.pause()
        assert widget.marks.keys == {"id001"}
        assert stage.of(ItemList.MarksChanged)[-1].count == 1

    perform(widget, script)


def test_marks_are_shown_by_a_sign() -> None:
    """A mark is visible without colours, and so is the cursor."""
    widget = filled(rows(4))

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        assert lines(widget)[0].startswith(" ■")
        assert lines(widget)[1].startswith("▌ ")

    perform(widget, script)


def test_undecided_items_are_found_around_the_end() -> None:
    """Square brackets walk over what is pending or recurring."""
    items = [
        RowFacts(str(at), "candidate", "x", "t", status=status)
        for at, status in enumerate(["pending", "rejected", "graduated", "recurring", "deferred"])
    ]
    widget = filled(items)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        seen = []
        for key in ["right_square_bracket", "right_square_bracket", "left_square_bracket"]:
            await pilot.press(key)
            seen.append(cursor_id(widget))
        assert seen == ["3", "0", "3"]
        widget.set_order([1, 2])
        assert not widget.next_undecided()

    perform(widget, script)


def test_the_mouse_selects_marks_and_opens() -> None:
    """A click goes to the row, a click on its edge marks it, a double click opens it, the wheel scrolls."""
    widget = filled(rows())

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.click(widget, offset=(20, 5))
        assert widget.position == 5
        await pilot.click(widget, offset=(1, 8))
        assert widget.marks.keys == {"id008"}
        await pilot.click(widget, offset=(20, 9), times=2)
        assert stage.of(ItemList.Opened)[-1].item.id == "id009"
        widget.scroll_relative(y=30, animate=False)
        await pilot.pause()
        assert (widget.position, widget.scroll_offset.y) == (9, 30)
        await pilot.press("j")
        assert widget.scroll_offset.y <= 8

    perform(widget, script)


@pytest.mark.parametrize("size", [(24, 10), (60, 24), *SIZES])
def test_nothing_read_reaches_the_terminal_alive(size: tuple[int, int]) -> None:
    """No control, bidi or zero-width character, and no markup, comes out of any field; every row fits exactly."""
    items = [
        RowFacts("a", "candidate", HOSTILE, HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,), (HOSTILE,), HOSTILE, 3.0),
        RowFacts("b", HOSTILE, "", f"한글 テスト 👍🏽 {HOSTILE}"),
    ]
    widget = ItemList()
    widget.set_items(items, now=NOW, found=("list", "한글"))

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.press("j", "space", "k")
        for y in range(size[1]):
            strip = widget.render_line(y)
            assert not unsafe(strip.text)
            assert sum(cell_len(segment.text) for segment in strip) == widget.cells
            assert not any(segment.style and (segment.style.meta or segment.style.link) for segment in strip)

    perform(widget, script, size)


@settings(max_examples=150, deadline=None)
@given(
    title=st.text(max_size=80),
    word=st.text(max_size=5),
    width=st.integers(0, 130),
    weight=st.floats(),
    status=st.sampled_from(["pending", "recurring", "rejected"]),
)
def test_a_row_fills_its_width_exactly(title: str, word: str, width: int, weight: float, status: str) -> None:
    """Whatever the title is made of, the pieces are as wide as the list and inert."""
    item = RowFacts("a", "insight", "", title, status, ("secret",), (), (), "2026-11-06", weight)
    text = "".join(part for _, part in row_parts(item, RowLook(width, NOW, (word.casefold(),))))
    assert cell_len(text) == width
    assert not unsafe(text)


class Counted(Sequence[RowFacts]):
    """A long list that knows which of its items were asked for."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked: set[int] = set()

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, at: int) -> RowFacts:  # type: ignore[override]
        self.asked.add(at)
        return RowFacts(f"id{at}", "candidate", "x", f"title {at}")


def test_only_rows_on_the_screen_are_drawn() -> None:
    """A hundred thousand items cost as much as a screenful."""
    items = Counted(100_000)
    widget = ItemList()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget.set_items(items, now=NOW)
        await pilot.pause()
        assert len(items.asked) <= 24
        await pilot.press("G")
        assert len(items.asked) <= 72
        assert "title 99999" in lines(widget)[-1]

    perform(widget, script, (80, 24))


def test_the_live_filter_selects_then_looks_for_similar_words() -> None:
    """Words and fields at once; a misspelt word finds what is similar; what is typed next stops the search before."""
    items = [*rows(300), RowFacts("x", "proposal", "merge", "backfill with every rename", flags=("secret",))]
    widget = filled(items)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        live = LiveFilter(widget)
        live.load(items, range(len(items)), NOW)
        await live.prepare()
        await live.apply("title 29")
        assert widget.shown == len([item for item in items if "title" in item.title and "29" in item.title])
        await live.apply("kind:prop flag:secret")
        assert [cursor_id(widget), widget.shown] == ["x", 1]
        await live.apply("bakfill")
        assert widget.shown == 1
        await live.apply("~renmae kind:proposal")
        assert widget.shown == 1
        query = await live.apply("kind: title")
        assert query.problems == ("“kind:” needs a value.",)
        await live.apply("")
        assert widget.shown == 301
        running = live.apply("~titel")
        live.stop()
        await running

    perform(widget, script)


@pytest.mark.parametrize(
    ("kind", "signal", "weight", "cell", "words"),
    [
        ("candidate", "repeat_fix", 5, "5×", "counted 5 times"),
        ("candidate", "manual", 1, "1×", "counted once"),
        ("proposal", "merge", 0.978, "97%", "97 % alike"),
        ("proposal", "split", 0.7, "70%", "70 % sure"),
        ("promotion", "", 0.816, "81%", "score 0.816"),
        ("note", "", 3, "3", "importance 3"),
    ],
)
def test_a_weight_says_whether_it_is_a_count_or_a_score(
    kind: str, signal: str, weight: float, cell: str, words: str
) -> None:
    """In the list with its sign, below the list in words; never a bare `.816`."""
    row = item_row(Item(kind, "a", signal, "title", Status.PENDING, "a.md", last_seen="2026-11-06", weight=weight))
    item = QueueItem(ListedRow.of(QueueEntry(row, Status.PENDING, None)), KINDS)
    assert (item.weight_texts.cell, item.weight_texts.words) == (cell, words)
    now = datetime(2026, 11, 18, tzinfo=UTC)
    assert "".join(text for _, text in row_parts(item, RowLook(60, now))).endswith(f" {cell} ")


@pytest.mark.parametrize(
    ("title", "weight", "shown"),
    [
        ("`KeyError` appeared 7 times in last 30d", 7, "`KeyError` appeared  "),
        ("`KeyError` appeared 7 times in last 30d", 9, "`KeyError` appeared 7 times in last 30d"),
        ("2 reverts touching `a.py` in last 30d", 2, "2 reverts touching `a.py` in last 30d"),
        ("Try it 3 times", 3, "Try it 3 times"),
    ],
)
def test_a_count_stands_once_in_its_row(title: str, weight: float, shown: str) -> None:
    """Where the column says it the title does not; a narrow row without that column keeps it."""
    item = RowFacts("id", "candidate", "repeat_fix", title, last_seen="2026-11-06", weight=weight)
    assert shown in "".join(text for _, text in row_parts(item, RowLook(90, NOW)))
    assert title[:20] in "".join(text for _, text in row_parts(item, RowLook(40, NOW)))


def test_a_wide_row_has_the_weeks_of_its_evidence() -> None:
    """Eight cells at the right where there is room, in line with those of other rows; in ASCII if that is asked for."""
    weeks = weeks_of(["2026-11-17", "2026-11-16", "2026-10-20"])
    item = RowFacts("aa1", "candidate", "repeat_fix", "`src/auth.py` was fix-touched", weight=5, weeks=weeks)

    def shown(item: RowFacts, width: int, *, weeks: bool = True, plain: bool = False) -> str:
        text = "".join(text for _, text in row_parts(item, RowLook(width, NOW, weeks=weeks, plain=plain)))
        assert cell_len(text) == width
        return text

    assert "▁▁▁▅▁▁▁█" in shown(item, 78) and "___=___#" in shown(item, 78, plain=True)
    assert "▁" not in shown(item, 77) and "▁" not in shown(item, 78, weeks=False)
    place = shown(item, 100).index("▁▁▁▅")
    assert shown(replace(item, weeks=""), 100)[place - 1 : place + 9].isspace()
    crowded = replace(item, title="t" * 300, flags=("secret",), status="graduated")
    assert shown(crowded, 120).index("▁▁▁▅") == place + 20 and "secret-like" in shown(crowded, 120)
    assert "▁" in shown(crowded, 100) and "secret-like" not in shown(crowded, 90)

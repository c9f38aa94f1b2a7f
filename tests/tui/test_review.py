"""The review screen: looking around, what others change, read-only, copying, the keymap."""

import gc
import re
import warnings
from pathlib import Path

import pytest
from at_review import count, current, go, goto, review
from visit import SIZES, Visit, is_form, visit

from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.panes.item_pane import TABS as ITEM_TABS
from dreamtui.tui.session.queue_items import TABS
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.text_pane import TextPane

# Looking


def test_the_first_screen(shop: Path) -> None:
    """Risky first, counts in the tabs, meters, the reason for the place, and the item beside it."""

    async def story(v: Visit) -> None:
        await v.until(lambda: review(v).item.detail)
        await v.rest()
        screen = v.shown()
        for words in (
            f"Pending {count(v, 'Pending')}",
            "Recurring 2",
            "CLAUDE.md",
            "MEMORY.md",
            "risky first, then as found",
        ):
            assert words in screen
        item = review(v).queue.current
        assert item is not None and "secret" in item.flags
        assert v.line("#list-foot").startswith(" secret-like text")
        await v.press("S")
        assert v.shown().count("as found") == 1 and "risky first" not in v.shown()
        review(v).queue.items.move_to(0)
        await v.rest()
        item = review(v).queue.current
        assert item is not None and item.place == 1 and not item.flags

    visit(shop, story)


def test_a_candidate_says_what_its_rule_takes_of_the_line_budget(shop: Path) -> None:
    """In its first tab, from the figure of the header to that of the box; what becomes no rule says nothing."""

    async def story(v: Visit) -> None:
        await goto(v)
        said = v.app.screen.query_one("#says", TextPane)
        await v.until(lambda: "Line budget" in said.text)
        (used,) = re.findall(r"CLAUDE\.md \S+ (\d+)/200", v.shown())
        (told,) = re.findall(r"Line budget: (CLAUDE\.md \d+ → \d+ of 200 lines)\.", " ".join(said.text.split()))
        assert told.startswith(f"CLAUDE.md {used} → ")
        await v.press("g")
        await v.until(lambda: "of 200 lines" in v.line("#rule-target"))
        assert told in " ".join(v.line("#rule-target").split())
        await v.press("escape")
        await go(v, kind="insight")
        await v.until(lambda: "Line budget" not in said.text)

    visit(shop, story)


@pytest.mark.parametrize(
    ("size", "ascii", "bars"),
    [((160, 40), False, "▁▂▃▄▅▆▇█"), ((160, 40), True, "_.-:=+*#"), ((120, 40), False, ""), ((90, 40), False, "")],
)
def test_rows_have_the_weeks_of_their_evidence(shop: Path, size: tuple[int, int], ascii: bool, bars: str) -> None:
    """Where there is room, as the index has them, the newest at the right; else the titles have it."""

    async def story(v: Visit) -> None:
        await goto(v)
        row = next(line for line in v.shown().split("\n") if "`src/cart.ts` was" in line and "repeat fix" in line)
        found = re.search(r" ([▁▂▃▄▅▆▇█_.:=+*#-]{8}) ", row)
        assert (found is not None) is bool(bars), row
        assert found is None or (set(found[1]) <= set(bars) and len(set(found[1])) > 1)

    visit(shop, story, size=size, ascii=ascii)


def test_each_tab_of_an_item(shop: Path) -> None:
    """Numbers choose; each tab has something to say."""

    async def story(v: Visit) -> None:
        await goto(v)
        for number, (name, words) in enumerate(
            zip(
                ITEM_TABS,
                ("Suggested rule", "diff --git", "CLAUDE.md", "decided this before", "Looked at"),
                strict=True,
            ),
            1,
        ):
            await v.press(str(number))
            assert review(v).item.tab == name
            text = v.shown() if name != "evidence" else review(v).item.evidence.text.text
            assert words in text, name

    visit(shop, story)


def test_what_will_change_is_the_plan_of_each_verb(shop: Path) -> None:
    """`c` goes through the verbs; what agents would read comes first, then the files of the plan."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("3")
        first = review(v).item.verb
        assert first == "graduate" and review(v).item.diff._sources[0].path == "CLAUDE.md"
        assert any("memory/semantic/rules" in file.path for file in review(v).item.diff._sources)
        await v.press("c")
        assert review(v).item.verb == "reject" and "after reject" in review(v).item.diff._labels
        await v.press("c")
        assert review(v).item.verb == "defer"

    visit(shop, story)


def test_the_pieces_of_evidence(shop: Path) -> None:
    """The newest first with its commit; the next piece by key, from the queue or inside."""

    async def story(v: Visit) -> None:
        await goto(v, "src/auth.py")
        await v.press("2")
        pane = review(v).item.evidence
        assert len(pane.pieces) == 5 and pane.source is not None and pane.source.is_patch
        before = pane.text.text
        await v.press("full_stop")
        assert pane.rows.position == 1 and pane.text.text != before
        await v.press("semicolon")
        assert pane.rows.position == 0 and pane.text.text == before
        await v.press("tab", "j")
        assert pane.rows.position == 1

    visit(shop, story)


def test_enter_goes_in_and_escape_comes_back_and_never_leaves(shop: Path) -> None:
    """Enter opens, escape backs out, at the top level it does nothing."""

    async def story(v: Visit) -> None:
        await v.press("j")
        where = current(v)
        await v.press("enter")
        assert review(v).item.has_focus_within
        await v.press("escape", "escape", "escape")
        assert review(v).queue.items.has_focus and current(v) == where
        assert v.app.is_running

    visit(shop, story)


def test_narrow_shows_one_pane_at_a_time(shop: Path) -> None:
    """Where it is low too, the queue; enter brings the item, escape the queue."""

    async def story(v: Visit) -> None:
        queue, item = review(v).queue, review(v).item
        assert queue.display and not item.region.width
        await v.press("enter")
        assert item.region.right == 80 and not queue.region.width
        await v.press("escape")
        assert queue.region.width == 80
        await v.press("3")
        assert item.region.right == 80 and not review(v).item.diff.is_split

    visit(shop, story, size=(80, 20))


@pytest.mark.parametrize("tab", "12345")
def test_full_screen_and_back(shop: Path, tab: str) -> None:
    """`z` gives the item the screen, and the queue its place back, whichever pane has the focus by then."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press(tab, "z")
        assert review(v).item.region.right == 120 and review(v).item.region.x == 1
        assert review(v).item.has_focus_within
        await v.press("z")
        assert review(v).queue.region.width > 40

    visit(shop, story)


def test_status_tabs_sort_and_scroll(shop: Path) -> None:
    """Tabs by arrows or h and l, the sort by S, the item's pane by J and K."""

    async def story(v: Visit) -> None:
        await v.press("l")
        assert "Recurring" in v.line("#status-tabs") and review(v).queue.items.shown == count(v, "Recurring")
        await v.press("h", "S", "S")
        assert "oldest first" in v.line("#list-foot")
        await v.press("2", "J")
        top = review(v).item.body.scroll_offset.y
        await v.press("K")
        assert review(v).item.body.scroll_offset.y < top or top == 0

    visit(shop, story)


def test_the_filter(shop: Path) -> None:
    """Live while typing; enter keeps it, escape in the list clears it; half a term is a sentence."""

    async def story(v: Visit) -> None:
        await v.press("slash")
        await v.type("signal:repeat_fix")
        shown = sum(item.signal == "repeat_fix" and item.status == "pending" for item in review(v).queue.view.items)
        assert review(v).queue.items.shown == shown and f"{shown}/{count(v, 'Pending')}" in v.line("#list-foot")
        await v.press("enter")
        assert review(v).queue.items.has_focus and review(v).queue.items.shown == shown
        await v.press("escape")
        assert review(v).queue.items.shown == count(v, "Pending")
        await v.press("slash")
        await v.type("age>")
        assert "needs a time" in v.line("#list-foot")

    visit(shop, story)


def test_letters_in_the_filter_decide_nothing(shop: Path) -> None:
    """g, r, s and u typed into a line are letters."""

    async def story(v: Visit) -> None:
        await v.press("slash", "g", "r", "s", "u", "q")
        assert v.app.screen is review(v) and review(v).queue.field.value == "grsuq"

    visit(shop, story)


def test_a_filter_that_is_typed_at_once_ends_what_each_letter_began(shop: Path) -> None:
    """What all of it selects is shown, and nothing is warned of behind the screen."""

    async def story(v: Visit) -> None:
        await v.press("slash")
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            await v.type("kind:proposal")
            gc.collect()
        assert [str(one.message) for one in warned if issubclass(one.category, RuntimeWarning)] == []
        queue = review(v).queue
        proposals = [one for one in queue.view.items if one.status == "pending" and one.kind == "proposal"]
        assert queue.items.shown == len(proposals) > 0

    visit(shop, story)


@pytest.mark.parametrize("size", [*SIZES, (100, 30), (200, 60)])
def test_tabs_are_named_whole_and_say_how_to_go_on(shop: Path, size: tuple[int, int]) -> None:
    """In a tab that is not the first the keys that lead on are always said."""

    async def story(v: Visit) -> None:
        for name in ("Pending", "Recurring"):
            line = next(line for line in v.shown().split("\n") if "Pending " in line).split("│")[0]
            tabs = re.sub(r" h l( other tabs)? *$| \d+", "", line).split()
            assert set(tabs) <= {"…", *(tab.name for tab in TABS)} and name in tabs, line
            assert name == "Pending" or " h l" in line
            await v.press("l")

    visit(shop, story, size=size)


def test_the_mouse_does_what_the_keys_do(shop: Path) -> None:
    """A click on a tab, on a row, on a word of the key bar."""

    async def story(v: Visit) -> None:
        bar = review(v).query_one("#status-tabs", BarLine)
        await v.pilot.click(bar, offset=(bar.text.index("Recurring") + 1, 0))
        await v.rest()
        assert review(v).queue.items.shown == count(v, "Recurring")
        await v.press("h")
        await v.pilot.click(review(v).queue.items, offset=(20, 3))
        await v.rest()
        assert review(v).queue.items.position == 3
        keys = review(v).query_one("KeyBar", BarLine)
        await v.pilot.click(keys, offset=(keys.render_line(0).text.index("later") + 1, 0))
        await v.rest()
        assert is_form(v.app.screen, Scope.DATE)

    visit(shop, story)


# Others, read-only, copying


def test_changes_by_others_are_a_banner_that_moves_nothing(shop: Path) -> None:
    """The cursor and the rows stay until R."""
    from dreamtui.desk.queue.add_candidate import add

    async def story(v: Visit) -> None:
        item, shown = await goto(v), review(v).queue.items.shown
        add(v.desk, "Nobody reads the release notes before a deploy", ["text:seen twice"])
        review(v).reading.poll()
        await v.rest()
        assert "1 new" in v.line("#banner") and review(v).queue.items.shown == shown and current(v) == item
        await v.press("R")
        assert review(v).queue.items.shown == shown + 1 and current(v) == item
        assert not review(v).query_one("#banner").display

    visit(shop, story)


def test_read_only_decides_nothing(shop: Path) -> None:
    """Every decision key says why; the key bar shows none of them."""

    async def story(v: Visit) -> None:
        for key in ("g", "r", "s", "b", "u", "U"):
            await v.press(key)
            assert v.app.screen is review(v) and "opened with --read-only" in v.said()[-1]
        bar = v.app.screen.query_one("KeyBar").text
        assert "graduate" not in bar and "reject" not in bar
        await v.press("2", "4", "slash")
        assert review(v).queue.field.has_focus

    visit(shop, story, read_only="opened with --read-only")


def test_copying_names_what_was_copied(shop: Path) -> None:
    """The id, and the text."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("y")
        assert v.app.clipboard == current(v)
        await v.press("Y")
        assert "kind" in v.app.clipboard and "Copied" in v.said()[-1]

    visit(shop, story)


def test_an_error_is_a_sentence_that_stays(shop: Path) -> None:
    """A refusal outside the editor is a box; escape closes it."""

    async def story(v: Visit) -> None:
        item = await goto(v)
        path = v.desk.layout.real(f".agent/dream/candidates/{item}.md")
        path.unlink()
        await v.press("s", "2")
        assert is_form(v.app.screen, Scope.NOTICE) and item in v.shown()
        await v.press("escape")
        assert v.app.screen is review(v)

    visit(shop, story)


# The keymap


def test_keys_of_the_configuration_are_the_keys(shop: Path) -> None:
    """A changed key works and is shown, the old one is dead, an empty value switches off."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("s", "r")
        assert v.app.screen is review(v)
        bar = review(v).query_one("KeyBar", BarLine).render_line(0).text
        assert "Z later" in bar and "reject" not in bar
        await v.press("Z")
        assert is_form(v.app.screen, Scope.DATE)

    visit(shop, story, keys={"review.later": "Z", "review.refuse": ""})


def test_a_typed_filter_puts_the_cursor_on_the_first_match(shop: Path) -> None:
    """Also where the row it stood on matches too; a row chosen among the matches stays, and esc leads back."""

    async def story(v: Visit) -> None:
        queue = review(v).queue
        queue.items.move_to(2)
        await v.rest()
        stood = current(v)
        await v.press("slash")
        await v.type("e")
        assert queue.items.shown > 3 and stood in {queue.items.item_at(at).id for at in range(queue.items.shown)}
        assert queue.items.position == 0 and current(v) != stood
        await v.press("enter")
        assert queue.items.position == 0
        await v.press("j", "j", "slash")
        chosen = current(v)
        await v.type("weight>0")
        assert current(v) == chosen
        await v.press("enter", "R")
        assert current(v) == chosen

    visit(shop, story)


def test_a_filter_left_without_choosing_leads_back_to_the_row_before(shop: Path) -> None:
    """Looking something up does not lose the place."""

    async def story(v: Visit) -> None:
        review(v).queue.items.move_to(3)
        await v.rest()
        stood = current(v)
        await v.press("slash")
        await v.type("e")
        assert current(v) != stood
        await v.press("escape")
        if review(v).queue.field.value:
            await v.press("escape")
        assert not review(v).queue.field.value and current(v) == stood

    visit(shop, story)

"""Empty lists that say what fills them, ways out named by their keys, headings, and words that stay apart."""

from pathlib import Path

import pytest
import topicbox
from at_folder import wrong_folder
from at_review import go, goto, review
from visit import SIZES, Visit, demo_copy, environment, is_about, visit

from dreamtui.compose import open_desk
from dreamtui.desk.memory.notes import add_note
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.model.memory import Note
from dreamtui.present.parts import Word
from dreamtui.tui.screens.browse.folder import FolderRows
from dreamtui.tui.screens.dialogs.help import HelpScreen
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.widgets.bar_line import BarLine


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace with a memory folder in which much is wrong."""
    return wrong_folder(tmp_path)


# Why something cannot be shown


@pytest.mark.parametrize("size", SIZES)
def test_a_contradiction_names_its_ways_out_and_the_key(shop: Path, size: tuple[int, int]) -> None:
    """No option and no green line: the ways out in words, and what to press; another item shows its changes again."""
    desk = open_desk(shop, environment(shop.parent / "home"))
    add_note(desk, Note("", "", "Runner", "Never run the tests with nose in this repository."))
    add_note(desk, Note("", "", "Runner", "Always run the tests with nose in this repository."))
    reorganize(desk, ReorganizeRequest())

    async def story(v: Visit) -> None:
        await go(v, signal="contradiction")
        await v.press("3")
        item = review(v).item
        await v.until(lambda: item.refusal.display)
        shown = v.shown()
        assert "Press P" in shown and "Keep “" in shown and "--" not in item.refusal.text
        assert not item.diff.display and item.body is item.refusal and " added" not in shown
        other = next(one for one in review(v).queue.view.items if one.signal == "repeat_fix")
        assert review(v).queue.items.move_to_key(other.key)
        await v.until(lambda: item.diff.display and item.diff.changes)
        assert not item.refusal.display

    visit(shop, story, size=size)


# Lists that are empty, words that run together


@pytest.mark.parametrize("size", SIZES)
def test_a_filter_that_matches_nothing_says_so(shop: Path, size: tuple[int, int]) -> None:
    """Items are pending, so it is not said that none is; esc clears the filter at once, and all rows are back."""

    async def story(v: Visit) -> None:
        count = review(v).queue.items.shown
        await v.press("slash")
        await v.type("qqzzxx")
        await v.until(lambda: review(v).queue.items.shown == 0)
        assert "Nothing matches the filter; esc clears it." in v.shown() and "Nothing is pending" not in v.shown()
        await v.press("escape")
        await v.until(lambda: review(v).queue.items.shown == count)
        assert review(v).queue.field.value == "" and not review(v).queue.field.display

    visit(shop, story, size=size)


def test_the_rows_of_another_screen_say_it_too(folder: Path) -> None:
    """A memory folder is there; only the filter lets nothing through."""

    async def story(v: Visit) -> None:
        await v.press("C")
        at = v.app.screen
        assert is_about(at, FolderRows)
        await v.until(lambda: at.rows.shown)
        await v.press("slash")
        await v.type("qqzz")
        assert "Nothing matches the filter" in v.shown() and "no memory folder" not in v.shown()
        await v.press("escape")
        assert at.rows.shown

    visit(folder, story)


def test_words_on_the_left_and_right_stay_apart() -> None:
    """Where there is no room for a gap, a part is left out."""
    bar = BarLine([Word(" contradicts, 14m old", keep=40)], [Word("risky first ", keep=10)])
    assert [len(side) for side in bar.fitting(34)] == [1, 0]
    assert [len(side) for side in bar.fitting(35)] == [1, 1]
    bar.show([Word("left ", keep=2)], [Word("right", keep=1)])
    assert [len(side) for side in bar.fitting(10)] == [1, 1]


def test_an_empty_queue_shows_the_key_that_fills_it(tmp_path: Path) -> None:
    """Nothing is pending: m is in the key bar, as the sentence says; elsewhere only behind the keys that decide."""
    root = tmp_path / "shop"
    (root / ".agent").mkdir(parents=True)

    async def story(v: Visit) -> None:
        assert "Nothing is pending" in v.shown() and "m look for new" in v.key_bar()

    visit(root, story)

    async def full(v: Visit) -> None:
        assert "graduate" in v.key_bar() and "m look for new" not in v.key_bar().partition("filter")[0]

    (tmp_path / "other").mkdir()
    visit(demo_copy(tmp_path / "other"), full)


# Headings


@pytest.mark.parametrize("size", SIZES)
def test_problems_stand_below_headings_and_memories_are_a_key_away(folder: Path, size: tuple[int, int]) -> None:
    """Each kind has a heading with its count; } and { go from heading to heading, around the ends."""

    async def story(v: Visit) -> None:
        await v.press("C")
        at = v.app.screen
        assert is_about(at, FolderRows)
        await v.until(lambda: at.rows.shown)
        said = [at.rows.item_at(n).cells[0].text for n in at.rows.headings()]
        assert said[0].startswith("Without a line 1") and said[1].startswith("Dangling 30")
        assert said[2].startswith("2 memories") and "} next heading" in v.key_bar()
        await v.press("left_curly_bracket")
        assert at.rows.chosen is not None and at.rows.chosen.id == "file:@claude/ports.md"
        assert "2 memories" in v.shown()
        await v.press("right_curly_bracket")
        assert at.rows.chosen is not None and at.rows.chosen.id == "orphan:@claude/lonely.md"
        await v.press("right_curly_bracket", "right_curly_bracket")
        assert at.rows.chosen is not None and at.rows.chosen.id == "file:@claude/ports.md"
        await v.press("left_curly_bracket")
        assert at.rows.chosen is not None and at.rows.chosen.id.startswith("dangling:")
        assert "Dangling 30" in v.shown()

    visit(folder, story, size=size)


# Words


def test_a_correction_shows_its_first_change_in_plain_words(folder: Path) -> None:
    """The result begins at the line that changes, under a heading a person knows."""
    place = next(folder.parent.glob("home/.claude/projects/*/memory"))
    said = "\n\n".join(f"Rule {n} of the shop stands as it always stood." for n in range(40))
    words = f"{said}\n\nThe runner moved to another host yesterday.\n\n{said}"
    (place / "ports.md").write_bytes(topicbox.memory("ports", words, modified="2026-10-09T08:00:00Z"))
    reorganize(open_desk(folder, environment(folder.parent / "home")), ReorganizeRequest())

    async def story(v: Visit) -> None:
        await go(v, signal="supersede")
        assert "% sure" in v.line("#item-facts") and "replace" in v.line("#item-facts")
        await v.press("P")
        await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
        at = v.app.screen
        assert isinstance(at, ProposalScreen)
        await v.until(lambda: at.result.scroll_offset.y > 0)
        assert "Result" in v.shown() and "supersede" not in v.shown()
        top = at.result.render_line(0).text
        assert "The runner moved to another host" in top

    visit(folder, story)


def test_a_tab_with_one_status_does_not_say_it_again(tmp_path: Path) -> None:
    """In Recurring no title gives way to the word recurring; in All each row says how it stands."""

    async def story(v: Visit) -> None:
        await v.press("l")
        assert "recurring · " not in v.shown()
        while review(v).queue.tab != 4:
            await v.press("l")
        assert "recurring · " in v.shown()

    visit(demo_copy(tmp_path), story)


def test_the_next_that_waits_is_found_in_another_tab(tmp_path: Path) -> None:
    """`]` where nothing else waits goes to what is pending, and says so; tabs without rows are no stops."""

    async def story(v: Visit) -> None:
        queue = review(v).queue
        while queue.tab != 2:
            await v.press("l")
        await v.press("right_square_bracket")
        assert queue.tab == 0 and "these are pending" in v.said()[-1]
        seen = set()
        for _ in range(6):
            await v.press("l")
            seen.add(queue.tab)
        assert 5 not in seen, "no words are begun"

    visit(demo_copy(tmp_path), story)


def test_help_in_the_box_and_words_begun_at_their_end(tmp_path: Path) -> None:
    """F1 shows the keys of the box; the caret of a rule that stands there already is behind it."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        box = v.app.screen
        assert isinstance(box, RationaleScreen) and box.rule is not None
        assert box.rule.text and box.rule.cursor_location == box.rule.document.end
        await v.press("f1")
        await v.until(lambda: isinstance(v.app.screen, HelpScreen))
        assert "Writing a reason · active now" in v.shown()
        await v.press("escape")
        assert v.app.screen is box

    visit(demo_copy(tmp_path), story)

"""Screens that come back show what happened meanwhile; undo stays where one is; keys offered are keys that apply."""

from pathlib import Path

import pytest
from at_folder import WHY, furnish, go_to
from at_review import count, current, goto, reject, review
from visit import Visit, demo_copy, visit

from dreamtui.desk.outputs import sync as outputs
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.browse.folder import FolderRows
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.widgets.meter import BudgetMeter
from dreamtui.tui.widgets.words_box import WordsBox


async def retire(v: Visit, at: BrowseScreen) -> None:
    """Retire what the cursor stands on."""
    await v.press("r")
    assert isinstance(v.app.screen, RationaleScreen)
    v.app.screen.query_one("#why", WordsBox).put(WHY)
    await v.press("ctrl+s")
    await v.until(lambda: v.app.screen is at)
    await v.rest()


def ids(at: BrowseScreen) -> list[str]:
    return [at.rows.item_at(n).id for n in range(at.rows.shown)]


def test_a_screen_that_comes_back_shows_what_was_undone_on_another(tmp_path: Path) -> None:
    """Retired in Claude memory, taken back in the history: the memory is there again, and the cursor where it was."""
    root, folder = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "file:@claude/money.md")
        await retire(v, at)
        assert "file:@claude/money.md" not in ids(at)
        await go_to(v, at, "orphan:@claude/runner.md")
        await v.open("H", HistoryRows)
        await v.press("u")
        await v.until(lambda: (folder / "money.md").exists())
        await v.press("escape")
        await v.until(lambda: v.app.screen is at and "file:@claude/money.md" in ids(at))
        assert at.rows.chosen is not None and at.rows.chosen.id == "orphan:@claude/runner.md"

    visit(root, story)


def test_a_screen_that_is_open_already_comes_to_the_front(tmp_path: Path) -> None:
    """C, H, C: the first is shown again, and one esc leads to the queue."""
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await v.press("H", "C")
        assert v.app.screen is at
        await v.press("escape")
        assert v.app.screen is review(v)

    visit(root, story)


def test_the_queue_has_the_new_size_after_retiring_elsewhere(tmp_path: Path) -> None:
    """The meter of CLAUDE.md in the queue's header follows the file, once it is written."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        meter = review(v).query_one("#claude", BudgetMeter)
        await v.until(lambda: meter.display)
        before = meter.parts
        at = await v.open("M", MemoryRows)
        at.rows.move_to(next(n for n in range(at.rows.shown) if at.rows.item_at(n).id.startswith("rule:")))
        await v.rest()
        await retire(v, at)
        await v.press("escape", "O", "w")
        await v.until(lambda: meter.parts != before)
        now, then = (int(next(text for _, text in parts if "/" in text).partition("/")[0])
                     for parts in (meter.parts, before))  # fmt: skip
        assert now < then

    visit(root, story)


def test_undo_stays_in_the_tab_and_says_where_the_item_is(tmp_path: Path) -> None:
    """The list does not change under the fingers."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v)
        for _ in range(3):
            await v.press("l")
        tab = review(v).queue.tab
        await v.press("u")
        await v.until(lambda: any("is back in Pending" in said for said in v.said()))
        assert review(v).queue.tab == tab
        said = next(said for said in v.said() if "is back in" in said)
        assert said.startswith("“`src/cart.ts` was")
        assert said.endswith("” is back in Pending; press h 3 times to go there")

    visit(root, story)


def test_a_retired_memory_is_listed_and_b_takes_the_decision_back(tmp_path: Path) -> None:
    """With who and when; the file and its line have the bytes they had."""
    root, folder = furnish(tmp_path)
    before = {path.name: path.read_bytes() for path in folder.glob("*.md")}

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await go_to(v, at, "file:@claude/money.md")
        await retire(v, at)
        await go_to(v, at, "retired:@claude/money.md")
        await v.until(lambda: "b undoes that decision" in at.pane.text.text)
        assert "Retired by you" in at.pane.text.text and WHY in at.pane.text.text
        assert "restore" in v.shown()
        await v.press("b")
        await v.until(lambda: (folder / "money.md").exists())
        await v.until(lambda: "file:@claude/money.md" in ids(at))
        assert {path.name: path.read_bytes() for path in folder.glob("*.md")} == before
        assert not any(one.startswith("retired:") for one in ids(at))

    visit(root, story)


@pytest.mark.parametrize("key", ["", "C", "M", "H"])
def test_the_way_out_is_always_in_the_key_bar(tmp_path: Path, key: str) -> None:
    """In 80 columns, with an undo to offer as well."""
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        await goto(v)
        await reject(v)
        if key:
            await v.press(key)
        await v.rest()
        last = v.shown().rstrip().splitlines()[-1]
        assert ("esc back" if key else "q leave") in last and "? help" in last

    visit(root, story, size=(80, 24))


def test_after_the_last_pending_item_the_list_says_what_to_do(tmp_path: Path) -> None:
    """Decided in the item's own view: no blank page."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        waiting = [item for item in review(v).queue.view.items if item.status == "pending"]
        left = [item.id for item in waiting if item.kind != "review-due"]
        v.app.here.decide(left[1:], *_rejected())
        due = [item.id for item in waiting if item.kind == "review-due"]
        v.app.here.decide(due, Verb.DEFER, Words(until="2027-01-01"))
        await v.press("R")
        await v.until(lambda: count(v, "Pending") == 1 and current(v) == left[0])
        await v.press("enter")
        assert review(v).has_class("-item")
        await reject(v)
        await v.until(lambda: count(v, "Pending") == 0)
        await v.rest()
        shown = v.shown()
        assert not review(v).has_class("-item")
        assert "Nothing is pending" in shown and "m looks for new" in shown and "q leaves" in " ".join(shown.split())

    visit(root, story, size=(80, 24))


def _rejected() -> tuple[Verb, Words]:
    return Verb.REJECT, Words("Each was looked at in the meeting of Monday and belongs to a one-off migration.")


def test_keys_on_a_row_are_those_that_apply(tmp_path: Path) -> None:
    """A file that is loaded is neither kept, retired nor edited."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        for kind, keys in (("loaded:", ()), ("rule:", ("keep", "retire", "why")), ("note:", ("retire", "edit", "why"))):
            at.rows.move_to(next(n for n in range(at.rows.shown) if at.rows.item_at(n).id.startswith(kind)))
            await v.rest()
            offered = [name for name in ("keep", "retire", "edit", "why") if at.bar_label(f"memory.{name}") is None]
            assert sorted(offered) == sorted(keys)

    visit(root, story)


def test_the_forecast_of_lines_is_what_a_sync_writes(tmp_path: Path) -> None:
    """With the headings that the rule brings."""
    root = demo_copy(tmp_path)
    said: list[tuple[int, int]] = []

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("g")
        screen = v.app.screen
        assert isinstance(screen, RationaleScreen)
        await v.until(lambda: "lines" in v.line("#rule-target"))
        before, after = v.line("#rule-target").split("CLAUDE.md ")[1].split(" of ")[0].split(" → ")
        said.append((int(before), int(after)))
        screen.query_one("#why", WordsBox).put(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is review(v))
        files = {file.path: file.size.lines for file in outputs.plan(v.desk).files}
        assert said[0][1] == next(lines for path, lines in files.items() if path.endswith("CLAUDE.md"))

    visit(root, story)
    assert said and said[0][0] < said[0][1]


def test_the_heading_says_what_is_mended_and_what_is_proposed(tmp_path: Path) -> None:
    """A line that cannot be cut without a loss is no promise of i; all of it fits in 80 columns."""
    root, folder = furnish(tmp_path)
    index = folder / "MEMORY.md"
    long = "It is rounded at the till alone. Nobody else rounds, whoever asks for it and however often they do."
    line = f"- [Runner](runner.md) — Tests run with nose. {long} Ask Carol when she is there.\n"
    index.write_text(index.read_text(encoding="utf-8") + line, encoding="utf-8")

    async def story(v: Visit) -> None:
        at = await v.open("C", FolderRows)
        await v.until(lambda: "too long" in v.line("#folder-health"))
        assert "i fixes, m proposes the rest" in v.shown()
        row = next(one for one in ids(at) if one.startswith("long:"))
        await go_to(v, at, row)
        await v.press("enter")
        await v.until(lambda: "m proposes that in the queue" in " ".join(at.pane.text.text.split()))

    visit(root, story, size=(80, 24))


def test_a_batch_that_is_taken_back_and_done_again_is_counted_as_it_was(tmp_path: Path) -> None:
    """Nothing was brought back beside it, and the tab is as many keys away as there are tabs to step over."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("space", "down", "space", "down", "space")
        await reject(v)
        await v.press("y")
        await v.until(lambda: v.app.sitting.decided >= 3)
        said = v.app.sitting.summary()
        await v.press("u")
        await v.until(lambda: v.app.sitting.summary() == "")
        await v.press("U")
        await v.until(lambda: v.app.sitting.summary() != "")
        assert v.app.sitting.summary() == said

    visit(root, story)

"""The promotions screen: recalls ranked, thresholds that move, MEMORY.md before and after."""

import json
import os
from pathlib import Path

import pytest
from at_promotions import bytes_below, clock, entry, go_to, headings, open_lane, workspace
from stage import HOSTILE, unsafe
from visit import SIZES, Visit, is_about, visit

from dreamtui.openclaw import promote as promotion_lane
from dreamtui.openclaw.js import iso_ms
from dreamtui.openclaw.kind import FOLDERS
from dreamtui.openclaw.scoring.recall_entries import Thresholds
from dreamtui.tui.actions.registry import Scope, in_scope
from dreamtui.tui.screens.browse.promotions import PromotionRows
from dreamtui.tui.screens.review.review import ReviewScreen


@pytest.mark.parametrize("size", SIZES)
def test_recalls_are_ranked_with_their_figures(tmp_path: Path, size: tuple[int, int]) -> None:
    """What passes best first, what is held back with `1 < 3`, what is out with the reason, junk with its name."""

    async def story(v: Visit) -> None:
        at = await open_lane(v)
        assert "3 of 5 recalls would pass" in v.line("#browse-heading")
        assert headings(at) == ["Would pass 3", "Held back by thresholds 1", "Out 1"]
        shown = v.shown()
        for words in ("1 < 3 queries", "⚠ fragment", "path", "✓", "○", "━"):
            assert words in shown, words
        scores = [at.rows.item_at(n).cells[1].text for n in range(1, 4)]
        assert scores == sorted(scores, reverse=True)

    visit(workspace(tmp_path), story, size=size, env=clock())


@pytest.mark.parametrize(
    ("config", "said"),
    [("", "next cycle none (off)"), ("dreamtui: {dreaming: {mode: rem}}\n", "next cycle in 6h (rem)")],
)
def test_the_counts_and_the_next_cycle_are_above(tmp_path: Path, config: str, said: str) -> None:
    """As in OpenClaw's own view: short-term, long-term, promoted, and when the next cycle comes."""
    root = workspace(tmp_path)
    (root / ".agent").mkdir(exist_ok=True)
    (root / ".agent" / "config.yaml").write_text(config)
    (root / "MEMORY.md").write_text("# Long-Term Memory\n\n- one\n- two\n")

    async def story(v: Visit) -> None:
        await open_lane(v)
        line = " ".join(v.line("#promotions-counts").split())
        assert line.startswith("short-term 5 long-term 2 promoted 0")
        assert said in line

    visit(root, story, size=(80, 24), env=clock())


@pytest.mark.parametrize("size", SIZES)
def test_one_recall_shows_components_gates_and_what_is_missing(tmp_path: Path, size: tuple[int, int]) -> None:
    """A bar for each component with weight and share; each gate with figures and what would let it pass."""

    async def story(v: Visit) -> None:
        at = await open_lane(v)
        await go_to(v, at, "Deploys happen")
        text = at.pane.text.text
        for words in ("frequency", "relevance", "conceptual", "× 0.24 = +", "✗ query threshold   1 < 3", "2 more"):
            assert words in text, words
        assert "lines 5-5 of memory/2026-04-15.md" in text
        await go_to(v, at, "and then the")
        assert "half a sentence: distil it" in at.pane.text.text
        await v.press("enter")
        assert at.pane.text.has_focus
        assert "would pass" in v.shown()
        await v.press("escape")
        assert at.rows.has_focus
        await v.press("escape")
        assert isinstance(v.app.screen, ReviewScreen)

    visit(workspace(tmp_path), story, size=size, env=clock())


@pytest.mark.parametrize("size", SIZES)
def test_thresholds_move_and_nothing_is_written(tmp_path: Path, size: tuple[int, int]) -> None:
    """Each threshold down and up with what would pass, the figures under the cursor too, and back; not a byte."""
    root = workspace(tmp_path)

    async def story(v: Visit) -> None:
        at = await open_lane(v)
        before = bytes_below(root)
        assert "min score ◂ 0.75 ▸" in v.line("#promotions-sliders")
        await v.press("right", "right", "right", "right")
        assert "0 of 5" in v.line("#browse-heading")
        assert "0.95" in v.line("#promotions-sliders")
        assert "was 0.75" in v.line("#promotions-sliders")
        await v.press("0")
        assert "3 of 5" in v.line("#browse-heading")
        await v.press("s", "plus", "plus", "plus", "plus", "plus")
        assert "min recalls ◂ 8 ▸" in v.line("#promotions-sliders")
        assert "2 of 5" in v.line("#browse-heading")
        assert "7 < 8 recalls" in v.shown()
        await v.press("0", "s", "minus", "h")
        await go_to(v, at, "Deploys happen")
        assert "min queries ◂ 1 ▸" in v.line("#promotions-sliders")
        assert "✓ query threshold   1 >= 1" in at.pane.text.text
        assert "✗ score threshold" in at.pane.text.text
        await v.press("s", *["minus"] * 30)
        assert "min score ◂ 0.00 ▸" in v.line("#promotions-sliders")
        assert "4 of 5" in v.line("#browse-heading")
        await v.press("R")
        assert "4 of 5" in v.line("#browse-heading")
        assert bytes_below(root) == before

    visit(root, story, size=size, env=clock())


@pytest.mark.parametrize("size", SIZES)
def test_memory_before_and_after_with_its_budget(tmp_path: Path, size: tuple[int, int]) -> None:
    """The whole screen for the diff, the budget above it; moved thresholds change it; back to the list."""
    root = workspace(tmp_path, memory="# Mine\n\n- a line of my own\n")

    async def story(v: Visit) -> None:
        at = await open_lane(v)
        await v.press("c")
        await v.until(lambda: at.pane.has_class("-changes") and at.pane.diff.has_focus)
        assert "MEMORY.md" in v.line("#promotions-budget")
        assert "/9979" in v.line("#promotions-budget")
        await v.until(lambda: "a line of my own" in v.shown())
        assert at.pane.diff.text_of_change().count("openclaw-memory-promotion:") == 3
        await v.press("right", "right", "right", "right")
        await v.until(lambda: "stays as it is" in v.shown())
        await v.press("escape")
        await v.until(lambda: at.rows.has_focus)
        assert not at.query_one("#promotions-budget").display
        assert (root / "MEMORY.md").read_text() == "# Mine\n\n- a line of my own\n"
        await v.press("0", "c")
        await v.until(lambda: at.pane.diff.has_focus)
        await v.press("tab")
        await v.until(lambda: at.rows.has_focus)

    visit(root, story, size=size, env=clock())


def test_a_full_memory_is_said(tmp_path: Path) -> None:
    """By how much it would be over, and which key makes room."""

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("c")
        await v.until(lambda: "over by" in v.line("#promotions-budget"))
        assert "ctrl+o" in v.line("#promotions-budget")

    visit(workspace(tmp_path, memory="# Mine\n\n" + "- a line of my own\n" * 525), story, env=clock())


@pytest.mark.parametrize("size", SIZES)
def test_without_a_recall_store_it_says_what_to_do(tmp_path: Path, size: tuple[int, int]) -> None:
    """What recalls are, the command that records one; no key does anything, and escape leaves."""
    root = tmp_path / "empty"
    (root / ".agent").mkdir(parents=True)

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.until(lambda: "There is no recall store" in v.shown())
        assert "dreamtui promote record" in v.shown()
        await v.press("left", "s", "c", "g", "0")
        assert "There is no recall store" in v.shown()
        assert v.said() == []
        assert not (root / "MEMORY.md").exists()
        await v.press("escape")
        if is_about(v.app.screen, PromotionRows):
            await v.press("escape")
        assert isinstance(v.app.screen, ReviewScreen)

    visit(root, story, size=size)


def test_read_only_looks_and_does_not_fill_the_queue(tmp_path: Path) -> None:
    """Thresholds move; the queue stays as it is."""
    root = workspace(tmp_path)

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("left")
        assert "◂ 0.70 ▸" in v.line("#promotions-sliders")
        await v.press("g")
        assert "Nothing can be decided here" in v.said()[-1]
        assert list(v.desk.queue().rows(FOLDERS.pending)) == []

    visit(root, story, env=clock(), read_only="somebody else is here")


def test_hostile_recalls_are_shown_inert(tmp_path: Path) -> None:
    """Escapes, hidden characters and markup of a snippet neither act nor hide; a secret is masked."""
    secret = "the key is ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    root = workspace(tmp_path, [entry(4, f"evil {HOSTILE}", 9, 5), entry(7, secret, 9, 5)])

    async def story(v: Visit) -> None:
        at = await open_lane(v)
        assert unsafe(v.shown().replace("\n", "")) == []
        await go_to(v, at, "the key is")
        assert "ghp_a1B2" not in v.shown()

    visit(root, story, env=clock())


def test_every_action_is_in_the_key_bar_or_help(tmp_path: Path) -> None:
    """Help lists them with their keys under their own heading."""

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("question_mark")
        shown = v.shown()
        assert "Promotions · active now" in shown
        for one in in_scope(Scope.PROMOTIONS):
            assert one.title[:20] in shown, one.title

    visit(workspace(tmp_path), story, env=clock())


def test_thresholds_stay_in_their_bounds() -> None:
    """A score between 0 and 1, counts from 0; steps add up without drift."""
    needed = Thresholds(0.75, 1, 1)
    assert promotion_lane.moved(needed, "min_score", 99).min_score == 1.0
    assert promotion_lane.moved(needed, "min_score", -99).min_score == 0.0
    assert promotion_lane.moved(needed, "min_recalls", -9).min_recalls == 0
    there = needed
    for step in (*[1] * 4, *[-1] * 4):
        there = promotion_lane.moved(there, "min_score", step)
    assert there == needed


def test_the_conformance_recalls_are_shown(tmp_path: Path) -> None:
    """A workspace of OpenClaw's own cases: as many pass as its code promotes."""
    named = os.environ.get("DREAMTUI_DATA", "")
    data = (Path(named) if named else Path(__file__).resolve().parents[2].parent / "shared" / "data") / "openclaw"
    if not (data / "golden.json").is_file():
        pytest.skip("the conformance cases are not there: golden.json is looked for in $DREAMTUI_DATA/openclaw")
    cases = json.loads((data / "golden.json").read_bytes())["apply_cases"]
    case = next(case for case in cases if case["id"] == "apply-two-candidates-one-section")
    root = workspace(tmp_path, list(case["store"]["entries"].values()))
    for name, text in case["files"].items():
        (root / name).write_text(text)
    ranked = case["expected"]["v4"]["ranked"]

    async def story(v: Visit) -> None:
        at = await open_lane(v)
        assert f"{ranked} of 2 recalls would pass" in v.line("#browse-heading")
        keys = [at.rows.item_at(n).id for n in range(1, ranked + 1)]
        assert keys == case["expected"]["v4"]["appliedKeys"]

    visit(root, story, env=clock(iso_ms(case["nowMs"])))

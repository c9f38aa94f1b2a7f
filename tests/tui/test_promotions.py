"""The promotions screen: recalls ranked, thresholds that move, MEMORY.md before and after, into the queue, accepted."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from at_review import go, review
from stage import HOSTILE, unsafe
from visit import Visit, visit

from dreamtui.desk import promotion_lane, trail
from dreamtui.desk.desk import open_desk
from dreamtui.formats import recall
from dreamtui.model.decision import Verb
from dreamtui.model.recall import Thresholds
from dreamtui.store.queue import Queue
from dreamtui.text.js import iso_ms
from dreamtui.tui.actions import Scope, in_scope
from dreamtui.tui.queue_items import QueueItem
from dreamtui.tui.screens.promotions import PromotionsScreen
from dreamtui.tui.screens.rationale import RationaleScreen
from dreamtui.tui.screens.review import ReviewScreen
from dreamtui.tui.texts.promotions import score_bar
from dreamtui.tui.widgets.words_box import WordsBox

SIZES = [(80, 24), (120, 40)]
NOW = "2026-04-20T12:00:00.000Z"
DAY = "memory/2026-04-15.md"
NOTE = """\
# 2026-04-15

## Network
- Configured VLAN 10 on Omada router
- Deploys happen on Tuesdays at 14:00

Tail line with the S3 Glacier backup plan. It matters.
and then the
"""
WHY = "Two incidents began with somebody who did not know this, so everybody should have it at hand from now on."
BETTER = "Router: VLAN 10 carries the cameras."


def entry(start: int, snippet: str, recalls: int, queries: int, path: str = DAY) -> dict[str, Any]:
    """One entry of a store."""
    return {
        "key": f"memory:{path}:{start}:{start}", "path": path, "startLine": start, "endLine": start,
        "source": "memory", "snippet": snippet, "recallCount": recalls, "totalScore": recalls * 0.9, "maxScore": 0.95,
        "firstRecalledAt": "2026-04-16T08:00:00.000Z", "lastRecalledAt": "2026-04-20T06:00:00.000Z",
        "queryHashes": [f"{number:012x}" for number in range(queries)],
        "recallDays": ["2026-04-16", "2026-04-18", "2026-04-20"][-min(queries, 3) :],
        "conceptTags": ["router", "vlan", "backup"],
    }  # fmt: skip


ENTRIES = [
    entry(4, "- Configured VLAN 10 on Omada router", 8, 5),
    entry(7, "Tail line with the S3 Glacier backup plan. It matters.", 9, 5),
    entry(8, "and then the", 7, 4),
    entry(5, "- Deploys happen on Tuesdays at 14:00", 6, 1),
    entry(1, "Not a daily note", 9, 5, "docs/other.md"),
]


def workspace(top: Path, entries: list[dict[str, Any]] | None = None, memory: str = "") -> Path:
    """A workspace with these recalls."""
    root = top / "work"
    (root / "memory").mkdir(parents=True)
    (root / DAY).write_text(NOTE)
    if memory:
        (root / "MEMORY.md").write_text(memory)
    store = root / recall.STORE
    store.parent.mkdir(parents=True)
    listed = ENTRIES if entries is None else entries
    store.write_bytes(recall.dump({one["key"]: one for one in listed}, NOW))
    return root


def bytes_below(root: Path) -> dict[str, str]:
    """Every file of a workspace that is not a cache, by its hash."""
    files = [path for path in root.rglob("*") if path.is_file() and ".state" not in path.parts]
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def clock(now: str = NOW) -> dict[str, str]:
    return {"DREAMTUI_NOW": now}


async def open_lane(v: Visit) -> PromotionsScreen:
    await v.press("D")
    found = v.app.screen
    assert isinstance(found, PromotionsScreen)
    await v.until(lambda: "reading" not in v.line("#browse-heading"))
    await v.rest()
    return found


async def go_to(v: Visit, at: PromotionsScreen, words: str) -> None:
    """Put the cursor on the row that says this, and let it be read."""
    position = next(n for n in range(at.rows.shown) if any(words in cell.text for cell in at.rows.item_at(n).cells))
    at.rows.move_to(position)
    await v.until(lambda: words in at.text.text)
    await v.rest()


def reason_box(v: Visit) -> WordsBox:
    """Where the reason is written."""
    return v.app.screen.query_one("#why", WordsBox)


def headings(at: PromotionsScreen) -> list[str]:
    rows = [at.rows.item_at(n) for n in range(at.rows.shown)]
    return [row.cells[0].text for row in rows if row.heading]


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


@pytest.mark.parametrize("size", SIZES)
def test_one_recall_shows_components_gates_and_what_is_missing(tmp_path: Path, size: tuple[int, int]) -> None:
    """A bar for each component with weight and share; each gate with figures and what would let it pass."""

    async def story(v: Visit) -> None:
        at = await open_lane(v)
        await go_to(v, at, "Deploys happen")
        text = at.text.text
        for words in ("frequency", "relevance", "conceptual", "× 0.24 = +", "✗ query threshold   1 < 3", "2 more"):
            assert words in text, words
        assert "lines 5-5 of memory/2026-04-15.md" in text
        await go_to(v, at, "and then the")
        assert "half a sentence: distil it" in at.text.text
        await v.press("enter")
        assert at.text.has_focus
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
        assert "✓ query threshold   1 >= 1" in at.text.text
        assert "✗ score threshold" in at.text.text
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
        await v.until(lambda: at.has_class("-changes") and at.diff.has_focus)
        assert "MEMORY.md" in v.line("#promotions-budget")
        assert "/9979" in v.line("#promotions-budget")
        assert "a line of my own" in v.shown()
        assert at.diff.text_of_change().count("openclaw-memory-promotion:") == 3
        await v.press("right", "right", "right", "right")
        await v.until(lambda: "stays as it is" in v.shown())
        await v.press("escape")
        assert at.rows.has_focus
        assert not at.query_one("#promotions-budget").display
        assert (root / "MEMORY.md").read_text() == "# Mine\n\n- a line of my own\n"
        await v.press("0", "c")
        await v.until(lambda: at.diff.has_focus)
        await v.press("tab")
        assert at.rows.has_focus

    visit(root, story, size=size, env=clock())


def test_a_full_memory_is_said(tmp_path: Path) -> None:
    """By how much it would be over, and which key makes room."""

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("c")
        await v.until(lambda: "over by" in v.line("#promotions-budget"))
        assert "ctrl+o" in v.line("#promotions-budget")

    visit(workspace(tmp_path, memory="# Mine\n\n" + "- a line of my own\n" * 525), story, env=clock())


async def accept_in_queue(v: Visit) -> QueueItem:
    """Begin to accept the one about the network in the queue, where three recalls wait."""
    await v.until(lambda: review(v).queue.items.shown == 3)
    wanted = await go(v, "VLAN 10")
    await v.press("g")
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    return wanted


@pytest.mark.parametrize("size", SIZES)
def test_into_the_queue_and_accepted_with_a_distilled_sentence(tmp_path: Path, size: tuple[int, int]) -> None:
    """What passes goes to the queue; there one is accepted in better words, which MEMORY.md has then, and undone."""
    root = workspace(tmp_path)

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("g")
        await v.until(lambda: any("3 recalls put into the queue" in said for said in v.said()))
        await v.until(lambda: "in the queue" in v.shown())
        assert len(Queue(v.desk.layout, v.desk.today).promotions()) == 3
        assert not (root / "MEMORY.md").exists()
        await v.press("g")
        await v.until(lambda: "3 waited there already" in v.said()[-1])
        await v.press("escape")
        wanted = await accept_in_queue(v)
        reason = v.app.screen
        assert isinstance(reason, RationaleScreen) and reason.rule is not None
        assert "Configured VLAN 10 on Omada router" in reason.rule.text
        assert "the note's words" in v.line("#rule-title")
        reason.rule.put(BETTER)
        await v.rest()
        assert "your words" in v.line("#rule-title")
        reason_box(v).put(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is review(v))
        memory = (root / "MEMORY.md").read_text()
        assert BETTER in memory
        assert "Configured VLAN" not in memory
        made = trail.decisions(v.desk)[-1][0]
        assert (made.verb, made.item) == (Verb.ACCEPT, wanted.id)
        assert json.loads((root / recall.STORE).read_bytes())["entries"][ENTRIES[0]["key"]]["promotedAt"]
        await v.rest()
        await v.press("u")
        await v.until(lambda: not (root / "MEMORY.md").exists())

    visit(root, story, size=size, env=clock())


def test_unchanged_words_are_written_as_the_note_says_them(tmp_path: Path) -> None:
    """The box untouched is no sentence of one's own: the same bytes as without the console."""
    root, twin = workspace(tmp_path / "a"), workspace(tmp_path / "b")

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("g", "escape")
        await accept_in_queue(v)
        reason_box(v).put(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is review(v))

    visit(root, story, env=clock())
    from dreamtui.desk import decide, promote
    from dreamtui.review.sheaf import Words

    desk = open_desk(twin, {"HOME": str(tmp_path), "DREAMTUI_NOW": NOW, "DREAMTUI_ACTOR": "you"})
    promote.queue(promote.recalls(desk, promote.Asked()))
    wanted = next(row.id for row in Queue(desk.layout, desk.today).promotions() if "VLAN 10" in row.title)
    decide.decide(desk, [wanted], Verb.ACCEPT, Words(WHY))
    assert (root / "MEMORY.md").read_bytes() == (twin / "MEMORY.md").read_bytes()


def test_a_full_memory_is_refused_until_told_otherwise(tmp_path: Path) -> None:
    """ctrl+o says what happens when MEMORY.md is full."""
    root = workspace(tmp_path, memory="# Mine\n\n" + "- a line of my own\n" * 525)

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("g", "escape")
        await v.until(lambda: review(v).queue.items.shown == 3)
        before = (root / "MEMORY.md").read_bytes()
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        reason_box(v).put(WHY)
        reason = v.app.screen
        assert isinstance(reason, RationaleScreen) and reason.rule is not None
        reason.rule.put(BETTER)
        await v.press("ctrl+s")
        await v.until(lambda: "of 9,979 characters" in v.shown())
        assert (root / "MEMORY.md").read_bytes() == before
        await v.press("ctrl+o", "ctrl+o")
        assert "if full: go over" in v.line("#rule-title")
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is review(v))
        assert BETTER in (root / "MEMORY.md").read_text()

    visit(root, story, env=clock())


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
        if isinstance(v.app.screen, PromotionsScreen):
            await v.press("escape")
        assert isinstance(v.app.screen, ReviewScreen)

    visit(root, story, size=size)


def test_a_store_without_entries_says_so(tmp_path: Path) -> None:
    """The file is there, and empty."""

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.until(lambda: "No recall is recorded yet" in v.shown())

    visit(workspace(tmp_path, []), story, env=clock())


def test_read_only_looks_and_does_not_fill_the_queue(tmp_path: Path) -> None:
    """Thresholds move; the queue stays as it is."""
    root = workspace(tmp_path)

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("left")
        assert "◂ 0.70 ▸" in v.line("#promotions-sliders")
        await v.press("g")
        assert "Nothing can be decided here" in v.said()[-1]
        assert list(Queue(v.desk.layout, v.desk.today).promotions()) == []

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
        assert "Promotions · alive now" in shown
        for one in in_scope(Scope.PROMOTIONS):
            assert one.title[:20] in shown, one.title

    visit(workspace(tmp_path), story, env=clock())


def test_bars_say_what_they_measure() -> None:
    """Empty for nothing, one cell for anything above, full for one."""
    assert score_bar(0.0) == ("", "─" * 10)
    assert score_bar(0.004) == ("━", "─" * 9)
    assert score_bar(0.5) == ("━" * 5, "─" * 5)
    assert score_bar(1.0, 6) == ("━" * 6, "")


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

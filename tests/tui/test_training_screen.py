"""The screen of nightly training: rows of verticals with bars and charts, and the page of one."""

from pathlib import Path

import pytest
from demo_console import environment
from training_briefs import brief
from visit import SIZES, Visit, visit

from dreamtui.compose import open_desk
from dreamtui.desk.decide import decide
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.training.marks.scores import DIMENSIONS
from dreamtui.training.nights.nights import record
from dreamtui.tui.screens.browse.training import TrainingRows
from dreamtui.tui.screens.review.review import ReviewScreen

HOSTILE = "Buckets \x1b[31mstarve\u202e [bold]batch[/] jobs"


def workspace(top: Path) -> Path:
    """Two accepted briefs of gateway, which tell web something."""
    root = top / "work"
    (root / ".agent").mkdir(parents=True)
    for number, mark in enumerate((5, 8)):
        env = {**environment(top / "home"), "DREAMTUI_NOW": f"2026-11-1{number}T02:00:00Z"}
        made = record(open_desk(root, env), brief("gateway", number, f"{HOSTILE} {number}", "web").encode(), "gateway")
        marks = "\n".join(f"{one}: {mark}" for one in DIMENSIONS)
        reason = f"In `src/limits.py` the brief of night {number} explains what happened to the buckets."
        decide.decide(open_desk(root, env), [made.made.id], Verb.ACCEPT, Words(reason, marks))
    return root


@pytest.mark.parametrize("size", SIZES)
def test_verticals_have_bars_and_charts_and_a_page(tmp_path: Path, size: tuple[int, int]) -> None:
    """From the queue and back; the page has marks and briefs; hostile text is inert."""

    async def story(v: Visit) -> None:
        at = await v.open("F", TrainingRows)
        assert "2 cycles, 11 verticals" in v.line("#browse-heading")
        shown = v.shown()
        for words in ("gateway", "Foundation", "━━━───", "▄▆", "8.0 A", "never", "Between verticals", "gateway → web"):
            assert words in shown, words
        assert at.rows.item_at(0).cells[1].text == "gateway"
        await v.press("enter")
        await v.until(lambda: "Accepted briefs" in at.pane.text.text)
        page = at.pane.text.text
        assert "Application from 4" in page and "evidence" in page
        assert "\x1b" not in v.shown() and "\u202e" not in v.shown()
        await v.press("escape")
        await v.press("G")
        await v.until(lambda: "Questions" in at.pane.text.text)
        assert "gateway → web" in at.pane.text.text
        await v.press("escape")
        assert isinstance(v.app.screen, ReviewScreen)

    visit(workspace(tmp_path), story, size=size)


def test_without_a_brief_every_vertical_is_there(tmp_path: Path) -> None:
    """Eleven, each never marked; nothing fails where there is no curriculum."""

    async def story(v: Visit) -> None:
        at = await v.open("F", TrainingRows)
        assert "0 cycles, 11 verticals" in v.line("#browse-heading")
        assert at.rows.shown == 11

    root = tmp_path / "work"
    (root / ".agent").mkdir(parents=True)
    visit(root, story)

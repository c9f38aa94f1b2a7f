"""What stands before the first row: nothing is styled, drawn or imported that the first screen does not need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen
from visit import Visit, demo_copy, environment, visit

from dreamtui.tui.screens.review.review import ReviewScreen


def test_style_sheets_are_parsed_once_and_for_the_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first screen has the colours of its theme without a second look at the sheets; another theme has its own."""
    again: list[str] = []
    parsed = Stylesheet.reparse
    monkeypatch.setattr(Stylesheet, "reparse", lambda sheet: (again.append("again"), parsed(sheet))[1])

    async def story(visitor: Visit) -> None:
        assert not again
        light = visitor.app.screen.styles.background
        assert light.hex.lower() == "#fafbfc"
        assert visitor.app.screen.query_one("#header").rich_style.color is not None
        visitor.app.theme = "dreamtui-dark"
        await visitor.rest()
        assert again
        assert visitor.app.screen.styles.background.hex.lower() == "#12151a"

    visit(demo_copy(tmp_path), story, theme="light")


@pytest.mark.parametrize(("size", "classes"), [((80, 24), {"-narrow", "-short"}), ((120, 40), {"-wide", "-high"})])
def test_a_screen_knows_its_size_before_its_widgets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], classes: set[str]
) -> None:
    """Its widgets are styled for the size at once; after another size they are styled for that."""
    known: list[set[str]] = []
    compose = ReviewScreen.compose
    monkeypatch.setattr(ReviewScreen, "compose", lambda screen: (known.append(set(screen.classes)), compose(screen))[1])
    width, height = size

    async def story(visitor: Visit) -> None:
        assert known == [classes]
        assert set(visitor.app.screen.classes) >= classes
        await visitor.pilot.resize_terminal(200 - width, 64 - height)
        await visitor.rest()
        assert not classes & set(visitor.app.screen.classes)

    visit(demo_copy(tmp_path), story, size=size)


def test_nothing_is_drawn_in_a_batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would not be shown is not drawn, and is drawn afterwards."""
    drawn: list[int] = []
    refresh = Screen._compositor_refresh

    def noted(screen: "Screen[object]") -> None:
        drawn.append(screen.app._batch_count)
        refresh(screen)

    monkeypatch.setattr(Screen, "_compositor_refresh", noted)

    async def story(visitor: Visit) -> None:
        screen = visitor.app.screen
        assert drawn
        drawn.clear()
        with visitor.app.batch_update():
            screen._compositor_refresh()
            assert not drawn
        screen.refresh()
        await visitor.rest()
        assert drawn
        assert not any(drawn)

    visit(demo_copy(tmp_path), story)


LATER = (
    "dreamtui.desk.workspace.workspaces", "dreamtui.store.store", "dreamtui.store.commit.journal", "dreamtui.mining",
    "dreamtui.memory.reorganize", "dreamtui.openclaw.promote", "dreamtui.openclaw.scoring", "dreamtui.coach",
    "dreamtui.render", "dreamtui.tui.widgets.text_pane", "textual.widgets._text_area", "git", "rapidfuzz", "numpy",
    "typer", "dreamtui.desk.workspace.runs", "dreamtui.text.zones", "dreamtui.text.cron_times",
    "dreamtui.tui.texts.deciding",
)  # fmt: skip
"""What only later screens and decisions need."""

OF_RECORDS = (
    "dreamtui.store.records.record_reader", "dreamtui.kinds.decision.audit_record", "dreamtui.model.decision",
    "dreamtui.model.proposal", "dreamtui.text.danger.risks",
)  # fmt: skip
"""What is needed only where something was decided, or something looks like a secret."""

OPENED = """
import sys
from pathlib import Path
from dreamtui.cli import console, run as command_line
from dreamtui.cli.arguments import Globals

def run(app, **how):
    from dreamtui.tui.screens.review.review import ReviewScreen
    app.sessions.queue.first()
    print(" ".join(sys.modules))
    raise SystemExit

from textual.app import App
App.run = run
console._run(console.open_desk(Path(sys.argv[1])), Globals(), console.Wish())
"""


def test_what_later_screens_need_is_imported_later(tmp_path: Path) -> None:
    """With the queue read and its screen ready to be shown, none of it is there."""
    assert sorted(imported(tmp_path, demo_copy(tmp_path)) & set(LATER)) == []


def test_without_records_nothing_of_them_is_imported(tmp_path: Path) -> None:
    """A first start has none."""
    root = tmp_path / "new"
    root.mkdir()
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    assert sorted(imported(tmp_path, root) & {*LATER, *OF_RECORDS}) == []


def imported(tmp_path: Path, root: Path) -> set[str]:
    """What was imported when the first screen of a workspace was ready to be shown."""
    env = {name: value for name, value in environment(tmp_path).items() if not name.startswith("DREAMTUI_")}
    env["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", OPENED, str(root)], env=env, capture_output=True, text=True, check=True
    )
    modules = set(done.stdout.split())
    assert "dreamtui.tui.screens.review.review" in modules and App.__module__ in modules
    return modules


def test_styles_of_what_comes_later_are_read_after_the_first_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And are there for the item's half and for every box."""
    read: list[set[str]] = []
    drawn = ReviewScreen._compositor_refresh

    def noted(screen: ReviewScreen) -> None:
        read.append({Path(path).name for path, _ in screen.app.stylesheet.source})
        drawn(screen)

    monkeypatch.setattr(ReviewScreen, "_compositor_refresh", noted)
    later = {"diff.tcss", "item.tcss", "dialogs.tcss"}

    async def story(visitor: Visit) -> None:
        assert not later & read[0] and "review.tcss" in read[0]
        assert later <= {Path(path).name for path, _ in visitor.app.stylesheet.source}
        assert visitor.app.screen.query_one("#item-title").styles.text_style.bold
        await visitor.press("s")
        assert visitor.app.screen.query_one(".box").styles.border_top[0] == "round"

    visit(demo_copy(tmp_path), story)

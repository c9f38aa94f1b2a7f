"""Settings: values with sources, what is wrong, places, themes with a live preview."""

from pathlib import Path

from visit import Visit, demo_copy, visit

from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.browse.settings import SettingRows


async def go_to(v: Visit, at: BrowseScreen, row: str) -> None:
    assert at.rows.move_to_key(row)
    await v.rest()


def test_every_value_with_where_it_comes_from(tmp_path: Path) -> None:
    """A setting's page says what it means, its value, its source, and which line to put where."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("comma", SettingRows)
        await go_to(v, at, "setting:dream.window_days")
        await v.until(lambda: "how many days" in at.pane.text.text)
        page = at.pane.text.text
        assert ".agent/config.yaml" in page
        assert "DREAMTUI_WINDOW_DAYS=30" in page
        assert "window_days: 30" in page
        await v.press("y")
        assert v.app.clipboard == "30"
        await go_to(v, at, "place:error log")
        await v.until(lambda: "errors.log" in at.pane.text.text)

    visit(root, story)


def test_problems_come_first(tmp_path: Path) -> None:
    """Unknown settings and keys are named with the nearest name, and on top."""
    root = demo_copy(tmp_path)
    config = root / ".agent/config.yaml"
    config.write_text(config.read_text() + "dreamtui:\n  theem: light\n")

    async def story(v: Visit) -> None:
        at = await v.open("comma", SettingRows)
        assert at.rows.item_at(0).cells[0].text == "To be fixed 2"
        await v.until(lambda: "did you mean theme" in at.pane.text.text)
        await v.press("j")
        await v.until(lambda: "review.latr" in at.pane.text.text)
        assert "2 problems" in v.line("#browse-heading")

    visit(root, story, keys={"review.latr": "L"})


def test_the_cursor_previews_a_theme_and_enter_keeps_it(tmp_path: Path) -> None:
    """A theme only looked at goes again; one that was kept stays, and the file it belongs into is named."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("comma", SettingRows)
        before = v.app.theme
        await go_to(v, at, "theme:dreamtui-light")
        assert v.app.theme == "dreamtui-light"
        await v.until(lambda: "theme: light" in at.pane.text.text)
        await go_to(v, at, "setting:dreamtui.theme")
        assert v.app.theme == before
        await go_to(v, at, "theme:dreamtui-high-contrast")
        await v.press("escape")
        assert v.app.screen is not at
        assert v.app.theme == before
        at = await v.open("comma", SettingRows)
        await go_to(v, at, "theme:dreamtui-light")
        await v.press("enter")
        assert "theme: light" in v.said()[-1]
        await v.press("escape")
        assert v.app.theme == "dreamtui-light"
        assert not (root.parent / "home" / "config").exists()

    visit(root, story)


def test_the_theme_key_goes_round(tmp_path: Path) -> None:
    """`t` shows the next theme and comes back to the first."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("comma", SettingRows)
        seen = [v.app.theme]
        for _ in range(6):
            await v.press("t")
            seen.append(v.app.theme)
        assert len(set(seen)) == 6
        assert seen[0] == seen[-1]
        assert v.app.screen is at

    visit(root, story)

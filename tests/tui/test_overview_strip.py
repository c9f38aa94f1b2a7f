"""The lines above the queue and the screen behind them: what agents remember, and mending it in two keys."""

from pathlib import Path

import pytest
from at_folder import INDEX, furnish
from visit import SIZES, Visit, is_form, visit

from dreamtui.model.verb import Verb
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.browse.overview import OverviewRows
from dreamtui.tui.widgets.bar_line import BarLine


def lines(v: Visit) -> list[str]:
    """The lines above the queue."""
    return [bar.text for bar in v.app.screen.query("#overview BarLine").results(BarLine)]


@pytest.mark.parametrize("size", SIZES)
def test_two_keys_mend_the_worst_and_one_takes_it_back(tmp_path: Path, size: tuple[int, int]) -> None:
    root, folder = furnish(tmp_path)

    async def story(v: Visit) -> None:
        await v.until(lambda: "no line in Claude's MEMORY.md" in lines(v)[0])
        assert "i fixes it" in v.shown() and "every session loads" in lines(v)[1]
        assert v.app.focused is not None and v.app.focused.id == "list"
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        assert (folder / "MEMORY.md").read_text(encoding="utf-8") == INDEX
        await v.press("w")
        await v.until(lambda: "runner.md" in (folder / "MEMORY.md").read_text(encoding="utf-8"))
        assert v.app.sitting.tally == {Verb.INDEX: 1}
        await v.until(lambda: "no line" not in lines(v)[0])
        await v.press("u")
        await v.until(lambda: (folder / "MEMORY.md").read_text(encoding="utf-8") == INDEX)
        await v.until(lambda: "no line" in lines(v)[0])

    visit(root, story, size=size)


def test_the_screen_behind_them(tmp_path: Path) -> None:
    root, folder = furnish(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("I", OverviewRows)
        listed = [at.rows.item_at(n).id for n in range(at.rows.shown)]
        assert listed[:2] == ["heading:wrong", "wrong:0"] and "loaded:0" in listed
        await v.until(lambda: "runner.md" in at.pane.text.text)
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        await v.press("w")
        await v.until(lambda: "runner.md" in (folder / "MEMORY.md").read_text(encoding="utf-8"))
        await v.until(lambda: v.app.screen is at and "no line" not in v.shown())
        await v.press("u")
        await v.until(lambda: (folder / "MEMORY.md").read_text(encoding="utf-8") == INDEX)

    visit(root, story)


def test_a_console_that_only_reads_mends_nothing(tmp_path: Path) -> None:
    root, _ = furnish(tmp_path)

    async def story(v: Visit) -> None:
        await v.until(lambda: "no line" in lines(v)[0])
        await v.press("i")
        assert any("is read-only" in words for words in v.said())

    visit(root, story, read_only="another console is open")

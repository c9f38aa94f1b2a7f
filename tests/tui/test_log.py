"""The log: what was said in the sitting, what happened in the workspace, where errors are."""

from pathlib import Path

from visit import Visit, demo_copy, visit

from dreamtui.tui.screens.browse.log import LogRows


def test_said_and_logged_newest_first(tmp_path: Path) -> None:
    """Toasts of the sitting on top, the workspace's log below, and the place of the error log."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        v.app.say("something was done")
        v.app.say("something is odd", "warning")
        at = await v.open("L", LogRows)
        shown = v.shown()
        assert "Said in this sitting" in shown
        assert shown.index("something is odd") < shown.index("something was done") < shown.index("The workspace's log")
        assert "errors.log" in v.line("#browse-heading")
        await v.until(lambda: "something is odd" in at.pane.text.text)
        await v.press("y")
        assert v.app.clipboard == "something is odd"
        await v.press("slash")
        await v.type("graduate carol")
        await v.press("enter")
        await v.until(lambda: "decision" in at.pane.text.text and "carol" in at.pane.text.text)
        assert at.rows.shown == 2

    visit(root, story)


def test_runs_are_told_in_numbers(tmp_path: Path) -> None:
    """A run's line says how many it found, its page everything else."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("L", LogRows)
        position = next(n for n in range(at.rows.shown) if " new, " in at.rows.item_at(n).cells[-1].text)
        at.rows.move_to(position)
        await v.until(lambda: "min_cluster_size" in at.pane.text.text)

    visit(root, story)


def test_nothing_yet(tmp_path: Path) -> None:
    """A workspace without a log says so."""
    root = tmp_path / "empty"
    (root / ".agent").mkdir(parents=True)

    async def story(v: Visit) -> None:
        v.app.sitting.said.clear()
        await v.press("L")
        await v.until(lambda: "Nothing was said or logged yet" in v.shown())

    visit(root, story)

"""The screen of what runs by itself: installed with a preview and a way back, and the log of the runs."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from demo_console import environment
from fake_crontab import put_crontab
from visit import SIZES, Visit, is_form, visit

from dreamtui.compose import open_desk
from dreamtui.present.parts import ListRow
from dreamtui.schedule.running import RunWish, begin, carry_out
from dreamtui.schedule.schedulers.crontab import jobs_in
from dreamtui.schedule.schedulers.job import key_of
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.browse.automation import AutomationRows
from dreamtui.tui.screens.browse.screen import BrowseScreen

THEIRS = b"MAILTO=me\r\n# mine\n0 1 * * * date +\\%Y"


def around(top: Path) -> dict[str, str]:
    """A home of the test's own, with a `crontab` in which others have lines."""
    home = top / "home"
    home.mkdir(exist_ok=True)
    (home / "crontab").write_bytes(THEIRS)
    tools = put_crontab(top / "tools")
    return {"PATH": f"{tools}:{environment(home)['PATH']}", "HOME": str(home), "TZ": "UTC"}


def workspace(top: Path) -> Path:
    root = top / "work"
    (root / ".agent").mkdir(parents=True)
    return root


def run(root: Path, env: Mapping[str, str], trigger: str) -> None:
    """An unattended run, in this process."""
    everything = {**environment(root.parent / "home"), **env}
    desk = open_desk(root, everything)
    wish = RunWish(trigger)
    lock = begin(desk.own_layout, wish, desk.now)
    assert lock is not None
    carry_out(root, everything, wish, lock)


def rows(at: BrowseScreen) -> list[ListRow]:
    return [at.rows.item_at(position) for position in range(at.rows.shown)]


def ids(at: BrowseScreen) -> list[str]:
    return [row.id for row in rows(at)]


async def go_to(at: BrowseScreen, v: Visit, row_id: str) -> None:
    """Put the cursor on a row, and wait for its page."""
    assert at.rows.move_to_key(row_id)
    await v.rest()
    assert at.rows.chosen is not None and at.rows.chosen.id == row_id


@pytest.mark.parametrize("size", SIZES)
def test_a_schedule_is_shown_installed_and_taken_back(tmp_path: Path, size: tuple[int, int]) -> None:
    """The exact bytes are shown before they are written; `u` shows the way back, and every byte is as it was."""
    root, env = workspace(tmp_path), around(tmp_path)
    crontab = Path(env["HOME"]) / "crontab"

    async def story(v: Visit) -> None:
        at = await v.open("A", AutomationRows)
        assert "no run yet, none is scheduled" in v.line("#browse-heading")
        await go_to(at, v, "task:dream")
        await v.press("g")
        assert is_form(v.app.screen, Scope.APPLY)
        assert "dreamtui:begin" in v.shown()
        await v.press("escape")
        assert crontab.read_bytes() == THEIRS, "nothing is written by looking"
        await v.press("g", "w")
        await v.until(lambda: isinstance(v.app.screen, BrowseScreen))
        assert len(jobs_in(crontab.read_bytes(), key_of(root))) == 1
        await v.until(lambda: "job:cron:daily" in ids(at))
        assert "next in 17h (cron)" in v.line("#browse-heading")
        assert any("u undoes it" in said for said in v.said())
        await v.press("u")
        assert is_form(v.app.screen, Scope.APPLY)
        await v.press("w")
        await v.until(lambda: crontab.read_bytes() == THEIRS)
        await v.until(lambda: "task:dream" in ids(at))

    visit(root, story, size=size, env=env)


def test_what_is_taken_out_comes_back_as_it_was(tmp_path: Path) -> None:
    """A schedule with words of its own, which the screen alone would not know."""
    root, env = workspace(tmp_path), around(tmp_path)
    crontab = Path(env["HOME"]) / "crontab"
    from dreamtui.desk.person import run_log
    from dreamtui.schedule.schedulers import install
    from dreamtui.schedule.schedulers.job import job
    from dreamtui.schedule.tasks import LOCAL, cadence

    desk = open_desk(root, {**environment(tmp_path / "home"), **env})
    asked = job(root, desk.env, run_log(desk.env), cadence("0 9 * * 1", LOCAL), name="weekly", lookback_days=30)
    install.carry_out(desk, install.install_plan(desk, install.Scheduler.CRON, asked))
    before = crontab.read_bytes()

    async def story(v: Visit) -> None:
        at = await v.open("A", AutomationRows)
        await go_to(at, v, "job:cron:weekly")
        assert "0 9 * * 1 local" in at.pane.text.text
        await v.press("r", "w")
        await v.until(lambda: crontab.read_bytes() == THEIRS)
        await v.until(lambda: isinstance(v.app.screen, BrowseScreen))
        await v.press("u", "w")
        await v.until(lambda: crontab.read_bytes() == before)
        assert [one.name for one in install.known(v.desk)] == ["weekly"]

    visit(root, story, env=env)


def test_hooks_and_the_guard_are_switched(tmp_path: Path) -> None:
    """Other keys of the settings stay; a broken file says why it cannot be switched."""
    root, env = workspace(tmp_path), around(tmp_path)
    settings = Path(env["HOME"]) / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_bytes(b'{"model": "x",\r\n "hooks": {}}')
    before = settings.read_bytes()
    local = root / ".claude" / "settings.local.json"
    local.parent.mkdir()
    local.write_text("{")

    async def story(v: Visit) -> None:
        at = await v.open("A", AutomationRows)
        await go_to(at, v, "guard:hold")
        await v.press("g", "w")
        await v.until(lambda: "PreToolUse" in json.loads(settings.read_text())["hooks"])
        await v.until(lambda: at.rows.chosen is not None and at.rows.chosen.cells[0].text == "●")
        await go_to(at, v, "reads:")
        assert "no recalls are kept here" in at.pane.text.text
        (root / "memory" / ".dreams").mkdir(parents=True)
        await v.press("R", "g", "w")
        await v.until(lambda: "PostToolUse" in json.loads(settings.read_text())["hooks"])
        assert "PreToolUse" in json.loads(settings.read_text())["hooks"], "the guard stays"
        await v.until(lambda: isinstance(v.app.screen, BrowseScreen))
        await go_to(at, v, "hooks:user")
        await v.press("r", "w")
        await v.until(lambda: settings.read_bytes() == before)
        await v.until(lambda: isinstance(v.app.screen, BrowseScreen))
        await go_to(at, v, "hooks:local")
        assert "install" not in v.key_bar()
        await v.press("g")
        assert any("not valid JSON" in said for said in v.said())
        assert local.read_text() == "{"

    visit(root, story, env=env)


def test_runs_are_listed_with_what_they_did(tmp_path: Path) -> None:
    """What started them, what was read and was new; failures in a row above the rows, hostile words inert."""
    root, env = workspace(tmp_path), around(tmp_path)
    run(root, env, "stop")
    (root / ".agent" / "config.yaml").write_text("dream: {window_days: 'x\\e[31m'}\n")
    run(root, env, "cron")
    (root / ".agent" / "config.yaml").unlink()

    async def story(v: Visit) -> None:
        at = await v.open("A", AutomationRows)
        assert "1 unattended run failed" in v.line("#automation-failing")
        runs = [row for row in rows(at) if row.id.startswith("run:")]
        assert [[cell.text for cell in row.cells[:3]] for row in runs] == [
            ["✗", "dream", "cron"],
            ["✓", "dream", "stop"],
        ]
        await go_to(at, v, runs[1].id)
        await v.until(lambda: "started by stop" in at.pane.text.text)
        assert "events" in at.pane.text.text
        assert "\x1b" not in v.shown()

    visit(root, story, env=env)


def test_a_console_that_only_reads_switches_nothing(tmp_path: Path) -> None:
    """The keys are not offered."""
    root, env = workspace(tmp_path), around(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("A", AutomationRows)
        await go_to(at, v, "task:dream")
        assert "install" not in v.key_bar()
        await v.press("g")
        assert at is v.app.screen

    visit(root, story, env=env, read_only="another console is open")

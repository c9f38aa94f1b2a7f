"""`hook install`, `uninstall` and `status`: the real settings files in a home of the test's own."""

import json
import stat
import sys
from pathlib import Path

import pytest
from workbench import Bench, make_bench

TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"
THEIRS = f'{{\n\t"model": "opus",\n\t"hooks": {{"Stop": []}},\n\t"env": {{"TOKEN": "{TOKEN}"}}\n}}'


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace, and a Claude folder with settings."""
    made = make_bench(tmp_path, git=True)
    settings(made).parent.mkdir(parents=True)
    settings(made).write_text(THEIRS)
    settings(made).chmod(0o640)
    return made


def settings(bench: Bench) -> Path:
    return Path(bench.env["HOME"]) / ".claude" / "settings.json"


def test_hooks_go_in_and_out(bench: Bench) -> None:
    """Same bytes, same mode; each is a line in the log."""
    said = bench.ok("hook", "install")
    assert "+" in said.out
    hooks = json.loads(settings(bench).read_text())["hooks"]
    assert list(hooks) == ["Stop", "SessionEnd", "SessionStart"]
    assert hooks["Stop"][0]["hooks"][0]["async"] is True
    assert " -P -m dreamtui hook run stop" in hooks["Stop"][0]["hooks"][0]["command"]
    assert stat.S_IMODE(settings(bench).stat().st_mode) == 0o640
    assert "there is nothing to change" in bench.ok("hook", "install").err
    bench.ok("hook", "uninstall")
    assert settings(bench).read_text() == THEIRS
    log = bench.ok("audit", "log", "--json").out
    assert log.count('"hook install"') == 1
    assert log.count('"hook uninstall"') == 1


def test_a_dry_run_shows_and_writes_nothing(bench: Bench) -> None:
    """The diff has no secret of the file."""
    shown = bench.ok("hook", "install", "--dry-run")
    assert "hook run session-end" in shown.out
    assert TOKEN not in shown.out
    assert settings(bench).read_text() == THEIRS
    assert bench.ok("hook", "install", "--dry-run", "--json").data["changed"] is True


@pytest.mark.parametrize(("scope", "name"), [("local", "settings.local.json"), ("project", "settings.json")])
def test_a_workspace_has_settings_of_its_own(bench: Bench, scope: str, name: str) -> None:
    """Made where there are none, and gone again; what everybody has calls no path of this machine."""
    path = bench.root / ".claude" / name
    bench.ok("hook", "install", "--scope", scope)
    text = path.read_text()
    assert ("command -v dreamtui" in text) == (scope == "project")
    assert (sys.executable in text) == (scope == "local")
    bench.ok("hook", "uninstall", "--scope", scope)
    assert not path.exists()
    assert settings(bench).read_text() == THEIRS


def test_status_names_them(bench: Bench) -> None:
    """Per file, with what cannot be read."""
    assert "no hooks are installed" in bench.ok("hook", "status").err
    bench.ok("hook", "install")
    (bench.root / ".claude").mkdir()
    (bench.root / ".claude" / "settings.local.json").write_text("{broken")
    found = bench.ok("hook", "status", "--json").data
    by_scope = {one["scope"]: one for one in found["files"]}
    assert [hook["event"] for hook in by_scope["user"]["hooks"]] == ["stop", "session-end", "session-start"]
    assert "not valid JSON" in by_scope["local"]["problem"]
    assert by_scope["project"]["hooks"] == []


@pytest.mark.parametrize("text", ["{broken", "[]", '{"hooks": 3}', "", '{"a": 1 /* why */}'])
@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_broken_settings_are_left_alone(bench: Bench, text: str, verb: str) -> None:
    """With one line that names the file."""
    settings(bench).write_text(text)
    assert str(settings(bench)) in bench.refused(1, "hook", verb)
    assert settings(bench).read_text() == text


def test_settings_that_are_a_link_stay_one(bench: Bench) -> None:
    """As those who keep their settings in a repository have it."""
    kept = bench.top / "dotfiles.json"
    settings(bench).rename(kept)
    settings(bench).symlink_to(kept)
    bench.ok("hook", "install")
    assert settings(bench).is_symlink()
    assert "session-end" in kept.read_text()
    bench.ok("hook", "uninstall")
    assert kept.read_text() == THEIRS


@pytest.mark.parametrize(("scope", "name"), [("local", "settings.local.json"), ("project", "settings.json")])
@pytest.mark.parametrize("linked", ["file", "folder"])
def test_a_link_out_of_the_workspace_is_refused(bench: Bench, scope: str, name: str, linked: str) -> None:
    """Whoever made the repository chose where it leads; one that stays inside is followed."""
    folder, away = bench.root / ".claude", bench.top / "away"
    away.mkdir()
    (away / name).write_text(THEIRS)
    if linked == "folder":
        folder.symlink_to(away)
    else:
        folder.mkdir()
        (folder / name).symlink_to(away / name)
    for verb in ("install", "uninstall"):
        assert "out of the workspace" in bench.refused(1, "hook", verb, "--scope", scope)
    assert (away / name).read_text() == THEIRS
    assert "out of the workspace" in bench.ok("hook", "status").err
    (folder if linked == "folder" else folder / name).unlink()
    folder.mkdir(exist_ok=True)
    (bench.root / "kept.json").write_text("{}")
    (folder / name).symlink_to(bench.root / "kept.json")
    bench.ok("hook", "install", "--scope", scope)
    assert "session-end" in (bench.root / "kept.json").read_text()


def test_an_agent_installs_nothing(bench: Bench) -> None:
    """What runs by itself a person says."""
    inside = bench.at(CLAUDECODE="1")
    assert "claude-code" in inside.refused(1, "hook", "install")
    assert settings(bench).read_text() == THEIRS
    assert inside.ok("hook", "install", "--dry-run").out


def test_an_unknown_scope_is_a_usage_error(bench: Bench) -> None:
    """With those there are."""
    assert "user, local, project" in bench.refused(2, "hook", "install", "--scope", "world")

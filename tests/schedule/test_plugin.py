"""The plugin for Claude Code: valid files, whose hooks do what the installed ones do, from a home of the test's own."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from command_tree import commands
from detached_runs import ended
from workbench import make_bench

import dreamtui
from dreamtui.schedule.hooks.settings_text import with_hooks
from dreamtui.schedule.hooks.wanted import SHARED, hooks

PLUGIN = Path(dreamtui.__file__).resolve().parent.parent / "plugin"


def test_its_hooks_are_those_that_are_installed() -> None:
    """For everybody: nothing happens where dreamtui is not there."""
    ours = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())
    assert ours == json.loads(with_hooks(None, hooks(SHARED)))


def test_its_manifest_names_this_version() -> None:
    """As Claude Code reads it."""
    manifest = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert (manifest["name"], manifest["version"]) == ("dreamtui", dreamtui.__version__)
    assert json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"]["dreamtui"]["args"] == ["mcp"]


@pytest.mark.parametrize("path", sorted(PLUGIN.rglob("*.md")), ids=lambda path: path.parent.name)
def test_its_texts_name_commands_that_exist(path: Path) -> None:
    """And no verb that decides; what may be run without asking only shows."""
    _, head, text = path.read_text().split("---\n", 2)
    front = yaml.safe_load(head)
    assert front["description"]
    named = set(re.findall(r"dreamtui ([a-z-]+)", head + text))
    assert named <= {name.split()[0] for name in commands()}
    assert not named & {"graduate", "accept", "reject", "retire", "undo", "sync"}
    assert set(re.findall(r"Bash\((.*?)\)", front.get("allowed-tools", ""))) <= {"dreamtui status", "dreamtui list"}


def test_from_a_local_path_its_hooks_run(tmp_path: Path) -> None:
    """Copied into a home: with the program in the path they answer, without it they stay silent; both succeed."""
    bench = make_bench(tmp_path, git=True)
    bench.add("Totals are rounded twice", "text:seen")
    local = Path(bench.env["HOME"]) / ".claude" / "plugins" / "dreamtui"
    shutil.copytree(PLUGIN, local)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "dreamtui").write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m dreamtui "$@"\n')
    (tools / "dreamtui").chmod(0o755)
    found = json.loads((local / "hooks" / "hooks.json").read_text())["hooks"]
    said = {}
    for event, groups in found.items():
        told = json.dumps({"hook_event_name": event, "cwd": str(bench.root)})
        for place in (f"{tools}:/usr/bin:/bin", "/usr/bin:/bin"):
            done = subprocess.run(
                ["/bin/sh", "-c", groups[0]["hooks"][0]["command"]],
                input=told, env=bench.env | {"PATH": place}, capture_output=True, text=True, check=False,
            )  # fmt: skip
            assert (done.returncode, done.stderr) == (0, "")
            said[event, place.startswith(str(tools))] = done.stdout
    ended(bench)
    assert said["Stop", True] == '{"suppressOutput": true}\n'
    assert said["SessionStart", True].startswith("dreamtui: 1 item waits")
    assert {text for (_, there), text in said.items() if not there} == {""}

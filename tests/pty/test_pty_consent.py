"""What runs in a person's name is shown and asked for first, and a model that thinks can be stopped."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal, open_terminal
from workbench import Bench, make_bench


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    """The terminals of a test, closed at its end."""
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with an item, and a `gh` that leaves a mark when it runs."""
    tools = tmp_path / "tools"
    tools.mkdir()
    tool = tools / "gh"
    tool.write_text(f"#!/bin/sh\necho ran >> {tmp_path}/ran\necho '[]'\n")
    tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
    made = make_bench(tmp_path, git=True)
    made.file("Workers need a lock")
    return made.at(TERM="xterm-256color", PATH=f"{tools}:{os.environ['PATH']}")


@pytest.mark.parametrize(("answer", "code", "runs"), [("n", 1, 0), ("y", 0, 2)])
def test_a_tool_of_a_forge_is_asked_for(
    bench: Bench, opened: list[Terminal], answer: str, code: int, runs: int
) -> None:
    """The whole commands stand there; without a yes nothing is run."""
    terminal = open_terminal(bench.root, bench.env, "dream", "--reviews", "gh", size=(120, 24))
    opened.append(terminal)
    terminal.see("Run it?")
    assert "gh pr list --state merged --limit 1000 --json number,author,mergedAt" in terminal.screen.text
    assert not (bench.top / "ran").exists()
    terminal.press(answer, "enter")
    assert terminal.end() == code
    assert ("nothing was run" in terminal.screen.text) is (answer == "n")
    done = (bench.top / "ran").read_text().split() if (bench.top / "ran").exists() else []
    assert len(done) == runs


def test_a_model_that_thinks_is_stopped(bench: Bench, opened: list[Terminal]) -> None:
    """It says how long it takes; ctrl+c ends it and whatever it started, and nothing is kept."""
    mark = bench.top / "left/thinking"
    mark.parent.mkdir()
    program = bench.top / "model.py"
    program.write_text(f"import time\nopen({str(mark)!r}, 'w').close()\ntime.sleep(600)\n")
    config = bench.top / "home/config/dreamtui/config.yaml"
    config.parent.mkdir(parents=True)
    lines = (f"model_command: {sys.executable} {program}", f"model_writes: ['{mark.parent}']", "model_unconfined: home")
    config.write_text("\n  ".join(("dreamtui:", *lines)))
    (item,) = bench.items()
    terminal = open_terminal(bench.root, bench.env, "draft", item, size=(80, 20))
    opened.append(terminal)
    terminal.see("(ctrl+c stops)")
    terminal.wait(mark.exists, "the model begins")
    terminal.press("ctrl+c")
    assert terminal.end() == 130
    assert terminal.screen.text.strip() == "dreamtui: interrupted; nothing is half done"
    assert bench.ok("show", item, "--json").data["draft"] is None

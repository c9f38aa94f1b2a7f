"""What ARCHITECTURE.md says is needed to add a signal, an output, a source and a command is all that is needed."""

import sys
from pathlib import Path

import pytest
import toy_command
import toy_output
import toy_source
from toy_signal import FlakyTests
from workbench import Bench, event, log_events, make_bench, reason

from dreamtui.cli import app
from dreamtui.desk.outputs import sync
from dreamtui.mining.signals import SIGNALS
from dreamtui.render import outputs, paths


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return make_bench(tmp_path)


def test_a_signal(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """One class and one line of the table: mined, listed by name, decided, and recognised when it is seen again."""
    monkeypatch.setitem(SIGNALS, FlakyTests.name, FlakyTests)
    log_events(bench, *(event(n, summary=f"flaky again, {n}", files=["tests/test_pay.py"]) for n in range(4)))
    bench.ok("dream", "--only", "flaky_tests")
    (found,) = bench.ok("list", "--signal", "flaky_tests", "--json").data["items"]
    assert found["title"].startswith("`tests/test_pay.py` was called flaky 4 times")
    assert len(found["evidence"]) == 4 and found["files"] == ["tests/test_pay.py"]
    bench.ok("reject", found["id"], "--rationale", reason(1))
    assert bench.ok("dream", "--json").data["new"] == 0
    assert bench.status_of(found["id"]) == "recurring"


def test_without_its_line_there_is_no_such_signal(bench: Bench) -> None:
    """What the test above sees comes from the table."""
    log_events(bench, *(event(n, summary=f"flaky again, {n}", files=["tests/test_pay.py"]) for n in range(4)))
    bench.ok("dream")
    assert bench.items() == {}


def test_an_output(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """One function, its line of the table and its path: written by sync around a person's text, and taken away."""
    monkeypatch.setitem(outputs.RENDERERS, toy_output.NAME, toy_output.render)
    for module in (paths, sync):
        monkeypatch.setattr(module, "READ", (*paths.READ, toy_output.PATH))
    config = bench.agent / "config.yaml"
    config.write_text(f"dreamtui:\n  outputs: [{toy_output.NAME}]\n")
    mine = b"# Ours\n\nRun `make check`.\n"
    (bench.root / toy_output.PATH).write_bytes(mine)
    item = bench.add("Releases break on migrations", "text:twice")
    rule = "Run each migration against a copy first."
    bench.ok("graduate", item, "--rule", rule, "--rationale", reason(1))
    bench.ok("sync")
    written = bench.text(toy_output.PATH)
    assert written.startswith(mine) and written.count(rule.encode()) == 1
    assert not (bench.root / "CLAUDE.md").exists()
    bench.ok("sync", "--check")
    line = written.split(b"\n").index(b"- " + rule.encode()) + 1
    assert item in bench.ok("why", f"{toy_output.PATH}:{line}").out
    config.write_text("dreamtui:\n  outputs: []\n")
    bench.ok("sync")
    assert bench.text(toy_output.PATH) == mine


def test_a_source(tmp_path: Path) -> None:
    """It gives what it could read, names what it could not, and never ends in an error."""
    assert toy_source.read_todos(tmp_path) == toy_source.Todos()
    path = tmp_path / toy_source.NAME
    path.write_bytes(b"done: a\ntodo: pay twice\ntodo: \xff\ntodo:" + b"x" * 300 + b"\ntodo: \n")
    read = toy_source.read_todos(tmp_path)
    assert read.points == ((2, "pay twice"),)
    assert [(skip.line, skip.why) for skip in read.skipped] == [(3, "not UTF-8"), (4, "longer than a point")]
    path.unlink()
    path.mkdir()
    assert [skip.path for skip in toy_source.read_todos(tmp_path).skipped] == [toy_source.NAME]


def test_a_command(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """One module and its name: found, with the options of all commands, its exit codes and its help."""
    monkeypatch.setitem(app.MODULES, "todos", "toy_command")
    monkeypatch.setitem(sys.modules, "dreamtui.cli.commands.toy_command", toy_command)
    (bench.root / toy_source.NAME).write_bytes(b"todo: Customers pay twice\ntodo: \xff\n")
    done = bench.ok("todos")
    assert done.err == "skipped TODO.txt:2: not UTF-8\n"
    item = bench.items()[done.out.strip()]
    assert item["title"] == "Customers pay twice"
    assert bench.ok("show", item["id"], "--json").data["evidence"][0]["resolves"] is True
    assert bench.ok("todos", "--quiet").out == done.out
    assert "File the open points" in bench.ok("--help").out
    bench.refused(2, "todos", "--all")

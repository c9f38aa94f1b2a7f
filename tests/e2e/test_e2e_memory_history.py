"""The real command on a memory folder of Claude Code's: losses, restores, its lock held both ways, kill -9."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from workbench import REASON, Bench, make_bench

from dreamtui.sources.claude.places import slug
from dreamtui.store.claude.lock import LOCK

LONG_AGO = 1_700_000_000_123_456_789
TOPIC = b"---\nname: bun\ndescription: which runner\ntype: feedback\n---\nUse bunx rather than npx for the tools.\n"
INDEX = "# Index\n\n- [Bun](bun.md) — which runner\n".encode()
HOOK = """
import os, signal, sys
def stop(name):
    if str(name).endswith(os.environ["STOP_AT"]):
        os.kill(os.getpid(), signal.SIGSTOP)
def encoded(name, real=os.fsencode):
    if sys._getframe(1).f_code.co_name == "_rename_as":
        stop(name)
    return real(name)
os.fsencode = encoded
sys.addaudithook(lambda event, args: stop(args[1]) if event == "os.rename" else None)
"""
"""Stops the process just before a file gets the name it waits for, whichever system call gives it."""


def memory(bench: Bench) -> Path:
    """Where the memory is."""
    return Path(bench.env["HOME"]) / ".claude/projects" / slug(bench.root.resolve()) / "memory"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace whose memory was looked at once and then lost a file."""
    made = make_bench(tmp_path / "box")
    memory(made).mkdir(parents=True)
    (memory(made) / "bun.md").write_bytes(TOPIC)
    (memory(made) / "MEMORY.md").write_bytes(INDEX)
    made.ok("dream")
    (memory(made) / "bun.md").unlink()
    return made


def put_lock(bench: Bench, body: str, when: int) -> None:
    """Claude Code's lock as somebody left it."""
    path = memory(bench) / LOCK
    path.write_text(body)
    os.utime(path, ns=(when, when))


def stamp(bench: Bench) -> tuple[bytes, int]:
    """Body and time of the lock."""
    path = memory(bench) / LOCK
    return path.read_bytes(), path.stat().st_mtime_ns


def test_a_loss_is_said_and_brought_back(bench: Bench) -> None:
    """By `dream`, in the history, as data; after the restore nobody speaks of it any more."""
    assert "@claude/bun.md vanished outside dreamtui" in bench.ok("dream").err
    listed = bench.ok("memory", "history", "--json").data
    assert [(one["path"], one["what"], one["kept"]) for one in listed["lost"]] == [("@claude/bun.md", "vanished", True)]
    assert [one["path"] for one in listed["files"]] == ["@claude/MEMORY.md", "@claude/bun.md"]
    assert "outside" in bench.ok("memory", "history", "bun.md").out
    dry = bench.ok("memory", "restore", "bun.md", "--dry-run", "--json").data
    assert [change["path"] for change in dry["changes"]] == ["@claude/bun.md"]
    assert not (memory(bench) / "bun.md").exists()
    assert bench.ok("memory", "restore", "bun.md").out.startswith("restored t-bun  bun.md as of 2026-11-18")
    assert (memory(bench) / "bun.md").read_bytes() == TOPIC
    assert "vanished" not in bench.ok("dream").err
    bench.at(now="2026-11-18T10:00:00Z").ok("undo", "--rationale", REASON)
    assert not (memory(bench) / "bun.md").exists()


def test_a_loss_that_is_well_is_said_no_more(bench: Bench) -> None:
    """Acknowledged once, and refused the second time; both words at once are wrong usage."""
    bench.ok("dream")
    bench.ok("memory", "history", "--acknowledge", "bun.md")
    assert "vanished" not in bench.ok("dream").err
    assert "nothing to acknowledge" in bench.refused(1, "memory", "history", "--acknowledge", "bun.md")
    bench.refused(2, "memory", "history", "bun.md", "--acknowledge", "bun.md")
    bench.refused(1, "memory", "restore", "nothing.md")


def test_a_living_dream_shuts_us_out(bench: Bench) -> None:
    """A process that holds the lock and lives: exit 3 with its number; once it is dead we go on."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as claude:
        put_lock(bench, str(claude.pid), young := time.time_ns() - 10**9)
        said = bench.refused(3, "memory", "restore", "bun.md", "--wait", "0.1")
        assert f"is held by process {claude.pid}" in said
        assert stamp(bench) == (str(claude.pid).encode(), young)
        assert not (memory(bench) / "bun.md").exists()
    bench.ok("memory", "restore", "bun.md", "--wait", "0.1")
    assert stamp(bench) == (b"", young)


def test_an_old_lock_holds_nobody_up(bench: Bench) -> None:
    """Its process lives, and took it more than an hour ago."""
    put_lock(bench, str(os.getpid()), LONG_AGO)
    bench.ok("memory", "restore", "bun.md", "--wait", "0")
    assert stamp(bench) == (b"", LONG_AGO)


@pytest.mark.parametrize("lock", [False, True])
@pytest.mark.parametrize("point", [".committed", "bun.md"])
def test_killed_while_the_lock_is_held(bench: Bench, point: str, lock: bool) -> None:
    """The next command gives the time back, settles the change, and takes nothing of it for a loss."""
    if lock:
        put_lock(bench, "", LONG_AGO)
    bench.ok("dream")
    hooks = bench.top / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(HOOK)
    path = os.pathsep.join((str(hooks), bench.env["PYTHONPATH"]))
    with bench.at(STOP_AT=point, PYTHONPATH=path).start("memory", "restore", "bun.md") as command:
        _, status = os.waitpid(command.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), command.communicate()
        assert (memory(bench) / LOCK).read_text() == str(command.pid)
        os.kill(command.pid, signal.SIGKILL)
        command.wait()
    said = bench.ok("audit", "verify").err
    assert "an interrupted restore" in said
    assert stamp(bench) == (b"", LONG_AGO) if lock else not (memory(bench) / LOCK).exists()
    assert (memory(bench) / "bun.md").exists() == (point == "bun.md")
    assert not list(memory(bench).glob(".dreamtui*"))
    assert ("vanished" in bench.ok("dream").err) == (point == ".committed")


def test_what_a_decision_retired_comes_back_by_taking_it_back(bench: Bench) -> None:
    """`memory restore` names who retired it and the undo; a version asked for by its hash is another matter."""
    bench.ok("memory", "restore", "bun.md")
    bench.ok("retire", "@claude/bun.md", "--rationale", REASON)
    refused = bench.run("memory", "restore", "bun.md")
    assert refused.code == 1 and "was retired by" in refused.err
    short = refused.err.split("`dreamtui undo ")[1].split("`")[0]
    bench.ok("undo", short, "--rationale", REASON)
    assert (memory(bench) / "bun.md").read_bytes() == TOPIC

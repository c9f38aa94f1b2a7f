"""Git's post-commit hook: our block goes in and out, and a commit is noted with its subject and its files."""

import json
import os
import stat
import time
from pathlib import Path

import pytest
from forked import HANGS
from hypothesis import given
from hypothesis import strategies as st
from workbench import in_git, make_bench

from dreamtui.model.errors import Refused
from dreamtui.schedule.hooks.git_hook import with_hook, without_hook

HEADS = st.sampled_from([b"#!/bin/sh", b"#!/usr/bin/env bash", b"#! /bin/dash -e"])
LINES = st.lists(st.sampled_from([b"", b"exit 0", b"exec lint", b"# dreamtui", b"echo \xff", b"set -e\r"]), max_size=4)


@given(HEADS, LINES, st.booleans())
def test_in_and_out_leaves_every_byte(head: bytes, lines: list[bytes], ends: bool) -> None:
    """Ours stands behind the first line, before any `exit`; installing twice is installing once."""
    script = b"\n".join([head, *lines]) + (b"\n" if ends else b"")
    made = with_hook(script, "dreamtui")
    assert made.startswith(head + b"\n# dreamtui:begin")
    assert with_hook(made, "dreamtui") == made
    assert without_hook(made) == script


def test_a_hook_of_ours_alone_goes_again() -> None:
    """And one that is no shell script is left alone."""
    assert without_hook(with_hook(None, "dreamtui")) is None
    for other in (b"#!/usr/bin/env python3\n", b"echo no first line\n", b"", b"\x7fELF"):
        with pytest.raises(Refused):
            with_hook(other, "dreamtui")


def test_a_commit_is_noted(tmp_path: Path) -> None:
    """With everything a miner needs: dotagent's own hooks know neither subject nor files."""
    bench = make_bench(tmp_path, git=True)
    path = bench.root / ".git" / "hooks" / "post-commit"
    bench.ok("hook", "install", "--git")
    assert stat.S_IMODE(path.stat().st_mode) & 0o111
    name = "src/a, b möbel.py"
    (bench.root / "src").mkdir()
    (bench.root / name).write_text("x = 1\n")
    in_git(bench, "add", name)
    in_git(bench, "commit", "-q", "-m", "fix: round $(touch hacked) once")
    folder = bench.agent / "memory" / "episodic"
    until = time.monotonic() + HANGS
    while not list(folder.rglob("*.jsonl")) and time.monotonic() < until:
        os.sched_yield()
    (event,) = (json.loads(line) for log in folder.rglob("*.jsonl") for line in log.read_text().splitlines())
    assert event["summary"] == "fix: round $(touch hacked) once"
    assert event["files"] == [name]
    assert event["diff_sha"] == in_git(bench, "rev-parse", "HEAD")
    assert not (bench.root / "hacked").exists()
    bench.ok("hook", "uninstall", "--git")
    assert not path.exists()


def test_hooks_that_another_program_manages_are_left_alone(tmp_path: Path) -> None:
    """As with husky: what to call from there is said."""
    bench = make_bench(tmp_path, git=True)
    in_git(bench, "config", "core.hooksPath", ".husky")
    assert "core.hooksPath" in bench.refused(1, "hook", "install", "--git")

"""Two processes read what one would, whatever happens to the second."""

import os
from pathlib import Path

import pytest
from transcript_lines import SLUG, fails, line, read, says, write

from dreamtui.sources.transcripts import TranscriptScan
from dreamtui.sources.transcripts import reader as pairing

LINES = [says(1, "hello"), "{torn\n", fails(5, "npm run build", "Exit code 1\nerror: x"), says(12, "never use npm")]


def same(one: TranscriptScan, other: TranscriptScan) -> None:
    """Both have seen the same."""
    assert (one.events, one.sessions) == (other.events, other.sessions)
    assert (one.records, one.skipped, one.skips) == (other.records, other.skipped, other.skips)


def test_two_processes_read_the_same(tmp_path: Path) -> None:
    """And a second scan goes on from what both read."""
    for number in range(40):
        write(
            tmp_path,
            *LINES,
            line("user", 50, message={"content": f"never use {number}"}, uuid=f"u{number}"),
            name=f"{SLUG}/{number}.jsonl",
        )
    two = read(tmp_path, processes=2)
    same(two, read(tmp_path, processes=1))
    assert (two.opened, two.read) == (40, read(tmp_path, processes=1).read)
    assert read(tmp_path, two.snapshot).opened == 0


def test_a_child_that_fails_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it took is read here."""
    for number in range(6):
        write(tmp_path, *LINES, name=f"{SLUG}/{number}.jsonl")
    parent = os.getpid()
    really = pairing.read_job

    def failing(*given: object) -> object:
        if os.getpid() != parent:
            os._exit(9)
        return really(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(pairing, "read_job", failing)
    same(read(tmp_path, processes=2), read(tmp_path, processes=1))

"""What agents may ask: they propose, search and recall, and decide nothing."""

import json
from pathlib import Path

import pytest
from workbench import REASON, Bench, make_bench

from dreamtui.model.errors import DreamtuiError
from dreamtui.serve.tools import Tools


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with one rule."""
    made = make_bench(tmp_path, git=True)
    item = made.add("Totals are rounded twice", "text:rounded twice")
    made.ok("graduate", item, "--rationale", REASON, "--rule", "Round totals once, at the end of a bill.")
    return made


def tools(bench: Bench) -> Tools:
    return Tools(bench.root, bench.env)


def test_a_proposal_waits_and_says_who_filed_it(bench: Bench) -> None:
    """Marked as an agent's, so that no agent decides it; without evidence there is none."""
    filed = tools(bench).propose("Lists begin at one", ["text:they begin at one"], "Begin lists at one.")
    assert bench.items()[filed["id"]]["status"] == "pending"
    assert "agent" in bench.items()[filed["id"]]["flags"]
    assert tools(bench).propose("Lists begin at one", ["text:again"])["new"] is False
    for empty in ([], ["  "]):
        with pytest.raises(DreamtuiError):
            tools(bench).propose("Something", empty)


def test_search_finds_what_waits_and_what_was_decided(bench: Bench) -> None:
    """With where it stands; secrets are masked."""
    bench.add("The token is ghp_0123456789abcdefghijklmnopqrstuvwxyz", "text:seen")
    found = tools(bench).search("rounded")["items"]
    assert {"graduated"} <= {one["status"] for one in found}
    told = json.dumps(tools(bench).search("token"))
    assert "The token is" in told
    assert "ghp_0123456789" not in told


def test_recall_gives_what_was_decided_alone(bench: Bench) -> None:
    """Neither what waits nor a rule that nobody decided."""
    bench.add("Round totals at the beginning", "text:seen")
    sneaked = bench.agent / "memory/semantic/rules/auto-dream/aaaaaaaa-x.md"
    sneaked.write_text("# Round\n\nRound totals never.\n")
    (found,) = tools(bench).recall("how to round totals")["found"]
    assert (found["kind"], found["text"]) == ("rule", "Round totals once, at the end of a bill.")
    assert tools(bench).recall("!?")["found"] == []


def test_what_openclaw_s_notes_answer_is_recorded(bench: Bench) -> None:
    """As its own memory search does; elsewhere nothing is written."""
    note = bench.root / "memory" / "2026-11-17.md"
    note.parent.mkdir()
    note.write_text("# Notes\n\nThe gateway listens on the loopback only.\n")
    assert tools(bench).recall("gateway loopback")["found"] == []
    (note.parent / ".dreams").mkdir()
    (found,) = tools(bench).recall("gateway loopback")["found"]
    assert (found["path"], found["line"], found["score"]) == ("memory/2026-11-17.md", 3, 1.0)
    entries = json.loads((note.parent / ".dreams" / "short-term-recall.json").read_text())["entries"]
    assert [entry["recallCount"] for entry in entries.values()] == [1]

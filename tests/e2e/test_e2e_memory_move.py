"""`memory move` on the command line: asked for, reviewed, done and undone, with the folder of Claude Code named."""

from pathlib import Path

import pytest
import topicbox
import workbench
from workbench import Bench, reason

INDEX = b"# Mine\n\n- [Ports](ports.md) - of the worker\n"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with a memory folder inside."""
    made = workbench.make_bench(tmp_path)
    folder = made.root / ".claude/memory"
    folder.mkdir(parents=True)
    (folder / "ports.md").write_bytes(topicbox.memory("ports", "The worker listens on port 9000."))
    (folder / "MEMORY.md").write_bytes(INDEX)
    return made


def test_to_the_team_and_undone(bench: Bench) -> None:
    """The proposal is previewed, accepted and taken back like any other."""
    folder = bench.root / ".claude/memory"
    before = (folder / "ports.md").read_bytes()
    asked = bench.ok("memory", "move", "ports.md", "--to", "team", "--json").data
    assert (asked["new"], asked["to"], asked["path"]) == (True, "team", ".claude/memory/ports.md")
    assert bench.ok("memory", "move", "ports.md", "--to", "team").out.strip() == asked["id"]
    shown = bench.ok("reorganize", "show", asked["id"], "--json").data
    assert shown["details"][0]["to"] == "team" and shown["against"] == []
    changes = bench.ok("show", asked["id"], "--preview", "--json").data["previews"]["accept"]["changes"]
    paths = {one["path"] for one in changes if one["path"].startswith(".claude/")}
    assert paths == {".claude/memory/MEMORY.md", ".claude/memory/ports.md", ".claude/memory/team/ports.md"}
    bench.ok("accept", asked["id"], "--rationale", reason(1))
    assert (folder / "team/ports.md").read_bytes() == before and not (folder / "ports.md").exists()
    assert b"](team/ports.md)" in (folder / "MEMORY.md").read_bytes()
    bench.ok("undo", "--rationale", reason(2))
    assert (folder / "ports.md").read_bytes() == before and (folder / "MEMORY.md").read_bytes() == INDEX


def test_to_the_rules_of_the_folder_that_is_named(bench: Bench, tmp_path: Path) -> None:
    """With --claude-dir the rules below that folder are meant, and an undo finds them without being told."""
    other = tmp_path / "other-claude"
    other.mkdir()
    asked = bench.ok("memory", "move", "ports", "--to", "user", "--claude-dir", str(other)).out.strip()
    bench.ok("accept", asked, "--rationale", reason(3), "--claude-dir", str(other))
    assert (other / "rules/ports.md").is_file()
    assert b"ports.md" not in (bench.root / ".claude/memory/MEMORY.md").read_bytes()
    bench.ok("undo", "--rationale", reason(4))
    assert not (other / "rules/ports.md").exists() and (bench.root / ".claude/memory/ports.md").is_file()


def test_to_the_rules_of_a_folder_of_claude_code_in_the_workspace(bench: Bench) -> None:
    """With --claude-dir inside the repository its rules lie there too, are written, and taken back."""
    own = bench.root / "tools/claude"
    own.mkdir(parents=True)
    asked = bench.ok("memory", "move", "ports", "--to", "user", "--claude-dir", str(own)).out.strip()
    bench.ok("accept", asked, "--rationale", reason(3), "--claude-dir", str(own))
    assert (own / "rules/ports.md").is_file()
    bench.ok("undo", "--rationale", reason(4), "--claude-dir", str(own))
    assert not (own / "rules/ports.md").exists() and (bench.root / ".claude/memory/ports.md").is_file()


def test_an_undo_finds_a_folder_in_the_workspace_that_was_named_once(bench: Bench) -> None:
    """Nobody has to name it again; a folder that nobody here ever named is none of ours."""
    folder = bench.root / "docs/memory"
    folder.mkdir(parents=True)
    (folder / "ports.md").write_bytes(topicbox.memory("ports", "The worker listens on port 9000."))
    (folder / "MEMORY.md").write_bytes(INDEX)
    before = (folder / "ports.md").read_bytes()
    named = ("--memory-dir", str(folder))
    bench.ok("retire", "docs/memory/ports.md", "--rationale", reason(5), *named)
    assert not (folder / "ports.md").exists()
    elsewhere = bench.at(XDG_DATA_HOME=str(bench.top / "another"))
    assert "no decision changes" in elsewhere.refused(1, "undo", "--rationale", reason(6))
    bench.ok("undo", "--rationale", reason(6))
    assert (folder / "ports.md").read_bytes() == before and (folder / "MEMORY.md").read_bytes() == INDEX


def test_what_cannot_be_moved_is_said(bench: Bench) -> None:
    """A scope that is none is wrong usage; a file that is none is refused; nothing is written."""
    assert bench.run("memory", "move", "ports.md", "--to", "world").code == 2
    gone = bench.run("memory", "move", "nothing.md", "--to", "team")
    assert gone.code == 1 and "no memory file is called" in gone.err
    assert not (bench.root / ".agent/dream/proposals").exists()

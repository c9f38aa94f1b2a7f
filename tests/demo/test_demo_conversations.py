"""The demo's conversations and its memory folder, which are nobody else's."""

import os

import pytest

from dreamtui.demo.build import build
from dreamtui.desk.desk import Desk
from dreamtui.desk.mine import run as mine
from dreamtui.desk.queue import listing


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The demo, built by somebody who has conversations of their own."""
    home = tmp_path_factory.mktemp("home")
    (home / ".claude" / "projects" / "-mine").mkdir(parents=True)
    (home / ".claude" / "projects" / "-mine" / "s.jsonl").write_text("not to be read")
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "DREAMTUI_NOW": "2026-11-18T09:00:00Z"}
    return build(tmp_path_factory.mktemp("demo") / "shop", env)


def test_conversations_were_listened_to(made: Desk) -> None:
    """The same correction twice, a command that fails, and something that a memory says already; nobody else's home."""
    titles = {e.row.signal: e.row.title for e in listing.listing(made).entries}
    assert titles["correction"] == "use make check, not pytest: user corrected this in 2 sessions"
    assert titles["failing_command"] == "`pytest` failed 3 times in 2 sessions; use `make check`"
    run = mine.dream(made, mine.DreamRequest(dry_run=True))
    assert (run.read.heard.files, run.read.heard.sessions) == (2, 2)
    assert [path for _, path in run.remembered] == [".claude/memory/feedback_branch_names.md"]
    assert made.memory.claude == made.workspace.root / ".claude-home"


def test_the_memory_folder_needs_care(made: Desk) -> None:
    """Two files that say the same, one without a line, a line that leads nowhere and one that is too long."""
    folder = made.workspace.root / ".claude" / "memory"
    lines = (folder / "MEMORY.md").read_text().splitlines()
    named = {line.partition("](")[2].partition(")")[0] for line in lines if line.startswith("- ")}
    there = {path.name for path in folder.iterdir()} - {"MEMORY.md"}
    assert (named - there, there - named) == ({"project_old_ci.md"}, {"reference_dashboards.md"})
    assert [len(line) > 150 for line in lines if line.startswith("- ")] == [False, False, True, False]
    assert [found.key for found in made.memory.folders] == [".claude/memory"]

"""Lines of single commits and of HEAD: what was taken out, what came, when it was written; nothing runs or waits."""

import os
from pathlib import Path

import pytest
from gitrepo import Commit, build, git

from dreamtui.model.mining.commits import ChangedLines
from dreamtui.sources.git import lines as module
from dreamtui.sources.git.lines import changed_lines, written

OLD, NEW = 1_780_000_000, 1_790_000_000


def made(root: Path) -> list[str]:
    """Two commits, the second a year later."""
    one = {"a b.py": "first = 1\nsecond = 2\n", "c.py": "c\n", "CLAUDE.md": "# Rules\n\n- Old\n"}
    two = {"a b.py": "first = 1\n  third = 3\n", "c.py": None, "CLAUDE.md": "# Rules\n\n- Old\n- New\n"}
    return build(root, [Commit("one", one, committed=OLD), Commit("two", two, committed=NEW)], checkout=True)


def test_what_a_commit_took_out_and_put_in(tmp_path: Path) -> None:
    """By file and without the space around them; a name that is no commit is absent."""
    first, second = made(tmp_path)
    assert changed_lines(tmp_path, [second, "0" * 40, "HEAD"]) == {}
    found = changed_lines(tmp_path, [second, first])
    assert set(found) == {first, second}
    assert found[second] == {
        "a b.py": ChangedLines(("second = 2",), ("third = 3",)),
        "c.py": ChangedLines(("c",), ()),
        "CLAUDE.md": ChangedLines((), ("- New",)),
    }
    assert changed_lines(tmp_path / "nothing", [first]) == {}


def test_when_a_line_was_written(tmp_path: Path) -> None:
    """By the commit that it is of; what is older than the window, or not there, is 0."""
    made(tmp_path)
    places = [("CLAUDE.md", 3), ("CLAUDE.md", 4), ("CLAUDE.md", 99), ("missing.md", 1), ("-x", 1)]
    assert written(tmp_path, places, OLD + 9) == {**dict.fromkeys(places, 0), ("CLAUDE.md", 4): NEW}
    assert written(tmp_path / "nothing", places, OLD) == dict.fromkeys(places, 0)


def test_settings_of_the_repository_run_nothing_and_hold_nothing_up(tmp_path: Path) -> None:
    """Text conversion, external diffs, a list of commits to pass over that is a pipe without an end."""
    root = tmp_path / "repo"
    _, second = made(root)
    before = changed_lines(root, [second]), written(root, [("CLAUDE.md", 4)], OLD)
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\ncat \"$1\"\n")
    trap.chmod(0o755)
    os.mkfifo(tmp_path / "pipe")
    for name, value in {
        "diff.evil.textconv": str(trap), "diff.evil.command": str(trap), "diff.external": str(trap),
        "diff.noprefix": "true", "diff.context": "9", "diff.renames": "copies", "color.ui": "always",
        "blame.ignoreRevsFile": str(tmp_path / "pipe"), "blame.date": "relative", "blame.showEmail": "true",
        "format.pretty": "oneline", "log.showSignature": "true",
    }.items():  # fmt: skip
        git(root, "config", name, value)
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/attributes").write_text("* diff=evil\n")
    assert (changed_lines(root, [second]), written(root, [("CLAUDE.md", 4)], OLD)) == before
    assert not (tmp_path / "ran").exists()
    os.mkfifo(root / ".mailmap")
    assert written(root, [("CLAUDE.md", 4)], OLD) == {("CLAUDE.md", 4): 0}


def test_contents_that_are_not_here_are_not_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A partial clone is asked for nothing; of patches without an end the last commit is left out."""
    first, second = made(tmp_path)
    monkeypatch.setattr(module, "_MOST", 150)
    assert second not in changed_lines(tmp_path, [first, second]) or first not in changed_lines(
        tmp_path, [first, second]
    )
    monkeypatch.undo()
    git(tmp_path, "config", "remote.origin.promisor", "true")
    assert changed_lines(tmp_path, [first, second]) == {}
    assert written(tmp_path, [("CLAUDE.md", 4)], OLD) == {("CLAUDE.md", 4): 0}

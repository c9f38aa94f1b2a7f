"""`dreamtui --all` on a real terminal: one queue over two workspaces, each decision in its own."""

from pathlib import Path

import pytest
from terminal import open_terminal
from workbench import Bench, make_bench

from dreamtui.desk.audit import audit_views
from dreamtui.model.verb import Verb

WHY = "Three runs failed for the same missing lock, so whoever adds a worker needs it from the first day on."
RULE = "Take the lock before a worker starts."


@pytest.fixture
def benches(tmp_path: Path) -> tuple[Bench, Bench]:
    """Two workspaces of one person, both known."""
    made = make_bench(tmp_path).at(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    other = tmp_path / "till"
    other.mkdir()
    made.ok("-C", str(other), "init")
    made.ok("-C", str(other), "add", "--title", "Receipts lie in the drawer", "--evidence", "text:seen twice")
    made.ok("-C", str(made.root), "init")
    made.file("Workers need a lock")
    return made, made.at(root=other)


def verbs(bench: Bench) -> list[Verb]:
    return [mark.verb for mark, _ in audit_views.decisions(bench.desk()) if mark.verb is not Verb.ADD]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_decide_in_one_of_two_and_leave(benches: tuple[Bench, Bench], size: tuple[int, int]) -> None:
    """Both are in the list with their names; the outputs of the one that changed are written, the other's not."""
    here, till = benches
    terminal = open_terminal(here.root, here.env, "--all", size=size)
    try:
        terminal.see("2 workspaces")
        terminal.see("Receipts lie")
        terminal.see("Workers need")
        terminal.until_quiet()
        terminal.press("/")
        terminal.until_quiet()
        terminal.press("workspace:till", "enter")
        terminal.gone("Workers need")
        terminal.until_quiet()
        terminal.press("g")
        terminal.see("ctrl+s")
        terminal.until_quiet()
        terminal.press(RULE, "tab")
        terminal.until_quiet()
        terminal.press(WHY)
        terminal.see(WHY[-30:])
        terminal.press("ctrl+s")
        terminal.wait(lambda: Verb.GRADUATE in verbs(till), "the decision")
        terminal.until_quiet()
        terminal.press("q")
        terminal.see("till: CLAUDE.md")
        terminal.until_quiet()
        terminal.press("w")
        assert terminal.end() == 0
    finally:
        terminal.close()
    assert RULE in (till.root / "CLAUDE.md").read_text()
    assert verbs(here) == [] and not (here.root / "CLAUDE.md").exists()


def test_line_mode_shows_one_workspace(benches: tuple[Bench, Bench]) -> None:
    """It says how to choose it, and which command lists them all."""
    assert "list --all" in benches[0].refused(2, "--all", "--plain")

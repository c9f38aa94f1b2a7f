"""A terminal that is gone while it is being drawn on: the console ends, and what was typed before is kept."""

from pathlib import Path

import pytest
from terminal import open_terminal
from workbench import Bench, make_bench

from dreamtui.sources.workspace import data_home
from dreamtui.store.person import drafts

WORDS = "the mirror was down"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """One item of one's own, in the real time."""
    made = make_bench(tmp_path).at(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    made.file("Workers need a lock")
    return made


@pytest.mark.parametrize(
    "more", ["", "and nobody noticed before the release of November " * 7], ids=["at rest", "in words"]
)
def test_a_window_that_is_closed_while_keys_are_drawn(bench: Bench, more: str) -> None:
    """Nothing waits for ever for a terminal that takes no bytes any more: neither the process nor the words."""
    terminal = open_terminal(bench.root, bench.env)
    try:
        terminal.see("Workers need a lock")
        terminal.until_quiet()
        terminal.press("r")
        terminal.see("ctrl+s")
        terminal.until_quiet()
        terminal.press(WORDS)
        terminal.see(WORDS)
        drawn = len(terminal.sent)
        terminal.press(more)
        terminal.wait(lambda: len(terminal.sent) > drawn or not more, "the first of the words")
        terminal.hang_up()
        terminal.end()
    finally:
        terminal.close()
    kept = drafts.everything(bench.desk().layout, data_home(bench.env))
    assert len(kept) == 1 and kept[0].rationale.startswith(WORDS)

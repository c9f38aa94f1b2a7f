"""What takes long says so on a terminal, and ctrl+c ends it at once: exit 130, one line, nothing half done."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal, open_terminal
from workbench import REASON, Bench, make_bench

TICKS = "(ctrl+c stops)"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with git, one candidate and a note that names a file."""
    made = make_bench(tmp_path, git=True).at(TERM="xterm-256color")
    made.file("Workers need a lock")
    note = made.ok("memory", "add", "--title", "Where it is", "--text", "Payments are in `src/pay.py`.", "--json")
    return made.at(NOTE=note.data["id"])


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    """The terminals of a test, closed at its end."""
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


def stopped(bench: Bench, terminals: list[Terminal], words: tuple[str, ...]) -> None:
    """Start a command that cannot go on, see that it says so, stop it, and find everything as it was."""
    before = bench.tree()
    terminal = open_terminal(bench.root, bench.env, *words, size=(60, 20))
    terminals.append(terminal)
    terminal.see(TICKS)
    assert max(map(len, terminal.screen.text.splitlines())) < 60
    terminal.press("ctrl+c")
    assert terminal.end() == 130
    assert terminal.screen.text.strip() == "dreamtui: interrupted; nothing is half done"
    assert bench.tree() == before


@pytest.mark.parametrize(
    "words",
    [
        ("reject", "ID", "--rationale", REASON),
        ("retire", "NOTE", "--rationale", REASON),
        ("undo", "--rationale", REASON),
        ("memory", "add", "--title", "Chat", "--text", "Short."),
        ("sync",),
        ("reorganize",),
        ("promote", "mode", "core"),
    ],
    ids=lambda words: words[0],
)
def test_a_command_that_waits_for_the_lock_can_be_stopped(
    bench: Bench, opened: list[Terminal], words: tuple[str, ...]
) -> None:
    """Whatever writes and has to wait."""
    (item,) = bench.items()
    named = {"ID": item, "NOTE": bench.env["NOTE"]}
    desk = bench.at(actor="carol").desk()
    with desk.store.writing(desk.writer()):
        stopped(bench, opened, (*(named.get(word, word) for word in words), "--wait", "600"))


@pytest.mark.parametrize(
    "words", [("dream",), ("memory", "verify"), ("doctor",), ("show", "ID")], ids=lambda words: words[0]
)
def test_a_command_that_waits_for_git_can_be_stopped(
    bench: Bench, opened: list[Terminal], words: tuple[str, ...]
) -> None:
    """Whatever asks git, which here never answers."""
    (item,) = bench.items()
    folder = bench.top / "bin"
    folder.mkdir()
    os.mkfifo(folder / "never")
    (folder / "git").write_text(f'#!/bin/sh\nexec cat "{folder}/never"\n')
    (folder / "git").chmod(0o755)
    slow = bench.at(PATH=f"{folder}:{bench.env['PATH']}")
    stopped(slow, opened, tuple(item if word == "ID" else word for word in words))

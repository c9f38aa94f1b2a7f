"""Terminals as they are: put aside and brought back by the shell, without colour, with sixteen, with ASCII alone."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal, open_terminal
from workbench import Bench, make_bench

from dreamtui.desk.audit import audit_views
from dreamtui.model.verb import Verb

SEVERAL = tuple(f"Observation number {number} of many" for number in range(30))

RGB = re.compile(rb"\x1b\[[0-9;:]*[34]8[;:]2[;:]")
"""A colour of 24 bits."""

INDEXED = re.compile(rb"\x1b\[[0-9;:]*[34]8[;:]5[;:]")
"""One of 256 colours."""

COLOURED = re.compile(rb"\x1b\[(?:[0-9]+;)*(?:3[0-7]|4[0-7]|9[0-7]|10[0-7])(?:;[0-9]+)*m")
"""One of the sixteen."""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Thirty items in the real time."""
    made = make_bench(tmp_path).at(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    made.file(*SEVERAL)
    return made


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Terminals to be closed at the end."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def started(bench: Bench, terminals: list[Terminal], *words: str, **more: str) -> Terminal:
    """The console with its first rows on the screen."""
    env = {name: value for name, value in {**bench.env, **more}.items() if value}
    terminal = open_terminal(bench.root, env, *words)
    terminals.append(terminal)
    terminal.see("Observation")
    terminal.until_quiet()
    return terminal


def verbs(bench: Bench) -> list[Verb]:
    """What was decided, oldest first."""
    return [mark.verb for mark, _ in audit_views.decisions(bench.desk()) if mark.verb is not Verb.ADD]


def cursor(terminal: Terminal) -> str:
    """The row the cursor stands on."""
    return next((line for line in terminal.screen.text.splitlines() if line.startswith("▌")), "")


def test_put_aside_and_brought_back_by_the_shell(bench: Bench, terminals: list[Terminal]) -> None:
    """ctrl+z gives the shell its screen, `fg` brings the console back to the same row, and it goes on deciding."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash, whose job control is needed here")
    env = {**bench.env, "PS1": "shell> "}
    terminal = Terminal([bash, "--norc", "--noprofile", "-i"], cwd=bench.root, env=env, size=(120, 40))
    terminals.append(terminal)
    terminal.see("shell>")
    terminal.press(f"{sys.executable} -m dreamtui\r")
    terminal.see("Observation")
    terminal.until_quiet()
    terminal.press("j", "j", "j")
    terminal.until_quiet()
    before = cursor(terminal)
    assert "Observation" in before

    terminal.press("ctrl+z")
    terminal.wait(lambda: terminal.sent.rstrip().endswith(b"shell>"), "the shell")
    assert terminal.sent.count(b"\x1b[?1049l") == 1
    terminal.press("echo the-shell-$((40+2))\r")
    terminal.wait(lambda: b"the-shell-42" in terminal.sent, "the shell's answer")
    terminal.press("fg\r")
    terminal.wait(lambda: terminal.sent.count(b"\x1b[?1049h") == 2, "the console")
    terminal.wait(lambda: cursor(terminal) == before, "the same row")
    terminal.until_quiet()

    terminal.press("r")
    terminal.see("ctrl+s")
    terminal.until_quiet()
    terminal.press("Nobody has seen this since the mirror moved in March, so there is nothing to remember.", "ctrl+s")
    terminal.wait(lambda: Verb.REJECT in verbs(bench), "the decision")
    terminal.until_quiet()
    terminal.press("q")
    terminal.wait(lambda: terminal.sent.count(b"\x1b[?1049l") == 2, "the end")
    terminal.wait(lambda: terminal.sent.rstrip().endswith(b"shell>"), "the shell again")
    terminal.press("exit\r")
    terminal.end()


def test_words_being_written_survive_the_shell(bench: Bench, terminals: list[Terminal]) -> None:
    """In a box of words ctrl+z is the box's own: it takes typing back and does not leave the console."""
    terminal = started(bench, terminals)
    terminal.press("r")
    terminal.see("ctrl+s")
    terminal.until_quiet()
    terminal.press("typed here")
    terminal.see("typed here")
    terminal.press("ctrl+z")
    terminal.gone("typed here")
    assert terminal.sent.count(b"\x1b[?1049l") == 0 and "ctrl+s" in terminal.screen.text


def test_a_key_pressed_with_the_key_before_decides_nothing(bench: Bench, terminals: list[Terminal]) -> None:
    """Keys sent in one go: the last meets a screen that has just come up under the fingers, and does not count."""
    terminal = started(bench, terminals)
    terminal.press("s1")
    terminal.see("Later:")
    terminal.until_quiet()
    assert verbs(bench) == []
    terminal.press("1")
    terminal.wait(lambda: verbs(bench) == [Verb.DEFER], "the decision after the pause")


def test_without_colour_no_colour_is_sent(bench: Bench, terminals: list[Terminal]) -> None:
    """NO_COLOR: greys at most, and the row under the cursor, the tab chosen and the keys can be told apart without."""
    terminal = started(bench, terminals, NO_COLOR="1", COLORTERM="truecolor")
    for key in ("j", "3", "r"):
        terminal.press(key)
        terminal.until_quiet()
    rgb = re.findall(rb"[34]8;2;([0-9]+);([0-9]+);([0-9]+)", terminal.sent)
    assert all(len({red, green, blue}) == 1 for red, green, blue in rgb)
    foreign = [found for found in COLOURED.findall(terminal.sent) if found not in (b"\x1b[0m",)]
    assert not foreign, foreign[:3]


def test_no_color_as_an_option_does_the_same(bench: Bench, terminals: list[Terminal]) -> None:
    """`--no-color` is NO_COLOR."""
    terminal = started(bench, terminals, "--no-color", COLORTERM="truecolor")
    rgb = re.findall(rb"[34]8;2;([0-9]+);([0-9]+);([0-9]+)", terminal.sent)
    assert all(len({red, green, blue}) == 1 for red, green, blue in rgb)


def test_a_terminal_of_256_colours_gets_no_more(bench: Bench, terminals: list[Terminal]) -> None:
    """Without COLORTERM no colour of 24 bits is sent."""
    terminal = started(bench, terminals, COLORTERM="", TERM="xterm-256color")
    for key in ("2", "3", "?"):
        terminal.press(key)
        terminal.until_quiet()
    assert not RGB.search(terminal.sent) and INDEXED.search(terminal.sent)


@pytest.mark.parametrize("theme", ["dark", "ansi"])
def test_a_terminal_of_sixteen_colours_gets_no_more(bench: Bench, terminals: list[Terminal], theme: str) -> None:
    """TERM=xterm: sixteen colours, no other; the words are all there."""
    terminal = started(bench, terminals, f"--theme={theme}", COLORTERM="", TERM="xterm")
    for key in ("2", "3", "?"):
        terminal.press(key)
        terminal.until_quiet()
    assert not RGB.search(terminal.sent) and not INDEXED.search(terminal.sent)
    assert COLOURED.search(terminal.sent) and "Help" in terminal.screen.text


@pytest.mark.parametrize("asked", [("--ascii",), ()])
def test_signs_and_borders_in_ascii(bench: Bench, terminals: list[Terminal], asked: tuple[str, ...]) -> None:
    """`--ascii`, or a locale that has nothing else: no byte beyond ASCII where all data is ASCII."""
    terminal = started(bench, terminals, *asked, **({} if asked else {"LC_ALL": "C"}))
    for key in ("j", "2", "3", "g"):
        terminal.press(key)
        terminal.until_quiet()
    assert terminal.sent.isascii(), sorted({sign for sign in terminal.sent.decode() if not sign.isascii()})
    assert "> " in terminal.screen.text

"""The console on a real terminal with real keys: start, decide, editor, leave, crash and resume, a lost terminal."""

import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal, open_terminal
from workbench import Bench, make_bench

from dreamtui.desk import person
from dreamtui.desk.audit import audit_views
from dreamtui.model.verb import Verb

WHY = "Three runs failed for the same missing lock, so whoever adds a worker needs it from the first day on."
RULE = "Take the lock before a worker starts."


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Three items of one's own, in the real time, so that nothing waits for a clock that stands."""
    made = make_bench(tmp_path).at(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    made.file("Workers need a lock", "Builds forget the cache", "Dates are local")
    return made


@pytest.fixture
def opened(bench: Bench) -> Iterator["Opener"]:
    """Opens terminals, and closes what is left open."""
    opener = Opener(bench)
    yield opener
    for terminal in opener.terminals:
        terminal.close()


class Opener:
    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.terminals: list[Terminal] = []

    def __call__(self, *words: str, size: tuple[int, int] = (120, 40), **more: str) -> Terminal:
        terminal = open_terminal(self.bench.root, {**self.bench.env, **more}, *words, size=size)
        self.terminals.append(terminal)
        return terminal


def type_rule(terminal: Terminal, rule: str) -> None:
    """Type into the box of the rule, where writing begins when none is suggested, and go on to the reason."""
    terminal.press(rule)
    terminal.see(rule[-20:])
    terminal.press("tab")
    terminal.until_quiet()


def graduate(terminal: Terminal, rule: str = RULE) -> None:
    """Decide the item under the cursor, as a person would."""
    terminal.until_quiet()
    terminal.press("g")
    terminal.see("ctrl+s")
    terminal.until_quiet()
    type_rule(terminal, rule)
    terminal.press(WHY)
    terminal.see(WHY[-30:])
    terminal.press("ctrl+s")


def verbs(bench: Bench) -> list[Verb]:
    return [mark.verb for mark, _ in audit_views.decisions(bench.desk()) if mark.verb is not Verb.ADD]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_start_decide_and_leave(bench: Bench, opened: Opener, size: tuple[int, int]) -> None:
    """The first item is decided, the outputs are written on leaving, and the terminal is as it was."""
    terminal = opened(size=size)
    terminal.see("Workers need a lock" if size[0] > 80 else "Workers need")
    terminal.until_quiet()
    graduate(terminal)
    terminal.wait(lambda: Verb.GRADUATE in verbs(bench), "the decision")
    terminal.until_quiet()
    terminal.press("q")
    terminal.see("write and leave")
    terminal.until_quiet()
    terminal.press("w")
    assert terminal.end() == 0
    assert terminal.sent.count(b"\x1b[?1049h") == terminal.sent.count(b"\x1b[?1049l") == 1
    assert b"\x1b[?25h" in terminal.sent.rpartition(b"\x1b[?1049l")[0] + terminal.sent.rpartition(b"\x1b[?1049l")[2]
    assert RULE in (bench.root / "CLAUDE.md").read_text()


def test_leaving_without_a_decision_asks_nothing(bench: Bench, opened: Opener) -> None:
    """`q` on a queue in which nothing was decided leaves at once."""
    bench.ok("sync")
    terminal = opened()
    terminal.see("Workers need a lock")
    terminal.until_quiet()
    terminal.press("q")
    assert terminal.end() == 0
    assert verbs(bench) == []


def editor(tmp_path: Path, text: str) -> str:
    """A program that stands for an editor: it says that it runs and puts text into its file."""
    script = tmp_path / "my editor.py"
    script.write_text(
        "import os, sys\n"
        "path = sys.argv[-1]\n"
        "print('the editor runs')\n"
        "open(path + '.seen', 'w').write(oct(os.stat(path).st_mode))\n"
        f"open(path, 'a').write({text!r})\n"
    )
    return f"{sys.executable} '{script}' --wait"


def test_on_to_the_editor_and_back_to_the_same_words(bench: Bench, opened: Opener, tmp_path: Path) -> None:
    """ctrl+e hands the words to $VISUAL, a command with blanks and arguments, and comes back to the box."""
    terminal = opened(VISUAL=editor(tmp_path, WHY))
    terminal.see("Workers need a lock")
    terminal.until_quiet()
    terminal.press("g")
    terminal.see("ctrl+s")
    terminal.until_quiet()
    type_rule(terminal, RULE)
    terminal.press("ctrl+e")
    terminal.wait(lambda: b"the editor runs" in terminal.sent, "the editor")
    terminal.see(WHY[-30:])
    terminal.until_quiet()
    terminal.press("ctrl+s")
    terminal.wait(lambda: Verb.GRADUATE in verbs(bench), "the decision")
    seen = next(tmp_path.rglob("*.seen"))
    assert stat.S_IMODE(int(seen.read_text(), 8)) == 0o600
    newest = audit_views.decisions(bench.desk())[-1][0]
    assert audit_views.decision(bench.desk(), newest.id)[0].rationale.strip() == WHY


def test_an_editor_that_is_not_there_leaves_the_terminal_to_the_console(bench: Bench, opened: Opener) -> None:
    """ctrl+e with a wrong $VISUAL says so, and the keys go on working."""
    terminal = opened(VISUAL="no-such-editor")
    terminal.see("Workers need a lock")
    terminal.until_quiet()
    terminal.press("g")
    terminal.see("ctrl+s")
    terminal.until_quiet()
    terminal.press("ctrl+e")
    terminal.see("There is no program no-such-editor")
    terminal.until_quiet()
    terminal.press("esc")
    terminal.until_quiet()
    terminal.press("typed all the same")
    terminal.see("typed all the same")


def test_a_killed_console_comes_back_with_its_words(bench: Bench, opened: Opener) -> None:
    """kill -9 loses no recorded decision and no word that had half a second to be kept; the same item is shown."""
    terminal = opened()
    terminal.see("Workers need a lock")
    graduate(terminal)
    terminal.wait(lambda: Verb.GRADUATE in verbs(bench), "the decision")
    terminal.until_quiet()
    terminal.press("r")
    terminal.see("ctrl+s")
    terminal.until_quiet()
    terminal.press("Nobody has seen it since March")
    desk = bench.desk()
    terminal.wait(lambda: bool(person.every_draft(desk)), "the draft")
    (item,) = (one.item for one in person.every_draft(desk))
    terminal.kill()
    assert terminal.end() == -signal.SIGKILL
    assert verbs(bench) == [Verb.GRADUATE]
    assert bench.ok("audit", "verify").code == 0

    again = opened()
    again.see("Builds forget" if "Builds" in bench.items()[item]["title"] else "Dates are")
    again.until_quiet()
    assert "read-only" not in again.screen.text
    again.press("r")
    again.see("Nobody has seen it since March")


def with_words(terminal: Terminal) -> Terminal:
    """The same terminal with a reason begun this moment."""
    terminal.see("Workers need a lock")
    terminal.until_quiet()
    terminal.press("r")
    terminal.see("ctrl+s")
    terminal.until_quiet()
    terminal.press("typed just now")
    terminal.see("typed just now")
    return terminal


def words_kept(bench: Bench) -> str:
    """The reason in the one draft there is."""
    (item,) = (one.item for one in person.every_draft(bench.desk()))
    draft = person.load_draft(bench.desk(), item, "reject")
    return draft.rationale if draft else ""


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_loses_no_word(bench: Bench, opened: Opener, number: int) -> None:
    """Words typed the moment before a signal are kept, without any pause."""
    terminal = with_words(opened())
    terminal.kill(number)
    assert terminal.end() == 128 + number
    assert words_kept(bench) == "typed just now"


def test_a_terminal_that_disappears_loses_no_word(bench: Bench, opened: Opener) -> None:
    """The window is closed in the middle of a reason."""
    terminal = with_words(opened())
    terminal.hang_up()
    terminal.end()
    assert words_kept(bench) == "typed just now"


def test_a_second_console_is_read_only_and_names_the_first(bench: Bench, opened: Opener) -> None:
    """Two people at one workspace: the second looks and is told who is there."""
    first = opened()
    first.see("Workers need a lock")
    second = opened(DREAMTUI_ACTOR="bob")
    second.see("alice")
    second.see("read-only")
    second.until_quiet()
    second.press("g")
    second.until_quiet()
    assert "ctrl+s" not in second.screen.text


def test_too_small_swallows_decisions(bench: Bench, opened: Opener) -> None:
    """Below the smallest size a notice stands there, and keys decide nothing."""
    terminal = opened(size=(50, 12))
    terminal.see("too small")
    terminal.until_quiet()
    terminal.press("g", "r", "s")
    terminal.until_quiet()
    assert "ctrl+s" not in terminal.screen.text
    assert verbs(bench) == []


def test_without_a_terminal_the_console_names_the_commands(bench: Bench) -> None:
    """On a pipe: exit 2 and what to use instead."""
    assert "dreamtui list" in bench.refused(2)


def test_line_mode_on_a_terminal(bench: Bench, opened: Opener) -> None:
    """`--plain` on a terminal: a prompt, one letter, the answers."""
    terminal = opened("--plain")
    terminal.see("[g,r,s,e,u,?]")
    terminal.press("g", "enter")
    terminal.see("Rule")
    terminal.press(RULE, "enter")
    terminal.see("Why:")
    terminal.press(WHY, "enter")
    terminal.see("Graduated:")
    terminal.see("Item 1 of 2")
    terminal.until_quiet()
    terminal.press("ctrl+d")
    assert terminal.end() == 0
    assert verbs(bench) == [Verb.GRADUATE]

"""What is typed right after the key that asks for a box lands in the box: one write to the terminal, nothing waits."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal, open_terminal
from workbench import Bench, make_bench

from dreamtui.desk.audit import audit_views
from dreamtui.model.verb import Verb

WHY = "this is why: jumpy queues grew Gaps in MEMORY… x3 1/2"
"""Holds keys that act in the queue: j, k, g, G, r, s, q, x, z, u, R, M, a slash, digits, brackets."""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Three items of one's own, in the real time, so that nothing waits for a clock that stands."""
    made = make_bench(tmp_path).at(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    made.file("Workers need a lock", "Builds forget the cache", "Dates are local")
    return made


@pytest.fixture
def terminal(bench: Bench) -> Iterator[Terminal]:
    """The console, its queue read."""
    found = open_terminal(bench.root, bench.env)
    found.see("Workers need a lock")
    found.until_quiet()
    yield found
    found.close()


def first_row(terminal: Terminal) -> list[str]:
    """The first row of the queue, when the cursor is on it."""
    lines = terminal.screen.text.splitlines()
    at = next(number for number, line in enumerate(lines) if "Pending" in line) + 1
    return [lines[at]] if lines[at].startswith("▌") else []


def decided(bench: Bench) -> list[tuple[Verb, str]]:
    return [(mark.verb, mark.title) for mark, _ in audit_views.decisions(bench.desk()) if mark.verb is not Verb.ADD]


@pytest.mark.parametrize("before", ["", "j"])
def test_a_reason_typed_at_once_is_whole(bench: Bench, terminal: Terminal, before: str) -> None:
    """`r` and the reason in one write, on the item shown and on one that is still to be read."""
    terminal.press(f"{before}r{WHY}")
    terminal.see("Reject:")
    terminal.see(WHY[-20:])
    terminal.until_quiet()
    assert WHY in terminal.screen.text
    terminal.press("ctrl+s")
    terminal.until_quiet()
    if "press it again" in terminal.screen.text:  # on a quick machine it came right behind the box
        terminal.press("ctrl+s")
    terminal.wait(lambda: bool(decided(bench)), "the decision")
    assert audit_views.decision(bench.desk(), audit_views.decisions(bench.desk())[-1][0].id)[0].rationale == WHY


def test_what_is_typed_ahead_never_decides(bench: Bench, terminal: Terminal) -> None:
    """ctrl+s in the same write comes too soon, and on a slow machine to a box without a reason: nothing is recorded."""
    terminal.press(f"g{WHY}\x13")
    terminal.see(WHY[-20:])
    terminal.until_quiet()
    assert decided(bench) == []


@pytest.mark.parametrize("behind", ["j", "G"])
def test_a_key_right_behind_escape_acts_after_it(bench: Bench, terminal: Terminal, behind: str) -> None:
    """Terminals send esc and a letter as the letter held with alt; both are what they were, one after the other."""
    terminal.press("?")
    terminal.see("Make it a rule")
    terminal.press(f"\x1b{behind}")
    terminal.gone("Make it a rule")
    terminal.until_quiet()
    assert not first_row(terminal) and "▌" in terminal.screen.text


def test_a_rule_begun_in_place_takes_the_words(bench: Bench, terminal: Terminal) -> None:
    """`e` begins in the box of the rule."""
    terminal.press("eTake the lock before jobs start.\t" + WHY)
    terminal.see(WHY[-20:])
    terminal.until_quiet()
    lines = terminal.screen.text.split("\n")
    rule = next(at for at, line in enumerate(lines) if "Take the lock before jobs start." in line)
    assert rule < next(at for at, line in enumerate(lines) if WHY[:20] in line)


def test_a_filter_a_search_and_a_command_are_typed_at_once(terminal: Terminal) -> None:
    """`/` and `:` with their words in one write, in the queue, in a text and in the rows of another screen."""
    terminal.press("/forget jrq")
    terminal.see("forget jrq")
    terminal.until_quiet()
    terminal.press("esc")
    terminal.gone("forget jrq")
    terminal.until_quiet()
    terminal.press("H")
    terminal.see("History")
    terminal.until_quiet()
    terminal.press("/add quJK")
    terminal.see("add quJK")
    terminal.until_quiet()
    terminal.press("esc", "esc")
    terminal.see("Workers need a lock")
    terminal.until_quiet()
    terminal.press(":themes qj")
    terminal.see("themes qj")


def test_a_date_typed_at_once(bench: Bench, terminal: Terminal) -> None:
    """`s`, `d` and the date."""
    terminal.press("sd+3d")
    terminal.see("+3d")
    terminal.until_quiet()
    terminal.press("ctrl+s")
    terminal.wait(lambda: bool(decided(bench)), "the decision")
    assert decided(bench)[0][0] is Verb.DEFER


def test_where_no_box_comes_nothing_acts(bench: Bench, terminal: Terminal) -> None:
    """`r` on nothing: what was typed for the box that is not there is no command, and the keys work again after."""
    terminal.press("/nothing at all\r")
    terminal.see("Nothing matches the filter")
    terminal.until_quiet()
    terminal.press("rMq words")
    terminal.see("no item here")
    terminal.gone("no item here")
    terminal.until_quiet()
    assert terminal.code is None and "CLAUDE.md" in terminal.screen.text
    terminal.press("M")
    terminal.see("rules, ")


def test_a_paste_stands_once(terminal: Terminal) -> None:
    """As terminals send it, in brackets, into a box that stands and into one that is still to come."""
    terminal.press("r\x1b[200~Pasted ahead. \x1b[201~")
    terminal.see("Pasted ahead.")
    terminal.until_quiet()
    terminal.press("\x1b[200~And again.\x1b[201~")
    terminal.see("And again.")
    terminal.until_quiet()
    assert terminal.screen.text.count("Pasted ahead.") == 1 and terminal.screen.text.count("And again.") == 1

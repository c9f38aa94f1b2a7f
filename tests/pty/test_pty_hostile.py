"""Nothing that was read reaches the terminal as an escape sequence, a control, a bidi or a hidden character.

A workspace in which everything is hostile is walked through screen by screen, and every byte sent is looked at.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Terminal, open_terminal
from workbench import Bench, event, in_git, log_events, make_bench

EVIL = (
    "\x1b]52;c;RVZJTA==\x07\x1b]0;EVIL\x07\x1b[8mEVIL\x1b[5m\x9b8m\x9d0;EVIL\x9c"
    "\u202eLIVE\u2066\u200b\U000e0041\r\x08\x7f"
)
"""What every text of the workspace carries: clipboard, window title, concealed text, C1, bidi, hidden characters."""

NAME = "evil\x1b[8m\u202e\x9b8m.py"
"""A file name a repository can have."""

WHY = f"The mirror was down on 4 Nov {EVIL} and nothing in this repository can change that, whoever tries."

FORBIDDEN = re.compile("[\x80-\x9f\x7f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
"""Characters that must never be sent."""

KNOWN = re.compile(
    r"\x1b\[[?>=<]?[0-9;:$]*[A-Za-z]"  # what a terminal is asked to do
    r"|\x1b\[[?0-9;]*\$p"
    r"|\x1b[()][0AB]|\x1b[=>78cDEHM]"
    r"|\x1bP=[12]s\x1b\\"  # begin and end of a frame
    r"|\x1b]22;[a-z-]+\x07"  # the shape of the mouse pointer
)
"""Sequences the console itself sends; any other escape character came from data."""


@pytest.fixture
def hostile(tmp_path: Path) -> Bench:
    """Everything that can be shown says something hostile."""
    bench = make_bench(tmp_path, git=True).at(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    (bench.root / NAME).write_text(f"first {EVIL}\nsecond\n")
    evil_author = bench.at(GIT_AUTHOR_NAME="Al\x1b[8mice\u202e", GIT_AUTHOR_EMAIL="a\x1b[8m@corp.example")
    in_git(evil_author, "add", "-A")
    in_git(evil_author, "commit", "-q", "-m", f"fix: {EVIL}\n\nbody {EVIL}")
    sha = in_git(bench, "rev-parse", "HEAD")
    bench.ok("add", "--title", f"First {EVIL}", "--evidence", f"text:quote {EVIL}", "--evidence", sha)
    bench.ok("add", "--title", f"Second {EVIL}", "--evidence", f"file:{NAME}:1")
    rejected = bench.add(f"Third {EVIL}", f"text:{EVIL}")
    bench.ok("reject", rejected, "--rationale", WHY)
    graduated = bench.add(f"Fourth {EVIL}", f"text:{EVIL}")
    bench.ok("graduate", graduated, "--rationale", f"{WHY} Indeed.", "--rule", f"Never run {EVIL} twice.")
    bench.ok("memory", "add", "--title", f"Note {EVIL}", "--text", f"Text {EVIL}\nmore")
    bench.ok("sync")
    summaries = (f"fix: {EVIL} {number}" for number in range(4))
    log_events(bench, *(event(n, summary=s, files=[NAME], actor=f"bob{EVIL}") for n, s in enumerate(summaries)))
    bench.ok("dream")
    config = bench.agent / "config.yaml"
    config.write_text(config.read_text() + 'dreamtui:\n  "thm\\e[8m": 1\n  keys: {"review.l\\e[8m": "x"}\n')
    return bench


@pytest.fixture(params=[(120, 40), (80, 24)], ids=["120x40", "80x24"])
def console(hostile: Bench, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """The console on it."""
    terminal = open_terminal(hostile.root, hostile.env, size=request.param)
    yield terminal
    terminal.close()


def harmless(terminal: Terminal) -> None:
    """Look at every byte that was sent."""
    text = terminal.sent.decode("utf-8", "strict")
    assert not FORBIDDEN.findall(text), sorted({f"U+{ord(found):04X}" for found in FORBIDDEN.findall(text)})
    rest = KNOWN.sub("", text)
    assert "\x1b" not in rest, [rest[at.start() : at.start() + 40] for at in re.finditer("\x1b", rest)][:5]
    assert not set(rest) & (set(map(chr, range(32))) - set("\r\n\t\b")), "a control character"
    assert not re.search(r"\x1b\[(?:8|5)m", text), "concealed or blinking text"


def test_looking_at_everything(console: Terminal) -> None:
    """Queue, every tab, the other screens, help and palette."""
    console.see("EVIL")
    console.until_quiet()
    for key in ("2", "3", "4", "5", "1", "j", "2", "c", "3", "enter", "esc"):
        console.press(key)
        console.until_quiet()
    for screen, keys in {"H": "jccjVw", "M": "jjwjj", "L": "jj", ",": "jj", "?": "j"}.items():
        console.press(screen)
        console.until_quiet()
        for key in keys:
            console.press(key)
            console.until_quiet()
        for _ in range(3):
            console.press("esc")
            console.until_quiet()
    harmless(console)
    assert "EVIL" in console.screen.text


def test_deciding_and_leaving(console: Terminal) -> None:
    """The box with the suggestion, the toast, the outputs on leaving."""
    console.see("EVIL")
    console.until_quiet()
    console.press("r")
    console.see("ctrl+s")
    console.until_quiet()
    console.press("The mirror was down on 5 Nov, and whoever reads its log sees nothing else.")
    console.until_quiet()
    console.press("ctrl+s")
    console.gone("ctrl+s")
    console.until_quiet()
    console.press("g")
    console.see("ctrl+s")
    console.until_quiet()
    console.press("esc")
    console.until_quiet()
    console.press("q")
    console.until_quiet()
    console.press("esc")
    console.until_quiet()
    harmless(console)


def test_pasted_text_is_inert_too(console: Terminal) -> None:
    """What is pasted into a line or a box is shown as marks."""
    console.see("EVIL")
    console.until_quiet()
    console.press("/")
    console.until_quiet()
    console.press(f"\x1b[200~{EVIL}\x1b[201~")
    console.until_quiet()
    console.press("esc")
    console.until_quiet()
    console.press("r")
    console.see("ctrl+s")
    console.until_quiet()
    console.press(f"\x1b[200~{EVIL}\x1b[201~")
    console.until_quiet()
    console.press("esc")
    console.until_quiet()
    harmless(console)


def test_line_mode(hostile: Bench) -> None:
    """The same in line mode on a terminal."""
    terminal = open_terminal(hostile.root, hostile.env, "--plain")
    try:
        terminal.see("[g,r,s,e,u,?]")
        for key in ("o", "c", "n", "o", "n", "c"):
            terminal.press(key, "enter")
            terminal.until_quiet()
        text = terminal.sent.decode("utf-8", "strict")
        assert not FORBIDDEN.findall(text)
        assert "\x1b]" not in text
        assert not re.search(r"\x1b\[(?:8|5)m", text)
        terminal.press("q", "enter")
    finally:
        terminal.close()


@pytest.mark.parametrize("words", [("--all",), ("--all", "--ascii")])
def test_several_workspaces_with_hostile_names(hostile: Bench, words: tuple[str, ...]) -> None:
    """The name of a folder stands in every row, in ids, toasts, headings and questions."""
    other = hostile.top / "evil\x1b[8m\u202e\x9b8m :name"
    other.mkdir()
    hostile.ok("-C", str(other), "init")
    hostile.ok("-C", str(hostile.root), "init")
    hostile.ok("-C", str(other), "add", "--title", f"Fifth {EVIL}", "--evidence", f"text:quote {EVIL}")
    terminal = open_terminal(hostile.root, hostile.env, *words)
    try:
        terminal.see("2 workspaces")
        terminal.until_quiet()
        terminal.press("*")
        terminal.until_quiet()
        terminal.press("r")
        terminal.see("ctrl+s")
        terminal.until_quiet()
        terminal.press("The mirror was down on 5 Nov, and whoever reads its log sees nothing else.", "ctrl+s")
        terminal.see("transaction of its own")
        terminal.until_quiet()
        terminal.press("y")
        terminal.gone("transaction of its own")
        terminal.until_quiet()
        for key in ("u", "\x0f", "esc", "H", "esc", "O", "esc"):
            terminal.press(key)
            terminal.until_quiet()
        harmless(terminal)
    finally:
        terminal.close()

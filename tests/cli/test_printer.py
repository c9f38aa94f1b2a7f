"""The edge of the command line: whatever is printed is inert, and only our own colours are obeyed."""

import json
import sys
from collections.abc import Callable

import pytest
from forked import hidden_in

from dreamtui.cli.arguments import Globals
from dreamtui.cli.printer import Printer

HOSTILE = (
    "\x1b]52;c;ZXZpbA==\x07",
    "\x1b[2J\x1b[31mred\x1b[0m",
    "\x9b31m",
    "a\rb\x08\x7f",
    "x\u202ey\u2066z\u200b\ufeff",
    "one\ntwo\x0bthree\u2028four",
    "\ud800\x00",
)

WAYS: dict[str, Callable[[Printer, str], None]] = {
    "line": lambda printer, text: printer.line(text),
    "style": lambda printer, text: printer.line(printer.style(text, "bold")),
    "table": lambda printer, text: printer.table((text, "HEAD"), [(text, text)]),
    "data": lambda printer, text: printer.data({text: [text]}),
    "document": lambda printer, text: printer.document(json.dumps(text, ensure_ascii=False)),
    "say": lambda printer, text: printer.say(text),
}


def test_every_way_to_print_is_tried() -> None:
    """A new method of the printer needs its line here."""
    public = {name for name, made in vars(Printer).items() if callable(made) and not name.startswith("_")}
    assert public == set(WAYS)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_read_reaches_a_terminal(way: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Into a pipe there is no control character at all, and what is one line stays one."""
    WAYS[way](Printer(Globals()), text)
    out, err = capsys.readouterr()
    assert not hidden_in(out + err)
    assert (out + err).count("\n") == (2 if way == "table" else 1)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("way", WAYS)
def test_only_our_own_colours_reach_a_terminal(
    way: str, text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal the escapes are those of the printer, whatever else was given."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    WAYS[way](Printer(Globals()), text)
    out, err = capsys.readouterr()
    ours = {"style": ("\x1b[1m", "\x1b[0m"), "table": ("\x1b[2m", "\x1b[0m")}.get(way, ())
    for code in ours:
        assert out.count(code) == 1
        out = out.replace(code, "")
    assert not hidden_in(out + err)


def test_data_is_read_back_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """JSON is inert by its own escapes, so nothing of it is lost."""
    Printer(Globals()).data(list(HOSTILE))
    Printer(Globals()).document(json.dumps(["\x7f", "plain"]))
    first, second = capsys.readouterr().out.splitlines()
    assert json.loads(first) == list(HOSTILE) and json.loads(second) == ["\x7f", "plain"]


def test_parts_of_a_line_may_be_coloured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours around words among words that are hostile."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    printer = Printer(Globals())
    printer.line(f"{printer.style('a', 'red', 'bold')} \x1b[31mb {printer.style('c', 'dim')}")
    assert capsys.readouterr().out == "\x1b[31;1ma\x1b[0m ␛[31mb \x1b[2mc\x1b[0m\n"


def test_words_are_not_torn_at_the_edge_of_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal a long sentence is wrapped at blanks; piped it is one line."""
    said = "window 30d, clusters of 3; 23 events and 57 commits, 23 of them new"
    monkeypatch.setenv("COLUMNS", "40")
    Printer(Globals()).say(said)
    assert capsys.readouterr().err == f"{said}\n"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    Printer(Globals()).say(said)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and max(map(len, lines)) <= 40 and " ".join(lines) == said


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_table_keeps_room_for_its_last_column(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long words before it are cut on a narrow terminal; piped everything is whole."""
    row = ("verified", "a" * 12, f".agent/memory/semantic/{'b' * 60}.md:12", "tracked")
    heads = ("VERDICT", "ID", "PLACE", "WHY")
    Printer(Globals()).table(heads, [row])
    assert row[2] in capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    Printer(Globals(color=False)).table(heads, [row])
    head, shown = capsys.readouterr().out.splitlines()
    assert len(shown) <= columns and shown.endswith("  tracked") and row[1] in shown
    assert head.index("WHY") == shown.index("tracked")

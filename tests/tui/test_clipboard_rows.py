"""Copying through the terminal or into a file, and the list of rows all secondary screens are made of."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stage import HOSTILE, lines, perform, unsafe
from visit import Visit, demo_copy, visit

from dreamtui.present.parts import Cell, Column, ListRow
from dreamtui.tui.terminal.clipboard import LIMIT, copy, deaf
from dreamtui.tui.widgets.ask_line import AskLine, Question
from dreamtui.tui.widgets.cells import width_of
from dreamtui.tui.widgets.lists.row_list import ColumnPainter, RowList

COLUMNS = (Column(1), Column(5, right=True), Column(0), Column(8, least=60))


def row(name: str, *texts: str) -> ListRow:
    return ListRow(name, tuple(Cell(text) for text in texts))


def heading(name: str) -> ListRow:
    return ListRow(f"heading:{name}", (Cell(name),), heading=True)


ROWS = [
    heading("first"),
    row("a", "x", "1", "alpha"),
    row("b", "x", "2", "beta"),
    heading("second"),
    row("c", "x", "3", "gamma"),
]


def test_the_toast_names_what_was_copied(tmp_path: Path) -> None:
    """Through the terminal; in tmux with the setting it needs; a lone surrogate does no harm."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        copy(v.app, "the \udcff words", "the words")
        assert v.app.clipboard == "the ? words"
        assert v.said()[-1] == "Copied the words; tmux passes it on with `set -g set-clipboard on`"
        copy(v.app, "", "nothing")
        assert "nothing to copy" in v.said()[-1]

    visit(root, story, env={"TMUX": "/tmp/tmux-0/default,1,0"})


@pytest.mark.parametrize(("env", "text"), [({"TERM_PROGRAM": "Apple_Terminal"}, "words"), ({}, "x" * (LIMIT + 1))])
def test_a_terminal_without_a_clipboard_gets_a_file(tmp_path: Path, env: dict[str, str], text: str) -> None:
    """The file is named, private, and holds the whole text."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        copy(v.app, text, "the words")
        path = Path(v.said()[-1].rpartition(" ")[2])
        assert path.read_text() == text
        assert path.stat().st_mode & 0o777 == 0o600

    visit(root, story, env=env)


def test_terminals_that_are_deaf() -> None:
    """Known by their names."""
    assert deaf({"TERM_PROGRAM": "Apple_Terminal"})
    assert deaf({"TERM": "linux"})
    assert not deaf({"TERM": "xterm-256color"})


def test_the_cursor_passes_over_headings() -> None:
    """Down, up, first and last never stand on one."""
    rows = RowList(COLUMNS)

    async def script(stage: object, pilot: object) -> None:
        rows.set_rows(ROWS)
        seen = []
        for key in ("j", "j", "j", "k", "k", "k", "G", "home"):
            await pilot.press(key)  # type: ignore[attr-defined]
            assert rows.chosen is not None
            seen.append(rows.chosen.id)
        assert seen == ["b", "c", "c", "b", "a", "a", "c", "a"]

    perform(rows, script)


def test_a_filter_keeps_headings_that_have_rows() -> None:
    """All the words, anywhere in the row; a heading without rows goes."""
    rows = RowList(COLUMNS, empty="Nothing like that.")

    async def script(stage: object, pilot: object) -> None:
        rows.set_rows(ROWS)
        assert rows.filter("GAM") == 1
        assert [rows.item_at(n).id for n in range(rows.shown)] == ["heading:second", "c"]
        assert rows.filter("nothing") == 0
        await pilot.pause()  # type: ignore[attr-defined]
        assert rows.chosen is None
        assert "Nothing like that." in lines(rows)[1]
        assert rows.filter("") == 3

    perform(rows, script)


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=40), st.integers(8, 140))
def test_every_row_fills_its_width_and_is_inert(text: str, width: int) -> None:
    """Whatever stands in it, and however narrow the list is."""
    from rich.style import Style

    painter = ColumnPainter(RowList(COLUMNS), COLUMNS)

    styles = dict.fromkeys(("text", "dim", "heading", "warning", "ok", "over", "key", "kind"), Style())
    made = painter.pieces(row("a", text, text, text + HOSTILE, text), ColumnPainter.NO_ROW, styles, width)
    shown = "".join(piece for piece, _ in made)
    assert width_of(shown) == width
    assert not unsafe(shown)


def test_what_is_pasted_into_a_line_is_inert() -> None:
    """Escape sequences become marks before they are shown."""
    line = AskLine()

    async def script(stage: object, pilot: object) -> None:
        line.ask(Question("words", lambda words: None))
        line.value = HOSTILE
        await pilot.pause()  # type: ignore[attr-defined]
        assert not unsafe(line.value)

    perform(line, script)

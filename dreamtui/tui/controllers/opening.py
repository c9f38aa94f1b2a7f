"""Opens files in the person's editor or pager: the terminal is lent, and restored at the same place."""

from typing import TYPE_CHECKING, Any

from dreamtui.model.errors import DreamtuiError
from dreamtui.text.inert import inert
from dreamtui.tui.controllers.working import in_worker, still_here

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from dreamtui.desk.queue.source import EvidenceSource
    from dreamtui.model.evidence import Evidence
    from dreamtui.tui.app import Console
    from dreamtui.tui.screens.base import BaseScreen
    from dreamtui.tui.widgets.words_box import WordsBox


def open_evidence(screen: "BaseScreen[Any]", piece: "Evidence") -> None:
    """Open the commit or the file of a piece of evidence, at its line."""
    here = screen.console.here
    in_worker(
        screen, lambda: here.source(piece), lambda source: _open(screen, source),
        group="open", description="reading evidence", what="open",
    )  # fmt: skip


def _open(screen: "BaseScreen[Any]", source: "EvidenceSource") -> None:
    """The file itself; for a commit, which is in no file, a private one that is removed afterwards."""
    console = screen.console
    if not still_here(screen, "to open the evidence"):
        return
    if source.path is not None:
        lend(console, source.path, source.line, pager=True)
    elif source.text:
        try:
            path = console.here.scratch(f"evidence {source.title}", inert(source.text), ".diff")
        except DreamtuiError as problem:
            console.complain(str(problem))
            return
        lend(console, path, source.line, pager=True)
        console.here.take_back_scratch(path)
    else:
        console.complain(source.title)


def lend(console: "Console", path: "Path", line: int = 0, *, pager: bool = False) -> None:
    """Lend the terminal to the editor, or for reading to the pager; decision keys are dead for a moment afterwards."""
    from dreamtui.tui.terminal import editor

    env = console.here.desk.env
    console.keep_everything()
    problem = editor.run(console, editor.command_for(editor.chosen(env, pager=pager), path, line), env)
    if problem:
        console.complain(problem)
    console.arm_guard()


def edit_outside(console: "Console", name: str, text: str, line: int = 1) -> str:
    """The text after it was edited in an editor; None if it was not changed."""
    from dreamtui.tui.terminal import editor

    edited, problem = editor.edit(console, console.here, name, text, line)
    if problem:
        console.complain(problem)
    console.arm_guard()
    return edited


def write_on(console: "Console", box: "WordsBox", name: str, keep: "Callable[[], None]") -> None:
    """Go on writing in the editor; an empty or unchanged file changes nothing. The words are kept before and after."""
    keep()
    text = edit_outside(console, name, box.text, box.cursor_location[0] + 1)
    if text.strip() and text != box.text.rstrip("\n"):
        box.put(text)
        box.move_cursor(box.document.end)
        keep()
    box.focus()

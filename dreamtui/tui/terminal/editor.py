"""Another program for a moment: the person's editor or pager, at a line, and back to the same place."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App, SuspendNotSupported

from dreamtui.model.errors import DreamtuiError

if TYPE_CHECKING:
    from dreamtui.tui.session.session import Session

_PLUS = frozenset({"vi", "vim", "nvim", "view", "gvim", "mvim", "nano", "pico", "emacs", "emacsclient", "mg", "joe"})
_PLUS |= {"jmacs", "ne", "kak", "less", "more", "most", "micro"}
_COLON = frozenset({"subl", "sublime_text", "hx", "helix", "zed"})
_GOTO = frozenset({"code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"})
_PAGERS = frozenset({"less", "more", "most", "pg", "cat", "bat"})
_FALLBACKS = ("vi", "nano", "less", "more")


def chosen(env: Mapping[str, str], *, pager: bool) -> list[str]:
    """The program to use as its words: $VISUAL, $EDITOR, for reading also $PAGER, else what there is."""
    names = ("VISUAL", "EDITOR", "PAGER") if pager else ("VISUAL", "EDITOR")
    for name in names:
        words = _words(env.get(name, ""))
        if words:
            return words
    path = env.get("PATH", os.defpath)
    return next(([name] for name in _FALLBACKS if shutil.which(name, path=path)), ["vi"])


def _words(command: str) -> list[str]:
    """A command as a shell would split it; one with unbalanced quotes is taken as it is."""
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def command_for(words: Sequence[str], path: Path, line: int = 0) -> list[str]:
    """The words of a command with the file, at its line where the program can be told."""
    name = Path(words[0]).name.removesuffix(".exe")
    file = str(path)
    if not line:
        return [*words, file]
    if name in _GOTO:
        return [*words, "--goto", f"{file}:{line}"]
    if name in _COLON:
        return [*words, f"{file}:{line}"]
    if name in _PLUS:
        return [*words, f"+{line}", file]
    return [*words, file]


def run(app: App[int], command: Sequence[str], env: Mapping[str, str]) -> str:
    """Suspend the console, run the program, resume; returns why it could not be run, or empty."""
    around = dict(env)
    if Path(command[0]).name in _PAGERS:
        around["LESS"] = ""
    try:
        with app.suspend():  # an error inside is raised later: else the terminal would never be restored
            problem_words = _ended(command, around)
    except SuspendNotSupported:
        return "This terminal cannot be handed to another program."
    finally:
        app.refresh(layout=True)
    return problem_words


def _ended(command: Sequence[str], env: Mapping[str, str]) -> str:
    """Run the program to its end; returns what went wrong, or empty."""
    try:
        done = subprocess.run(list(command), env=env, check=False)
    except FileNotFoundError:
        return f"There is no program {command[0]}; set $VISUAL or $EDITOR."
    except OSError as problem:
        return f"{command[0]} could not be started: {problem.strerror}."
    return f"{Path(command[0]).name} ended with status {done.returncode}." if done.returncode else ""


def edit(app: App[int], session: "Session", name: str, text: str, line: int) -> tuple[str, str]:
    """Have a text edited in a private file: what it says afterwards, empty for nothing, and what went wrong."""
    try:
        path = session.scratch(name, text)
    except DreamtuiError as problem:
        return "", str(problem)
    env = session.desk.env
    problem_words = run(app, command_for(chosen(env, pager=False), path, line), env)
    return (session.take_back_scratch(path) or "").rstrip("\n"), problem_words

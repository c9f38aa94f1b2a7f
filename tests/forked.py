"""Runs the command line without importing all anew: in this process, or in forked ones, several at the same moment.

What holds for every command is checked of each: an exit code of the contract, no traceback, and nothing on stdout or
stderr that a terminal would obey.
"""

import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import re
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

import dreamtui
from dreamtui.cli import app
from dreamtui.cli.arguments import command_of
from dreamtui.cli.run import main
from dreamtui.sources.git import command as process

HANGS = 900
"""Seconds after which a command is one that will never end, on the busiest machine too."""

CODES = {0, 1, 2, 3, 4, 130}
"""Exit codes of the contract."""

_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)


def _import_everything() -> None:
    """Import what any command may need, once, so that a forked command does not."""
    for module in pkgutil.walk_packages(dreamtui.__path__, "dreamtui."):
        if not module.name.startswith(("dreamtui.tui", "dreamtui.__main__")):
            importlib.import_module(module.name)
    for name in ("git", "msgspec", "rapidfuzz", "yaml", "textwrap", "difflib", "shutil"):
        importlib.import_module(name)
    with contextlib.redirect_stderr(io.StringIO()):
        main(["-C", os.devnull, "list"])  # refused; the parser too imports on first use
    gc.collect()
    gc.freeze()  # a forked command then copies no page only because its garbage is looked for


_import_everything()


class _Kept:
    """The command line for some words, its tree of commands made once: to make it is a third of a short command."""

    def __init__(self, made: typer.Typer) -> None:
        self.tree = typer.main.get_command(made)

    def __call__(self, **given: Any) -> Any:
        return self.tree(**given)


_build = app.build
_kept: dict[tuple[object, ...], _Kept] = {}


def _build_once(words: Sequence[str] = ()) -> _Kept:
    named = command_of(words)
    key = (named if named in app.MODULES else "", *app.MODULES.items())
    if key not in _kept:
        _kept[key] = _Kept(_build(words))
    return _kept[key]


def _main(words: Sequence[str | bytes]) -> int:
    """The command line of the program; what is tested of how it is built has a process of its own."""
    whole: Any = app
    whole.build = _build_once
    try:
        return main([os.fsdecode(word) for word in words])
    finally:
        whole.build = _build


def hidden_in(text: str) -> list[str]:
    """The characters of a text that a terminal would obey or that a reader could not see."""
    return sorted({f"U+{ord(found):04X}" for found in _OBEYED.findall(text)})


@dataclass(frozen=True)
class Done:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Its stdout as JSON."""
        return json.loads(self.out)

    @property
    def problem(self) -> str:
        """Its one line of error."""
        lines = [line for line in self.err.splitlines() if line.startswith("dreamtui: ")]
        assert len(lines) == 1, self.err
        return lines[0].removeprefix("dreamtui: ")


@dataclass(frozen=True)
class Command:
    """A command to be run."""

    words: Sequence[str | bytes]
    cwd: Path
    env: Mapping[str, str]
    feed: bytes = b""
    """What is on its standard input."""


def together(*commands: Command) -> list[Done]:
    """Commands in processes of their own, let go at the same moment; what each of them did."""
    gate, opener = os.pipe()
    running = []
    with contextlib.ExitStack() as open_files:
        for command in commands:
            given, out, err = (open_files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
            given.write(command.feed)
            given.flush()
            given.seek(0)
            child = os.fork()
            if child == 0:
                os.close(opener)
                os.read(gate, 1)
                _become(command, (given.fileno(), out.fileno(), err.fileno()))
            running.append((child, command.words, out, err))
        os.close(gate)
        os.close(opener)
        done = []
        for child, words, out, err in running:
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            out.seek(0)
            err.seek(0)
            done.append(checked(words, code, out.read(), err.read()))
    return done


def inside(command: Command) -> Done:
    """A command in this process, with its own folder, environment and streams: a third of the cost of a forked one."""
    sys.stdout.flush()
    sys.stderr.flush()
    with contextlib.ExitStack() as after:
        given, out, err = (after.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        given.write(command.feed)
        given.flush()
        given.seek(0)
        folder, around, streams = os.getcwd(), dict(os.environ), (sys.stdin, sys.stdout, sys.stderr)
        handles = [os.dup(number) for number in range(3)]
        answer = signal.getsignal(signal.SIGALRM)
        try:
            _dress(command, (given.fileno(), out.fileno(), err.fileno()))
            code = _main(command.words)
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, answer)
            sys.stdin, sys.stdout, sys.stderr = streams
            for number, handle in enumerate(handles):
                os.dup2(handle, number)
                os.close(handle)
            os.chdir(folder)
            os.environ.clear()
            os.environ.update(around)
            process._silent.clear()  # what a process of its own would have forgotten
        out.seek(0)
        err.seek(0)
        return checked(command.words, code, out.read(), err.read())


def _dress(command: Command, files: Sequence[int]) -> None:
    """Take the folder, the environment and the streams of a command; one that hangs ends the process."""
    signal.alarm(HANGS)
    for number, handle in enumerate(files):
        os.dup2(handle, number)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    sys.stdout = _writer(1)
    sys.stderr = _writer(2)
    os.chdir(command.cwd)
    os.environ.clear()
    os.environ.update(command.env)


def _become(command: Command, files: Sequence[int]) -> None:
    """In a forked child: run the command line, and end."""
    code = 99
    try:
        gc.freeze()  # the garbage of the tests is not looked for again in every command
        _dress(command, files)
        code = _main(command.words)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001  a child of the tests must end here, whatever happens
        os.write(2, traceback.format_exc().encode("utf-8", "replace"))
    finally:
        os._exit(code)


def _writer(handle: int) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BufferedWriter(io.FileIO(handle, "w", closefd=False)), encoding="utf-8")


def checked(words: Sequence[str | bytes], code: int, out: bytes, err: bytes) -> Done:
    """What a command printed, after checking what holds for every command."""
    shown, said = out.decode("utf-8"), err.decode("utf-8")
    assert code in CODES, (words, code, said)
    assert "Traceback" not in said and "internal error" not in said, (words, said)
    assert not hidden_in(shown), (words, hidden_in(shown), shown)
    assert not hidden_in(said), (words, hidden_in(said), said)
    return Done(code, shown, said)

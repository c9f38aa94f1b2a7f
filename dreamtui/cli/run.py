"""The outermost edge of the command line: runs a command and turns what happens into words and an exit code."""

import contextlib
import gc
import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import TextIO

from dreamtui.cli.arguments import HomePlace, hoist
from dreamtui.cli.encoding import begin_in_utf8, prepare_streams
from dreamtui.model.errors import DreamtuiError, ExitCode

_COLLECT_AFTER = 200_000
"""New objects after which unreachable ones are looked for: of ten thousand rows that are read there are hardly any, and
to look as often as is usual takes a fifth of the time."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; every way out is an exit code and at most one line on stderr."""
    if arguments is None:
        begin_in_utf8()
        gc.set_threshold(_COLLECT_AFTER)
    _prepare_streams()
    return _settle_streams(_run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    place = HomePlace()
    try:
        if (not words or words[0].startswith("-")) and "_DREAMTUI_COMPLETE" not in os.environ:
            from dreamtui.cli.console import open_console, wanted

            asked = wanted(words)
            if asked is not None:
                return open_console(*asked)
        from dreamtui.cli.app import build

        words = hoist(words)
        code = build(words)(args=words, prog_name="dreamtui", standalone_mode=False, obj=place)
        if code == ExitCode.INTERRUPTED:  # the parser turns ctrl+c into its exit code and says nothing
            return _fail("interrupted; nothing is half done", ExitCode.INTERRUPTED)
        return int(code) if isinstance(code, int) else int(ExitCode.OK)
    except DreamtuiError as problem:
        from dreamtui.present.refusal import typed

        return _fail(place.opened(typed(problem)), problem.exit_code)
    except KeyboardInterrupt:
        return _fail("interrupted; nothing is half done", ExitCode.INTERRUPTED)
    except BrokenPipeError:
        _swallow(sys.stdout)
        return int(ExitCode.OK)
    except Exception as problem:  # noqa: BLE001  the outermost edge: no traceback ever reaches a user
        return _other(problem)


def _other(problem: Exception) -> int:
    """Usage errors of the parser, its aborts, and unexpected errors."""
    name = type(problem).__name__
    if name == "Abort" and isinstance(problem.__cause__, EOFError):  # the parser takes any for an end of what is typed
        return _internal(problem.__cause__)
    if name == "Abort":
        return _fail("interrupted; nothing is half done", ExitCode.INTERRUPTED)
    message = getattr(problem, "format_message", None)
    if name == "NoArgsIsHelpError":
        print(getattr(problem, "message", ""), file=sys.stderr)
        return int(ExitCode.USAGE)
    if message is not None:
        hint = getattr(getattr(problem, "ctx", None), "command_path", "dreamtui")
        return _fail(f"{message()} (`{hint} --help` says more)", ExitCode.USAGE)
    if isinstance(problem, OSError):
        where = f": {problem.filename}" if problem.filename else ""
        return _fail(f"{problem.strerror or name}{where}", ExitCode.REFUSED)
    return _internal(problem)


def _internal(problem: BaseException) -> int:
    log = _keep_traceback(problem)
    name = type(problem).__name__
    return _fail(f"an internal error ({name}); the traceback is in {log}; nothing is half done", ExitCode.REFUSED)


def _fail(message: str, code: ExitCode) -> int:
    from dreamtui.text.inert import inert_line

    print(f"dreamtui: {inert_line(message)}", file=sys.stderr)
    return int(code)


def _keep_traceback(problem: BaseException) -> str:
    from dreamtui.desk.person import keep_error

    return keep_error("".join(traceback.format_exception(problem)), os.environ)


def _prepare_streams() -> None:
    """In any locale, all output can be encoded and all input decoded; a closed stream swallows."""
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    sys.stdout = sys.stdout or io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    sys.stderr = sys.stderr or io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    prepare_streams()


def _settle_streams(code: int) -> int:
    """Flush the output; a full disk or a closed pipe is reported, and never ends in a traceback."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            _swallow(stream)
        except OSError as problem:
            _swallow(stream)
            if stream is sys.stdout:
                code = code or int(ExitCode.REFUSED)
                with contextlib.suppress(OSError):
                    _fail(f"the output could not be written: {problem.strerror}; changes are kept", ExitCode.REFUSED)
    return code


def _swallow(stream: TextIO) -> None:
    """Send the rest of a stream that cannot be written nowhere, so that its last flush succeeds."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

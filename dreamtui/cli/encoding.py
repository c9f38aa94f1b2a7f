"""Locales that are not UTF-8: files keep their names, what is typed is understood, what is printed can be read."""

import codecs
import os
import sys
from typing import TextIO

_VARIABLE = "_DREAMTUI_STREAMS"
"""Passes the terminal's encoding to the restarted process."""

_KINDER = "dreamtui-signs"
"""Error handler that prints signs an encoding does not have."""


def begin_in_utf8() -> None:
    """Restart in Python's UTF-8 mode if the locale has another encoding.

    Python would otherwise use that encoding for file names, and could neither open nor print those of a repository.
    """
    if sys.getfilesystemencoding() == "utf-8" or _VARIABLE in os.environ or not sys.executable:
        return
    os.environ[_VARIABLE] = (sys.stdout.encoding if sys.stdout else None) or "ascii"
    os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def prepare_streams() -> None:
    """In any locale, all output can be encoded and all input decoded."""
    spoken = os.environ.pop(_VARIABLE, "")
    if not _is_encoding(spoken):
        spoken = ""
    if spoken:
        sys.argv[1:] = [_understood(word, spoken) for word in sys.argv[1:]]
    if spoken and "PYTHONIOENCODING" in os.environ:
        spoken = ""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, ""), (sys.stderr, "")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            encoding = spoken or stream.encoding
            reconfigure(encoding=encoding, errors=errors or _errors(encoding))


def _understood(word: str, spoken: str) -> str:
    """A word of the command line as it was typed; the name of a file stays the bytes it is."""
    if word.isascii() or os.path.lexists(word):
        return word
    data = os.fsencode(word)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(spoken, "surrogateescape")


def _errors(encoding: str) -> str:
    if is_utf8(encoding):
        return "backslashreplace"
    codecs.register_error(_KINDER, _in_signs)
    return _KINDER


def _in_signs(problem: UnicodeError) -> tuple[str, int]:
    """What is printed for characters that an encoding does not have: ASCII for our signs, an escape for the rest."""
    from dreamtui.present.ascii_signs import plain_signs

    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    missing = plain_signs(problem.object[problem.start : problem.end])
    return missing.encode("ascii", "backslashreplace").decode("ascii"), problem.end


def _is_encoding(name: str) -> bool:
    """Whether this is a usable encoding: the environment is untrusted."""
    try:
        "a".encode(name).decode(name)
    except (LookupError, ValueError):
        return False
    return True


def is_utf8(encoding: str | None) -> bool:
    """Whether an encoding has every character."""
    try:
        return codecs.lookup(encoding or "utf-8").name in {"utf-8", "utf-8-sig", "utf-16", "utf-32"}
    except LookupError:
        return False


def typed(data: bytes) -> str:
    """What came in through standard input: UTF-8, else what the terminal speaks."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode(sys.stdin.encoding or "utf-8", "replace")


def foreign(stream: TextIO) -> str:
    """The encoding of a stream that does not have every character; empty for one that has."""
    return "" if is_utf8(stream.encoding) else stream.encoding

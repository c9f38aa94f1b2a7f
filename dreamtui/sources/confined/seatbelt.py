"""macOS's own sandbox: writing is denied but where it is allowed."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from dreamtui.sources.confined.way import Rights, Way

_PROGRAM = "/usr/bin/sandbox-exec"
_SWALLOWS = ("/dev/null", "/dev/zero", "/dev/dtracehelper")


def _absent(_: Mapping[str, str]) -> str:
    if sys.platform != "darwin":
        return "sandbox-exec is macOS's"
    return "" if Path(_PROGRAM).is_file() else f"{_PROGRAM} is not there"


def _wrap(words: Sequence[str], rights: Rights, _: Mapping[str, str]) -> list[str]:
    return [_PROGRAM, "-p", profile(rights), *words]


def profile(rights: Rights) -> str:
    """The rules in the sandbox's own language; the paths are those behind links, which it compares with."""
    below = [f"(subpath {_quoted(path)})" for path in (rights.own, *rights.more)]
    devices = [f"(literal {_quoted(Path(name))})" for name in _SWALLOWS]
    return f"(version 1)(allow default)(deny file-write*)(allow file-write* {' '.join((*below, *devices))})"


def _quoted(path: Path) -> str:
    return json.dumps(str(path.resolve()), ensure_ascii=False)


SEATBELT = Way("sandbox-exec", _absent, _wrap)

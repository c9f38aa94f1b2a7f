"""bubblewrap: everything mounted read-only but what the program may write, its processes in a space of their own."""

import shutil
from collections.abc import Mapping, Sequence

from dreamtui.sources.confined.launching import launched
from dreamtui.sources.confined.system_calls import without_services
from dreamtui.sources.confined.way import Rights, Way

_EVERYTHING_READ_ONLY = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
_BY_ITSELF = ("--unshare-user-try", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--cap-drop", "ALL")
"""It sees no other process, and whatever it started ends with it, also what left its group."""


def _absent(env: Mapping[str, str]) -> str:
    return "" if _program(env) else "bwrap is not installed"


def _program(env: Mapping[str, str]) -> str:
    return shutil.which("bwrap", path=env.get("PATH")) or ""


def _wrap(words: Sequence[str], rights: Rights, env: Mapping[str, str]) -> list[str]:
    writable = ["--bind", str(rights.own), str(rights.own)]
    for path in rights.more:
        writable += ["--bind-try", str(path), str(path)]
    filtered = without_services(metadata=False)
    inside = launched(words, filtered) if filtered else list(words)
    return [_program(env), *_EVERYTHING_READ_ONLY, *writable, *_BY_ITSELF, "--", *inside]


BUBBLEWRAP = Way("bubblewrap", _absent, _wrap)

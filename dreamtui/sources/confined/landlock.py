"""Landlock: a process of Linux gives up writing for itself and whatever it starts, but where it is allowed."""

import sys
from collections.abc import Mapping, Sequence

from dreamtui.sources.confined.launching import launched
from dreamtui.sources.confined.system_calls import without_services
from dreamtui.sources.confined.way import Rights, Way

_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_IN_A_FOLDER = sum(1 << bit for bit in (4, 5, 7, 8, 9, 10, 12, 13))
"""To remove and make: folders, files, sockets, pipes, links; to move from folder to folder."""
_DEVICES = (1 << 6) | (1 << 11)
"""To make devices is allowed nowhere."""
_IN_FILES = _WRITE_FILE | _TRUNCATE
_SWALLOWS = ("/dev/null", "/dev/zero", "/dev/full")
_VERSION_ASKED = 1
_NEEDED, _WITH_SCOPES = 3, 6
"""Before version 3 a file could still be cut to nothing; from version 6 on signals are kept in as well."""
_SIGNALS_AND_ABSTRACT_SOCKETS = 0b11


def _version() -> int:
    """The version that the kernel speaks; 0 where it has none."""
    if sys.platform != "linux":
        return 0
    import ctypes

    return max(0, int(ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), _VERSION_ASKED)))


def _absent(_: Mapping[str, str]) -> str:
    version = _version()
    if version == 0:
        return "this kernel has no Landlock, or it is switched off"
    if version < _NEEDED:
        return f"this kernel's Landlock is version {version}, which lets files be cut"
    return "" if without_services(metadata=True) else "no filter of system calls is known for this processor"


def _wrap(words: Sequence[str], rights: Rights, _: Mapping[str, str]) -> list[str]:
    scoped = _version() >= _WITH_SCOPES
    files = [(str(path), _IN_FILES) for path in rights.more if path.is_file()]
    folders = [(str(path), _IN_FILES | _IN_A_FOLDER) for path in (rights.own, *rights.more) if path.is_dir()]
    return launched(
        words,
        without_services(metadata=True),
        handled=_IN_FILES | _IN_A_FOLDER | _DEVICES,
        scoped=_SIGNALS_AND_ABSTRACT_SOCKETS if scoped else 0,
        size=24 if scoped else 8,
        allowed=[*folders, *files, *((name, _IN_FILES) for name in _SWALLOWS)],
    )


LANDLOCK = Way("Landlock", _absent, _wrap)

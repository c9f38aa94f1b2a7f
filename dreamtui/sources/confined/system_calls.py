"""Filters of system calls, for two ways out that rights on files leave open: sockets of services, and modes of files.

Whoever listens on a socket in the file system (a container engine, the session bus, a terminal multiplexer) may write
for others. Landlock says nothing of a file's mode, owner, times and attributes.
"""

import errno
import platform
import struct
from collections.abc import Sequence
from dataclasses import dataclass

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _PROCESSOR, _FIRST_ARGUMENT = 0, 4, 16
"""Where these lie in what the kernel shows to a filter."""
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
_LOCAL = 1
"""AF_UNIX."""
_OTHER_TABLE = 0x40000000
"""Numbers from here on are those of a second table of x86-64, which would lead past the filter."""


@dataclass(frozen=True, slots=True)
class _Processor:
    mark: int
    """As the kernel names it to a filter."""
    socket: int
    queue: int
    """io_uring_setup: what is queued there passes no filter."""
    metadata: tuple[int, ...]
    """Modes, owners, times, attributes."""


_SHARED = (452, 463, 466, 469)
"""fchmodat2, setxattrat, removexattrat, file_setattr have one number everywhere."""
_X86_64 = _Processor(
    0xC000003E,
    41,
    425,
    (90, 91, 92, 93, 94, 132, 188, 189, 190, 197, 198, 199, 235, 260, 261, 268, 280, *_SHARED),
)
_AARCH64 = _Processor(0xC00000B7, 198, 425, (5, 6, 7, 14, 15, 16, 52, 53, 54, 55, 88, *_SHARED))
_PROCESSORS = {"x86_64": _X86_64, "amd64": _X86_64, "aarch64": _AARCH64, "arm64": _AARCH64}


def without_services(*, metadata: bool) -> bytes:
    """A filter that refuses local sockets, and with `metadata` changes of what files are; empty where none is known."""
    known = _PROCESSORS.get(platform.machine().lower())
    if known is None:
        return b""
    refused = (known.queue, *(known.metadata if metadata else ()))
    return _assembled(known, refused)


def _assembled(known: _Processor, refused: Sequence[int]) -> bytes:
    """A jump counts the instructions that are left out; the last instruction refuses, the one before it allows."""
    last = len(refused) + 8
    steps = [
        (_LOAD, 0, 0, _PROCESSOR),
        (_EQUAL, 0, last - 2, known.mark),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, last - 4, 0, _OTHER_TABLE),
        *((_EQUAL, last - 5 - at, 0, number) for at, number in enumerate(refused)),
        (_EQUAL, 0, 2, known.socket),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_EQUAL, 1, 0, _LOCAL),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _REFUSE),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)

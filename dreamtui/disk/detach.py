"""A process of its own that goes on when this one is gone, whatever becomes of the terminal or session it began in."""

import os
from collections.abc import Callable

_HIGHEST = 256
_NICER = 10
"""Steps by which it gives way to what a person waits for."""


def detached(work: Callable[[], None], keep: int = -1) -> bool:
    """Begin it and come back at once; false where no process can be made.

    Of open files it has only `keep`: whoever waits for the end of our output does not wait for it.
    """
    try:
        child = os.fork()
    except OSError:
        return False
    if child:
        os.waitpid(child, 0)  # ends at once; the work has no parent to become a zombie of
        return True
    try:
        os.setsid()
        if os.fork() == 0:
            _let_go(keep)
            work()
    finally:
        os._exit(0)


def _let_go(keep: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    for number in range(3, _HIGHEST):
        if number != keep:
            os.closerange(number, number + 1)
    os.nice(_NICER)

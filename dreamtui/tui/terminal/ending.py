"""The end of the process as others decide it: a terminal that goes away, a signal somebody sends."""

import asyncio
import signal
from collections.abc import Callable


def when_ended(call: Callable[[int], None]) -> None:
    """Have this called with the signal's number, in the event loop that runs now, where there are such signals."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        try:
            loop.add_signal_handler(number, call, number)
        except (NotImplementedError, ValueError, RuntimeError):  # not the main thread, or no such signals here
            return

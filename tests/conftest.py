"""Shared by all tests; its place puts this folder on the import path, so that tests can import `faults`."""

import os
import signal

from dreamtui.sources.agents import ANCESTRY, VARIABLES

for variable in VARIABLES & os.environ.keys():
    del os.environ[variable]  # tests mean a person, whoever runs them
os.environ[ANCESTRY] = ""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # a shell has what it starts in the background ignore interrupts, and what the tests start would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _no_sync(handle: int) -> None:
    """Waits for no disk: what is synced, and when, is tested with `power_loss`; commands that tests start do sync."""
    os.fstat(handle)  # a handle that is not open is refused, as it was


os.fsync = _no_sync

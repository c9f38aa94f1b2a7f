"""Shared by all tests; its place puts this folder on the import path, so that tests can import `faults`."""

import faulthandler
import gc
import os
import signal
from collections.abc import Iterator

import pytest

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


LONG_VALUE = 200
"""Characters of a parameter that its test is not named after."""


@pytest.hookimpl(tryfirst=True)
def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A short name for a huge value: names are kept several times by every worker, and each fork copies their pages."""
    if isinstance(val, str | bytes) and len(val) > LONG_VALUE:
        return f"{argname} of {len(val)}"
    return None


COLLECT_AFTER = 20_000
"""Objects made between two looks for garbage: tests make many and keep few, and memory is not short."""


def pytest_collection_finish() -> None:
    """What was imported and collected stays: it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 10, 10)


HANGS_AFTER = 240
"""Seconds after which a test is taken for one that never ends; the slowest takes a tenth of them."""

STDERR = pytest.StashKey[int]()
"""The real one, which pytest captures while it imports and runs tests."""


def pytest_configure(config: pytest.Config) -> None:
    config.stash[STDERR] = os.dup(2)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test that never ends says where it stands and ends its worker, which fails that test alone."""
    faulthandler.dump_traceback_later(HANGS_AFTER, exit=True, file=item.config.stash[STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()

"""Hooks start processes that outlive them; a test adopts them and waits for their end."""

import ctypes
import os
import sys
from pathlib import Path

from workbench import Bench

_SET_CHILD_SUBREAPER = 36
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def ended(bench: Bench) -> None:
    """Wait until no process goes on that a hook of this test started: an orphan in a session of its own."""
    if sys.platform != "linux":
        bench.desk()
        return
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = Path("/proc", name, "stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        parent, session = int(fields[1]), int(fields[3])
        if parent == os.getpid() and session != os.getsid(0):
            os.waitpid(int(name), 0)

"""What `hook run` costs a session, beside an idle interpreter: where a dream begins, and where it is too early.

The dream itself runs on in a process of its own, which each turn waits for before the next one is measured.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from list_cli import workspace

RUNS = 15
_SET_CHILD_SUBREAPER = 36


def adopt() -> None:
    """Have the processes that a hook leaves behind become ours, so that their end can be waited for (Linux alone)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def all_ended() -> None:
    """Wait for them."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        return


def spent() -> float:
    """Processor time of the processes that were waited for, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the figures side by side."""
    with tempfile.TemporaryDirectory() as name:
        compiled = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env = {**compiled, "HOME": name, "DREAMTUI_ACTOR": "ada", "XDG_DATA_HOME": f"{name}/data"}
        root = Path(name, "work")
        workspace(root, 1_000, 50, env)
        hook = [sys.executable, "-P", "-m", "dreamtui", "hook", "run"]
        always = env | {"DREAMTUI_HOOK_DREAM_MIN_INTERVAL_HOURS": "0"}
        turns = {
            "an interpreter that does nothing": ([sys.executable, "-P", "-c", "pass"], env),
            "stop, a dream begins": ([*hook, "stop"], always),
            "stop, too early for one": ([*hook, "stop"], env),
            "guard, a command that reads": ([*hook, "guard"], env),
            "session-start, 1,000 items wait": ([*hook, "session-start"], env),
        }
        event = json.dumps({"cwd": str(root)}).encode()
        times: dict[str, list[float]] = {what: [] for what in turns}
        used: dict[str, list[float]] = {what: [] for what in turns}
        adopt()
        for turn in range(RUNS + 2):
            for what, (command, around) in turns.items():
                before, started = spent(), time.perf_counter()
                subprocess.run(command, env=around, input=event, stdout=subprocess.DEVNULL, check=True)
                taken, busy = time.perf_counter() - started, spent() - before
                all_ended()
                if turn >= 2:
                    times[what].append(taken)
                    used[what].append(busy)
        for what, found in times.items():
            middle, busy = sorted(found)[RUNS // 2], sorted(used[what])[RUNS // 2]
            print(f"{what:<36} {1e3 * middle:7.1f} ms, slowest {1e3 * max(found):6.1f}, processor {1e3 * busy:6.1f}")
        print("reach: 150 ms")


if __name__ == "__main__":
    main()

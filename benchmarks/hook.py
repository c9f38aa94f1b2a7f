"""What `hook run` costs a session, beside an idle interpreter: where a dream begins, and where it is too early.

The dream itself runs on in a process of its own, which each turn waits for before the next one is measured.
"""

import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from list_cli import workspace

RUNS = 15


def main() -> None:
    """Print the figures side by side."""
    with tempfile.TemporaryDirectory() as name:
        compiled = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env = {**compiled, "HOME": name, "DREAMTUI_ACTOR": "ada", "XDG_DATA_HOME": f"{name}/data"}
        root = Path(name, "work")
        workspace(root, 1_000, 50, env)
        lock = root / ".agent/dream/.state/unattended.lock"
        hook = [sys.executable, "-P", "-m", "dreamtui", "hook", "run"]
        always = env | {"DREAMTUI_HOOK_DREAM_MIN_INTERVAL_HOURS": "0"}
        turns = {
            "an interpreter that does nothing": ([sys.executable, "-P", "-c", "pass"], env),
            "stop, a dream begins": ([*hook, "stop"], always),
            "stop, too early for one": ([*hook, "stop"], env),
            "session-start, 1,000 items wait": ([*hook, "session-start"], env),
        }
        event = json.dumps({"cwd": str(root)}).encode()
        times: dict[str, list[float]] = {what: [] for what in turns}
        for turn in range(RUNS + 2):
            for what, (command, around) in turns.items():
                started = time.perf_counter()
                subprocess.run(command, env=around, input=event, stdout=subprocess.DEVNULL, check=True)
                taken = time.perf_counter() - started
                if lock.exists():
                    with lock.open("rb") as held:
                        fcntl.flock(held, fcntl.LOCK_EX)
                if turn >= 2:
                    times[what].append(taken)
        for what, found in times.items():
            print(f"{what:<36} {1e3 * sorted(found)[RUNS // 2]:7.1f} ms  (slowest {1e3 * max(found):.0f})")
        print("reach: 150 ms")


if __name__ == "__main__":
    main()

"""What it costs to read commits with their changes and to ask every signal of the history, beside `git log -p -U0`.

    python benchmarks/history_cost.py [--commits 10000] REPOSITORY...

Each repository is read in a process of its own: from cold, then again with what the first run left. Git prints the
patches of the same commits, with its own settings, in turn with it. Memory is the most of our own process.

Reaches: with 10,000 commits at most twice the time of git, the second run a tenth, less than 150 MB.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path[:1] = [str(Path(__file__).resolve().parent.parent)]

from dreamtui.desk.mine import history  # noqa: E402

RUNS = 3


def newest(root: Path) -> int:
    said = subprocess.run(["git", "-C", str(root), "log", "-1", "--format=%ct"], capture_output=True, check=True)
    return int(said.stdout)


def measured(root: Path, commits: int) -> dict[str, float]:
    """One cold run and one with what it left, in this process."""
    history.LEAST, history.MOST_DAYS = commits, 100_000
    now = newest(root)
    start = time.perf_counter()
    first = history.look(root, now)
    cold = time.perf_counter() - start
    start = time.perf_counter()
    again = history.look(root, now, previous=first.snapshot, previous_head=first.head)
    warm = time.perf_counter() - start
    assert again.findings == first.findings
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"cold": cold, "again": warm, "MB": most, "commits": first.commits, "fresh": again.fresh}


def git(root: Path, commits: int) -> float | None:
    """Seconds; None in a clone that lacks contents, where git stops at the first of them."""
    start = time.perf_counter()
    done = subprocess.run(
        ["git", "-C", str(root), "log", "-p", "-U0", "--no-merges", f"-{commits}"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    return None if done.returncode else time.perf_counter() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=10_000)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        print(json.dumps(measured(asked.repositories[0], asked.commits)))
        return 0
    print(f"{'repository':18} {'commits':>8} {'git s':>7} {'ours s':>7} {'ratio':>6} {'again s':>8} {'MB':>5}")
    for root in asked.repositories:
        ours, theirs = [], []
        for _ in range(RUNS):
            words = [sys.executable, __file__, "--one", "--commits", str(asked.commits), str(root)]
            ours.append(json.loads(subprocess.run(words, capture_output=True, check=True).stdout))
            theirs.append(git(root, int(ours[-1]["commits"])))
        cold, again, most = (statistics.median(one[name] for one in ours) for name in ("cold", "again", "MB"))
        known = [one for one in theirs if one is not None]
        peer = statistics.median(known) if known else None
        beside = f"{peer:7.1f} {cold:7.1f} {cold / peer:5.1f}x" if peer else f"{'stopped':>7} {cold:7.1f} {'-':>6}"
        print(f"{root.name:18} {ours[0]['commits']:8,.0f} {beside} {again:8.2f} {most:5.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

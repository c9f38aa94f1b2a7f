"""Measurements in processes of their own, so that none finds what another left: the best of some, the worst memory."""

import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path


def cpu() -> float:
    """Processor seconds of this process and its children so far."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def peaks() -> list[int]:
    """The most this process, and any of its children, ever had in memory, in KiB."""
    return [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]


def pss(pid: int) -> int:
    """Proportional set size of a process and its children in KiB."""
    total = 0
    pids = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        pids += [int(child) for child in task.read_text().split()]
    for one in pids:
        try:
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total


def once(script: str, mode: str, folder: Path, *, memory: bool = False) -> dict:
    """What `script --once mode folder` prints, run by itself; with the most memory it ever took when asked."""
    command = [sys.executable, script, "--once", mode, str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONHASHSEED": "0"})
    peak = 0
    while memory and process.poll() is None:
        try:
            peak = max(peak, pss(process.pid))
        except OSError:
            break
        time.sleep(0.01)
    out, _ = process.communicate()
    if process.returncode:
        raise SystemExit(f"{mode} failed")
    return json.loads(out) | {"pss": peak}


def better(one: dict | None, other: dict) -> dict:
    """The faster of two runs, with the least processor time and the most memory of both."""
    if one is None:
        return other
    best = dict(min(one, other, key=lambda facts: facts["seconds"]))
    for name, choose in (("cpu", min), ("pss", max)):
        best[name] = choose(one[name], other[name])
    if "rss" in best:
        best["rss"] = [max(pair) for pair in zip(one["rss"], other["rss"], strict=True)]
    return best

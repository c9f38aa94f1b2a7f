"""Runs the benchmarks, or some of them, and keeps what they print: figures.json, from which docs/benchmarks.md is made.

    python scripts/bench.py               # every part, one after the other: an hour
    python scripts/bench.py large search  # these parts; what is kept of the others stays
    python scripts/bench.py --list        # the parts, how long they take, when they were run last

A part is a script in benchmarks/, with the arguments that stand here. Each is kept with its day, its machine and the
load when it began, so parts may come from different days. A part that fails is kept as failed, and the others go on.
"""

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from generated import ROOT

FIGURES = ROOT / "benchmarks" / "figures.json"


class Part(NamedTuple):
    """One script and how it is run."""

    arguments: tuple[str, ...] = ()
    semantic: bool = False
    """Whether it needs the environment of the extra `semantic`."""


PARTS = {
    "events": Part(("--quick",)),
    "transcripts": Part(("--quick",)),
    "git_history": Part(),
    "changes": Part(),
    "list_cli": Part(),
    "hook": Part(),
    "promotion": Part(),
    "regex_growth": Part(),
    "merge_safety": Part(),
    "reorganize": Part(),
    "search": Part(),
    "meaning": Part(("--clusters",), semantic=True),
    "large": Part(),
    "console": Part(),
    "console_start": Part(),
    "console_loop": Part(),
    "keys": Part(),
}


def kept() -> dict[str, Any]:
    """What was measured until now, by part."""
    return dict(json.loads(FIGURES.read_text("utf-8"))) if FIGURES.exists() else {}


def command(name: str) -> list[str]:
    """How a person repeats a part, from the root of the project."""
    venv = ".venv-semantic" if PARTS[name].semantic else ".venv"
    return [f"{venv}/bin/python", f"benchmarks/{name}.py", *PARTS[name].arguments]


def machine() -> str:
    """The processor, how many, the memory, the system and Python; nothing that names anybody."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    about = next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine()
    )
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()}, Python {platform.python_version()}"
    return f"{os.cpu_count()} processors ({about}), {memory:.0f} GiB, {system}"


def run(name: str) -> dict[str, Any]:
    """One part: its words pass through while it runs."""
    words = command(name)
    program = ROOT / words[0]
    began, load = time.monotonic(), os.getloadavg()[0]
    lines: list[str] = []
    if not program.exists():
        return {"status": f"not run: there is no {words[0]}"}
    argv = [str(program), *words[1:]]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(f"  {line}", end="", flush=True)
            lines.append(line.rstrip())
    return {
        "status": "done" if process.returncode == 0 else f"ended with {process.returncode}",
        "day": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "load": round(load, 1),
        "seconds": round(time.monotonic() - began),
        "command": shlex.join(words),
        "output": lines,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--list", action="store_true", help="the parts and when they were run last")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.parts if name not in PARTS]:
        parser.error(f"there is no {', '.join(unknown)}; use one of {', '.join(PARTS)}")
    if chosen.list:
        for name in PARTS:
            before = kept().get(name, {})
            print(
                f"{name:14} {before.get('day', 'never'):12} {before.get('seconds', 0):5} s  {shlex.join(command(name))}"
            )
        return 0
    failed = []
    for name in chosen.parts or PARTS:
        print(f"{name}: {shlex.join(command(name))}", flush=True)
        found = run(name)
        if found["status"].startswith("not run") and kept().get(name, {}).get("status") == "done":
            print(f"  {found['status']}; what was measured before stays")
            continue
        failed += [name] if found["status"] != "done" else []
        together = {**kept(), name: found}
        FIGURES.write_text(json.dumps({one: together[one] for one in PARTS if one in together}, indent=1) + "\n")
    if failed:
        print(f"not done: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

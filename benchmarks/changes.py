"""Commits read with their changes and asked every signal, beside `git log -p -U0` over the same range.

    python benchmarks/changes.py [--commits 10000] [REPOSITORY...]

Of a repository the newest 10,000 commits are read, however old they are. Without one it is made, of commits in which
names are given up, rules are registered and changes are taken back. Every figure is of a process of its own; a second
run follows one more commit. Seconds are of the processor, git's among them: on the clock they share two processors, and
whatever else runs there.

Reaches: at most twice the time of `git log -p -U0`, a second run at most a quarter of the first, under 150 MB.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# This folder leaves the path: in it, `git.py` would be found in place of GitPython's `git`.
sys.path[:1] = [str(Path(__file__).resolve().parent.parent / part) for part in (".", "tests")]

from gitrepo import START, Commit, build, environment, git  # noqa: E402

SEED = 20261119
STEP = 3000
"""Seconds between commits: all of them lie in the year that is looked at."""
MEASURED = """
import json, sys, time
from pathlib import Path
from dreamtui.desk.mine import history
from dreamtui.sources.git.diffs import DiffSnapshot
from dreamtui.sources.git.head import HeadSnapshot
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot
root, now, kept = Path(sys.argv[1]), int(sys.argv[2]), [Path(path) for path in sys.argv[3:5]]
history.LEAST, history.MOST_DAYS = int(sys.argv[5]), 40_000
start = time.perf_counter()
before = [decode_snapshot(path.read_bytes(), shape) if path.exists() else None
          for path, shape in zip(kept, (DiffSnapshot, HeadSnapshot))]
read = history.look(root, now, previous=before[0], previous_head=before[1])
for path, value in zip(kept, (read.snapshot, read.head)):
    path.write_bytes(encode_snapshot(value))
taken = time.perf_counter() - start
held = int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
print(json.dumps({"taken": taken, "commits": read.commits, "fresh": read.fresh, "looked": read.looked,
                  "found": [one.signal for one in read.findings], "held": held / 1024,
                  "kept": sum(path.stat().st_size for path in kept) / 1e6}))
"""


def commits(count: int) -> Iterator[Commit]:
    """A fixed mix over 2,000 files: as many hunks and lines a commit as in django, some of which replace one name."""
    dice = random.Random(SEED)
    texts = {
        f"src/area{n % 60:02}/file{n:04}.py": [f"value{line} = call{line % 7}({line})" for line in range(200)]
        for n in range(2000)
    }
    paths = sorted(texts)
    yield Commit("Start", {path: "\n".join(lines) + "\n" for path, lines in texts.items()}, committed=START)
    listed = ""
    for n in range(1, count):
        changed: dict[str, str | bytes | None] = {}
        subject, body = f"Work on step {n}", "Why it was done, in a sentence or two, so that it can be read later."
        for path in dice.sample(paths, dice.choice((1, 2, 3, 4))):
            for _ in range(dice.randint(2, 12)):
                rewrite(texts[path], n, dice)
            changed[path] = "\n".join(texts[path]) + "\n"
        match n % 50:
            case 3:
                path = dice.choice(paths)
                texts[path][0] = "first: object = 1" if "Any" in texts[path][0] else "first: Any = 1"
                subject, body = f"Type part {n}", "Any hides mistakes that a checker would find."
                changed = {path: "\n".join(texts[path]) + "\n"}
            case 7:
                listed += f"rule{n}\n"
                changed |= {f"src/rules/rule{n}.py": f"{n}\n", "src/codes.txt": listed}
            case 11:
                subject = f'Revert "Work on step {n - 4}"'
                body = f"It broke the reader {n}, because the cache is made later than it is read."
            case 5 | 15 | 25:
                subject = f"fix: prevent a crash of part {n} when it is empty"
        author = f"Dev {n % 40} <dev{n % 40}@corp.example>"
        yield Commit(f"{subject}\n\n{body}\n", changed, committed=START + n * STEP, author=author)


def rewrite(lines: list[str], number: int, dice: random.Random) -> None:
    """One name of a line in one of six, else some lines by as many or others."""
    at = dice.randrange(1, len(lines) - 12)
    if not dice.randrange(6):
        lines[at] = f"value{at} = call{number % 11}({number})"
        return
    size = dice.randint(1, 6)
    lines[at : at + size] = [
        f"    if part{number}.{line} and not other[{number % 97}]: return make(part{number}, {line}, 'some words')"
        for line in range(dice.choice((size, size, dice.randint(0, 6))))
    ]


def run(root: Path, now: int, count: int, kept: Path) -> dict[str, Any]:
    """One run in a process of its own, with what the last one kept."""
    files = [str(kept / name) for name in ("diffs", "head")]
    before = spent()
    argv = [sys.executable, "-c", MEASURED, str(root), str(now), *files, str(count)]
    done = subprocess.run(argv, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found | {"spent": spent() - before}


def peer(root: Path, count: int) -> float:
    """What git takes to print the same commits with their changes."""
    before = spent()
    args = ["git", "log", "-p", "-U0", "--no-merges", f"--max-count={count}"]
    subprocess.run(args, cwd=root, env=environment(), stdout=subprocess.DEVNULL, check=True)
    return spent() - before


def spent() -> float:
    """Processor time of every process started here that has ended, and of those that it started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(root: Path, count: int, *, adds: bool) -> bool:
    """A table of one repository; whether it reached what it has to."""
    now = int(git(root, "log", "-1", "--format=%ct"))
    with tempfile.TemporaryDirectory(prefix="dreamtui-bench-") as folder:
        theirs = peer(root, count)
        first = run(root, now, count, Path(folder))
        theirs = min(theirs, peer(root, count))
        if adds:
            when = f"{now + 60} +0000"
            git(root, "commit", "-q", "--allow-empty", "-m", "one more", GIT_COMMITTER_DATE=when, GIT_AUTHOR_DATE=when)
        second = run(root, now, count, Path(folder))
    ours, more = first["spent"], second["spent"]
    print(f"{root.name}: {first['commits']:,} commits, found {', '.join(sorted(set(first['found'])))}")
    print(f"  git log -p -U0  {theirs:7.2f} s")
    for name, told, beside in (
        ("first run", first, f"{ours / theirs:.2f}x git, {first['kept']:.1f} MB kept"),
        (
            "second run",
            second,
            f"{more / ours:.2f} of the first, {second['fresh']} commits and {second['looked']} files",
        ),
    ):
        print(
            f"  {name:14}  {told['spent']:7.2f} s {told['held']:5.0f} MB  {told['taken']:6.2f} s on the clock, {beside}"
        )
    return ours <= 2 * theirs and more * 4 <= ours and max(first["held"], second["held"]) < 150


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repositories", nargs="*", type=Path)
    parser.add_argument("--commits", type=int, default=10_000)
    asked = parser.parse_args()
    reached = [measure(root, asked.commits, adds=False) for root in asked.repositories]
    if not reached:
        with tempfile.TemporaryDirectory(prefix="dreamtui-bench-") as folder:
            root = Path(folder) / "made"
            build(root, commits(asked.commits))
            reached.append(measure(root, asked.commits, adds=True))
    print("reached" if all(reached) else "NOT reached")
    return 0 if all(reached) else 1


if __name__ == "__main__":
    raise SystemExit(main())

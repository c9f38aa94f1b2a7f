"""Git history: our reading beside GitPython's `.stats`, a bare `git log`, and a second run; one process, one table.

    python benchmarks/git_history.py [--commits 10000]

Reaches: at least 50 times `.stats`, and a second run on unchanged input at least 20 times the first.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path[:1] = [str(Path(__file__).resolve().parent.parent / part) for part in (".", "tests")]

from gitrepo import Commit, build, environment  # noqa: E402

from dreamtui.sources.git.history import GitSnapshot, read_history  # noqa: E402
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot  # noqa: E402

SAMPLE = 300
SEED = 20261118


def commits(count: int) -> Iterator[Commit]:
    """A fixed mix: 3,000 files, 40 authors, 10 % fixes, 3 % reverts, 1 % renames, half of them with a body."""
    dice = random.Random(SEED)
    alive = [f"src/area{number % 60:02}/file{number:04}.py" for number in range(3000)]
    born: set[str] = set()
    for number in range(count):
        at = dice.sample(range(len(alive)), dice.choice((1, 1, 2, 3)))
        moves = []
        if number % 100 == 99 and alive[at[0]] in born:
            old, new = alive[at[0]], f"moved/{number}.py"
            moves.append((old, new))
            alive[at[0]] = new
            born.add(new)
            at = at[1:]
        files = {alive[one]: f"x = {number}\n" * dice.randint(1, 40) for one in at}
        born.update(files)
        chance = dice.random()
        subject = f"fix: parser error {number}" if chance < 0.1 else f"Work on step {number}"
        body = "\n\nWhy it was done, in a sentence or two.\n" if number % 2 else "\n"
        if chance > 0.97:
            subject = f'Revert "Work on step {max(0, number - 5)}"'
        person = dice.randrange(40)
        yield Commit(subject + body, files, moves, author=f"Dev {person} <dev{person}@corp.example>")


def best(times: int, work: Callable[[], object]) -> float:
    """The shortest of several runs in seconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return min(taken)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commits", type=int, default=10_000)
    count = parser.parse_args().commits
    with tempfile.TemporaryDirectory(prefix="dreamtui-bench-") as folder:
        root = Path(folder)
        build(root, commits(count))
        import git as gitpython

        read_history(root)
        first = best(3, lambda: read_history(root))
        history = read_history(root)
        snapshot = history.snapshot
        assert snapshot is not None and len(history.events) == count
        second = best(5, lambda: read_history(root, previous=snapshot))
        data = encode_snapshot(snapshot)
        stored = best(5, lambda: read_history(root, previous=decode_snapshot(data, GitSnapshot)))
        plain = ["git", "log", "-z", "--name-status", "-M100%", "--format=%H%x00%P%x00%at%x00%ct%x00%aN%x00%aE%x00%B"]
        bare = best(
            3, lambda: subprocess.run(plain, cwd=root, env=environment(), stdout=subprocess.DEVNULL, check=True)
        )
        with gitpython.Repo(root) as repository:
            sample = list(repository.iter_commits("main", max_count=SAMPLE))
            peer = best(1, lambda: [list(commit.stats.files) for commit in sample])
    ours, theirs = count / first, len(sample) / peer
    print(f"{count} commits, {len(data) / 1e6:.1f} MB snapshot")
    print(f"first reading           {first:8.3f} s  {ours:9.0f} commits/s")
    print(
        f"bare git log            {bare:8.3f} s  {count / bare:9.0f} commits/s  ({first / bare:.2f}x its time is ours)"
    )
    print(f"GitPython .stats        {peer:8.3f} s  {theirs:9.0f} commits/s  ({len(sample)} commits)")
    print(f"second run, in memory   {second:8.4f} s  {first / second:9.0f} times faster than the first")
    print(f"second run, from bytes  {stored:8.4f} s  {first / stored:9.0f} times faster than the first")
    reached = ours >= 50 * theirs and first >= 20 * second
    print(f"{ours / theirs:.0f} times .stats (reach 50), second run {first / second:.0f} times (reach 20): "
          + ("reached" if reached else "NOT reached"))  # fmt: skip
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())

"""What a long queue costs the console: its starts, a decision, its garbage; each beside its peer in the same run.

    python benchmarks/console_start.py              # 100,000 candidates, half a minute
    python benchmarks/console_start.py --items 10000

    python benchmarks/console_start.py --home        # only the first paint beside a memory folder over its limits

A start is measured in a real pseudo-terminal, from exec to the bytes: the first row, the right totals, all rows. Its
peer is the console with one item, started in turn with it. A decision's peer is the same decision in a queue of one.
"""

import argparse
import contextlib
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path

from list_cli import make_item

from dreamtui.compose import open_desk
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.model.decision import Words
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.sources.claude.places import slug

PATIENCE = 30.0
"""Seconds after which a start has failed."""

ROW = b"repeat fix"
"""Words of a row of the queue, whatever its width; its title is cut there and stands whole only in the item."""

USUAL = 1000
"""Items of a queue as people have it."""

REST = 3.0
"""Seconds without a word after which nothing more will come."""


@dataclass
class Start:
    """What was seen of a start, in seconds from exec."""

    row: float = 0.0
    """The first row."""
    totals: float = 0.0
    """The right totals."""
    whole: float = 0.0
    """The last it wrote: every row is there."""
    told: int = 0
    """How often it was said how far it is."""
    cpu: float = 0.0
    """Processor time of all its processes."""


def workspace(folder: Path, items: int) -> Path:
    """A workspace with so many candidates."""
    candidates = folder / ".agent/dream/candidates"
    candidates.mkdir(parents=True)
    for number in range(items):
        item = make_item(number)
        (candidates / f"{item.id}.md").write_bytes(candidate.render(item, "2026-11-01T00:00:00Z"))
    return folder


def said(main: int) -> Iterator[tuple[float, bytes]]:
    """What the console writes, and when, until it rests: the last it writes of its own is that all rows are there."""
    began = last = time.perf_counter()
    while time.perf_counter() - last < (REST if last > began else PATIENCE):
        if select.select([main], [], [], 0.02)[0]:
            try:
                data = os.read(main, 65536)
            except OSError:
                return
            last = time.perf_counter()
            yield last - began, data


def start(root: Path, items: int, env: dict[str, str]) -> Start:
    """Open the console in a terminal of 120x40 and look until it has everything."""
    child, main = pty.fork()
    if child == 0:
        os.execve(sys.executable, [sys.executable, "-m", "dreamtui", "-C", str(root)], env)
    ioctl(main, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    seen, found = b"", Start()
    for when, data in said(main):
        seen += data
        found.row = found.row or (when if ROW in seen else 0.0)
        found.told += len(re.findall(rb"reading [\d,]+ of", data))
        if not found.totals and re.search(rb"Pending %d\b(?!\+)" % items, seen):
            found.totals = when
        found.whole = when
    os.write(main, b"q")
    time.sleep(0.3)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _, _, usage = os.wait4(child, 0)
    os.close(main)
    found.cpu = usage.ru_utime + usage.ru_stime
    return found


BARE = """
from textual.app import App
from textual.widgets import Footer, Static

class Bare(App):
    BINDINGS = [("q", "quit", "Quit")]

    def compose(self):
        yield Static("painted", id="title")
        yield Static("a line")
        yield Footer()

Bare().run()
"""
"""A Textual application with nothing in it: what a first paint costs at least."""

MEMORIES = 109


def memory_folder(home: Path, root: Path) -> None:
    """A memory folder of Claude Code with an index over its limits."""
    folder = home / ".claude/projects" / slug(root.resolve()) / "memory"
    folder.mkdir(parents=True)
    lines = []
    for number in range(MEMORIES):
        words = " ".join(f"word{(number * 7 + place) % 90}" for place in range(38))
        front = f"---\nname: Memory {number}\ndescription: {words}\nmetadata:\n  type: project\n---\n"
        (folder / f"memory_{number:03}.md").write_text(f"{front}\n{words}\n")
        lines.append(f"- [Memory {number}](memory_{number:03}.md) — {words}\n")
    (folder / "MEMORY.md").write_text("".join(lines))


def paint(words: Sequence[str], sign: bytes, env: dict[str, str]) -> tuple[float, float]:
    """Seconds, and seconds of processor time, from exec until a program has painted a sign."""
    child, main = pty.fork()
    if child == 0:
        os.execve(words[0], list(words), env)
    ioctl(main, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    began, seen, when = time.perf_counter(), b"", PATIENCE
    while sign not in seen and time.perf_counter() - began < PATIENCE:
        if select.select([main], [], [], 0.02)[0]:
            seen += os.read(main, 65536)
            when = time.perf_counter() - began
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    _, _, usage = os.wait4(child, 0)
    os.close(main)
    return when, usage.ru_utime + usage.ru_stime


def measure_home(home: Path, env: dict[str, str], runs: int) -> None:
    """The first paint of the console in a repository whose memory is over its limits, beside a bare application."""
    root = home / "repository"
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    memory_folder(home, root)
    ours = (sys.executable, "-m", "dreamtui", "-C", str(root), "--read-only")
    bare = (sys.executable, "-c", BARE)
    pairs = [(paint(bare, b"painted", env), paint(ours, b"reading what", env)) for _ in range(runs + 1)][1:]
    for place, name in enumerate(("from exec", "processor")):
        bare_ms, ours_ms = (1000 * statistics.median(pair[who][place] for pair in pairs) for who in (0, 1))
        ratio = f"{ours_ms / bare_ms:4.2f}x"
        print(f"  first paint, {name:<10} {ours_ms:6.0f} ms   a bare Textual application {bare_ms:6.0f} ms   {ratio}")


def show(name: str, runs: list[Start], peer: float) -> None:
    """One line: medians."""
    row, totals, whole, cpu = (
        1000 * statistics.median(getattr(run, key) for run in runs) for key in ("row", "totals", "whole", "cpu")
    )
    told = max(run.told for run in runs)
    print(
        f"  {name:<22} first row {row:6.0f} ms ({row / peer:4.1f}x)   right totals {totals:6.0f} ms   "
        f"all rows {whole:6.0f} ms   progress told {told:3}x   processor {cpu:6.0f} ms"
    )


def measure_starts(root: Path, one: Path, items: int, env: dict[str, str], runs: int) -> None:
    """With the index deleted, with an index and nothing else, as the last start left it, and after a file changed."""
    state = open_desk(root, env).own_layout.private_state
    listing = [sys.executable, "-m", "dreamtui", "-C", str(root), "list", "--json"]
    start(one, 1, env)
    file = root / f".agent/dream/candidates/{make_item(0).id}.md"
    peers, cold, warm, again, changed = [], [], [], [], []
    for _ in range(runs):
        peers.append(start(one, 1, env))
        shutil.rmtree(state, ignore_errors=True)
        cold.append(start(root, items, env))
        subprocess.run(listing, env=env, check=True, stdout=subprocess.DEVNULL)
        warm.append(start(root, items, env))
        again.append(start(root, items, env))
        data = file.read_bytes()
        file.unlink()
        file.write_bytes(data)
        changed.append(start(root, items, env))
    peer = 1000 * statistics.median(run.row for run in peers)
    show("one item", peers, peer)
    show("index deleted", cold, peer)
    show("first, index warm", warm, peer)
    show("second", again, peer)
    show("a file written anew", changed, peer)


def measure_everyday(root: Path, one: Path, items: int, env: dict[str, str], runs: int) -> None:
    """A queue as people have it, caches warm."""
    starts = [(start(one, 1, env), start(root, items, env)) for _ in range(runs + 1)][1:]
    peer = 1000 * statistics.median(bare.row for bare, _ in starts)
    show(f"{items:,} items, warm", [full for _, full in starts], peer)


def timed_decision(desk: Desk, number: int) -> dict[str, float]:
    """Milliseconds of processor time of a preview, a decision and its undo."""
    target = make_item(0).id
    words = Words(rationale=f"Release {number} broke because nobody ran it against a copy first; a dry run shows it.")
    spent = {}
    for name, call in (
        ("preview", lambda: decide.preview(desk, target, Verb.REJECT, words)),
        ("decide", lambda: decide.decide(desk, [target], Verb.REJECT, words)),
        ("undo", lambda: decide.take_back(desk, None, words.rationale)),
    ):
        began = time.process_time()
        call()
        spent[name] = 1000 * (time.process_time() - began)
    return spent


def measure_decisions(root: Path, one: Path, items: int, env: dict[str, str]) -> None:
    """In the long queue, in a queue of one, and what reading the queue would cost."""
    desks = {root: open_desk(root, env), one: open_desk(one, env)}
    costs: dict[Path, list[dict[str, float]]] = {root: [], one: []}
    for number in range(7):
        for place, desk in desks.items():
            costs[place].append(timed_decision(desk, number))
    for name in ("preview", "decide", "undo"):
        ours, peer = (statistics.median(run[name] for run in costs[place]) for place in (root, one))
        print(f"  {name:<8} {ours:6.1f} ms with {items:,} items   {peer:6.1f} ms with one   {ours / peer:4.1f}x")
    began = time.process_time()
    desks[root].queue().entries(tuple(Status))
    print(f"  reading the whole queue instead would take {1000 * (time.process_time() - began):.0f} ms")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="What a long queue costs the console.")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--home", action="store_true", help="only the first paint beside a bare application")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        top = Path(name)
        compiled = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}  # as installed
        env = {**compiled, "HOME": name, "XDG_DATA_HOME": f"{name}/data", "DREAMTUI_ACTOR": "ada",
               "TERM": "xterm-256color", "COLORTERM": "truecolor"}  # fmt: skip
        print(f"home with {MEMORIES} memories, medians of {options.runs + 4}; to reach: 1.5x")
        measure_home(top / "home", {**env, "HOME": f"{name}/home"}, options.runs + 4)
        if options.home:
            return
        root, one = workspace(top / "long", options.items), workspace(top / "one", 1)
        usual = workspace(top / "usual", USUAL)
        print(f"starts, {options.items:,} items, medians of {options.runs}")
        measure_starts(root, one, options.items, env, options.runs)
        measure_everyday(usual, one, USUAL, env, options.runs + 4)
        print("processor time of decisions, medians of 7")
        measure_decisions(root, one, options.items, env)
        print(
            f"reach: first row under 240 ms at {USUAL:,} items, else first row and right totals under 500 ms, "
            "all rows under 4,000 ms with the index deleted"
        )


if __name__ == "__main__":
    main()

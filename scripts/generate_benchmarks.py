"""Makes docs/benchmarks.md from benchmarks/figures.json, in which `make bench` keeps what was measured.

python scripts/generate_benchmarks.py [--check]
"""

import re
import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench import PARTS, command, kept
from generated import ROOT, settle

PAGE = ROOT / "docs" / "benchmarks.md"
NOTE = "<!-- Made by scripts/generate_benchmarks.py from benchmarks/figures.json (`make bench`). -->"
_NUMBER = r"([\d,]+(?:\.\d+)?)"


class Figure(NamedTuple):
    """A figure that an issue or a script names, and where the output of its part has it: `#` stands for a number."""

    part: str
    what: str
    ours: str
    """The line with our figure."""
    unit: str
    peer: str = ""
    """The line with the peer's, measured in the same run."""
    beside: str = ""
    """What the peer is."""
    reach: str = ""


LARGE = (
    ("list, 10,000 waiting", "list", "< 0.5 s"),
    ("dream with nothing new", "dream, nothing new", "< 1 s"),
    ("dream, first", "dream, first", ""),
    ("reorganize, 10,000 notes", "reorganize", ""),
    ("search", "search", ""),
    ("sync", "sync", ""),
    ("audit verify, 20,000 decisions", "audit verify", ""),
    ("status", "status", ""),
    ("a rejection", "reject", ""),
    ("list after it", "list after reject", "< 0.5 s"),
    ("undo", "undo", ""),
)
"""Of the table of `large`: what a figure is, the row, what is to be reached; the peer is a tenth of the workspace."""

FIGURES = (
    Figure("events", "event logs, typed decoder, one process", r"typed, one process .*processor +# s", "s of processor",
           r"json, one process .*processor +# s", "the same code on json.loads", ">= 3 times"),
    Figure("events", "memory while reading events", "memory: # MB together", "MB", reach="< 80 MB"),
    Figure("transcripts", "memory while reading transcripts", "memory: # MB together", "MB"),
    Figure("git_history", "10,000 commits with their files", "first reading +# s", "s", "bare git log +# s",
           "a bare `git log`", "< 0.6 s"),
    Figure("git_history", "commits a second", "first reading .* # commits/s", "commits/s", "stats .* # commits/s",
           "GitPython's `.stats`", ">= 50 times"),
    Figure("changes", "10,000 commits with their changes, every signal", "first run +# s", "s of processor",
           "git log -p -U0 +# s", "`git log -p -U0`", "<= 2 times git"),
    Figure("hook", "`hook run`, where it is too early", "stop, too early for one +# ms", "ms", reach="< 150 ms"),
    Figure("promotion", "20,000 recalls, read and ranked", "seed +read and ranked +# ms", "ms",
           "file alone +# ms", "`json.loads` of the file", "< 400 ms"),
    Figure("reorganize", "near-duplicates among 20,000 entries", r"20,000 entries at[^¶]*¶ +ours +# s", "s",
           r"20,000 entries at(?:(?!entries at).)*?scipy, all pairs +# s", "scipy, all pairs", ">= 30 times"),
    Figure("reorganize", "near-duplicates among 100,000 entries", r"100,000 entries at 0.92¶ +ours +# s", "s",
           reach="< 1.5 s"),
    Figure("search", "a key at 100,000 passages, p95", "a key: .*p95 # ms", "ms", "bm25 over all words # ms",
           "sqlite's bm25 over whole questions, median", "< 50 ms"),
    Figure("meaning", "clusters of 20,000 vectors", r"ours +# s", "s", r"sklearn +# s", "scikit-learn's DBSCAN",
           ">= 3 times"),
    *(Figure("large", what, rf"^{row} +[\d.]+ +# ", "s of processor", rf"^{row} +# ", "a tenth of the workspace", reach)
      for what, row, reach in LARGE),
    Figure("large", "console, first row at 10,000 waiting", "(?s:.*)console: first row after # ms", "ms",
           reach="< 600 ms"),
)  # fmt: skip


def found(line: str, text: str) -> float | None:
    """The number that stands where the pattern has `#`; a line ends with a pilcrow in it."""
    match = re.search(line.replace("#", _NUMBER), text, re.MULTILINE)
    return float(match[1].replace(",", "")) if match else None


def _text(part: dict[str, Any], pattern: str) -> str:
    return ("¶" if "¶" in pattern or "(?!" in pattern else "\n").join(part["output"])


def rows(measured: dict[str, Any]) -> Iterator[str]:
    """The table of figures; one that its part no longer prints is an error."""
    for one in FIGURES:
        part = measured.get(one.part)
        if part is None or part["status"] != "done":
            yield f"| {one.what} | not measured | | | {one.reach} | `{one.part}` |"
            continue
        ours = found(one.ours, _text(part, one.ours))
        peer = found(one.peer, _text(part, one.peer)) if one.peer else None
        if ours is None or (one.peer and peer is None):
            raise SystemExit(f"benchmarks/{one.part}.py prints no {one.what!r} that {one.ours!r} and {one.peer!r} find")
        beside = f"{peer:,g} ({one.beside})" if peer is not None else ""
        ratio = f"{max(ours, peer) / max(min(ours, peer), 1e-9):,.1f}" if peer is not None else ""
        yield f"| {one.what} | {ours:,g} {one.unit} | {beside} | {ratio} | {one.reach} | `{one.part}` |"


def parts(measured: dict[str, Any]) -> Iterator[str]:
    """Each part with its day, its machine, how to repeat it, and everything it printed."""
    for name in PARTS:
        part = measured.get(name)
        yield f"\n## {name}\n"
        repeat = f"`make bench BENCH={name}`, which is `{shlex.join(command(name))}`"
        if part is None or "output" not in part:
            yield f"Not measured{': ' + part['status'] if part else ''}. To measure it: {repeat}.\n"
            continue
        failed = "" if part["status"] == "done" else f" It {part['status']}."
        yield (
            f"{part['day']}, {part['machine']}, load {part['load']} when it began, {part['seconds']} s.{failed} "
            f"Again: {repeat}.\n\n```\n" + "\n".join(part["output"]).replace("```", "'''") + "\n```\n"
        )


def page(measured: dict[str, Any]) -> str:
    absent = [name for name in PARTS if measured.get(name, {}).get("status") != "done"]
    told = f"Not measured yet, or not to the end: {', '.join(absent)}." if absent else "Every part was measured."
    head = f"""{NOTE}

# Benchmarks

What was measured, beside its peer in the same run, and how to repeat it. `make bench` runs every part one after the
other, `make bench BENCH="large search"` some; each is kept with its day and its machine, so parts may be of different
days. Trust ratios more than times: the machine is named with each part, and so is the load it had from other work.
{told}

| Figure | Ours | Peer | Ratio | To reach | Part |
| --- | --- | --- | --- | --- | --- |
"""
    return head + "\n".join(rows(measured)) + "\n" + "\n".join(parts(measured)).rstrip() + "\n"


if __name__ == "__main__":
    raise SystemExit(settle({PAGE: page(kept())}))

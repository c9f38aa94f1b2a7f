"""A large workspace: what each operation costs in processor time and memory, and how that grows.

    python benchmarks/large.py                     # a tenth of it beside all of it; half an hour
    python benchmarks/large.py --scales 0.01 0.1   # 10,000 and 100,000 events; some minutes
    python benchmarks/large.py --keep DIR          # make the workspaces there, or take those that are there

At scale 1: a million events, 100,000 commits, 10,000 notes, 10,000 items that wait, 20,000 decisions (the notes, 100
rules, the rest rejections), from fixed seeds. Every operation is the real command in a process of its own. The exponent
is that of the processor time between two sizes, less what the same command costs in an empty workspace. The clock goes
on by a minute with each decision; a run with nothing new looks at the same moment as the one before it.
"""

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent / part) for part in ("benchmarks", "tests")]

from console_start import start  # noqa: E402
from event_log import ACTORS, FILES, THINGS, write_logs  # noqa: E402
from faults import QUICK  # noqa: E402
from git_history import commits  # noqa: E402
from gitrepo import build as build_repository  # noqa: E402

from dreamtui.compose import open_desk  # noqa: E402
from dreamtui.desk.decide.decide import decide  # noqa: E402
from dreamtui.desk.desk import Desk  # noqa: E402
from dreamtui.kinds.candidate import codec as candidate  # noqa: E402
from dreamtui.kinds.candidate.kind import CANDIDATES  # noqa: E402
from dreamtui.kinds.decision import graph  # noqa: E402
from dreamtui.kinds.item_files import Setting  # noqa: E402
from dreamtui.kinds.note import codec as note_format  # noqa: E402
from dreamtui.kinds.note import plans as notes  # noqa: E402
from dreamtui.model.decision import Words  # noqa: E402
from dreamtui.model.evidence import Evidence, Locator, Where  # noqa: E402
from dreamtui.model.item import Item  # noqa: E402
from dreamtui.model.memory import Note  # noqa: E402
from dreamtui.model.status import Status  # noqa: E402
from dreamtui.model.verb import Verb  # noqa: E402
from dreamtui.text.ids import candidate_id  # noqa: E402

EVENTS, COMMITS, NOTES, WAITING, DECISIONS, RULES = 1_000_000, 100_000, 10_000, 10_000, 20_000, 100
NOW = "2026-11-18T09:00:00Z"
_BATCH = 500
_WAITING_FROM = 500_000
_REACH = 1.2
_VERBS = ("check", "keep", "avoid", "measure", "name", "split", "log", "retry", "test", "review")
_THINGS = (
    *(word for thing in THINGS for word in thing.split()),
    "migration", "webhook", "receipt", "ledger", "session", "queue", "worker", "locale", "voucher", "stock", "address",
    "refund", "parcel", "search", "index", "banner", "export", "import", "schedule", "timeout", "budget", "header",
)  # fmt: skip
_WHYS = ("it broke", "customers noticed", "the nightly run stopped", "a release was late", "two people lost a day")


def environment(folder: Path) -> dict[str, str]:
    known = {key: value for key, value in os.environ.items() if not key.startswith(("DREAMTUI", "XDG"))}
    return {**known, "HOME": str(folder / "home"), "XDG_DATA_HOME": str(folder / "data"), "DREAMTUI_NOW": NOW,
            "DREAMTUI_ACTOR": "ada", "TERM": "xterm-256color", "COLORTERM": "truecolor"}  # fmt: skip


def make(folder: Path, scale: float) -> Path:
    """The workspace of this size; one that is there already is taken."""
    root = folder / "shop"
    if (folder / "made").exists():
        return root
    (folder / "home").mkdir(parents=True)
    root.mkdir()
    if scale:
        build_repository(root, commits(int(COMMITS * scale)), checkout=True)
    else:
        subprocess.run(["git", "init", "-q", str(root)], check=True)
    (root / ".agent").mkdir()
    if scale:
        write_logs(root, int(EVENTS * scale))
    desk = open_desk(root, environment(folder))
    desk.store.port = QUICK
    _remember(desk, int(NOTES * scale))
    decided = int((DECISIONS - NOTES) * scale)
    rules = int(RULES * scale)
    ids = [_candidate(desk, number) for number in range(decided)]
    for at in range(rules):
        rule = f"When you change `{FILES[at % len(FILES)]}`, {_VERBS[at % 10]} the {_THINGS[at % len(_THINGS)]} first."
        decide(desk, [ids[at]], Verb.GRADUATE, Words(rationale=_reason(at), rule=f"{rule} Case {at} shows why."))
    for start_ in range(rules, decided, _BATCH):
        decide(desk, ids[start_ : start_ + _BATCH], Verb.REJECT, Words(rationale=_reason(100_000 + start_)))
    for number in range(int(WAITING * scale)):
        _candidate(desk, _WAITING_FROM + number)
    for caches in (desk.own_layout.state, desk.own_layout.private_state):
        shutil.rmtree(caches, ignore_errors=True)
    (folder / "made").touch()
    return root


def _reason(number: int) -> str:
    return (
        f"Release {number} broke because nobody ran case {number} against a copy first; a dry run would have shown it."
    )


def _said(dice: random.Random) -> str:
    """A sentence as people write notes: no two alike, from words that come up again and again."""
    one, two, three = dice.sample(_THINGS, 3)
    file = dice.choice(FILES)
    return (f"{dice.choice(_VERBS).capitalize()} the {one} before the {two} changes: {dice.choice(_WHYS)} when "
            f"`{file}` met a {three} with {dice.randrange(10_000)} rows.")  # fmt: skip


def _remember(desk: Desk, count: int) -> None:
    dice = random.Random(11)
    made = []
    for number in range(count):
        text = " ".join(_said(dice) for _ in range(1 + number % 3))
        title = f"{dice.choice(_THINGS).capitalize()} {dice.choice(_THINGS)} {number}"
        made.append(Note(note_format.note_id(title, text), "", title=title, text=text, category="project"))
    for at in range(0, count, _BATCH):
        setting = Setting(desk.actor, desk.now)
        plans = [notes.add(replace(one, created=setting.when, updated=setting.when), setting)
                 for one in made[at : at + _BATCH]]  # fmt: skip
        with desk.store.writing(desk.writer()) as transaction:
            transaction.record(plans, graph.heads(desk.store.audit.marks()))


def _subject(number: int) -> str:
    return f"{FILES[number % len(FILES)]}#{number}"


def _candidate(desk: Desk, number: int) -> str:
    subject = _subject(number)
    when = f"2026-10-{number % 28 + 1:02}T10:00:00Z"
    pieces = tuple(
        Evidence(f"fix: {THINGS[(number + at) % len(THINGS)]} off by one in case {number + at}",
                 Locator(Where.COMMIT, f"{number * 7 + at:040x}"), when, ACTORS[(number + at) % len(ACTORS)])
        for at in range(3)
    )  # fmt: skip
    item = Item(
        "candidate", candidate_id("repeat_fix", subject), "repeat_fix", f"`{subject}` was fix-touched 3 times",
        Status.PENDING, "", first_seen=when, last_seen=when, weight=3, actors=("ada",),
        files=(subject.partition("#")[0],), evidence=pieces, subject=subject,
    )  # fmt: skip
    path = desk.layout.real(f"{CANDIDATES}/{item.id}.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(candidate.render(item, when))
    return item.id


def later(minutes: int) -> str:
    return (datetime.fromisoformat(NOW) + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def operations() -> Iterator[tuple[str, list[str]]]:
    """What is measured, in this order; the first of each kind meets no cache."""
    yield "list, no cache", ["list", "--json"]
    yield "list", ["list", "--json"]
    yield "dream, first", ["dream", "--json"]
    yield "dream, nothing new", ["dream", "--json"]
    yield "list after dream", ["list", "--json"]
    yield "search, first", ["search", "--json", "refund", "ledger"]
    yield "search", ["search", "--json", "voucher", "timout"]
    yield "sync, first", ["sync", "--json"]
    yield "sync", ["sync", "--json"]
    yield "audit verify", ["audit", "verify", "--json"]
    yield "status", ["status", "--json"]
    yield "reorganize", ["reorganize", "--dry-run", "--json"]
    yield "reject", ["reject", candidate_id("repeat_fix", _subject(_WAITING_FROM)), "--rationale", _reason(999_998)]
    yield "list after reject", ["list", "--json"]
    yield "undo", ["undo", "--rationale", _reason(999_999)]
    yield "list after undo", ["list", "--json"]


def run(root: Path, words: list[str], env: dict[str, str]) -> tuple[float, float, float]:
    """Processor seconds, seconds, and megabytes of the largest of its processes."""
    program = (
        "import resource, sys, time, subprocess, json\n"
        "began = time.perf_counter()\n"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(json.dumps([used.ru_utime + used.ru_stime, time.perf_counter() - began, used.ru_maxrss / 1024,"
        " done.returncode, done.stderr.decode()[-300:]]))\n"
    )
    command = [sys.executable, "-m", "dreamtui", "-C", str(root), *words]
    out = subprocess.run([sys.executable, "-c", program, *command], env=env, check=True, capture_output=True, text=True)
    cpu, wall, memory, code, said = json.loads(out.stdout)
    if code:
        print(f"  {' '.join(words)[:40]} ended with {code}: {said.strip()}")
    return cpu, wall, memory


def measure(folder: Path, scale: float) -> dict[str, tuple[float, float, float]]:
    began = time.process_time()
    root = make(folder, scale)
    print(f"scale {scale:g}: made in {time.process_time() - began:.0f} s of processor time", flush=True)
    env = environment(folder)
    found = {}
    minutes = 0
    for name, words in operations():
        minutes += name.startswith(("reject", "undo"))
        found[name] = run(root, words, {**env, "DREAMTUI_NOW": later(minutes)})
        print(f"  {name:22} {found[name][0]:8.2f} s cpu {found[name][1]:8.2f} s {found[name][2]:7.0f} MB", flush=True)
    seen = start(root, -1, env)
    found["console, first row"] = (seen.row, seen.row, 0.0)
    found["console, all rows"] = (seen.cpu, seen.whole, 0.0)
    print(f"  console: first row after {seen.row * 1000:.0f} ms, whole {seen.whole:.2f} s, {seen.cpu:.2f} s cpu")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scales", type=float, nargs=2, default=(0.1, 1.0), metavar="SCALE")
    kept = os.environ.get("BENCH_KEEP")
    parser.add_argument("--keep", type=Path, default=kept and Path(kept), metavar="DIR",
                        help="where the workspaces are, or are made; also $BENCH_KEEP")  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as given:
        top = chosen.keep or Path(given)
        small, large = chosen.scales
        every = {scale: measure(top / f"{scale:g}", scale) for scale in (0.0, small, large)}
    print(f"{'operation':24} {'small':>8} {'large':>8} {'MB':>6} exponent")
    facts = {}
    for name, (cpu, _, memory) in every[large].items():
        bare = every[0.0][name][0]
        before, after = max(every[small][name][0] - bare, 0.02), max(cpu - bare, 0.02)
        exponent = math.log(after / before) / math.log(large / small)
        facts[name] = {"small": every[small][name], "large": every[large][name], "exponent": round(exponent, 2)}
        over = "  over" if exponent > _REACH else ""
        print(f"{name:24} {every[small][name][0]:8.2f} {cpu:8.2f} {memory:6.0f} {exponent:8.2f}{over}")
    if chosen.json:
        chosen.json.write_text(json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    main()

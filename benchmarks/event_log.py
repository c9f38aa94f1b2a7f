"""Writes event logs with a fixed mix, the same bytes for the same size; the events benchmark reads them.

The mix: twelve fields; one in ten events a fix, one in ten names an error, three in a hundred are reverts, the rest
edits, commits, hooks; 0 to 3 of 3,000 files an event, 60 of them in the bug registry; 40 actors; 365 days; one line
in 10,000 torn.
"""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dreamtui.model.mining.registry import RegistryEntry

ACTORS = [f"dev-{n:02}" for n in range(40)]
FILES = [f"src/package_{n % 40:02}/module_{n:04}.py" for n in range(3000)]
ERRORS = ["ValueError", "KeyError", "TypeError", "TimeoutException", "ConnectionResetError", "IntegrityError",
          "PermissionError", "IndexError", "UnicodeDecodeError", "StaleStateException"]  # fmt: skip
TOOLS = ["claude_code", "cursor", "copilot", "cli"]
THINGS = ["token rotation", "cursor paging", "invoice totals", "retry storm", "cache expiry", "login form"]
DAYS = 365
NOW = datetime(2026, 11, 18, tzinfo=UTC)
SINCE = "2025-11-18T00:00:00Z"
REGISTRY = [
    RegistryEntry(f"BUG-{n:03}", f"Known trouble {n}", tuple(FILES[n * 150 + k * 7] for k in range(3)))
    for n in range(20)
]
"""Twenty entries, sixty files."""


def _words(dice: random.Random) -> tuple[str, str]:
    """Kind and summary of one event."""
    lot = dice.random()
    thing = dice.choice(THINGS)
    number = dice.randrange(10_000)
    if lot < 0.10:
        return "commit", f"fix({thing[:5]}): {thing} off by one when case {number} is empty"
    if lot < 0.20:
        return "test-fail", f"{dice.choice(ERRORS)}: {thing} failed in test_case_{number} with an empty page"
    if lot < 0.23:
        return "commit", f'Revert \\"feat: rework {thing} step {number % 2000}\\"'
    if lot < 0.28:
        return "post-commit", ""
    if lot < 0.33:
        return "pre-commit", ""
    if lot < 0.60:
        return "edit", f"refactor {thing} so that step {number} reads like the others"
    return "commit", f"feat: add {thing} step {number} behind a flag"


def event_line(dice: random.Random, when: datetime) -> str:
    """One event in dotagent's exact shape."""
    kind, summary = _words(dice)
    files = [] if kind == "post-commit" else dice.sample(FILES, dice.randrange(4))
    listed = ",".join(f'"{path}"' for path in files)
    sha = f"{dice.getrandbits(160):040x}" if kind == "post-commit" else ""
    actor = dice.choice(ACTORS)
    return (
        f'{{"ts":"{when.isoformat()[:-6]}Z","actor":"{actor}","tool":"{dice.choice(TOOLS)}","host":"laptop-{actor}",'
        f'"session":"{dice.getrandbits(48):012x}","kind":"{kind}","repo":"shop","branch":"main","files":[{listed}],'
        f'"diff_sha":"{sha}","summary":"{summary}","tags":[]}}\n'
    )


def write_logs(root: Path, events: int, files_a_day: int = 1) -> Path:
    """Write so many events into so many files a day; the folder they are in."""
    dice = random.Random(20261118)
    folder = root / ".agent/memory/episodic"
    a_day = events // DAYS
    for day in range(DAYS):
        start = NOW - timedelta(days=DAYS - day)
        where = folder / start.strftime("%Y/%m/%d")
        where.mkdir(parents=True, exist_ok=True)
        count = a_day + (events % DAYS if day == DAYS - 1 else 0)
        lines = []
        for number in range(count):
            when = start + timedelta(microseconds=number * 86_399_000_000 // count + dice.randrange(1000) + 1)
            line = event_line(dice, when)
            lines.append(line[: len(line) // 2] + "\n" if dice.random() < 0.0001 else line)
        size = -(-count // files_a_day)
        for part in range(0, count, size):
            name = f"{ACTORS[part // size % 40]}__{day:04x}{part:08x}.jsonl"
            (where / name).write_text("".join(lines[part : part + size]), encoding="utf-8")
    return folder

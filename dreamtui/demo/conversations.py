"""The demo's conversations and Claude Code's memory of them: two sessions, and a memory folder in need of care."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from dreamtui.sources.workspace import INNER_CLAUDE_FOLDER
from dreamtui.text.dates import iso

MEMORY = ".claude/memory"
"""The memory folder of the demo, in the repository."""

Moment = Callable[[int, str], datetime]
"""An hour of the day so many days ago."""


class Turn(NamedTuple):
    """One thing that is said or done in a session."""

    minute: int
    """How many minutes after its beginning."""
    what: str
    """said, answer, or the output of a command that failed or went well: failed, passed."""
    words: str
    output: str = ""


class DemoSession(NamedTuple):
    day: int
    """How many days ago."""
    time: str
    """When it began, UTC."""
    title: str
    turns: tuple[Turn, ...]


_REFUSED = (
    "Exit code 1\ncould not connect to redis://worker:d3m0-0nly@localhost:5555: connection refused\n3 failed, 41 passed"
)
"""What a test prints without its worker; the made-up password in it makes this the first risky item, a harmless one."""

SESSIONS = (
    DemoSession(
        12,
        "09:05",
        "Receipts are sent twice",
        (
            Turn(0, "said", "the receipt is sent twice when the provider answers late, find out where"),
            Turn(3, "answer", "I will run the tests around the checkout first."),
            Turn(4, "failed", "pytest tests/test_checkout.py -x", _REFUSED),
            Turn(6, "failed", "pytest tests/test_checkout.py", _REFUSED),
            Turn(7, "said", "no, use make check, not pytest: it starts the worker first"),
            Turn(9, "passed", "make check", "44 passed"),
            Turn(12, "answer", "The late answer was handled by two workers; one lock is enough."),
        ),
    ),
    DemoSession(
        4,
        "15:40",
        "Pages in the list of orders",
        (
            Turn(0, "said", "add pages to the list of orders, 50 a page"),
            Turn(9, "failed", "pytest -q", _REFUSED),
            Turn(10, "said", "I told you: use make check, not pytest."),
            Turn(13, "passed", "make check", "46 passed"),
            Turn(14, "said", "Remember: always begin the name of a branch with the number of its ticket."),
            Turn(15, "answer", "Noted."),
        ),
    ),
)
"""Two sessions in which the same thing is corrected and the same command fails."""

TOPICS = {
    "feedback_branch_names.md": (
        9,
        "feedback",
        "Always begin the name of a branch with the number of its ticket",
        "Always begin the name of a branch with the number of its ticket, as in `shop-123-pages`.",
    ),
    "feedback_branches.md": (
        3,
        "feedback",
        "A branch is named by the number of its ticket first",
        "Always begin the name of a branch with the number of its ticket, like `shop-123-pages`.",
    ),
    "project_release_train.md": (
        6,
        "project",
        "Releases leave on the first Tuesday of a month; nothing is merged the day before",
        "Releases leave on the first Tuesday of a month.\nThe day before, only Bob merges, and only what was tested.",
    ),
    "reference_dashboards.md": (
        5,
        "reference",
        "The board with the failed payments",
        "Failed payments are on the board `payments-failed`; it is refreshed every five minutes.",
    ),
}
"""Memories by file: days ago, type, description, text. Two say the same, and one has no line in the index."""

INDEX = (
    "# Memory\n"
    "\n"
    "- [Branch names](feedback_branch_names.md) — always begin the name of a branch with the number of its ticket\n"
    "- [Branches](feedback_branches.md) — a branch is named by the number of its ticket first\n"
    "- [Release train](project_release_train.md) — Releases leave on the first Tuesday of a month. "
    "The day before, only Bob merges, and only what was tested. Ask Carol when he is away, or wait a day.\n"
    "- [Old CI](project_old_ci.md) — how the builds ran before they moved\n"
)
"""An index with a line that leads nowhere and one that is too long."""


def files(root: str, at: Moment) -> Iterator[tuple[str, bytes, datetime]]:
    """Every file below the root with its bytes and the time of its last change."""
    for session in SESSIONS:
        name, lines, last = _transcript(session, root, at)
        yield f"{INNER_CLAUDE_FOLDER}/projects/-home-you-shop/{name}.jsonl", lines, last
    for name, (day, kind, description, text) in TOPICS.items():
        when = at(day, "16:00")
        front = f"---\nname: {name.removesuffix('.md')}\ndescription: {description}\n"
        meta = f"metadata:\n  type: {kind}\n  modified: {iso(when)}\n---\n\n"
        yield f"{MEMORY}/{name}", f"{front}{meta}{text}\n".encode(), when
    yield f"{MEMORY}/MEMORY.md", INDEX.encode(), at(3, "16:00")


def _transcript(session: DemoSession, root: str, at: Moment) -> tuple[str, bytes, datetime]:
    """The name of a session, its records as Claude Code writes them, and the time of the last.

    Only the first record names the folder, so that the others are the same wherever the demo is built.
    """
    begin = at(session.day, session.time)
    name = str(uuid5(NAMESPACE_URL, f"dreamtui-demo-{session.title}"))
    records: list[dict[str, Any]] = [{"type": "summary", "summary": session.title, "leafUuid": name, "cwd": root}]
    when = begin
    for number, turn in enumerate(session.turns):
        when = begin + timedelta(minutes=turn.minute)
        for part, record in enumerate(_records(turn, f"toolu_{name[:8]}_{number:02}")):
            uuid = str(uuid5(NAMESPACE_URL, f"{name}-{number}-{part}"))
            records.append({**record, "uuid": uuid, "sessionId": name, "timestamp": iso(when), "userType": "external"})
    return name, "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode(), when


def _records(turn: Turn, call: str) -> Iterator[Mapping[str, Any]]:
    """The records of one turn: of a command its call and its result."""
    if turn.what == "said":
        yield {"type": "user", "message": {"role": "user", "content": turn.words}}
        return
    said: dict[str, Any] = {"type": "text", "text": turn.words}
    run = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": turn.words}}
    answers = turn.what == "answer"
    yield {"type": "assistant", "message": {"id": call, "role": "assistant", "content": [said if answers else run]}}
    if not answers:
        result: dict[str, Any] = {"type": "tool_result", "tool_use_id": call, "content": turn.output}
        failed = {"is_error": True} if turn.what == "failed" else {}
        yield {"type": "user", "message": {"role": "user", "content": [result | failed]}}

"""What a model was asked about the demo's notes, and what it answered: one proposal of three parts, one of them wrong.

The answer stands here, so that no model is needed; it goes the way of any answer, checked and only ever proposed.
"""

import json
from collections.abc import Sequence
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.all import every_memory
from dreamtui.desk.memory.topics import USER
from dreamtui.desk.reorganize.cycle import hashes_of, sorted_in
from dreamtui.desk.reorganize.proposals import statements
from dreamtui.memory.model_answer import read_answer
from dreamtui.model.proposal import FiledProposal
from dreamtui.text.dates import iso

ASKED = "The notes about retries repeat each other."
"""What a person wanted looked at."""

PARTS: tuple[dict[str, Any], ...] = (
    {
        "kind": "merge",
        "sources": ["Retry policy", "Retries"],
        "title": "Retry policy",
        "text": "Calls to the provider are retried with exponential backoff. At most 5 attempts.\n\n"
        "See the old wiki page.",
        "reason": "Both say how calls to the provider are retried.",
        "score": 0.9,
    },
    {
        "kind": "split",
        "sources": ["Backoff"],
        "parts": [
            ["Backoff", "Retries use exponential backoff with jitter."],
            ["Charges need a key", "Never retry POST /charge without a key."],
        ],
        "reason": "The second sentence is about charges, and nobody looks for it under backoff.",
        "score": 0.6,
    },
    {
        "kind": "deprecate",
        "sources": ["Webhooks"],
        "reason": "The retry policy says how often something is retried, so this note says nothing new.",
        "score": 0.5,
    },
)
"""Two parts are right. The third is wrong: webhooks come from the provider, and nothing else says 3 times."""


def propose(desk: Desk, asked: Sequence[dict[str, Any]] = PARTS) -> None:
    """Queue the answer; its notes are named by their titles, which the memories turn into ids."""
    every = every_memory(desk)
    memories = [kept.memory for kept in every.values() if kept.memory.scope != USER]
    ids = {memory.title: memory.id for memory in memories}
    parts = [{**part, "sources": [ids[title] for title in part["sources"]]} for part in asked]
    answer = {
        "schema": 1,
        "proposals": [{"title": "Tidy the notes about retries", "reason": ASKED, "mutations": parts}],
    }
    now = iso(desk.now)
    read = read_answer(json.dumps(answer), memories, statements)
    made = [FiledProposal(one, now, now, instructions=ASKED) for one in read.proposals]
    with desk.store.writing(desk.writer()) as transaction:
        intake = sorted_in(desk, made, hashes_of(every))
        new = [one.proposal.id for one in intake.new]
        transaction.apply(intake.changes, "reorganize", new=new, instructions=ASKED, scanned=len(memories))

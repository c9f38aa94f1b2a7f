"""What was decided stays decided: over the same world another run brings nothing back, whatever was decided how."""

import tempfile
from pathlib import Path

import proposing
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sandbox import Sandbox, furnish, reason
from workbench import event, fixes

from dreamtui.desk.decide import decide
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.queue import listing
from dreamtui.desk.reorganize.cycle import ReorganizeRequest as CycleRequest
from dreamtui.desk.reorganize.cycle import reorganize
from dreamtui.desk.workspace import health
from dreamtui.kinds.row import QueueEntry
from dreamtui.model.decision import Words
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb

WAYS = ("take", "", "wrong", "wording", "duplicate", "not-now")
_TAKES = {"candidate": Verb.GRADUATE, "insight": Verb.GRADUATE, "review-due": Verb.RERATIONALE}
_DAY = "bob__0123456789cd.jsonl"
"""The log of the events that insights are made of."""


def _log(box: Sandbox, lines: list[str]) -> None:
    path = box.desk().layout.home / "memory/episodic/2026/11/10" / _DAY
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(lines)


def _world(top: Path) -> Sandbox:
    """Candidates, insights, rules due for review, memories that say the same or contradict each other."""
    box = Sandbox(top)
    box.env["DREAMTUI_INSIGHTS"] = "true"
    furnish(box)
    proposing.put_notes(box)
    _log(box, [event(n, summary=f"blocked by `ledger export`, step {n}", files=["src/ledger.py"]) for n in range(4)])
    _look(box)
    return box


def _look(box: Sandbox) -> None:
    box.steps += 1
    dream(box.desk(), DreamRequest())
    reorganize(box.desk(), CycleRequest(threshold=0.5))


def _open(box: Sandbox) -> list[QueueEntry]:
    entries = listing.listing(box.desk(), status="all").entries
    return [one for one in entries if one.stands in {Status.PENDING, Status.RECURRING}]


def _decide(box: Sandbox, one: QueueEntry, way: str) -> None:
    """Decide one item; what cannot be taken as it is is rejected."""
    box.steps += 1
    kind = one.row.kind
    said = Words(reason(box.steps), rule=f"Always do thing {box.steps} before the other.", acknowledged=("all",))
    if kind == "review-due":
        verb = Verb.RERATIONALE if way in {"take", "", "not-now"} else Verb.RETIRE
    elif way == "take" and kind in _TAKES:
        verb = Verb.GRADUATE
    else:
        verb = Verb.REJECT
        disposition = "" if way == "take" else way
        until = "2027-01-10" if way == "not-now" else ""
        said = Words(reason(box.steps), disposition=disposition, until=until)
    decide.decide(box.desk(), [one.row.id], verb, said)


@given(st.lists(st.sampled_from(WAYS), min_size=5, max_size=9))
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_run_over_the_same_world_opens_nothing(ways: list[str]) -> None:
    """Everything decided, mined and compared again: none of it is open, in the list or in the figures."""
    with tempfile.TemporaryDirectory() as top:
        box = _world(Path(top))
        waiting = _open(box)
        assert {one.row.kind for one in waiting} >= {"candidate", "insight", "proposal", "review-due"}
        for number, one in enumerate(waiting):
            if one.row.id in {left.row.id for left in _open(box)}:  # a rule that was retired asks for no decision
                _decide(box, one, ways[number % len(ways)])
        assert _open(box) == []
        ids, made_rules = {one.row.id for one in waiting}, "take" in ways
        for _ in range(2):
            _look(box)
            again = [(one.row.id, one.row.title) for one in _open(box)]
            assert [one for one in again if one[0] in ids] == []
            assert made_rules or again == [], "only rules that are new can be compared anew"
        found = health.status(box.desk())
        assert (made_rules or found.pending == 0, found.recurring) == (True, 0)


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """The world of the law."""
    return _world(tmp_path)


def _one(box: Sandbox, kind: str) -> QueueEntry:
    return next(one for one in _open(box) if one.row.kind == kind)


def test_newer_events_bring_a_rejected_insight_back(box: Sandbox) -> None:
    """An event after the rejection is news; where the rejection said not now, it stays away until its date."""
    item = _one(box, "insight")
    _decide(box, item, "wrong")
    _log(box, [event(9, summary="blocked by `ledger export` again", files=["src/ledger.py"], day="2026-12-02")])
    box.steps += 24 * 20
    _look(box)
    assert [one.status for one in _open(box) if one.row.id == item.row.id] == [Status.RECURRING]


def test_a_not_now_stays_away_until_its_date(box: Sandbox) -> None:
    """Newer events change nothing before it; the run after it puts the item back into the queue."""
    items = [_one(box, "candidate"), _one(box, "insight"), _one(box, "proposal")]
    for one in items:
        _decide(box, one, "not-now")
    box.steps += 24 * 20
    newer = fixes("src/auth.py", 3, 50, day="2026-12-02")
    again = event(9, summary="blocked by `ledger export`", files=["src/ledger.py"], day="2026-12-02")
    _log(box, [*newer, again])
    _look(box)
    ids = {one.row.id for one in items}
    assert not ids & {one.row.id for one in _open(box)}

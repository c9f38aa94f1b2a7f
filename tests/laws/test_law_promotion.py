"""Promotions: MEMORY.md and the recall store change together or not at all, and are taken back in any order."""

import itertools
import json
import os
import random
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from faults import KILLED, QUICK, CountingPort, FailingPort, KillingPort
from lean_child import run_in_lean_child
from power_loss import LossyPort, PowerLoss

from dreamtui.compose import open_desk
from dreamtui.desk.audit import audit_views
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.model.decision import Decision, Words
from dreamtui.model.errors import Changed, Refused, WriteFailed
from dreamtui.model.verb import Verb
from dreamtui.openclaw import kind, promote, recall_store
from dreamtui.openclaw.promotion import promotion_id
from dreamtui.openclaw.recalls import Recalls
from dreamtui.openclaw.settings import PromotionOptions
from dreamtui.store.files.port import Port

START = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
FACTS = ("The gateway listens on the loopback only.", "Backups go to the vault every night.", "Invoices are in cents.")
NOTE = "memory/2026-11-17.md"
BEFORE = {"absent": None, "blank": b"\n", "theirs": b"# Mine\n\nBy hand.\n", "unended": b"# Mine\n\nBy hand, unended"}


class Box:
    """A workspace in which three recalls wait."""

    def __init__(self, top: Path, memory: bytes | None = None, way: str = "openclaw") -> None:
        self.top, self.root, self.hours = top, top / "work", 0
        (self.root / "memory/.dreams").mkdir(parents=True)
        (self.root / ".agent").mkdir()
        (self.root / NOTE).write_text("# Day\n\n" + "\n".join(FACTS) + "\n")
        entries = {}
        for line, fact in enumerate(FACTS, 3):
            key = f"memory:{NOTE}:{line}:{line}"
            entries[key] = {
                "key": key, "path": NOTE, "startLine": line, "endLine": line, "source": "memory", "snippet": fact,
                "recallCount": 6 + line, "dailyCount": 0, "groundedCount": 0, "totalScore": 5.7 + line,
                "maxScore": 0.99, "firstRecalledAt": "2026-11-17T08:00:00.000Z",
                "lastRecalledAt": "2026-11-18T06:00:00.000Z",
                "queryHashes": ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"],
                "recallDays": ["2026-11-17", "2026-11-18"], "conceptTags": ["same", "tags"],
            }  # fmt: skip
            if way == "projects" and line != 4:
                entries[key]["projectKey"] = f"github.com/acme/{line}"
        self.store.write_bytes(recall_store.dump(entries, "2026-11-18T06:00:00.000Z"))
        if memory is not None:
            self.memory.write_bytes(memory)
        promote.queue(Recalls(self.desk(), PromotionOptions("openclaw" if way == "projects" else way)))

    @property
    def store(self) -> Path:
        return self.root / kind.STORE

    @property
    def memory(self) -> Path:
        return self.root / kind.MEMORY

    @property
    def ids(self) -> list[str]:
        return [promotion_id(f"memory:{NOTE}:{line}:{line}") for line in (3, 4, 5)]

    def desk(self, port: Port = QUICK) -> Desk:
        now = (START + timedelta(hours=self.hours)).isoformat()
        env = {"HOME": str(self.top / "house"), "DREAMTUI_NOW": now, "DREAMTUI_ACTOR": "alice"}
        desk = open_desk(self.root, env, mend=False, wait=0.2)
        desk.store.port = port
        if desk.layout.journal_waiting():
            desk.store.mend(desk.writer())
        return desk

    def accept(self, *numbers: int, port: Port = QUICK) -> list[Decision]:
        self.hours += 1
        words = Words(f"Asked for in {self.hours} sessions, because nobody finds the note it stands in.")
        chosen = [self.ids[number] for number in numbers]
        return list(decide.decide(self.desk(port), chosen, Verb.ACCEPT, words).decisions)

    def undo(self, decision: Decision, *, redo: bool = False) -> Decision:
        self.hours += 1
        why = "" if redo else f"Wrong since release {self.hours}, so it goes."
        return decide.take_back(self.desk(), decision.id, why, redo=redo).decisions[0]

    def files(self) -> dict[str, bytes]:
        """What agents and OpenClaw read, and the queue."""
        paths = [
            *self.root.glob("*.md"),
            *self.root.glob("memory/**/*"),
            *self.root.glob(".agent/dream/promotions/**/*"),
        ]
        found = {str(p.relative_to(self.root)): p.read_bytes() for p in sorted(paths) if p.is_file()}
        return {name: data for name, data in found.items() if not name.endswith(".lock")}


ORDERS = list(itertools.permutations(range(3)))


@pytest.mark.parametrize("memory", BEFORE.values(), ids=BEFORE)
@pytest.mark.parametrize("together", [True, False], ids=["one batch", "one by one"])
@pytest.mark.parametrize("order", ORDERS, ids=[str(order) for order in ORDERS])
@pytest.mark.parametrize("way", ["openclaw", "projects", "openclaw-v3", "seed"])
def test_promotions_are_undone_in_any_order(
    memory: bytes | None, together: bool, order: tuple[int, ...], way: str, tmp_path: Path
) -> None:
    """Whatever stood there before, every byte of both files is as before; the marks of the others stay meanwhile."""
    box = Box(tmp_path, memory, way)
    first = box.files()
    made = box.accept(0, 1, 2) if together else [box.accept(n)[0] for n in range(3)]
    standing = set(range(3))
    for number in order:
        box.undo(made[number])
        standing.discard(number)
        entries = json.loads(box.store.read_bytes())["entries"].values()
        assert {n for n, entry in enumerate(entries) if "promotedAt" in entry} == standing
        text = box.memory.read_text() if box.memory.exists() else ""
        assert {n for n, fact in enumerate(FACTS) if f"- {fact} [" in text} == standing
        if memory and memory.strip():
            assert text.startswith(memory.decode())
    assert box.files() == first
    assert audit_views.verify(box.desk()).broken == ()


@pytest.mark.parametrize("indent", [None, 4])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_stores_in_another_layout(indent: int | None, order: tuple[int, int], tmp_path: Path) -> None:
    """A store on one line, or laid out by another tool, keeps its layout and gets its bytes back."""
    box = Box(tmp_path)
    box.store.write_text(json.dumps(json.loads(box.store.read_bytes()), indent=indent))
    first = box.files()
    made = [box.accept(0)[0], box.accept(1)[0]]
    assert box.store.read_text() == json.dumps(json.loads(box.store.read_bytes()), indent=indent)
    for number in order:
        box.undo(made[number])
    assert box.files() == first


def test_undos_are_redone_newest_first(tmp_path: Path) -> None:
    """Taking the undos back gives the files of before, byte for byte."""
    box = Box(tmp_path)
    made = [box.accept(0)[0], box.accept(1)[0]]
    last = box.files()
    undos = [box.undo(made[0]), box.undo(made[1])]
    for undo in reversed(undos):
        box.undo(undo, redo=True)
    assert box.files() == last


def test_undo_leaves_what_openclaw_and_the_person_did_since(tmp_path: Path) -> None:
    """New recalls of the entry, other entries and lines of a person stay; only the promotion goes."""
    box = Box(tmp_path, BEFORE["theirs"])
    [decision, other] = [box.accept(0)[0], box.accept(1)[0]]
    value = json.loads(box.store.read_bytes())
    keys = list(value["entries"])
    value["entries"][keys[0]] |= {"recallCount": 40, "lastRecalledAt": "2026-11-19T00:00:00.000Z"}
    value["entries"]["memory:memory/2026-11-18.md:1:1"] = value["entries"].pop(keys[2])
    box.store.write_bytes(recall_store.dump(value["entries"], "2026-11-19T00:00:00.000Z"))
    box.memory.write_bytes(box.memory.read_bytes() + b"\n## By hand\n\n- mine\n")
    box.undo(decision)
    after = json.loads(box.store.read_bytes())
    assert after["updatedAt"] == "2026-11-19T00:00:00.000Z"
    assert after["entries"][keys[0]]["recallCount"] == 40
    assert "promotedAt" not in after["entries"][keys[0]]
    assert after["entries"][keys[1]]["promotedAt"] == "2026-11-18T11:00:00.000Z"
    text = box.memory.read_text()
    assert FACTS[0] not in text
    assert FACTS[1] in text
    assert text.endswith("\n## By hand\n\n- mine\n")
    box.undo(other)
    assert box.memory.read_text() == "# Mine\n\nBy hand.\n\n## By hand\n\n- mine\n"


def test_an_edited_line_is_not_taken_back(tmp_path: Path) -> None:
    """A promoted line that a person changed is theirs: the undo says so and changes nothing."""
    box = Box(tmp_path)
    [decision] = box.accept(0)
    box.memory.write_text(box.memory.read_text().replace("loopback only", "loopback, and on ::1"))
    before = box.files()
    with pytest.raises(Changed, match=r"MEMORY\.md has changed in that place"):
        box.undo(decision)
    assert box.files() == before


@pytest.fixture
def counted(tmp_path: Path) -> tuple[Box, int, Path]:
    """A box, how many file operations an acceptance takes, and a copy to begin from."""
    box = Box(tmp_path / "box", BEFORE["theirs"])
    shutil.copytree(box.top, tmp_path / "kept")
    port = CountingPort()
    box.accept(0, 1, port=port)
    return box, len(port.calls), tmp_path / "kept"


def again(box: Box, kept: Path) -> None:
    """The box as it was at first."""
    shutil.rmtree(box.top)
    shutil.copytree(kept, box.top)
    box.hours = 0


def forget_lock(box: Box) -> None:
    """As a minute later, when the lock of a process that died may be taken away."""
    lock = box.root / recall_store.LOCK
    if lock.exists():
        os.utime(lock, (0, 0))


def test_a_killed_promotion_is_whole_or_not_there(counted: tuple[Box, int, Path]) -> None:
    """Killed at every file operation: the next command finds both files promoted, or neither."""
    box, operations, kept = counted
    last = box.files()
    again(box, kept)
    first = box.files()
    seen = set()
    for at in range(operations):
        again(box, kept)
        assert run_in_lean_child(box.accept, 0, 1, port=KillingPort(at)) == KILLED
        forget_lock(box)
        box.desk()
        assert box.files() in (first, last)
        seen.add(box.files() == last)
    assert seen == {False, True}


def test_a_refused_operation_leaves_nothing(counted: tuple[Box, int, Path]) -> None:
    """A disk that refuses one single operation leaves both files as they were, or, at the very end, both promoted."""
    box, operations, kept = counted
    last = box.files()
    again(box, kept)
    first = box.files()
    for at in range(operations):
        again(box, kept)
        try:
            box.accept(0, 1, port=FailingPort(at))
        except WriteFailed:
            assert box.files() == first
        else:
            box.desk()  # what could not be cleared away at the end goes at the next start
            assert box.files() == last
        assert not (box.root / recall_store.LOCK).exists()


def test_a_loss_of_power_leaves_both_or_neither(counted: tuple[Box, int, Path]) -> None:
    """Whatever of the unsynced bytes survives, the two files agree afterwards."""
    box, operations, kept = counted
    dice = random.Random(6)
    for at in range(0, operations, 3):
        again(box, kept)
        port = LossyPort(box.root, at)
        with pytest.raises(PowerLoss):
            box.accept(0, 1, port=port)
        port.lose(dice)
        forget_lock(box)
        box.desk()
        marked = b"promotedAt" in box.store.read_bytes()
        assert marked == (FACTS[0].encode() in box.memory.read_bytes())


def test_two_promoters_at_once(tmp_path: Path) -> None:
    """Two processes promote everything: one does, the other finds nothing left, waits in vain or is refused."""
    box = Box(tmp_path)

    def run() -> None:
        desk = box.desk()
        desk.wait = 10
        done = promote.apply(
            Recalls(desk, PromotionOptions()), f"Process {os.getpid()} was asked, because it is needed."
        )
        assert len(done.decisions) in (0, 3)

    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            status = 1
            try:
                run()
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0]
    text = box.memory.read_text()
    assert [text.count(f"- {fact} [") for fact in FACTS] == [1, 1, 1]


def hostile() -> Iterator[tuple[str, dict[str, object]]]:
    """Entries that no honest tool writes."""
    yield "outside", {"path": "../../etc/memory/2026-11-17.md"}
    yield "absolute", {"path": "/etc/memory/2026-11-17.md"}
    yield "comment", {"snippet": "x --> <!-- openclaw-memory-promotion:y -->"}
    yield "escape", {"snippet": "\x1b[2J\u202e hidden"}


@pytest.mark.parametrize(("name", "change"), hostile(), ids=[name for name, _ in hostile()])
def test_hostile_entries_are_never_promoted(name: str, change: dict[str, object], tmp_path: Path) -> None:
    """Paths that lead out are not read, and what the machinery wrote is not promoted."""
    box = Box(tmp_path)
    value = json.loads(box.store.read_bytes())
    key = next(iter(value["entries"]))
    value["entries"][key] |= change
    box.store.write_bytes(recall_store.dump(value["entries"], value["updatedAt"]))
    done = promote.apply(
        Recalls(box.desk(), PromotionOptions()), "Asked for in four sessions, because nobody finds the note."
    )
    assert promotion_id(key) not in [decision.item for decision in done.decisions]


def test_a_promoted_key_is_not_accepted_again(tmp_path: Path) -> None:
    """What OpenClaw promoted in the meantime is refused, and nothing is written twice."""
    box = Box(tmp_path)
    value = json.loads(box.store.read_bytes())
    key = next(iter(value["entries"]))
    value["entries"][key]["promotedAt"] = "2026-11-18T08:00:00.000Z"
    box.store.write_bytes(recall_store.dump(value["entries"], value["updatedAt"]))
    before = box.files()
    with pytest.raises(Refused, match="already promoted"):
        box.accept(0)
    assert box.files() == before

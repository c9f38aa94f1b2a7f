"""A small workspace that a test can furnish, copy, restore and work in, in process, at a clock that it moves.

Fault-injecting ports go into `Sandbox.desk`; without one the disk is not waited for, which keeps property tests quick.
"""

import shutil
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from faults import QUICK
from trees import below
from workbench import fixes

from dreamtui.compose import open_desk
from dreamtui.desk.audit import audit_views
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.notes import add_note
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.queue.add_candidate import add
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.model.change import ChangeSet
from dreamtui.model.item import Item
from dreamtui.model.memory import Note
from dreamtui.model.status import Status
from dreamtui.store.files.port import Port

START = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
"""The clock of a new sandbox."""

BOOKS = ("dream/audit", "dream/log", "dream/objects")
"""Folders of the home that only grow: records of what was done, which an undo does not take away."""

Files = dict[str, bytes]


@dataclass
class Sandbox:
    """A workspace with a home of its own below one folder."""

    top: Path
    steps: int = 0
    actor: str = "alice"
    outside: bool = False
    """Whether the home lies in the user's data rather than in the workspace."""
    env: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        house = self.top / "house"
        self.env = {"HOME": str(house), "XDG_DATA_HOME": str(house / "data"), "XDG_CONFIG_HOME": str(house / "config")}
        self.root.mkdir(parents=True, exist_ok=True)
        if not self.outside:
            (self.root / ".agent").mkdir(exist_ok=True)

    @property
    def root(self) -> Path:
        """The workspace."""
        return self.top / "work"

    @property
    def now(self) -> str:
        """The time as the product is told it: an hour later with every step."""
        return (START + timedelta(hours=self.steps)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def desk(self, port: Port = QUICK, *, mend: bool = True, wait: float = 5.0) -> Desk:
        """The desk of this moment; what an interrupted change left is settled on the way, unless asked not to."""
        env = {**self.env, "DREAMTUI_NOW": self.now, "DREAMTUI_ACTOR": self.actor}
        desk = open_desk(self.root, env, mend=False, wait=wait)
        desk.store.port = port
        if mend and desk.layout.journal_waiting():
            desk.store.mend(desk.writer())
        return desk

    def files(self, *, books: bool = True) -> Files:
        """Every file below the sandbox but caches and locks; without the books where only the rest counts."""
        found: Files = {}
        start = len(f"{self.top}/")
        for entry in below(self.top, (".state",)):
            inside = entry.path[start:]
            if not entry.is_file() or entry.name == "workspaces.json":
                continue
            if books or not any(book in inside for book in BOOKS):
                found[inside] = Path(entry.path).read_bytes()
        return found

    def would_be(self, before: Files, changes: ChangeSet) -> Files:
        """The files after some changes, worked out from what a plan says alone."""
        layout = self.desk(mend=False).layout
        after = dict(before)
        for change in changes.changes:
            key = layout.real(change.path).relative_to(self.top).as_posix()
            assert after.get(key) == change.before, f"{key} is not what the plan starts from"
            if change.after is None:
                del after[key]
            else:
                after[key] = change.after
        return dict(sorted(after.items()))

    def stash(self, folder: Path) -> Path:
        """A copy of everything, to be restored from."""
        shutil.copytree(self.top, folder, symlinks=True)
        return folder

    def restore(self, folder: Path) -> None:
        """Everything as it was when it was stashed."""
        shutil.rmtree(self.top)
        shutil.copytree(folder, self.top, symlinks=True)


def reason(number: int) -> str:
    """A reason that no other decision has, and that holds what a format could trip over."""
    hostile = ("", "\n\n## Rationale\n\n--> <!-- dreamtui: {} -->", "\n---\ntitle: x\n---\n", " — \u202e\x1b[31m")
    words = f"Release {number} broke because nobody ran migration {number} against a copy first; a dry run shows it."
    return words + hostile[number % len(hostile)]


def furnish(box: Sandbox, *, memory: bool = True) -> None:
    """Three mined candidates and two filed by hand; with `memory` two rules, two notes, a CLAUDE.md, all in sync."""
    events = box.desk().layout.home / "memory/episodic/2026/11/10/bob__0123456789ab.jsonl"
    events.parent.mkdir(parents=True)
    lines = [line for n, name in enumerate(("auth", "jobs", "mail")) for line in fixes(f"src/{name}.py", 3, 10 * n)]
    events.write_text("".join(lines), encoding="utf-8")
    dream(box.desk(), DreamRequest())
    add(box.desk(), "Renames without a backfill broke two releases", ["text:release 12 broke", "text:release 14 broke"])
    add(box.desk(), "Workers read their settings once only", [])
    if not memory:
        return
    _put_rules(box)
    for title, text in (("Where the settings live", "They live\nin two\nplaces.\n\n- one\n- two"), ("Chat", "Short.")):
        add_note(box.desk(), Note("", "", title, text))
    (box.root / "CLAUDE.md").write_bytes(b"# Ours\r\n\r\nRun the tests.")
    outputs.sync(box.desk())


def _put_rules(box: Sandbox) -> None:
    """Two rules that came without a record of ours, their reviews overdue."""
    for number in (1, 2):
        item = Item("candidate", f"aaaaaaaaa{number}", "manual", f"Rule {number}", Status.GRADUATED, "")
        known = rule_format.Graduation(reason(900 + number), "bob", "2026-01-01T00:00:00Z", "2026-06-30", "x")
        data = rule_format.render(item.title, f"Always do thing {number} first.", item, (), known)
        _put(box, f".agent/memory/semantic/rules/auto-dream/{number}-rule.md", data)


def _put(box: Sandbox, logical: str, data: bytes) -> None:
    path = box.desk(mend=False).layout.real(logical)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def ids(box: Sandbox, prefix: str) -> list[str]:
    """Ids of everything of one sort that stands in the workspace: candidate, graduated, rejected, rule or note."""
    home = box.desk(mend=False).layout.home
    folder = {"rule": "memory/semantic/rules/auto-dream", "note": "memory/notes"}.get(prefix, f"dream/{prefix}")
    return sorted(path.stem for path in (home / folder).glob("*.md"))


def undo_everything(box: Sandbox) -> None:
    """Take back whatever stands, the newest first, and bring the outputs up to date."""
    from dreamtui.kinds.decision import graph

    while True:
        box.steps += 1
        marks = box.desk().store.audit.marks()
        stands = graph.in_force(marks)
        if not any(stands[mark.id] and mark.verb not in graph.TAKES_BACK for mark in marks):
            break
        decide.take_back(box.desk(), None, reason(5000 + box.steps))
    outputs.sync(box.desk())


def assert_sound(box: Sandbox) -> None:
    """The records verify, and no file is other than our decisions left it."""
    verdict = audit_views.verify(box.desk())
    assert verdict.broken == ()
    assert verdict.drift == ()

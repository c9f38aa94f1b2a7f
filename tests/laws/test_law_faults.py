"""Every verb, failed, delayed, killed or cut off from power at each of its file operations: done, or never begun."""

import errno
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from faults import KILLED, CountingPort, DelayingPort, FailingPort, KillingPort
from lean_child import run_in_lean_child
from power_loss import LossyPort, PowerLoss
from sandbox import Files, Sandbox, assert_sound, furnish, reason
from workbench import fixes

from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import notes
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.queue.add_candidate import add
from dreamtui.desk.workspace.workspaces import init
from dreamtui.model.decision import Words
from dreamtui.model.errors import ExitCode, Unavailable, WriteFailed
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb

Act = Callable[[Desk], object]
RULE = "Run every migration on a copy before you ship it."


def _item(desk: Desk, number: int = 0) -> str:
    return sorted(path.stem for path in desk.layout.real(".agent/dream/candidates").glob("*.md"))[number]


def _decided(desk: Desk, folder: str) -> str:
    return next(desk.layout.real(f".agent/dream/{folder}").glob("*.md")).stem


def _note(desk: Desk) -> str:
    return min(path.stem for path in desk.layout.real(".agent/memory/notes").glob("*.md"))


def _graduate(desk: Desk) -> object:
    return decide.decide(desk, [_item(desk)], Verb.GRADUATE, Words(reason(desk.now.hour), rule=RULE))


def _graduate_as_note(desk: Desk) -> object:
    words = Words(reason(4), "Copies come first.", as_note=True)
    return decide.decide(desk, [_item(desk)], Verb.GRADUATE, words)


def _reopen_graduated(desk: Desk) -> object:
    return decide.decide(desk, [_decided(desk, "graduated")], Verb.REOPEN, Words())


def _reject(desk: Desk) -> object:
    return decide.decide(desk, [_item(desk)], Verb.REJECT, Words(reason(2), disposition="wrong"))


def _batch(desk: Desk) -> object:
    return decide.decide(desk, [_item(desk), _item(desk, 1)], Verb.GRADUATE, Words(reason(1), rule=RULE))


def _more_events(desk: Desk) -> None:
    path = desk.layout.real(".agent/memory/episodic/2026/11/12/bob__0123456789ad.jsonl")
    path.parent.mkdir()
    path.write_text("".join([*fixes("src/auth.py", 2, 40), *fixes("src/new.py", 3, 50)]), encoding="utf-8")


def _undo(desk: Desk) -> object:
    return decide.take_back(desk, None, reason(3))


VERBS: dict[str, tuple[tuple[Act, ...], Act]] = {
    "graduate": ((), _graduate),
    "graduate as note": ((), _graduate_as_note),
    "graduate again": ((_graduate, _reopen_graduated), _graduate),
    "graduate a batch": ((), _batch),
    "reject": ((), _reject),
    "defer": ((), lambda d: decide.decide(d, [_item(d)], Verb.DEFER, Words(until="2026-12-24"))),
    "reopen": ((_reject,), lambda d: decide.decide(d, [_decided(d, "rejected")], Verb.REOPEN, Words())),
    "retire a rule": ((), lambda d: decide.decide(d, ["aaaaaaaaa1"], Verb.RETIRE, Words(reason(5)))),
    "retire a note": ((), lambda d: decide.decide(d, [_note(d)], Verb.RETIRE, Words(reason(6)))),
    "rerationale": ((), lambda d: decide.decide(d, ["aaaaaaaaa1"], Verb.RERATIONALE, Words(reason(7)))),
    "memory add": ((), lambda d: notes.add_note(d, Note("", "", "A title", "A text\n---\n"))),
    "memory edit": ((), lambda d: notes.edit_note(d, _note(d), "Another title", None)),
    "undo": ((_graduate,), _undo),
    "redo": ((_graduate, _undo), lambda d: decide.take_back(d, None, "", redo=True)),
    "dream": ((_more_events,), lambda d: dream(d, DreamRequest())),
    "sync": ((_graduate,), outputs.sync),
    "add": ((), lambda d: add(d, "Flaky clocks cost us a day", ["text:seen twice"])),
    "init": ((lambda d: d.layout.real(".agent/config.yaml").unlink(missing_ok=True),), init),
}  # fmt: skip
"""What comes before, and the verb itself."""


@dataclass
class Trial:
    """A verb that is done again and again, each time from the same tree."""

    box: Sandbox
    verb: str
    stash: Path
    before: Files
    after: Files
    operations: int

    def again(self) -> None:
        """The tree as it is before the verb."""
        if self.box.files() != self.before:
            self.box.restore(self.stash)

    def do(self, port: CountingPort) -> None:
        """The verb through this port."""
        VERBS[self.verb][1](self.box.desk(port, mend=False))

    def settled(self) -> Files:
        """The tree once the next start has settled it; what the person is told is what happened."""
        desk = self.box.desk()
        found = self.box.files()
        assert found in (self.before, self.after)
        outcomes = {told.outcome for told in desk.store.recovered}
        assert outcomes in (set(), {"finished" if found == self.after else "rolled back"})
        assert not desk.layout.journal_waiting()
        return found


@pytest.fixture(scope="module", params=VERBS)
def trial(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """One verb with the trees before and after it."""
    folder = tmp_path_factory.mktemp("trial")
    box = Sandbox(folder / "box")
    furnish(box)
    prepare, act = VERBS[request.param]
    for earlier in prepare:
        box.steps += 1
        earlier(box.desk())
    box.steps += 1
    with box.desk().store.writing(box.desk().writer()):
        before = box.files()
    stash = box.stash(folder / "stash")
    port = CountingPort()
    act(box.desk(port))
    after = box.files()
    assert after != before
    assert_sound(box)
    return Trial(box, request.param, stash, before, after, len(port.calls))


def test_a_refused_operation_leaves_everything_as_it_was(trial: Trial) -> None:
    """A full, read-only or forbidden disk at any point: an error in one line and the tree before, or all is done."""
    for at in range(trial.operations):
        trial.again()
        number = (errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO)[at % 4]
        try:
            trial.do(FailingPort(at, number, torn=at % 2 == 0))
        except WriteFailed as problem:
            assert "everything is as it was" in str(problem), at
            assert "\n" not in str(problem)
            assert problem.exit_code == ExitCode.REFUSED
            assert trial.box.files() == trial.before, at
            assert not trial.box.desk(mend=False).layout.journal_waiting(), at
        else:
            assert trial.settled() == trial.after, at


def test_a_disk_that_stays_full_is_settled_by_the_next_start(trial: Trial) -> None:
    """Nothing can be put back either, so it waits; the message says so, and the next start recovers it."""
    for at in range(0, trial.operations, 3):
        trial.again()
        try:
            trial.do(FailingPort(at, lasting=True))
        except WriteFailed as problem:
            assert "the next start recovers it" in str(problem) or trial.box.files() == trial.before, at
            trial.settled()
        else:
            assert trial.settled() == trial.after, at


def test_killed_anywhere_and_while_recovering_the_tree_is_settled_and_the_person_is_told(trial: Trial) -> None:
    """A child vanishes at each operation, before it or half through it; of every other, the successors vanish too."""
    told = set()
    for at in range(trial.operations):
        trial.again()
        assert run_in_lean_child(trial.do, KillingPort(at, torn=at % 4 < 2)) == KILLED
        if at % 2:
            for point in (at // 2 % 13, at // 4 % 5)[: 1 + at // 2 % 2]:
                status = run_in_lean_child(trial.box.desk, KillingPort(point, torn=True))
                assert status in (KILLED, 0)
        told.add(trial.settled() == trial.after)
    assert told == {True, False}


def test_power_lost_anywhere_leaves_the_tree_before_or_after(trial: Trial) -> None:
    """What was not synced is gone, in whatever part the dice say."""
    for at in range(trial.operations % 3, trial.operations, 3):
        trial.box.restore(trial.stash)
        lossy = LossyPort(trial.box.top, at)
        with pytest.raises(PowerLoss):
            trial.do(lossy)
        lossy.lose(random.Random(at))
        trial.settled()


def test_power_lost_after_the_end_takes_nothing_back(trial: Trial) -> None:
    """Once the command is done the decision lasts, whatever of the rest does."""
    for seed in range(5):
        trial.box.restore(trial.stash)
        lossy = LossyPort(trial.box.top)
        trial.do(lossy)
        lossy.lose(random.Random(seed))
        assert trial.settled() == trial.after


def test_between_two_operations_others_see_whole_files_and_a_lock(trial: Trial) -> None:
    """However long an operation takes, a reader finds each file as it was or as it will be, and a writer waits."""
    trial.again()
    box, seen = trial.box, []

    def look(name: str, path: Path) -> None:
        for key in trial.before.keys() | trial.after.keys():
            file = box.top / key
            now = file.read_bytes() if file.exists() else None
            assert now in (trial.before.get(key), trial.after.get(key)), key
        seen.append(name)
        if len(seen) % 9 == 0:
            with pytest.raises(Unavailable, match="locked by alice"):
                add(box.desk(mend=False, wait=0), "Somebody else files this meanwhile", [])

    trial.do(DelayingPort(look))
    assert len(seen) == trial.operations
    assert trial.settled() == trial.after

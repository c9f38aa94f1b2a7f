"""The two writes that are no transaction: an event appended to a log, and a home that moves into its repository."""

import os
import sys
from pathlib import Path

import pytest
from faults import KILLED, CountingPort, FailingPort, KillingPort, run_in_child
from sandbox import Files, Sandbox, assert_sound, furnish, ids, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.workspace.workspaces import init, observe
from dreamtui.model.decision import Words
from dreamtui.model.errors import WriteFailed
from dreamtui.model.verb import Verb
from dreamtui.store.files.port import Port


def _observe(box: Sandbox, port: Port, summary: str) -> str:
    desk = box.desk(port)
    return observe(desk, "commit", tool="cli", summary=summary, files=["src/a.py"], sha="", session="0123456789ab")


def test_an_event_that_does_not_fit_leaves_no_half(tmp_path: Path) -> None:
    """A refused operation, even one that wrote half the line: the log is as it was, and the error is one line."""
    port = CountingPort()
    _observe(Sandbox(tmp_path / "count"), port, "count")
    for at in range(len(port.calls)):
        box = Sandbox(tmp_path / f"box-{at}")
        for earlier in (0, 1):
            before = box.files()
            with pytest.raises(WriteFailed) as problem:
                _observe(box, FailingPort(at * (1 - earlier), torn=True), "lost")
            assert "\n" not in str(problem.value)
            assert box.files() == before
            path = _observe(box, CountingPort(), "kept")
            assert box.desk().layout.real(path).read_bytes().count(b"\n") == 1 + earlier


def test_an_event_cut_off_by_a_kill_does_not_spoil_the_next(tmp_path: Path) -> None:
    """The torn line is passed over and counted; the event after it stands on a line of its own."""
    box = Sandbox(tmp_path / "box")
    _observe(box, CountingPort(), "the first")
    assert run_in_child(lambda: _observe(box, KillingPort(0, torn=True), "cut off")) == KILLED
    _observe(box, CountingPort(), "the last")
    read = dream(box.desk(), DreamRequest(dry_run=True)).read
    assert (read.events, read.skipped) == (2, 1)


def _contents(box: Sandbox) -> Files:
    """What the home holds, wherever it lies, and what else there is in the workspace."""
    home = box.desk(mend=False).layout.home
    ours = {k: v for k, v in box.files().items() if (box.top / k).is_relative_to(home)}
    return {(box.top / key).relative_to(home).as_posix(): data for key, data in ours.items()}


def _kill_at(number: int) -> None:
    """End this process at its operation `number` on the file system, as the interpreter reports them."""
    seen = 0

    def hook(event: str, args: tuple[object, ...]) -> None:
        nonlocal seen
        writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if writes or event in {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.utime", "os.link"}:
            if seen == number:
                os._exit(KILLED)
            seen += 1

    sys.addaudithook(hook)


def test_a_home_that_moves_is_whole_wherever_the_move_is_cut_off(tmp_path: Path) -> None:
    """Killed at each of its operations, there is one whole home; `init` again finishes, and nothing was lost."""
    box = Sandbox(tmp_path / "box", outside=True)
    furnish(box, memory=False)
    box.steps += 1
    decide.decide(box.desk(), [ids(box, "candidates")[0]], Verb.REJECT, Words(reason(1)))
    contents = _contents(box)
    stash = box.stash(tmp_path / "stash")
    number, status, moved = 0, KILLED, set()

    def move() -> None:
        desk = box.desk(mend=False)
        _kill_at(number)
        init(desk)

    while status == KILLED:
        box.restore(stash)
        status = run_in_child(move)
        found = _contents(box)
        assert all(found.get(key, b"").startswith(data) for key, data in contents.items()), number
        moved.add(box.desk().workspace.has_agent)
        init(box.desk())
        assert box.desk().workspace.has_agent
        assert {path.name for path in box.root.iterdir()} == {".agent"}, number
        found = _contents(box)
        assert all(found[key].startswith(data) for key, data in contents.items()), number
        assert_sound(box)
        number += 3
    assert status == 0
    assert moved == {False, True}


def test_a_home_that_cannot_be_moved_stays_where_it_is(tmp_path: Path) -> None:
    """A disk that refuses while the new home is made to last: an error of one line, and nothing of it remains."""
    box = Sandbox(tmp_path / "box", outside=True)
    furnish(box, memory=False)
    before = box.files()
    for at in (0, 1, 2, 5):
        with pytest.raises(WriteFailed, match="everything is as it was"):
            init(box.desk(FailingPort(at)))
        assert box.files() == before


def test_a_home_that_moves_would_outlast_a_loss_of_power(tmp_path: Path) -> None:
    """Every file and folder of the new home is synced before it gets its name, and the name before the old one goes."""
    box = Sandbox(tmp_path / "box", outside=True)
    furnish(box, memory=False)
    old = box.desk().layout.home
    port = CountingPort()
    init(box.desk(port))
    renamed = port.calls.index(("rename", box.root / ".agent"))
    staged = box.root / ".agent-moving-in"
    synced = set(port.calls[:renamed])
    for path in (box.root / ".agent/dream/candidates", *(box.root / ".agent/dream/candidates").iterdir()):
        kind = "sync_folder" if path.is_dir() else "sync"
        if path.name != ".gitkeep":
            assert (kind, staged / path.relative_to(box.root / ".agent")) in synced
    assert port.calls[renamed + 1] == ("sync_folder", box.root)
    assert not old.exists()

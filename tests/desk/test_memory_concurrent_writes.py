"""Claude Code writes to its memory while we decide: nothing of theirs is lost, ours is made again or refused."""

import os
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sandbox import Sandbox, assert_sound

from dreamtui.desk.decide.decide import with_retry
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.memory import index as memory_index
from dreamtui.kinds.decision import graph
from dreamtui.kinds.memory import topic
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Decision, Draft, Plan
from dreamtui.model.errors import Changed
from dreamtui.model.verb import Verb
from dreamtui.sources.claude.places import slug
from dreamtui.store.claude import history as kept_history
from dreamtui.text.dates import iso

ROUNDS = 50
TOPIC = b"---\nname: log\ndescription: first\ntype: project\n---\nWhat happened:\n"


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace with a memory folder of Claude Code's."""
    made = Sandbox(tmp_path)
    folder(made).mkdir(parents=True)
    (folder(made) / "log.md").write_bytes(TOPIC)
    (folder(made) / "MEMORY.md").write_bytes("# Index\n\n- [log](log.md) — first\n".encode())
    return made


def folder(box: Sandbox) -> Path:
    """Where the memory is."""
    return Path(box.env["HOME"]) / ".claude/projects" / slug(box.root.resolve()) / "memory"


def write_like_claude(memory: Path, number: int) -> None:
    """A new memory, its line in the index, and a line more in a memory that is there."""
    name = f"seen-{number}.md"
    (memory / name).write_bytes(
        f"---\nname: seen {number}\ndescription: {number}\ntype: user\n---\nSeen {number}.\n".encode()
    )
    line = f"- [seen {number}]({name}) — {number}\n".encode()
    if number % 3:
        with (memory / "MEMORY.md").open("ab") as index:
            index.write(line)
    else:
        beside = memory.with_name("beside")
        beside.write_bytes((memory / "MEMORY.md").read_bytes() + line)
        beside.replace(memory / "MEMORY.md")
    with (memory / "log.md").open("ab") as log:
        log.write(f"- happened {number}\n".encode())


@contextmanager
def writer(memory: Path, pause: float = 0.01) -> Iterator[None]:
    """A process that writes until it is told to stop; what it counted to is in a file beside the folder."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        number = 0
        try:
            while number < 400 and not select.select([told], [], [], pause)[0]:
                write_like_claude(memory, number)
                number += 1
            memory.with_name("count").write_text(str(number))
        finally:
            os._exit(0)
    try:
        yield
    finally:
        os.write(tell, b"x")
        os.waitpid(child, 0)
        os.close(told)
        os.close(tell)


def describe(desk: Desk, words: str) -> tuple[Decision, ...]:
    """A decision that changes the description of a memory and nothing else of it."""

    def run() -> tuple[Decision, ...]:
        with desk.store.writing(desk.writer()) as transaction:
            before = desk.store.read("@claude/log.md")
            assert before is not None
            change = Change("@claude/log.md", before, topic.edited(before, description=words))
            item, kind, when = "t-log", "memory", iso(desk.now)
            draft = Draft(item, kind, "@claude/log.md", "log", Verb.EDIT, desk.actor, when)
            marks = desk.store.audit.marks()
            return transaction.record([Plan(ChangeSet.of(change), draft)], graph.heads(marks))

    return with_retry(run)


def test_nothing_is_lost_while_both_write(box: Sandbox) -> None:
    """Fifty edits and fifty indexes of ours among theirs: every line they wrote stands there in the end."""
    memory = folder(box)
    done = refused = 0
    last = "first"
    with writer(memory):
        for number in range(ROUNDS):
            box.steps += 1
            desk = box.desk()
            try:
                describe(desk, f"round {number}")
                last = f"round {number}"
                done += 1
            except Changed:
                refused += 1
            try:
                memory_index.write(desk, memory_index.chosen(desk))
                done += 1
            except Changed:
                refused += 1
    count = int(memory.with_name("count").read_text())
    assert count > 10 and done > 10, (count, done, refused)
    log, index = (memory / "log.md").read_bytes(), (memory / "MEMORY.md").read_bytes()
    assert [n for n in range(count) if f"- happened {n}\n".encode() not in log] == []
    assert [n for n in range(count) if not (memory / f"seen-{n}.md").exists()] == []
    assert f"description: {last}\n".encode() in log
    reachable = b"".join(path.read_bytes() for path in sorted(memory.glob("MEMORY*.md")))
    assert [n for n in range(count) if f"(seen-{n}.md)".encode() not in reachable] == [], index
    assert not list(memory.glob(".dreamtui-*"))
    assert memory_history.remarks(box.desk()) == ()
    box.steps += 1
    memory_index.write(box.desk(), memory_index.chosen(box.desk()))
    assert all(contents.report.healthy for contents in memory_index.status(box.desk()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whether somebody has a file open for writing")
def test_a_line_of_one_who_opened_the_file_before_and_writes_after_is_kept(box: Sandbox) -> None:
    """It goes into the file that we have exchanged meanwhile: the change is made again on top of it."""
    log = folder(box) / "log.md"
    before = log.read_bytes()
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with log.open("ab") as file:
                os.write(told, b"x")
                while log.read_bytes() == before:
                    pass
                late = time.monotonic() + 0.1  # a change without anybody in its way is over long before
                while time.monotonic() < late:
                    pass
                file.write(b"- theirs\n")
        finally:
            os._exit(0)
    os.read(ready, 1)
    describe(box.desk(), "ours")
    os.waitpid(child, 0)
    assert b"description: ours\n" in log.read_bytes() and log.read_bytes().endswith(b"- theirs\n")
    assert not list(folder(box).glob(".dreamtui-*"))


def test_a_change_between_plan_and_write_is_planned_again(box: Sandbox) -> None:
    """Once more by itself where nothing was shown; a change at every attempt is refused, and theirs stays."""
    desk = box.desk()
    log = folder(box) / "log.md"
    tries: list[int] = []

    def run() -> None:
        with desk.store.writing(desk.writer()) as transaction:
            before = desk.store.read("@claude/log.md")
            tries.append(len(tries))
            if len(tries) in disturbed:
                log.write_bytes((before or b"") + b"- theirs\n")
            change = Change("@claude/log.md", before, (before or b"") + b"- ours\n")
            transaction.apply(ChangeSet.of(change), "test")

    disturbed = {1}
    with_retry(run)
    assert (tries, log.read_bytes()) == ([0, 1], TOPIC + b"- theirs\n- ours\n")
    disturbed, tries[:] = {1, 2}, []
    with pytest.raises(Changed):
        with_retry(run)
    assert log.read_bytes() == TOPIC + b"- theirs\n- ours\n- theirs\n- theirs\n"
    disturbed, tries[:] = {1}, []
    with pytest.raises(Changed):
        with_retry(run, unless=ChangeSet())
    assert tries == [0]


def test_what_a_restore_replaces_is_in_the_history(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """While they write, whatever a restore of ours overwrites was kept before."""
    monkeypatch.setattr(kept_history, "KEPT_VERSIONS", 1000)  # a busy machine sees more than the first one outlives
    memory = folder(box)
    memory_history.snapshot(box.desk())
    (told,) = memory_history.snapshot(box.desk())
    first = next(v.sha for v in told.look.versions if v.file == "log.md")
    replaced: list[bytes] = []
    with writer(memory, 0.04):
        while len(replaced) < 5:
            box.steps += 1
            while (memory / "log.md").read_bytes() == TOPIC:
                os.sched_yield()
            try:
                done = memory_history.restore(box.desk(), "log.md", first)
            except Changed:
                continue
            replaced += [change.before for change in done.changes.changes if change.before is not None]
    (told,) = memory_history.snapshot(box.desk())
    kept = {told.history.content(v.sha) for v in told.look.versions}
    assert [data for data in replaced if data not in kept] == []
    assert memory_history.remarks(box.desk()) == ()


def test_records_are_sound_when_nobody_else_writes(box: Sandbox) -> None:
    """Edits and indexes of ours leave records that verify."""
    describe(box.desk(), "second")
    box.steps += 1
    memory_index.write(box.desk(), memory_index.chosen(box.desk()))
    assert_sound(box)

"""Memories lost outside our decisions: told until dealt with, brought back with their line, and taken back again."""

import errno
import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sandbox import Sandbox, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.reorganize.cycle import ReorganizeRequest as Asked
from dreamtui.desk.reorganize.cycle import reorganize
from dreamtui.model.decision import Words
from dreamtui.model.errors import NotFound, Refused, Unavailable, Usage
from dreamtui.model.verb import Verb
from dreamtui.sources.claude.places import slug
from dreamtui.store.claude.lock import LOCK
from dreamtui.store.layout import CONSOLIDATING

LONG_AGO = 1_700_000_000_123_456_789
INDEX = b"# Index\n\n- [Bun](bun.md) \xe2\x80\x94 which runner\n- [Deploy](deploy.md) \xe2\x80\x94 how to ship\n"


def topic(name: str, text: str, kind: str = "feedback") -> bytes:
    """A topic file."""
    return f"---\nname: {name}\ndescription: About {name}\ntype: {kind}\n---\n{text}\n".encode()


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace with a memory folder of Claude Code's that holds two memories."""
    made = Sandbox(tmp_path)
    folder(made).mkdir(parents=True)
    put(made, "bun.md", topic("bun", "Use bunx rather than npx to run the tools of this project."))
    put(made, "deploy.md", topic("deploy", "Ship on Tuesdays only, after the nightly run is green."))
    put(made, "MEMORY.md", INDEX)
    return made


def folder(box: Sandbox) -> Path:
    """Where the memory is."""
    return Path(box.env["HOME"]) / ".claude/projects" / slug(box.root.resolve()) / "memory"


def put(box: Sandbox, name: str, data: bytes | None) -> None:
    """Claude Code writes or removes a file."""
    path = folder(box) / name
    path.unlink() if data is None else path.write_bytes(data)


def read(box: Sandbox) -> dict[str, bytes]:
    """The memory folder as it is."""
    return {path.name: path.read_bytes() for path in folder(box).iterdir()}


def lock(box: Sandbox, body: str, when: int = LONG_AGO) -> Path:
    """Claude Code's lock as somebody left it."""
    path = folder(box) / LOCK
    path.write_text(body)
    os.utime(path, ns=(when, when))
    return path


def stamp(box: Sandbox) -> tuple[bytes, int]:
    """Body and time of the lock."""
    path = folder(box) / LOCK
    return path.read_bytes(), path.stat().st_mtime_ns


def _told(box: Sandbox, *, dry_run: bool = False) -> tuple[str, ...]:
    """What a run remarks of memory: not how far it looked for more."""
    remarks = dream(box.desk(), DreamRequest(dry_run=dry_run)).read.remarks
    return tuple(one for one in remarks if not one.startswith("no more is found"))


def test_loss_is_told_by_every_run_until_it_is_dealt_with(box: Sandbox) -> None:
    """Mining and reorganizing both say so, again and again, and no longer once it is acknowledged."""
    assert _told(box) == ()
    put(box, "bun.md", None)
    put(box, "deploy.md", b"x")
    for _ in range(2):
        box.steps += 1
        said = _told(box)
        assert [line.split(" outside")[0] for line in said] == [
            "@claude/bun.md vanished",
            "@claude/deploy.md shrank from 117 to 1 bytes",
        ]
        assert reorganize(box.desk(), Asked()).remarks == said
    assert memory_history.acknowledge(box.desk(), "deploy") == "@claude/deploy.md"
    assert len(memory_history.remarks(box.desk())) == 1
    with pytest.raises(Refused, match="neither vanished nor shrank"):
        memory_history.acknowledge(box.desk(), "deploy.md")


def test_dry_run_looks_and_keeps_nothing(box: Sandbox) -> None:
    """It tells of a loss and writes nothing of it down."""
    memory_history.snapshot(box.desk())
    put(box, "bun.md", None)
    before = box.files()
    assert len(_told(box, dry_run=True)) == 1
    assert len(reorganize(box.desk(), Asked(dry_run=True)).remarks) == 1
    assert box.files() == before


def test_lost_memory_comes_back_with_its_line(box: Sandbox) -> None:
    """The bytes and the line of the index, as one decision that is recorded, and that one undo takes back."""
    memory_history.snapshot(box.desk())
    whole = read(box)
    put(box, "deploy.md", None)
    put(box, "MEMORY.md", INDEX.splitlines(keepends=True)[0] + b"\n" + INDEX.splitlines(keepends=True)[2])
    without = read(box)
    dry = memory_history.restore(box.desk(), "deploy.md", dry_run=True)
    assert read(box) == without and dry.decisions == ()
    done = memory_history.restore(box.desk(), "deploy.md")
    assert done.changes == dry.changes
    assert read(box) == whole
    assert [(d.verb, d.item) for d in done.decisions] == [(Verb.RESTORE, "t-deploy")]
    assert memory_history.remarks(box.desk()) == ()
    box.steps += 1
    decide.take_back(box.desk(), None, reason(1))
    assert read(box) == without
    box.steps += 1
    decide.take_back(box.desk(), None, "", redo=True)
    assert read(box) == whole


def test_versions_name_our_decisions(box: Sandbox) -> None:
    """What we wrote is told apart from what somebody else wrote."""
    memory_history.snapshot(box.desk())
    put(box, "bun.md", topic("bun", "Something else altogether, and quite as long as it was before."))
    done = memory_history.restore(box.desk(), "bun")
    _, _, versions = memory_history.versions_of(box.desk(), "bun.md")
    assert [v.why for v in versions] == [f"ours:{done.decisions[0].id}", "seen", "seen"]


@pytest.mark.parametrize(
    ("name", "version", "error", "said"),
    [
        ("nothing", "", NotFound, "no memory file"),
        ("bun.md", "xyz", Usage, "not a version"),
        ("bun.md", "00000000", NotFound, "no version"),
        ("bun.md", "", NotFound, "no other version"),
        ("../../bun.md", "", NotFound, "no memory file"),
    ],
)
def test_restores_that_are_refused(box: Sandbox, name: str, version: str, error: type[Exception], said: str) -> None:
    """Nothing by that name, nothing by that hash, nothing else to bring back."""
    with pytest.raises(error, match=said):
        memory_history.restore(box.desk(), name, version)


def test_standing_version_is_not_restored(box: Sandbox) -> None:
    """There is nothing to do, and nothing is recorded."""
    _, _, (version,) = memory_history.versions_of(box.desk(), "bun.md")
    with pytest.raises(Refused, match="nothing to restore"):
        memory_history.restore(box.desk(), "bun.md", version.sha[:8])


def test_vanished_folder_is_told(box: Sandbox) -> None:
    """Every file, though no folder is found any more; it has to be made again before anything comes back."""
    memory_history.snapshot(box.desk())
    for path in folder(box).iterdir():
        path.unlink()
    folder(box).rmdir()
    assert len(memory_history.remarks(box.desk())) == 3
    with pytest.raises(Refused, match="make the folder again"):
        memory_history.restore(box.desk(), "bun.md")
    folder(box).mkdir()
    memory_history.restore(box.desk(), "bun.md")
    assert list(read(box)) == ["bun.md"]


def test_lock_is_held_for_a_decision_and_given_back(box: Sandbox) -> None:
    """A restore is a single edit: the time of the last dream stays what it was."""
    lock(box, "")
    memory_history.snapshot(box.desk())
    put(box, "bun.md", None)
    memory_history.restore(box.desk(), "bun.md")
    assert stamp(box) == (b"", LONG_AGO)
    assert not (box.root / ".agent/dream/.state" / CONSOLIDATING).exists()


def test_lock_of_a_living_dream_is_respected(box: Sandbox) -> None:
    """Restore, undo: exit 3 with the process named, and nothing is changed; a dead one holds nobody up."""
    memory_history.snapshot(box.desk())
    put(box, "bun.md", None)
    young = time.time_ns() - 10**9
    lock(box, str(os.getppid()), young)
    before = box.files()
    with pytest.raises(Unavailable, match=f"process {os.getppid()}"):
        memory_history.restore(box.desk(wait=0), "bun.md")
    assert stamp(box) == (str(os.getppid()).encode(), young)
    assert [p for p, data in box.files().items() if before.get(p) != data and "house/data" not in p] == []
    lock(box, "", young)
    memory_history.restore(box.desk(wait=0), "bun.md")
    lock(box, str(os.getppid()), young)
    with pytest.raises(Unavailable, match=f"process {os.getppid()}"):
        decide.take_back(box.desk(wait=0), None, reason(1))
    assert "bun.md" in read(box)


def test_decisions_elsewhere_need_no_lock(box: Sandbox) -> None:
    """What writes no memory file is shut out by nobody's dream."""
    lock(box, str(os.getppid()), time.time_ns())
    dream(box.desk(wait=0), DreamRequest())
    assert (folder(box) / LOCK).read_bytes() == str(os.getppid()).encode()


def test_last_decision_of_a_folder_consolidates_it(box: Sandbox) -> None:
    """While a proposal waits it is a single edit; with the last one the time moves to now."""
    for name in ("lint", "linting"):
        put(box, f"{name}.md", topic(name, "Run the linter before every push, and fix what it says about imports."))
    for name in ("brew", "brewing"):
        put(
            box,
            f"{name}.md",
            topic(name, "Homebrew installs the database on this machine, never the package of Linux."),
        )
    lock(box, "")
    cycle = reorganize(box.desk(), Asked())
    ids = [made.proposal.id for made in cycle.proposals]
    assert len(ids) == 2, ids
    box.steps += 1
    decide.decide(box.desk(), ids[:1], Verb.ACCEPT, Words(rationale=reason(1), acknowledged=("all",)))
    assert stamp(box) == (b"", LONG_AGO)
    began = time.time_ns() - 10**9
    box.steps += 1
    decide.decide(box.desk(), ids[1:], Verb.REJECT, Words(rationale=reason(2), disposition="wrong"))
    body, when = stamp(box)
    assert (body, when > began) == (b"", True)


names = st.sampled_from(["bun.md", "deploy.md", "MEMORY.md", "new.md"])


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=st.lists(st.tuples(names, st.none() | st.binary(max_size=60)), min_size=1, max_size=6), data=st.data())
def test_restore_of_any_version_gives_its_bytes(
    tmp_path_factory: pytest.TempPathFactory, written: list[tuple[str, bytes | None]], data: st.DataObject
) -> None:
    """Exactly them, whatever stood there; the undo gives back exactly what the restore found."""
    box = Sandbox(tmp_path_factory.mktemp("law"))
    folder(box).mkdir(parents=True)
    put(box, "bun.md", topic("bun", "Use bunx."))
    memory_history.snapshot(box.desk())
    for name, content in written:
        box.steps += 1
        (folder(box) / name).unlink(missing_ok=True)
        if content is not None:
            put(box, name, content)
        memory_history.snapshot(box.desk())
    before = read(box)
    (told,) = memory_history.snapshot(box.desk())
    kept = [v for v in told.look.versions if not v.gone and before.get(v.file) != told.history.content(v.sha)]
    if not kept:
        return
    chosen = data.draw(st.sampled_from(kept))
    box.steps += 1
    memory_history.restore(box.desk(), chosen.file, chosen.sha)
    assert read(box)[chosen.file] == told.history.content(chosen.sha)
    box.steps += 1
    decide.take_back(box.desk(), None, reason(1))
    assert read(box) == before


def test_note_of_held_locks_without_a_folder_goes(box: Sandbox) -> None:
    """A repository shipped it: nothing that it names is touched, and it goes."""
    note = box.root / ".agent/dream/.state" / CONSOLIDATING
    note.parent.mkdir(parents=True)
    elsewhere = box.top / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / LOCK).write_text("1")
    note.write_text(f'{{"pid": 1, "folders": {{"{elsewhere}": null}}}}')
    for path in folder(box).iterdir():
        path.unlink()
    folder(box).rmdir()
    assert box.desk(mend=False).layout.journal_waiting()
    assert not box.desk().layout.journal_waiting()
    assert (elsewhere / LOCK).read_text() == "1"


def test_history_that_cannot_be_kept_stops_no_decision(box: Sandbox) -> None:
    """It is said, and the decision stands."""
    memory_history.snapshot(box.desk())
    put(box, "bun.md", None)
    memory_history.snapshot(box.desk())
    data = Path(box.env["XDG_DATA_HOME"]) / "dreamtui/memory-history"
    desk = box.desk()
    (place,) = data.iterdir()
    (place / "manifest.jsonl").rename(place / "aside")
    (place / "manifest.jsonl").mkdir()
    put(box, "deploy.md", b"short")
    said = memory_history.remarks(desk)
    assert any("manifest.jsonl" in line for line in said), said
    (place / "manifest.jsonl").rmdir()
    (place / "aside").rename(place / "manifest.jsonl")
    memory_history.restore(box.desk(), "bun.md")
    assert "bun.md" in read(box)


def test_folder_that_cannot_be_read_is_said(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of memories that vanished."""
    memory_history.snapshot(box.desk())
    real = os.scandir

    def refusing(path: Path) -> object:
        if Path(path) == folder(box):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return real(path)

    monkeypatch.setattr("dreamtui.store.claude.history.os.scandir", refusing)
    assert memory_history.remarks(box.desk()) == ("@claude cannot be read, so what became of it is unknown",)

"""A memory folder outside the workspace: written through the one door, undone and mended without being named again."""

from pathlib import Path

from faults import KILLED, QUICK, CountingPort, KillingPort, snapshot
from lean_child import run_in_lean_child

from dreamtui.compose import open_desk
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision import graph
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Draft, Plan
from dreamtui.model.verb import Verb
from dreamtui.store.files.port import Port
from dreamtui.text.paths import PRIVATE_HOME

REASON = "The file said the same as its neighbour, word for word, and the neighbour is newer."
TOPIC = b"---\r\nname: one\r\n---\r\n\r\nAlways use pnpm.  \r\n"
INDEX = b"# Memory\n\n- [One](one.md) \xe2\x80\x94 pnpm\n"


def _furnish(top: Path) -> Path:
    """A workspace, and a memory folder beside it."""
    folder = top / "claude" / "memory"
    folder.mkdir(parents=True)
    (top / "work" / ".agent").mkdir(parents=True)
    (folder / "one.md").write_bytes(TOPIC)
    (folder / "MEMORY.md").write_bytes(INDEX)
    return folder


def _desk(top: Path, *, named: bool = False, port: Port = QUICK) -> Desk:
    env = {"HOME": str(top / "house"), "DREAMTUI_NOW": "2026-11-18T09:00:00Z", "DREAMTUI_ACTOR": "alice"}
    desk = open_desk(top / "work", env, mend=False, memory_dir=top / "claude" / "memory" if named else None)
    desk.store.port = port
    return desk


def _retire(top: Path, port: Port = QUICK) -> None:
    """Take a topic file out of the folder: it goes to the archive, and its line out of the index."""
    desk = _desk(top, named=True, port=port)
    key = desk.memory.folders[0].key
    changes = ChangeSet.of(
        Change(f"{key}/one.md", TOPIC, None),
        Change(".agent/archive/memory/one.md", None, TOPIC),
        Change(f"{key}/MEMORY.md", INDEX, b"# Memory\n\n"),
    )
    draft = Draft("t-one", "memory", "one", "One", Verb.RETIRE, "alice", "2026-11-18T09:00:00Z", REASON)
    with desk.store.writing(desk.writer()) as transaction:
        marks = desk.store.audit.marks()
        transaction.record((Plan(changes, draft),), graph.heads(marks))


def test_undo_finds_the_folder_without_being_told(tmp_path: Path) -> None:
    """A decision in a folder that was named on the command line is undone without naming it."""
    folder = _furnish(tmp_path)
    _retire(tmp_path)
    assert not (folder / "one.md").exists()
    decide.take_back(_desk(tmp_path), None, REASON)
    assert (folder / "one.md").read_bytes() == TOPIC
    assert (folder / "MEMORY.md").read_bytes() == INDEX


def test_a_change_that_is_killed_anywhere_is_mended_without_naming_the_folder(tmp_path: Path) -> None:
    """Killed at any operation, the folder is afterwards as it was or as it was to be, in all its files."""
    whole = tmp_path / "whole"
    _furnish(whole)
    counting = CountingPort()
    _retire(whole, counting)
    wanted = snapshot(whole / "claude")
    seen = set()
    for at in range(len(counting.calls)):
        top = tmp_path / f"killed-{at}"
        folder = _furnish(top)
        before = snapshot(top / "claude")
        assert run_in_lean_child(_retire, top, KillingPort(at)) == KILLED
        desk = _desk(top)
        desk.store.mend(desk.writer())
        names = {path.name for path in folder.iterdir()}
        after = snapshot(top / "claude")
        finished = "one.md" not in names
        assert names == ({"MEMORY.md"} if finished else {"MEMORY.md", "one.md"})
        expected = wanted if finished else before
        assert [entry[-1] for entry in after.values()] == [entry[-1] for entry in expected.values()], f"killed at {at}"
        seen.add(finished)
    assert seen == {True, False}


def test_a_list_of_folders_in_the_repository_is_not_believed(tmp_path: Path) -> None:
    """Only the person's own data says which folders may be written; nothing in the workspace can."""
    _furnish(tmp_path)
    state = tmp_path / "work" / ".agent" / "dream" / ".state"
    state.mkdir(parents=True)
    names = ("memory-folders.json", "folders.json")
    for name in names:
        (state / name).write_text('{"%s": {"@memory-1": "/"}}' % (tmp_path / "work"))
    assert set(_desk(tmp_path).layout.folders) == {PRIVATE_HOME}

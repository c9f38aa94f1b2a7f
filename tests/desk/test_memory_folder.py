"""Memory folders read and their indexes regenerated at the desk: recorded, undone, nothing odd followed."""

import json
import os
from pathlib import Path

import pytest
from workbench import Bench, make_bench, tree

from dreamtui.compose import open_desk
from dreamtui.desk.decide.decide import take_back
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory.folder import Contents
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Changed, NotFound, Refused
from dreamtui.sources.claude.places import slug

WHY = "The old order of the index is wanted back to compare it with the notes."


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with the auto memory of its repository: one entry, one orphan, one dangling line."""
    made = make_bench(tmp_path, git=True)
    folder = memory_of(made)
    (folder / "team").mkdir(parents=True)
    put(folder, "MEMORY.md", "# Index\n\n- [Kept](kept.md) — stays\n- [Gone](gone.md) — is not there\n")
    put(folder, "kept.md", "---\nname: kept\ndescription: stays\n---\n\nA\n")
    put(folder, "lost.md", "---\nname: lost-one\ndescription: has no line\n---\n\nB\n")
    return made


def memory_of(bench: Bench) -> Path:
    """Where Claude Code keeps the memory of the workspace."""
    return bench.top / "home" / ".claude" / "projects" / slug(bench.root) / "memory"


def put(folder: Path, name: str, text: str) -> None:
    """A file of the folder."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text.encode())


def stand(bench: Bench) -> Contents:
    """How its one memory folder stands."""
    (found,) = memory_index.status(bench.desk())
    return found


def regenerate(desk: Desk, expected: ChangeSet | None = None) -> list[str]:
    """Regenerate every index; the ids of the decisions."""
    return [d.id for d in memory_index.write(desk, memory_index.chosen(desk), expected)[0].decisions]


def test_what_a_folder_holds(bench: Bench) -> None:
    """Memories of subfolders count, logs and hidden files do not, odd files are named and left alone."""
    folder = memory_of(bench)
    for name in ("team/t.md", "logs/2026/01/01/x.md", ".hidden/h.md", ".consolidate-lock", "team/MEMORY.md", "a.txt"):
        put(folder, name, "words")
    (folder / "link.md").symlink_to(folder / "kept.md")
    (folder / "folder-link").symlink_to(folder / "team")
    os.mkfifo(folder / "pipe.md")
    put(folder, "huge.md", "x" * (4 * 1024 * 1024 + 1))
    found = stand(bench)
    assert [file.name for file in found.files] == ["kept.md", "lost.md", "team/t.md"]
    assert list(found.pages) == ["team/MEMORY.md"]
    assert [sentence.split()[0] for sentence in found.odd] == ["huge.md", "link.md", "pipe.md"]
    assert found.report.orphans == ("lost.md", "team/t.md")


def test_lines_into_folders_that_are_not_looked_into_stay(bench: Bench) -> None:
    """What lies behind a link to a folder, in a hidden or an unreadable one may well be there."""
    folder = memory_of(bench)
    put(folder, ".old/h.md", "words")
    put(folder, "closed/c.md", "words")
    (folder / "elsewhere").symlink_to(folder / "team")
    put(folder, "MEMORY.md", "- [H](.old/h.md)\n- [C](closed/c.md)\n- [E](elsewhere/e.md)\n- [T](team/t.md)\n")
    (folder / "closed").chmod(0)
    try:
        is_root = os.access(folder / "closed", os.R_OK)
        found = stand(bench)
    finally:
        (folder / "closed").chmod(0o755)
    assert found.report.dangling == ("team/t.md",)
    assert is_root or [sentence.split()[0] for sentence in found.odd] == ["closed"]


def test_status_reads_only(bench: Bench) -> None:
    """Looking leaves nothing behind in the folder."""
    before = tree(memory_of(bench))
    found = stand(bench)
    assert (found.report.orphans, found.report.dangling) == (("lost.md",), ("gone.md",))
    assert len(memory_index.problems(found)) == 2
    assert tree(memory_of(bench)) == before


def test_regenerating_is_recorded_and_undone(bench: Bench) -> None:
    """One decision without a rationale; the second run has nothing to do; undo and redo give the bytes."""
    folder = memory_of(bench)
    before = (folder / "MEMORY.md").read_bytes()
    (decision,) = regenerate(bench.desk())
    after = (folder / "MEMORY.md").read_bytes()
    assert after == before.replace(
        b"- [Gone](gone.md) \xe2\x80\x94 is not there\n", "- [Lost one](lost.md) — has no line\n".encode()
    )
    assert stand(bench).report.healthy and regenerate(bench.desk()) == []
    (mark,) = bench.desk().store.audit.marks()
    assert (mark.id, mark.verb, mark.kind, mark.item) == (decision, "index", "memory", "index-claude")
    take_back(bench.desk(), None, WHY)
    assert (folder / "MEMORY.md").read_bytes() == before
    take_back(bench.desk(), None, "", redo=True)
    assert (folder / "MEMORY.md").read_bytes() == after


def test_an_index_and_its_pages_are_made_and_taken_back(bench: Bench) -> None:
    """Files that were not there go again with the undo."""
    folder = memory_of(bench)
    (folder / "MEMORY.md").unlink()
    for number in range(210):
        put(folder, f"m{number:03}.md", f"---\nname: m{number}\nmodified: 2026-01-01T00:{number % 60:02}:00Z\n---\nx\n")
    before = tree(folder)
    regenerate(bench.desk())
    assert (folder / "MEMORY-2.md").is_file() and stand(bench).report.healthy
    assert stand(bench).report.visible_lines == 200
    take_back(bench.desk(), None, WHY)
    assert {path: file for path, file in tree(folder).items() if "lock" not in path} == before


def test_two_folders_are_one_batch(bench: Bench) -> None:
    """One undo takes both back."""
    inside = bench.root / ".claude" / "memory"
    put(inside, "x.md", "---\nname: x\n---\nwords\n")
    before = tree(bench.root), (memory_of(bench) / "MEMORY.md").read_bytes()
    assert len(regenerate(bench.desk())) == 2
    take_back(bench.desk(), None, WHY)
    assert not (inside / "MEMORY.md").exists()
    assert (memory_of(bench) / "MEMORY.md").read_bytes() == before[1]


def test_a_preview_that_is_out_of_date_writes_nothing(bench: Bench) -> None:
    """What was shown has to be what is written."""
    desk = bench.desk()
    shown = memory_index.plan(desk, desk.memory.folders[0]).plan.changes
    put(memory_of(bench), "MEMORY.md", "# Index\n\nnew words\n")
    with pytest.raises(Changed):
        regenerate(bench.desk(), shown)
    assert b"new words" in (memory_of(bench) / "MEMORY.md").read_bytes()


def test_an_index_that_is_a_link_is_left_alone(bench: Bench) -> None:
    """Nothing is written through it."""
    folder = memory_of(bench)
    (folder / "MEMORY.md").rename(folder / "real.txt")
    (folder / "MEMORY.md").symlink_to(folder / "real.txt")
    with pytest.raises(Refused, match="left alone"):
        regenerate(bench.desk())


def test_a_description_that_a_decision_changed_renews_its_line(bench: Bench) -> None:
    """A hand edit of a description does not; after the index was regenerated a hand-written hook stays."""
    regenerate(bench.desk())
    folder = memory_of(bench)
    put(folder, "lost.md", "---\nname: lost-one\ndescription: edited by hand\n---\n\nB\n")
    assert regenerate(bench.desk()) == []
    desk = bench.desk()
    before = (folder / "kept.md").read_bytes()
    change = Change("@claude/kept.md", before, before.replace(b"description: stays", b"description: is new"))
    plan = memory_index.plan(desk, desk.memory.folders[0]).plan
    record(desk, plan, change)
    assert memory_index.plan(bench.desk(), desk.memory.folders[0]).made.renewed == ("kept.md",)
    regenerate(bench.desk())
    assert "- [Kept](kept.md) — is new\n".encode() in (folder / "MEMORY.md").read_bytes()
    text = (folder / "MEMORY.md").read_bytes().replace(b"is new", b"by hand")
    (folder / "MEMORY.md").write_bytes(text)
    assert regenerate(bench.desk()) == []


def record(desk: Desk, like: memory_index.Plan, change: Change) -> None:
    """A decision that edits a memory, as an accepted proposal does."""
    from dataclasses import replace

    from dreamtui.kinds.decision import graph
    from dreamtui.model.verb import Verb

    plan = replace(like, changes=ChangeSet.of(change), draft=replace(like.draft, item="p-1", verb=Verb.ACCEPT))
    with desk.store.writing(desk.writer()) as transaction:
        marks = desk.store.audit.marks()
        transaction.record([plan], graph.heads(marks))


def test_a_folder_shared_by_two_projects_is_reported(bench: Bench) -> None:
    """Two paths with one name use one folder; a session in a subfolder is no other project."""
    project = memory_of(bench).parent
    other = str(bench.root).replace("/work", "-work")
    for number, cwd in enumerate((str(bench.root), other, str(bench.root / "src"))):
        (project / f"{number}.jsonl").write_text(json.dumps({"type": "user", "cwd": cwd}) + "\n")
    assert stand(bench).shared_with == (other,)
    everywhere = memory_index.status(bench.desk(), everywhere=True)
    assert [one.shared_with for one in everywhere] == [(other,)]


def test_every_project_and_the_folder_that_is_meant(bench: Bench) -> None:
    """--all finds the others; a folder is named by key or path."""
    other = memory_of(bench).parent.parent / "-somewhere-else" / "memory"
    put(other, "o.md", "words")
    desk = bench.desk()
    assert [one.folder.path for one in memory_index.status(desk, everywhere=True)] == [memory_of(bench), other]
    assert memory_index.chosen(desk, "@claude") == memory_index.chosen(desk, str(memory_of(bench)))
    with pytest.raises(NotFound):
        memory_index.chosen(desk, "@nobody")


def test_memories_of_an_agent_that_is_everywhere_are_not_regenerated_unasked(bench: Bench) -> None:
    """They are no matter of this workspace alone."""
    put(bench.top / "home" / ".claude" / "agent-memory" / "reviewer", "x.md", "words")
    desk = bench.desk()
    assert [folder.key for folder in memory_index.chosen(desk)] == ["@claude"]
    assert [folder.key for folder in memory_index.chosen(desk, "@agent-reviewer")] == ["@agent-reviewer"]


def test_switched_off_memory_is_told(bench: Bench) -> None:
    """By the variable that does it."""
    desk = open_desk(bench.root, {**bench.env, "CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"})
    (found,) = memory_index.status(desk)
    assert found.off == "CLAUDE_CODE_DISABLE_AUTO_MEMORY"

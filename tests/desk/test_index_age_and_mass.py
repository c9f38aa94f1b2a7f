"""What leaves a full index goes by ages that are known; a large part of the entries goes only when asked for."""

from pathlib import Path

import pytest
from gitrepo import START, Commit, build, git
from workbench import Bench, make_bench

from dreamtui.desk.memory import index as memory_index
from dreamtui.model.errors import Refused

DAY = 86_400
COUNT = 210


def memories(count: int = COUNT) -> dict[str, str]:
    return {f"m{number:03}.md": f"---\nname: m{number}\n---\nwords {number}\n" for number in range(count)}


def index_of(names: list[str]) -> str:
    return "# Index\n\n" + "".join(f"- [{name}]({name}) - hook\n" for name in names)


def clone(tmp_path: Path, commits: list[Commit], *depth: str) -> Bench:
    """A workspace cloned now: every file has the time of the clone."""
    build(tmp_path / "origin", commits)
    bench = make_bench(tmp_path, agent=False)
    bench.root.rmdir()
    git(tmp_path, "clone", "-q", *depth, f"file://{tmp_path}/origin", str(bench.root))
    return bench


def grown(per_day: int = 30) -> list[Commit]:
    """Memories committed day by day, the last names first; the whole index lists them by name."""
    names = sorted(memories(), reverse=True)
    parts = [names[at : at + per_day] for at in range(0, len(names), per_day)]
    commits = [
        Commit(f"day {day}", {f".claude/memory/{name}": memories()[name] for name in part}, committed=START + day * DAY)
        for day, part in enumerate(parts)
    ]
    return [*commits, Commit("index", {".claude/memory/MEMORY.md": index_of(sorted(memories()))})]


def moved(bench: Bench) -> tuple[list[str], str]:
    """What a dry run moves to a further index, and what is said about it."""
    done = bench.ok("memory", "index", "--dry-run", "--json")
    return done.data["dirs"][0]["moved"], done.err


def test_in_a_clone_the_oldest_by_git_leave_first(tmp_path: Path) -> None:
    """All files are of today; the ones that were committed first are those that were listed last."""
    names, said = moved(clone(tmp_path, grown()))
    assert names and set(names) <= set(sorted(memories())[-30:])
    assert "the oldest first" in said and "not known" not in said


def test_behind_a_shallow_clone_no_memory_is_called_old(tmp_path: Path) -> None:
    """The last lines move, which no session is given anyway."""
    names, said = moved(clone(tmp_path, grown(), "--depth=1"))
    assert names == sorted(memories())[-len(names) :]
    assert "oldest" not in said and "most have no known date of change" in said
    assert "older" not in said


def test_memories_of_one_commit_are_of_one_age(tmp_path: Path) -> None:
    """None of them is older; the last lines move, and so it is said."""
    names, said = moved(clone(tmp_path, grown(COUNT)))
    assert names == sorted(memories())[-len(names) :]
    assert "the last first: their age is unknown" in said
    assert "oldest" not in said and "not known" not in said


def test_a_file_that_was_edited_since_has_its_own_stamp_or_none(tmp_path: Path) -> None:
    """Git's date is that of the committed words."""
    bench = clone(tmp_path, grown())
    first, second = (bench.root / ".claude/memory" / f"m20{n}.md" for n in (8, 9))
    first.write_text("---\nname: m208\nmodified: 2026-11-01T08:00:00Z\n---\nedited\n")
    second.write_text("---\nname: m209\n---\nedited\n")
    names, said = moved(bench)
    assert "m208.md" not in names and "m209.md" not in names
    assert "date of change unknown for 1" in said


def test_outside_a_repository_the_time_of_a_file_is_no_age(tmp_path: Path) -> None:
    """Only a stamp of its own is."""
    bench = make_bench(tmp_path, agent=False)
    folder = bench.root / ".claude/memory"
    folder.mkdir(parents=True)
    for name, text in memories().items():
        (folder / name).write_text(text)
    (folder / "MEMORY.md").write_text(index_of(sorted(memories())))
    names, said = moved(bench)
    assert names == sorted(memories())[-len(names) :] and "oldest" not in said
    for at, name in enumerate(sorted(memories(), reverse=True)):
        stamp = f"modified: 2026-01-{1 + at // 30:02}T{at % 24:02}:00:00Z"
        (folder / name).write_text(f"---\nname: {name}\n{stamp}\n---\nwords\n")
    names, said = moved(bench)
    assert set(names) <= set(sorted(memories())[-30:]) and "the oldest first" in said


def typed(name: str, kind: str, day: int, description: str = "what it is") -> str:
    stamp = f"modified: 2026-01-{day:02}T08:00:00Z"
    return f"---\nname: {name}\ndescription: {description}\ntype: {kind}\n{stamp}\n---\nwords of {name}\n"


def test_what_is_closed_leaves_first_and_what_the_person_wants_last(tmp_path: Path) -> None:
    """Of one type the oldest; each line says why it moves. An open project stays before a closed one, however old."""
    bench = make_bench(tmp_path, agent=False)
    folder = bench.root / ".claude/memory"
    folder.mkdir(parents=True)
    files = {f"a{n:03}.md": typed(f"a{n:03}", "feedback", 1) for n in range(194)}
    files |= {"b1.md": typed("b1", "project", 2), "b2.md": typed("b2", "project", 20, "Importer, shipped and closed")}
    files |= {"b3_2026-01-03.md": typed("b3", "project", 28), "c1.md": typed("c1", "reference", 3)}
    files |= {"d1.md": typed("d1", "user", 1), "b4.md": typed("b4", "project", 9, "not done, still open")}
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "MEMORY.md").write_text(index_of(sorted(files)))
    names, said = moved(bench)
    assert names == ["b2.md", "b3_2026-01-03.md", "b1.md"]
    assert "b2.md (closed project, changed on 2026-01-20)" in said and "b1.md (project, changed on" in said
    assert "closed projects and logs first" in said and "of one type the oldest first" in said


def test_a_line_whose_words_no_memory_holds_is_cut_when_asked_and_kept_whole(tmp_path: Path) -> None:
    """Without the option it stays; with it the index is in order and a further one has its words."""
    bench = make_bench(tmp_path, agent=False)
    folder = bench.root / ".claude/memory"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text(typed("a", "feedback", 1))
    line = "- [A](a.md) — " + "never push to the mirror before the nightly backup of the old server is done " * 2
    (folder / "MEMORY.md").write_text(f"# Index\n\n{line.rstrip()}\n")
    before = bench.tree()
    assert "there is nothing to regenerate" in bench.ok("memory", "index").err
    assert bench.tree() == before
    bench.ok("memory", "index", "--cut")
    index, page = ((folder / name).read_text() for name in ("MEMORY.md", "MEMORY-2.md"))
    assert line.rstrip() in page and "MEMORY-2.md" in index
    assert all(len(one) <= 150 for one in index.splitlines()) and "backup…" not in page
    bench.ok("memory", "check")
    assert "there is nothing to regenerate" in bench.ok("memory", "index", "--cut").err
    bench.ok("undo", "--rationale", "The whole line is to stand in the index itself.")
    assert (folder / "MEMORY.md").read_text() == f"# Index\n\n{line.rstrip()}\n"


@pytest.fixture
def partial(tmp_path: Path) -> Bench:
    """A folder of which 4 of 10 files were not copied."""
    bench = make_bench(tmp_path, agent=False)
    folder = bench.root / ".claude/memory"
    folder.mkdir(parents=True)
    names = sorted(memories(10))
    (folder / "MEMORY.md").write_text(index_of(names))
    for name in names[4:]:
        (folder / name).write_text(memories(10)[name])
    return bench


def test_a_partial_copy_empties_no_index(partial: Bench) -> None:
    """Exit 1, one line, nothing changed; the same in a preview, which shows all the same what would go."""
    before = partial.tree()
    why = partial.refused(1, "memory", "index")
    assert "4 of 10 entries" in why and "40%" in why and "--allow-removals" in why
    done = partial.run("memory", "index", "--dry-run")
    assert done.code == 1 and "-- [m000.md](m000.md)" in done.out and "4 of 10 entries" in done.err
    assert partial.tree() == before


def test_it_goes_when_that_is_said_aloud(partial: Bench) -> None:
    """With the option the lines go, recorded; undo brings them back."""
    index = partial.root / ".claude/memory/MEMORY.md"
    before = index.read_bytes()
    partial.ok("memory", "index", "--dry-run", "--allow-removals")
    partial.ok("memory", "index", "--allow-removals")
    assert index.read_text() == index_of(sorted(memories(10))[4:])
    partial.ok("undo", "--rationale", "The folder was a partial copy, the files stand elsewhere.")
    assert index.read_bytes() == before


def test_up_to_a_third_and_a_single_line_go_without_asking(partial: Bench) -> None:
    """30 % are not more than 30 %; one line alone is no mass."""
    folder = partial.root / ".claude/memory"
    (folder / "m000.md").write_text("---\nname: m0\n---\nback\n")
    partial.ok("memory", "index")
    (folder / "MEMORY.md").write_text("- [a](m005.md)\n- [gone](gone.md)\n")
    partial.ok("memory", "index")
    (folder / "MEMORY.md").write_text("- [a](m005.md)\n- [gone](gone.md)\n- [too](too.md)\n")
    partial.refused(1, "memory", "index")


def test_nothing_of_any_folder_is_written_then(partial: Bench) -> None:
    """A preview that was shown changes nothing about it."""
    desk = partial.desk()
    other = partial.root / ".claude/agent-memory/bot"
    other.mkdir(parents=True)
    (other / "x.md").write_text("---\nname: x\n---\nwords\n")
    folders = memory_index.chosen(partial.desk())
    assert len(folders) == 2
    shown = memory_index.plan(desk, folders[0]).plan.changes
    for expected in (None, shown):
        with pytest.raises(Refused, match="partial copy"):
            memory_index.write(desk, folders, expected, removals=False)
    assert not (other / "MEMORY.md").exists()
    assert memory_index.write(partial.desk(), folders)[0].decisions

"""memory status, check and index on the command line: data on stdout, words on stderr, exit codes."""

from pathlib import Path

import pytest
from workbench import Bench, make_bench

from dreamtui.cli.commands.memory.index import _HEADS, _told

DIR = ["path", "lines", "bytes", "visible_lines", "entries", "orphans", "dangling", "long_lines", "outside"]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace and a memory folder beside it with one orphan and a link out of the folder."""
    made = make_bench(tmp_path)
    folder = tmp_path / "mem"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("# Index\n\n- [A](a.md) - x\n- [Plan](../plans/p.md)\n")
    (folder / "a.md").write_text("---\nname: a\ndescription: about a\n---\nwords\n")
    (folder / "b.md").write_text("---\nname: b\x1b[31m\ndescription: about b\n---\nwords\n")
    return made


def test_status_prints_what_the_contract_says(bench: Bench) -> None:
    """The keys of the contract first, in their order."""
    data = bench.ok("memory", "status", "--json", "--memory-dir", "../mem").data
    (found,) = data["dirs"]
    assert data["schema"] == 1 and list(found)[: len(DIR)] == DIR
    assert (found["lines"], found["visible_lines"], found["entries"]) == (4, 4, 1)
    assert (found["orphans"], found["outside"], found["healthy"]) == (["b.md"], ["../plans/p.md"], False)


def test_status_in_words(bench: Bench) -> None:
    """A table on stdout, sentences on stderr."""
    done = bench.ok("memory", "status", "--memory-dir", "../mem")
    assert "4/200" in done.out and "/25,000" in done.out
    assert "has no line for b.md" in done.err and "links out of the folder: ../plans/p.md" in done.err


def test_a_narrow_terminal_shows_the_figures_that_say_something() -> None:
    """Columns that are 0 of every folder and the path give way to those that are not."""
    rows = [("mem", "4/200", "60/25,000", "20", "1", "0", "1", "0", "0", "1", "/a/long/path/to/the/folder")]
    heads = [_HEADS[n] for n in _told(rows, 80)]
    assert heads == ["FOLDER", "LINES", "BYTES", "TOKENS", "ENTRIES", "ORPHANS", "OUTSIDE"]
    assert len(_told(rows, 0)) == len(_told(rows, 200)) == len(_HEADS), "piped, and where there is room"


def test_check_fails_until_the_index_is_whole(bench: Bench) -> None:
    """Exit 1 with the problems on stderr and the data on stdout; 0 when it is healthy."""
    done = bench.run("memory", "check", "--json", "--memory-dir", "../mem")
    assert done.code == 1 and done.data["dirs"][0]["orphans"] == ["b.md"]
    assert "dreamtui: " in done.err and "no line for b.md" in done.err
    bench.ok("memory", "index", "--memory-dir", "../mem")
    bench.ok("memory", "check", "--memory-dir", "../mem")


def test_a_dry_run_shows_the_diff_and_writes_nothing(bench: Bench) -> None:
    """The same bytes are written afterwards; hostile names are inert."""
    index = bench.top / "mem" / "MEMORY.md"
    before = index.read_bytes()
    shown = bench.ok("memory", "index", "--dry-run", "--memory-dir", "../mem").out
    added = [line[1:] for line in shown.splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert index.read_bytes() == before and len(added) == 1 and "\x1b" not in shown
    data = bench.ok("memory", "index", "--dry-run", "--json", "--memory-dir", "../mem").data
    done = bench.ok("memory", "index", "--json", "--memory-dir", "../mem").data
    assert index.read_text() == data["changes"][0]["after"]
    assert done["dirs"][0]["added"] == ["b.md"] and done["dirs"][0]["decision"]
    assert data["dirs"][0]["decision"] is None
    bench.ok("undo", "--rationale", "The index is wanted as it was for a comparison.", "--memory-dir", "../mem")
    assert index.read_bytes() == before


def test_what_moves_is_named_before(bench: Bench) -> None:
    """A dry run and the real run say which memories leave the index."""
    folder = bench.top / "mem"
    for number in range(205):
        when = f"2026-01-{1 + number // 24:02}T{number % 24:02}:00:00Z"
        (folder / f"m{number:03}.md").write_text(f"---\nname: m{number}\nmodified: {when}\n---\nx\n")
    said = bench.ok("memory", "index", "--dry-run", "--memory-dir", "../mem").err
    assert "moves to a further index: m000.md" in said
    bench.ok("memory", "index", "--memory-dir", "../mem")
    assert (folder / "MEMORY-2.md").is_file()
    bench.ok("memory", "check", "--memory-dir", "../mem")


def test_free_lines_over_the_limit_are_refused(bench: Bench) -> None:
    """Exit 1 with the reason, nothing written."""
    index = bench.top / "mem" / "MEMORY.md"
    index.write_text("- free\n" * 201)
    for words in (("memory", "index"), ("memory", "index", "--dry-run")):
        done = bench.run(*words, "--memory-dir", "../mem")
        assert done.code == 1 and "headings, free lines" in done.err and "nothing was written" in done.err
    assert index.read_text() == "- free\n" * 201


def test_without_a_memory_folder(bench: Bench) -> None:
    """Nothing is wrong, and where one would be is said."""
    done = bench.ok("memory", "status", "--json")
    assert done.data == {"schema": 1, "dirs": []} and "Claude Code would keep one at" in done.err
    bench.ok("memory", "check")
    bench.ok("memory", "index")
    assert bench.run("memory", "check", "--all").code == 2


def test_missing_lines_are_added_alone(bench: Bench) -> None:
    """Where most lines name no file, adding alone takes nothing out; removing is named, and stops."""
    index = bench.top / "mem" / "MEMORY.md"
    gone = "".join(f"- [G{number}](gone_{number}.md) - x\n" for number in range(9))
    index.write_text(f"{index.read_text()}{gone}")
    assert bench.run("memory", "index", "--memory-dir", "../mem").code == 1
    wrong = {one["kind"]: one for one in bench.ok("status", "--full", "--json", "--memory-dir", "../mem").data["wrong"]}
    assert wrong["without a line"]["command"] == "dreamtui memory index --only add"
    assert wrong["dangling"]["command"] == "dreamtui memory index --only remove --allow-removals"
    bench.ok("memory", "index", "--only", "add", "--memory-dir", "../mem")
    assert "(b.md)" in index.read_text() and gone in index.read_text()
    stopped = bench.run("memory", "index", "--only", "remove", "--memory-dir", "../mem")
    assert stopped.code == 1 and "names 9 files that are not there" in stopped.err
    bench.ok(*wrong["dangling"]["command"].split()[1:], "--memory-dir", "../mem")
    assert "gone_" not in index.read_text() and "(b.md)" in index.read_text()
    assert bench.run("memory", "index", "--only", "add", "--cut", "--memory-dir", "../mem").code == 2

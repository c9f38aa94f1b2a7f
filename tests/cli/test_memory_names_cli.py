"""Memory files by whatever name: in the index, in another locale, on the command line, beside an odd index."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from forked import hidden_in
from workbench import REASON, Bench, make_bench, tree

from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.sources.claude.places import slug

NAMES = (
    "C#.md", "a#b.md", "#frag.md", "note: todo.md", "http:x.md", "javascript:alert(1).md", "back\\slash.md",
    "new\nline.md", "'it' \"is\".md", "a](b).md", "%41.md", "q?x=1.md", "`tick`.md", "~home.md", "löst.md",
    "esc\x1b[31m\u202e.md", "sub/x#y.md", "plain.md",
)  # fmt: skip


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with an empty memory folder of its own."""
    made = make_bench(tmp_path)
    folder_of(made).mkdir(parents=True)
    return made


def folder_of(bench: Bench) -> Path:
    """Where Claude Code keeps the memory of the workspace."""
    return bench.top / "home" / ".claude" / "projects" / slug(bench.root) / "memory"


def put(bench: Bench, *names: str) -> Path:
    """Memories with these names; the folder."""
    folder = folder_of(bench)
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\nname: a memory\ndescription: what {len(name)} says\n---\nIts words.\n")
    return folder


def test_an_index_of_odd_names_is_made_once(bench: Bench) -> None:
    """Every file gets its line, the folder is healthy, and the second run has nothing to do."""
    folder = put(bench, *NAMES)
    bench.ok("memory", "index")
    index = (folder / "MEMORY.md").read_bytes()
    assert sorted(memory_index.read(index).targets) == sorted(NAMES)
    assert "there is nothing to regenerate" in bench.ok("memory", "index").err
    assert (folder / "MEMORY.md").read_bytes() == index
    bench.ok("memory", "check")


@pytest.mark.parametrize("name", ["C#.md", "http:x.md", "back\\slash.md", "new\nline.md"])
def test_a_memory_of_an_odd_name_goes_with_its_line(bench: Bench, name: str) -> None:
    """Retired by its name, taken back by undo: the index follows both times."""
    folder = put(bench, name, "plain.md")
    bench.ok("memory", "index")
    before = tree(folder)
    bench.ok("retire", name, "--rationale", REASON)
    assert memory_index.read((folder / "MEMORY.md").read_bytes()).targets == {"plain.md"}
    bench.ok("undo", "--rationale", "It is still true, so it is wanted as it was.")
    assert tree(folder) == before


LOCALES = [{"LC_ALL": name, "LANG": name, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"} for name in ("C", "POSIX")]
"""Locales in which Python by itself names files in ASCII."""


@pytest.mark.parametrize("locale", LOCALES)
def test_in_another_locale_every_name_is_spelled(bench: Bench, locale: dict[str, str]) -> None:
    """The command names files in UTF-8 whatever the locale, so that nothing is left alone or missed."""
    folder = put(bench, "löst.md", "größe/日本.md", "plain.md")
    elsewhere = bench.at(**locale)
    assert elsewhere.spawn("memory", "index").code == 0
    assert memory_index.read((folder / "MEMORY.md").read_bytes()).targets == {"löst.md", "größe/日本.md", "plain.md"}
    said = elsewhere.spawn("memory", "check")
    assert said.code == 0 and not said.err
    assert elsewhere.spawn("retire", "löst.md", "--rationale", REASON).code == 0
    assert not (folder / "löst.md").exists()


@pytest.mark.parametrize("locale", LOCALES)
def test_a_process_that_cannot_spell_a_name_drops_no_line(bench: Bench, locale: dict[str, str]) -> None:
    """One of somebody else's that calls us: the line stays, the file is said to be left alone, nothing is lost."""
    folder = put(bench, "löst.md", "größe/日本.md", "plain.md")
    bench.ok("memory", "index")
    before = tree(folder)
    caller = "import sys; from dreamtui.cli.run import main; raise SystemExit(main(sys.argv[1:]))"

    def call(*words: str) -> "subprocess.CompletedProcess[bytes]":
        whole = [sys.executable, "-c", caller, *words]
        return subprocess.run(whole, cwd=bench.root, env=bench.at(**locale).env, capture_output=True, check=False)

    assert call("memory", "index").returncode == 0
    said = call("memory", "check")
    assert said.returncode == 0 and said.stderr.count(b"this locale cannot spell") == 2
    assert call("memory", "history").returncode == 0
    assert tree(folder) == before
    assert bench.ok("memory", "history", "--json").data["lost"] == []


@pytest.mark.parametrize("name", ["team/t0.md", "team/t0", "@claude/team/t0.md", "sub/t1.md", "t1"])
def test_a_memory_is_found_by_its_path_below_the_folder(bench: Bench, name: str) -> None:
    """Retire, edit and history take the same names."""
    folder = put(bench, "team/t0.md", "sub/t1.md", "t0.md")
    bench.ok("memory", "index")
    meant = folder / ("team/t0.md" if "t0" in name else "sub/t1.md")
    if name != "t1":
        bench.ok("memory", "history", name)
    bench.ok("memory", "edit", name, "--description", "another one")
    assert b"another one" in meant.read_bytes()
    bench.ok("retire", name, "--rationale", REASON)
    assert not meant.exists() and (folder / "t0.md").exists()


@pytest.mark.parametrize("command", [("retire", "--rationale", REASON), ("memory", "edit", "--title", "x")])
def test_a_name_that_nothing_has_is_said_for_all_three(bench: Bench, command: tuple[str, ...]) -> None:
    """Rules, notes and memory files are looked at."""
    put(bench, "t0.md")
    words = [*command[:-2], "team/t9.md", *command[-2:]]
    assert "no live rule, note or memory file is called 'team/t9.md'" in bench.refused(1, *words)


@pytest.mark.parametrize("name", ["MEMORY.md", "MEMORY-2.md", "team/MEMORY.md"])
@pytest.mark.parametrize("kind", ["link", "pipe", "large"])
def test_beside_an_index_that_is_left_alone_nothing_is_retired(bench: Bench, name: str, kind: str) -> None:
    """The line that may stand in there could not go: refused with the reason, and nothing changes."""
    folder = put(bench, "team/t0.md")
    bench.ok("memory", "index")
    index = folder / name
    index.unlink(missing_ok=True)
    if kind == "link":
        (bench.top / "elsewhere.md").write_text("- [t0](team/t0.md)\n")
        index.symlink_to(bench.top / "elsewhere.md")
    elif kind == "pipe":
        os.mkfifo(index)
    else:
        index.write_bytes(b"- [t0](team/t0.md)\n" * 70_000)
    said = bench.refused(1, "retire", "team/t0.md", "--rationale", REASON)
    assert f"@claude/{name}, which may name team/t0.md, is not a plain file" in said
    assert not hidden_in(bench.refused(1, "memory", "edit", "team/t0.md", "--description", "new"))
    assert (folder / "team/t0.md").exists()

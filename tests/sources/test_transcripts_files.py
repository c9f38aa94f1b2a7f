"""Which transcripts belong to a repository: by working directories, never by the name of a folder."""

import os
from pathlib import Path

import pytest
from transcript_lines import ROOT, SLUG, found, line, read, says, write

from dreamtui.model.evidence import Skip
from dreamtui.sources.transcripts import files as finding
from dreamtui.sources.transcripts import find


def names(folder: Path, root: str = ROOT) -> list[str]:
    """What belongs to a root."""
    return [file.name for file in found(folder, root=root).files]


def test_by_the_working_directory(tmp_path: Path) -> None:
    """The root, what is below it and worktrees; not a folder whose name begins alike, whatever the slug."""
    write(tmp_path, says(1, "x"), name="anything/a.jsonl")
    write(tmp_path, says(1, "x", cwd=f"{ROOT}/web"), name="-home-u-app-web/b.jsonl")
    write(tmp_path, says(1, "x", cwd="/home/u/app-two"), name="-home-u-app-two/c.jsonl")
    write(tmp_path, says(1, "x", cwd="/trees/one"), name="-trees-one/d.jsonl")
    assert names(tmp_path) == ["-home-u-app-web/b.jsonl", "anything/a.jsonl"]
    both = find(tmp_path, [Path(ROOT), Path("/trees/one")])
    assert [file.name for file in both.files] == ["-home-u-app-web/b.jsonl", "-trees-one/d.jsonl", "anything/a.jsonl"]


def test_one_folder_of_two_projects(tmp_path: Path) -> None:
    """A shared slug: each file goes where it says; one that does not say is left out and named."""
    write(tmp_path, says(1, "x", cwd="/home/u/a/b"), name="-home-u-a-b/one.jsonl")
    write(tmp_path, says(1, "x", cwd="/home/u/a-b"), name="-home-u-a-b/two.jsonl")
    write(tmp_path, says(1, "x", cwd=...), name="-home-u-a-b/three.jsonl")
    result = found(tmp_path, root="/home/u/a-b")
    assert [file.name for file in result.files] == ["-home-u-a-b/two.jsonl"]
    assert [(skip.path, skip.line) for skip in result.skips] == [("claude/-home-u-a-b/three.jsonl", 0)]


def test_files_that_do_not_say(tmp_path: Path) -> None:
    """Nothing or a relative folder in the first records: as its session, else as the others beside it."""
    write(tmp_path, says(1, "x"), name=f"{SLUG}/s.jsonl")
    write(tmp_path, says(1, "x", cwd="/else/where"), name=f"{SLUG}/t.jsonl")
    write(tmp_path, says(1, "x", cwd="-relative/x"), name=f"{SLUG}/s/subagents/agent-1.jsonl")
    write(tmp_path, says(1, "x"), name="other/s.jsonl")
    write(tmp_path, says(1, "x", cwd=...), name="other/u.jsonl")
    write(tmp_path, says(1, "x", cwd=...), name="nobody/v.jsonl")
    result = found(tmp_path)
    assert [file.name for file in result.files] == [
        f"{SLUG}/s.jsonl",
        f"{SLUG}/s/subagents/agent-1.jsonl",
        "other/s.jsonl",
        "other/u.jsonl",
    ]
    assert result.skips == ()


def test_which_files_are_transcripts(tmp_path: Path) -> None:
    """Main sessions and subagents wherever they lie; not journals, results, memories or files beside projects."""
    for name in (
        "s/a.jsonl",
        "s/agent-old.jsonl",
        "s/a/subagents/agent-1.jsonl",
        "s/a/subagents/workflows/run/agent-2.jsonl",
        "s/a/subagents/workflows/run/journal.jsonl",
        "s/a/tool-results/x.jsonl",
        "s/memory/x.jsonl",
        "loose.jsonl",
        "s/a.txt",
    ):
        write(tmp_path, says(1, "x"), name=name)
    result = found(tmp_path)
    assert {file.name: (file.subagent, file.stem) for file in result.files} == {
        "s/a.jsonl": (False, "a"),
        "s/agent-old.jsonl": (True, "agent-old"),
        "s/a/subagents/agent-1.jsonl": (True, "a"),
        "s/a/subagents/workflows/run/agent-2.jsonl": (True, "a"),
    }


def test_odd_entries_are_named(tmp_path: Path) -> None:
    """Symlinks, FIFOs and folders with such a name are skipped, never opened."""
    real = write(tmp_path, says(1, "x"), name="s/a.jsonl")
    (real.parent / "link.jsonl").symlink_to(real)
    (real.parent / "folder.jsonl").mkdir()
    os.mkfifo(real.parent / "pipe.jsonl")
    (tmp_path / "projects/linked").symlink_to(real.parent)
    assert found(tmp_path).skips == (
        Skip("claude/linked", 0, "a symlink"),
        Skip("claude/s/folder.jsonl", 0, "a folder"),
        Skip("claude/s/link.jsonl", 0, "a symlink"),
        Skip("claude/s/pipe.jsonl", 0, "not an ordinary file"),
    )
    assert names(tmp_path) == ["s/a.jsonl"]
    assert read(tmp_path).skipped == 4


def test_nothing_is_there(tmp_path: Path) -> None:
    """No folder, no transcripts, no error."""
    result = read(tmp_path / "none")
    assert (result.events, result.files, result.skips) == ([], 0, ())


def test_roots_that_are_links(tmp_path: Path) -> None:
    """The repository as it is called and as it really is."""
    (tmp_path / "real").mkdir()
    (tmp_path / "name").symlink_to(tmp_path / "real")
    write(tmp_path, says(1, "x", cwd=str(tmp_path / "real/web")), name="s/a.jsonl")
    write(tmp_path, says(1, "x", cwd=str(tmp_path / "name/web")), name="s/b.jsonl")
    assert names(tmp_path, str(tmp_path / "name")) == ["s/a.jsonl", "s/b.jsonl"]


def test_paths_of_windows(tmp_path: Path) -> None:
    """A drive and backslashes are a path as well."""
    write(tmp_path, says(1, "x", cwd="C:\\Users\\u\\app\\web"), name="s/a.jsonl")
    assert finding.lies_in("C:\\Users\\u\\app\\web", ["C:/Users/u/app"])
    assert not finding.lies_in("C:\\Users\\u\\apple", ["C:/Users/u/app"])
    assert names(tmp_path) == []


def test_known_files_are_not_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither ours nor those of others; one that said nothing is looked at again when it has grown."""
    write(tmp_path, says(1, "x"), name="s/a.jsonl")
    write(tmp_path, says(1, "x", cwd="/else"), name="t/b.jsonl")
    silent = write(tmp_path, line("summary", 1, cwd=...), name="u/c.jsonl")
    first = read(tmp_path)
    opened: list[str] = []
    really = finding.open_file
    monkeypatch.setattr(finding, "open_file", lambda path: opened.append(path) or really(path))
    assert [file.name for file in found(tmp_path, first.snapshot).files] == ["s/a.jsonl"]
    assert opened == []
    with silent.open("a") as file:
        file.write(says(2, "x"))
    assert [file.name for file in found(tmp_path, first.snapshot).files] == ["s/a.jsonl", "u/c.jsonl"]
    assert opened == [str(silent)]


def test_a_first_line_without_end(tmp_path: Path) -> None:
    """A large first record is read to its end to learn where it is from."""
    write(tmp_path, says(1, "x" * 400_000), name="s/a.jsonl")
    write(tmp_path, "{" + "x" * 9_000_000, name="t/b.jsonl")
    assert names(tmp_path) == ["s/a.jsonl"]

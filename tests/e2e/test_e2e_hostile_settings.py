"""A repository that ships settings, a folder that is wrongly named, no home: told in a sentence, and nothing else."""

import json
import pwd
from pathlib import Path
from types import SimpleNamespace

import pytest
from workbench import REASON, Bench, make_bench

from dreamtui.sources.claude.places import slug


def memory(bench: Bench, where: Path | None = None) -> Path:
    """The person's memory of the workspace with one topic, or a folder like it elsewhere."""
    folder = where or Path(bench.env["HOME"]) / ".claude" / "projects" / slug(bench.root) / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Index\n")
    (folder / "a.md").write_text("---\nname: a\ndescription: about a\n---\nwords\n")
    return folder


def setting(bench: Bench, folder: str) -> None:
    """The repository's own settings."""
    (bench.root / ".claude").mkdir(exist_ok=True)
    (bench.root / ".claude" / "settings.json").write_text(json.dumps({"autoMemoryDirectory": folder}))


@pytest.mark.parametrize("named", ["/proc/self/cwd", "/a\0b", "/\ud800", "/" + "x" * 300, "/" + "a/" * 5000])
def test_everything_works_as_without_such_a_setting(tmp_path: Path, named: str) -> None:
    """The person's memory is the one that is read and written; doctor and status of the memory say why."""
    bench = make_bench(tmp_path, git=True)
    folder = memory(bench)
    setting(bench, named)
    for words in (("status",), ("list",), ("--all", "status"), ("--all", "list"), ("--all", "memory", "status")):
        bench.ok(*words)
    done = bench.run("doctor")
    assert done.code == 1 and "does not count" in done.out and "has no line for a.md" in done.out
    assert "does not count" in bench.ok("memory", "status").err
    bench.ok("memory", "index")
    assert "a.md" in (folder / "MEMORY.md").read_text()
    assert not (bench.root / "MEMORY.md").exists()


def test_what_was_written_under_such_a_setting_never_means_another_folder(tmp_path: Path) -> None:
    """A list of folders from before, and a person who stands where nobody of ours may write."""
    bench = make_bench(tmp_path, git=True)
    keys = tmp_path / "home" / ".ssh"
    keys.mkdir(parents=True)
    listed = tmp_path / "home" / "data" / "dreamtui" / "memory-folders.json"
    listed.parent.mkdir(parents=True)
    listed.write_text(json.dumps({str(bench.root): {"@claude": "/proc/self/cwd"}}))
    folder = tmp_path / "mem"
    memory(bench, folder)
    desk = bench.desk()
    assert "@claude" not in desk.layout.folders
    assert bench.run("-C", str(bench.root), "memory", "index", cwd=keys).code == 0
    assert not list(keys.iterdir())


@pytest.mark.parametrize("named", ["/", "HOME", ".", "..", "/proc/self/cwd", "/dev", ".git", ".git/hooks", ".agent"])
def test_memory_dir_that_is_none(tmp_path: Path, named: str) -> None:
    """Wrong usage, and not a byte changes; for what reads and for what writes."""
    bench = make_bench(tmp_path, git=True)
    (bench.root / ".git" / "hooks").mkdir(exist_ok=True)
    named = named.replace("HOME", bench.env["HOME"])
    for words in (("memory", "status"), ("memory", "index"), ("list",)):
        assert "--memory-dir names a folder" in bench.refused(2, "--memory-dir", named, *words)


def test_a_folder_that_is_not_known_any_more_is_said(tmp_path: Path) -> None:
    """A colleague has the record and not the folder: everything says so, and the workspace gets no such folder."""
    bench = make_bench(tmp_path)
    folder = memory(bench, tmp_path / "mem")
    bench.ok("memory", "index", "--memory-dir", str(folder))
    (tmp_path / "home" / "data" / "dreamtui" / "memory-folders.json").unlink()
    assert "not known here" in bench.run("audit", "verify").out + bench.run("audit", "verify").err
    for words in (("status",), ("doctor",), ("list",), ("audit", "list"), ("audit", "log"), ("audit", "export")):
        assert bench.run(*words).code == 0, words
    done = bench.run("undo", "--rationale", REASON)
    assert done.code == 1 and done.problem
    assert not list(bench.root.glob("@*"))
    bench.ok("undo", "--rationale", REASON, "--memory-dir", str(folder))
    assert (folder / "MEMORY.md").read_text() == "# Index\n"


def test_one_workspace_that_cannot_be_read_is_named_and_left_out(tmp_path: Path) -> None:
    """Under --all; the others are listed, and wrong words stay wrong."""
    bench = make_bench(tmp_path)
    bench.file("Releases break on migrations")
    other = bench.at(root=tmp_path / "other")
    (other.root / ".agent").mkdir(parents=True)
    other.file("Caches are never emptied")
    other.ok("dream")
    (other.root / ".agent" / "dream" / "candidates").rename(other.root / "gone")
    (other.root / ".agent").rename(tmp_path / "agent")
    (other.root / ".agent").symlink_to(tmp_path / "agent")
    for words in (("--all", "list"), ("--all", "status")):
        done = bench.ok(*words)
        assert f"{other.root} is left out" in done.err
        assert str(bench.root) in done.out
    assert "left out" not in bench.run("--all", "list", "--status", "nonsense").err
    assert bench.run("--all", "list", "--status", "nonsense").code == 2


@pytest.mark.parametrize("home", ["", "/", "rel"])
def test_without_a_home_nothing_is_written_to_the_root_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    """Nor below where one stands, which a relative one would mean, but to the folder the system knows."""
    known = tmp_path / "known"
    known.mkdir()
    monkeypatch.setattr(pwd, "getpwuid", lambda number: SimpleNamespace(pw_dir=str(known), pw_name="x", pw_gecos=""))
    bench = make_bench(tmp_path).at(HOME=home, XDG_DATA_HOME="", XDG_CONFIG_HOME="", XDG_STATE_HOME="")
    before = {path.name for path in Path("/").iterdir()}
    for words in (("status",), ("doctor",), ("list",), ("memory", "status"), ("dream",)):
        assert bench.run(*words).code == 0, words
    assert {path.name for path in Path("/").iterdir()} == before
    assert sorted(path.name for path in bench.root.iterdir()) == [".agent"]
    listed = known / ".local" / "share" / "dreamtui" / "workspaces.json"
    assert json.loads(listed.read_text()) == [str(bench.root)]

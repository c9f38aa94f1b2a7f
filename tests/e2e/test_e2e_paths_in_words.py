"""Paths in errors and remarks can be opened, wherever our files lie."""

import re
from pathlib import Path

import pytest
from workbench import Bench, make_bench, reason


def spoiled(tmp_path: Path, *, agent: bool) -> tuple[Bench, str, Path]:
    """A workspace with a candidate whose file nothing can be read from, its id, and the file."""
    bench = make_bench(tmp_path, agent=agent, git=True)
    (found,) = bench.file("Releases break on migrations")
    path = bench.desk().layout.real(f".agent/dream/candidates/{found}.md")
    path.unlink()
    path.mkdir()
    return bench, found, path


@pytest.mark.parametrize("agent", [True, False])
def test_a_file_that_cannot_be_read_is_named_so_that_it_can_be_opened(tmp_path: Path, agent: bool) -> None:
    """Below the workspace from its root, a private home in full; and it is named once."""
    bench, _, path = spoiled(tmp_path, agent=agent)
    (line,) = [line for line in bench.ok("list").err.splitlines() if line.startswith("skipped ")]
    named = line.removeprefix("skipped ").partition(" ")[0].rstrip(":")
    assert (bench.root / named) == path
    assert line.count(path.name) == 1


@pytest.mark.parametrize("agent", [True, False])
def test_a_link_that_is_not_written_through_is_named_with_its_folder(tmp_path: Path, agent: bool) -> None:
    """What the guard refuses is named from the root of the workspace, or in full."""
    bench = make_bench(tmp_path, agent=agent, git=True)
    (found,) = bench.file("Releases break on migrations")
    folder = bench.desk().layout.real(".agent/dream/rejected")
    (tmp_path / "elsewhere").mkdir()
    if folder.exists():
        folder.rmdir()
    folder.symlink_to(tmp_path / "elsewhere")
    line = bench.refused(1, "reject", found, "--rationale", reason(1))
    named = re.search(r"(\S+/dream/rejected)", line)
    assert named is not None, line
    assert (bench.root / named[1]) == folder


def test_an_error_names_a_private_home_in_full(tmp_path: Path) -> None:
    """`.agent/…` stands in no error of a workspace that has none."""
    bench = make_bench(tmp_path, agent=False, git=True)
    (found,) = bench.file("Releases break on migrations")
    bench.ok("reject", found, "--rationale", reason(1))
    home = bench.desk().workspace.home
    (record,) = home.glob("dream/audit/*/*/*.md")
    record.write_bytes(record.read_bytes().replace(b"migration", b"Migration"))
    line = bench.run("audit", "verify").problem
    assert str(record) in line
    assert str(home) in bench.ok("observe", "commit", "--summary", "x").err

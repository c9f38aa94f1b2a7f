"""A clone that was made without contents or trees: what it lacks is said, and never asked for."""

import shlex
from pathlib import Path

import pytest
from gitrepo import START, Commit, build, git

from dreamtui.desk.mine.history import HistoryRead, look
from dreamtui.sources.git.head import read_head

NOW = START + 40 * 86_400
FORGOTTEN = (5, 14)
"""Rules that were listed later."""
REMOTES = ("ext::{trap}", "ssh://nobody@localhost{origin}", "file://{origin}", "trap::{origin}")


def origin(folder: Path) -> Path:
    """A history in which new rules are listed, and a name is given up."""
    names = [f"src/part{n}.py" for n in range(110)]
    start = {**dict.fromkeys(names, "x: old_json = 1\n"), "src/codes.py": "0\n"}
    commits = [Commit("Start", start, committed=START)]
    commits += [
        Commit(f"Work on {n}", {name: f"x: old_json = {n}\n"}, committed=START + n) for n, name in enumerate(names)
    ]
    listed = ""
    for n in range(24):
        listed += f"r{n:02}\n"
        when = START + (n + 1) * 86_400
        files = {f"src/rules/r{n:02}.py": f"{n}\n"} | ({"src/codes.py": listed} if n not in FORGOTTEN else {})
        commits.append(Commit(f"Rule {n}", files, committed=when))
        typed = {names[at]: f"x: json_value = {at}\n" for at in range(4 * n, 4 * n + 4)}
        if n in FORGOTTEN:
            commits.append(Commit(f"List rule {n}", {"src/codes.py": listed}, committed=when + 30))
        commits.append(Commit(f"Type {n}\n\n`old_json` hides mistakes.\n", typed, committed=when + 60))
    build(folder, commits)
    git(folder, "config", "uploadpack.allowFilter", "true")
    return folder


def cloned(folder: Path, source: Path, wanted: str, remote: str) -> tuple[Path, Path]:
    """A clone with that filter, whose remote leaves a mark when it is asked for anything."""
    root, mark = folder / "clone", folder / "asked"
    git(folder, "clone", "-q", "--no-checkout", f"--filter={wanted}", f"file://{source}", str(root))
    trap = folder / "git-remote-trap"
    trap.write_text(f"#!/bin/sh\ntouch {shlex.quote(str(mark))}\nexit 1\n")
    trap.chmod(0o755)
    git(root, "config", "remote.origin.url", remote.format(trap=trap, origin=source))
    git(root, "config", "remote.origin.uploadpack", str(trap))
    git(root, "config", "core.sshCommand", str(trap))
    git(root, "config", "protocol.allow", "always")
    return root, mark


def objects(root: Path) -> list[str]:
    return sorted(str(path) for path in (root / ".git/objects").rglob("*"))


def signals(read: HistoryRead) -> set[str]:
    return {finding.signal for finding in read.findings}


@pytest.mark.parametrize("remote", REMOTES)
def test_contents_that_were_left_out_are_never_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remote: str
) -> None:
    """Signals that need lines say so, those that need files find what they find; the remote hears of nothing."""
    source = origin(tmp_path / "origin")
    whole = look(source, NOW)
    assert signals(whole) == {"registration", "substitution"} and not whole.remark
    root, mark = cloned(tmp_path, source, "blob:none", remote)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    before = objects(root)
    read = look(root, NOW)
    assert signals(read) == {"registration"}
    assert read.commits == whole.commits == 161
    assert read.remark == (
        "substitution, changed_together, changelog_entry could not look into 161 commits: this clone lacks their "
        "contents, and nothing is fetched."
    )
    assert look(root, NOW, only="registration").remark == ""
    assert read_head(root).texts(["src/codes.py"]) == {} and "src/codes.py" in read_head(root).files
    again = look(root, NOW, previous=read.snapshot, previous_head=read.head)
    assert again.findings == read.findings and again.fresh == 0
    assert not mark.exists() and objects(root) == before
    with pytest.raises(AssertionError):
        git(root, "log", "-p", "-1")
    assert mark.exists(), "git asks for what is missing where nobody forbids it"


def test_what_was_checked_out_is_counted(tmp_path: Path) -> None:
    """The contents of HEAD are here, those of history are not."""
    source = origin(tmp_path / "origin")
    root = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{source}", str(root))
    git(root, "config", "remote.origin.url", "/nowhere")
    (one,) = look(root, NOW).findings
    assert one.signal == "registration" and one.at_head is not None and one.at_head.follows == 24


def test_without_trees_there_are_messages(tmp_path: Path) -> None:
    """Not even which files changed; what messages say is still found, and nothing is asked for."""
    source = origin(tmp_path / "origin")
    root, mark = cloned(tmp_path, source, "tree:0", "trap::")
    before = objects(root)
    read = look(root, NOW)
    assert read.commits == 161 and "Which files 161 commits changed is not known" in read.remark
    assert not mark.exists() and objects(root) == before

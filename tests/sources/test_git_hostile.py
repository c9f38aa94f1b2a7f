"""Repositories and settings that try to change what is read, or to run something."""

import os
import stat
from pathlib import Path

import pytest
from gitrepo import Commit, build, git

from dreamtui.model.errors import Refused
from dreamtui.sources.git.command import open_repository
from dreamtui.sources.git.history import read_history
from dreamtui.sources.git.objects import complete, last_touched, show, tracked_files


def everything(root: Path, sha: str) -> tuple[object, ...]:
    """Whatever reads git, read once."""
    return (
        read_history(root).events,
        show(root, sha),
        complete(root, [sha]),
        last_touched(root, ["a"]),
        tracked_files(root),
    )


def test_nothing_of_the_repository_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """External diff, textconv, filters, fsmonitor, hooks, pager, gpg, aliases: none is started, none changes a byte."""
    root = tmp_path / "repo"
    commits = [Commit("one", {"a": "1\n", ".gitattributes": "a diff=evil filter=evil\n"}), Commit("two", {"a": "2\n"})]
    sha = build(root, commits)[-1]
    git(root, "reset", "-q", "--hard")
    before = everything(root, sha)
    trap = tmp_path / "trap.sh"
    mark = tmp_path / "it-ran"
    trap.write_text(f"#!/bin/sh\ntouch '{mark}'\ncat\n")
    trap.chmod(trap.stat().st_mode | stat.S_IXUSR)
    settings = {
        "diff.external": str(trap),
        "diff.evil.command": str(trap),
        "diff.evil.textconv": str(trap),
        "filter.evil.clean": str(trap),
        "filter.evil.smudge": str(trap),
        "core.fsmonitor": str(trap),
        "core.hooksPath": str(tmp_path),
        "core.pager": str(trap),
        "core.editor": str(trap),
        "gpg.program": str(trap),
        "core.sshCommand": str(trap),
        "core.alternateRefsCommand": str(trap),
        "alias.log": f"!{trap}",
        "log.showSignature": "true",
        "log.date": "relative",
        "log.follow": "true",
        "log.decorate": "full",
        "log.diffMerges": "first-parent",
        "log.showRoot": "false",
        "log.mailmap": "false",
        "diff.renames": "copies",
        "diff.orderFile": str(tmp_path / "absent"),
        "diff.relative": "true",
        "diff.noprefix": "true",
        "diff.ignoreSubmodules": "all",
        "color.ui": "always",
        "color.diff": "always",
        "format.pretty": "oneline",
        "i18n.logOutputEncoding": "UTF-16",
        "core.quotePath": "true",
        "core.attributesFile": str(trap),
        "mailmap.file": str(trap),
    }
    for key, value in settings.items():
        git(root, "config", key, value)
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[color]\n\tui = always\n[log]\n\tdate = raw\n[diff]\n\texternal = " + str(trap))
    for name, value in {
        "HOME": str(home),
        "GIT_EXTERNAL_DIFF": str(trap),
        "GIT_PAGER": str(trap),
        "GIT_DIR": str(tmp_path / "elsewhere"),
        "GIT_INDEX_FILE": str(tmp_path / "no-index"),
        "GIT_WORK_TREE": str(tmp_path),
        "GIT_OBJECT_DIRECTORY": str(tmp_path / "no-objects"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.fsmonitor",
        "GIT_CONFIG_VALUE_0": str(trap),
        "GIT_TRACE": str(tmp_path / "trace"),
    }.items():
        monkeypatch.setenv(name, value)
    assert everything(root, sha) == before
    assert not mark.exists() and not (tmp_path / "trace").exists()


def test_replace_refs_and_grafts_are_not_believed(tmp_path: Path) -> None:
    """What stands in the objects is read, not what a replacement claims."""
    shas = build(tmp_path, [Commit("one", {"a": "1"}), Commit("two", {"a": "2"}), Commit("three", {"a": "3"})])
    before = read_history(tmp_path).events
    git(tmp_path, "replace", shas[2], shas[0])
    (tmp_path / ".git" / "info").mkdir(exist_ok=True)
    (tmp_path / ".git" / "info" / "grafts").write_text(f"{shas[1]}\n")
    assert read_history(tmp_path).events == before


def test_hostile_text_is_kept(tmp_path: Path) -> None:
    """Escapes, newlines and quotes in names and messages stay; bytes that are no UTF-8 become U+FFFD."""
    name = 'we\nird\t"\x1b[31m‮ name.py'
    commits = [
        Commit("fix: \x1b]0;title\x07 \u202e done", {name: "1", "-rf": "2", ":(top)x": "3", "M": "4", "1234": "5"}),
        Commit(b"caf\xe9 \xff", {"caf\udce9": "1"}),
        Commit("", {"empty": "1"}),
        Commit("R100\n\nM\n", {"a" * 40: "1"}),
    ]
    build(tmp_path, commits, checkout=False)
    last, empty, latin, first = read_history(tmp_path).events
    assert first.summary == "fix: \x1b]0;title\x07 \u202e done"
    assert set(first.files) == {name, "-rf", ":(top)x", "M", "1234"}
    assert (latin.summary, latin.files) == ("caf\ufffd \ufffd", ("caf\ufffd",))
    assert (empty.summary, empty.files) == ("", ("empty",))
    assert (last.summary, last.files) == ("R100", ("a" * 40,))
    assert set(last_touched(tmp_path, [name, "-rf", ":(top)x", "M", "1234"])) == set(first.files)


def test_commits_in_another_encoding(tmp_path: Path) -> None:
    """A message that names its encoding is read in it."""
    build(tmp_path, [Commit("start", {"a": "1"})])
    tree = git(tmp_path, "rev-parse", "main^{tree}")
    git(tmp_path, "config", "i18n.commitEncoding", "ISO-8859-1")
    sha = git(tmp_path, "commit-tree", tree, "-p", "main", feed=b"caf\xe9")
    git(tmp_path, "update-ref", "refs/heads/main", sha)
    assert read_history(tmp_path).events[0].summary == "café"


def test_odd_commits_are_read(tmp_path: Path) -> None:
    """An author without address, a time that is none, a time far in the future."""
    build(tmp_path, [Commit("start", {"a": "1"})])
    tree = git(tmp_path, "rev-parse", "main^{tree}")
    parent = git(tmp_path, "rev-parse", "main")
    for author in ("Nobody <> 99999999999999 +0000", "no brackets at all", "X <x@y> -5 +0000"):
        raw = f"tree {tree}\nparent {parent}\nauthor {author}\ncommitter {author}\n\nodd\n".encode()
        parent = git(tmp_path, "hash-object", "-t", "commit", "-w", "--stdin", "--literally", feed=raw)
    git(tmp_path, "update-ref", "refs/heads/main", parent)
    events = read_history(tmp_path).events
    assert len(events) == 4
    assert all(event.actor and len(event.ts) == 20 for event in events)


def test_a_failed_stream_is_an_error(tmp_path: Path) -> None:
    """A damaged repository is one sentence, never an empty result."""
    build(tmp_path, [Commit(f"c{n}", {"a": str(n)}) for n in range(3)])
    git(tmp_path, "repack", "-adq")
    for pack in (tmp_path / ".git" / "objects" / "pack").glob("*.pack"):
        os.chmod(pack, 0o644)
        data = pack.read_bytes()
        pack.write_bytes(data[:40] + bytes(len(data) - 60) + data[-20:])
    with pytest.raises(Refused) as caught:
        read_history(tmp_path)
    assert "\n" not in str(caught.value)
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / ".git").write_text("gitdir: /nowhere\n")
    with pytest.raises(Refused):
        read_history(broken)


def test_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing git program is one sentence."""
    build(tmp_path, [Commit("a", {"a": "1"})])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refused, match="git is not installed"):
        read_history(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_dubious_ownership(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of somebody else is not read, with the words to allow it; the user's own list of exceptions counts."""
    root = tmp_path / "repo"
    build(root, [Commit("a", {"a": "1"})])
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for path in (root, root / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(Refused, match=r"safe\.directory"):
        read_history(root)
    (home / ".gitconfig").write_text(f"[safe]\n\tdirectory = {root}\n[color]\n\tui = always\n")
    assert len(read_history(root).events) == 1
    found = open_repository(root)
    assert found is not None and found.trusted

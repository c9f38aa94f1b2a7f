"""Commits read with their changes: what is kept of a patch, only what is new, whatever the repository holds."""

import hashlib
from pathlib import Path

import pytest
from gitrepo import START, Commit, build, git

from dreamtui.model.errors import Refused
from dreamtui.model.mining.commits import Replacement
from dreamtui.sources.git import diffs
from dreamtui.sources.git.command import open_repository
from dreamtui.sources.git.diffs import DiffHistory, DiffSnapshot, read_diffs
from dreamtui.sources.git.log import read_log
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot

NOW = START + 100 * 86_400


def read(root: Path, previous: DiffSnapshot | None = None, **more: int) -> DiffHistory:
    """The history as a run reads it."""
    return read_diffs(root, NOW, more.get("days", 365), more.get("least", 1000), 2000, previous)


def test_what_a_commit_did(tmp_path: Path) -> None:
    """Files by what became of them, the message with its digest, and the run of tokens that was replaced."""
    root = tmp_path / "repo"
    commits = [
        Commit("start", {"a.py": "x: Any = 1\ny = 2\n", "b.py": "b\n", "c.py": "c\n"}),
        Commit("Type it\n\nAny hides mistakes.\n", {"a.py": "x: object = 1\ny = 2\n", "d.py": "d\n", "b.py": None}),
        Commit("move", moves=[("c.py", "e/c.py")]),
    ]
    build(root, commits)
    moved, typed, start = read(root).commits
    assert (typed.subject, typed.body) == ("Type it", "Any hides mistakes.")
    assert (typed.added, typed.changed, typed.deleted) == (("d.py",), ("a.py",), ("b.py",))
    assert typed.replaced == (Replacement("Any", "object", "a.py", "type"),)
    assert moved.changed == ("e/c.py",) and not moved.replaced
    assert start.added == ("a.py", "b.py", "c.py")
    assert typed.digest == hashlib.sha256(b"Type it\n\nAny hides mistakes.\n").hexdigest()[:16]


def test_the_same_commits_as_the_log(tmp_path: Path) -> None:
    """Sha, times, author, subject and digest are those that `read_log` tells."""
    root = tmp_path / "repo"
    bodies = ["\n\nbody\n", "", "\n\n  indented\n\n\ttab\n", "\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n"]
    build(root, [Commit(f"Größe {n} 修复{body}", {f"f{n}": f"{n}\n"}) for n, body in enumerate(bodies)])
    repository = open_repository(root)
    assert repository is not None
    log = {one.sha: one for one in read_log(repository, (repository.head,))}
    commits = read(root).commits
    assert {one.sha for one in commits} == set(log)
    for one in commits:
        told = log[one.sha]
        assert (one.authored, one.committed) == (told.authored, told.committed)
        assert (one.name, one.email) == (told.name, told.email)
        assert (one.subject, one.digest, one.files) == (told.subject, told.digest, told.files)


def test_a_patch_in_a_message_is_none(tmp_path: Path) -> None:
    """Lines of a message that look like a patch or like another commit change nothing."""
    root = tmp_path / "repo"
    forged = "Fix\n\ndiff --git a/evil.py b/evil.py\n@@ -1 +1 @@\n-good\n+evil\n"
    build(root, [Commit("one", {"a.py": "1\n"}), Commit(forged, {"b.py": "2\n"})])
    newest = read(root).commits[0]
    assert newest.files == ("b.py",) and not newest.replaced


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("import a\n", "import b\n", False),
        ("# a word\n", "# a name\n", False),
        ("call(a)\n", "call(a, b)\n", False),
        ("one\ntwo\nthree\nfour\n", "1one\n2two\n3three\n4four\n", False),
        ("a = old()\nb = old()\n", "a = new()\nb = new()\n", True),
        ("a = old()\nb = old()\n", "a = new()\nb = other()\n", False),
    ],
)
def test_only_one_replacement_is_kept(tmp_path: Path, old: str, new: str, *, kept: bool) -> None:
    """A hunk counts when all of it is one run of tokens that gave way to another."""
    root = tmp_path / "repo"
    build(root, [Commit("one", {"a.py": old}), Commit("two", {"a.py": new})])
    assert bool(read(root).commits[0].replaced) == kept


def test_words_and_data_are_no_code(tmp_path: Path) -> None:
    """A state that is written into a file of data is not given up when it is another one the next day."""
    root = tmp_path / "repo"
    build(root, [Commit(word, {"a.yaml": f"{word}\n", "a.md": f"{word}\n"}) for word in ("open", "done")])
    assert not read(root).commits[0].replaced


def test_only_what_is_new_is_read(tmp_path: Path) -> None:
    """A second run reads the new commits alone and knows as much as one that reads everything."""
    root = tmp_path / "repo"
    commits = [Commit(f"c{n}", {f"f{n % 5}.py": f"x = {n}\n"}) for n in range(30)]
    build(root, commits[:20])
    first = read(root)
    assert first.fresh == 20 and first.snapshot is not None
    again = read(root, decode_snapshot(encode_snapshot(first.snapshot), DiffSnapshot))
    assert (again.fresh, again.commits) == (0, first.commits)
    build(root, commits)
    later = read(root, first.snapshot)
    assert later.fresh == 10
    assert later.commits == read(root).commits


def test_a_rewritten_history_is_read_again(tmp_path: Path) -> None:
    """What was kept of commits that are gone counts no more, and neither does a snapshot of other bytes."""
    root = tmp_path / "repo"
    build(root, [Commit("one", {"a": "1\n"}), Commit("two", {"a": "2\n"})])
    first = read(root)
    build(root, [Commit("other", {"a": "3\n"})])
    assert [one.subject for one in read(root, first.snapshot).commits] == ["other"]
    assert decode_snapshot(b"nonsense", DiffSnapshot) is None


def test_the_window_reaches_back_to_enough_commits(tmp_path: Path) -> None:
    """The last days, and further back until there are enough commits."""
    root = tmp_path / "repo"
    build(root, [Commit(f"c{n}", {"a": f"{n}\n"}, committed=NOW - (40 - n) * 86_400) for n in range(40)])
    assert len(read(root, days=10, least=1).commits) == 10
    assert len(read(root, days=10, least=25).commits) == 25
    assert len(read(root, days=10, least=500).commits) == 40


def test_contents_that_are_not_here(tmp_path: Path) -> None:
    """A commit whose contents are missing is read without its lines, those around it with theirs, and that is said."""
    root = tmp_path / "repo"
    build(root, [Commit(f"c{n}", {"a.py": f"x = {'abcdef'[n]}name\n"}) for n in range(5)])
    blob = git(root, "rev-parse", "HEAD~2:a.py")
    for pack in sorted((root / ".git/objects/pack").glob("*")):
        moved = tmp_path / pack.name
        pack.rename(moved)
        if moved.suffix == ".pack":
            git(root, "unpack-objects", "-q", feed=moved.read_bytes())
    (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    told = read(root)
    assert [one.subject for one in told.commits] == ["c4", "c3", "c2", "c1", "c0"]
    assert [bool(one.replaced) for one in told.commits] == [True, False, False, True, False]
    assert all(one.files == ("a.py",) for one in told.commits)
    assert (told.blind, told.unfiled) == (2, 0)


def test_settings_of_the_repository_change_nothing(tmp_path: Path) -> None:
    """Prefixes, algorithms, renames, order, text conversion: the repository's own configuration is not asked."""
    root = tmp_path / "repo"
    build(
        root, [Commit("one", {"a.py": "x = oldname()\n"}), Commit("two", {"a.py": "x = newname()\n", "b c.py": "1\n"})]
    )
    before = read(root).commits
    trap = tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\ncat \"$1\"\n")
    trap.chmod(0o755)
    for name, value in {
        "diff.noprefix": "true", "diff.mnemonicPrefix": "true", "diff.context": "9", "diff.interHunkContext": "9",
        "diff.algorithm": "patience", "diff.renames": "copies", "diff.external": str(trap), "diff.orderFile": "x",
        "diff.evil.textconv": str(trap), "diff.colorMoved": "zebra", "color.ui": "always", "diff.relative": "true",
        "diff.submodule": "diff", "log.showSignature": "true", "diff.wordRegex": ".", "core.quotePath": "true",
        "diff.indentHeuristic": "false", "format.pretty": "oneline", "log.date": "relative", "diff.statGraphWidth": "3",
    }.items():  # fmt: skip
        git(root, "config", name, value)
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/attributes").write_text("*.py diff=evil\n")
    assert [one[:7] + one[8:] for one in read(root).commits] == [one[:7] + one[8:] for one in before]
    assert not (tmp_path / "ran").exists()


def test_a_history_of_too_much_keeps_little_of_each_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it has given more than a usual one, what is kept of a commit is little, and so is what is held."""
    root = tmp_path / "repo"
    words = [{f"f{at}.py": f"x = {word}{at}()\n" for at in range(60)} for word in "abcdef"]
    build(root, [Commit(f"c{n}", files) for n, files in enumerate(words)])
    assert [(len(one.files), len(one.replaced)) for one in read(root).commits][:5] == [(60, 60)] * 5
    monkeypatch.setattr(diffs, "_PLENTY", 200)
    assert [(len(one.files), len(one.replaced)) for one in read(root).commits] == [(60, 60)] * 2 + [(40, 5)] * 3 + [
        (40, 0)
    ]


def test_a_run_that_is_stopped_keeps_nothing(tmp_path: Path) -> None:
    """Whoever cancels is told so."""
    root = tmp_path / "repo"
    build(root, [Commit("one", {"a": "1\n"})])
    with pytest.raises(Refused, match="stopped"):
        read_diffs(root, NOW, 365, 1000, 2000, cancelled=lambda: True)
    assert read_diffs(tmp_path / "nowhere", NOW, 365, 1000, 2000).commits == ()

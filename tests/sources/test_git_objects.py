"""Looking single commits and files up, in every shape of repository."""

from pathlib import Path

import pytest
from gitrepo import START, STEP, Commit, build, git

from dreamtui.sources.git.history import read_history
from dreamtui.sources.git.objects import (
    complete,
    last_touched,
    resolve_all,
    show,
    tracked_files,
)

NONE = "0" * 40


@pytest.fixture
def shas(tmp_path: Path) -> list[str]:
    """A small repository in `tmp_path`."""
    commits = [
        Commit("start", {"a.py": "one\n", "b,c.py": "b\n"}),
        Commit("move", {}, moves=[("a.py", "sub/a.py")]),
        Commit("fix: it", {"sub/a.py": "two\n"}),
    ]
    return build(tmp_path, commits, checkout=True)


def test_resolving(tmp_path: Path, shas: list[str]) -> None:
    """Full and short shas of commits resolve; unknown ones, trees and words do not."""
    tree = git(tmp_path, "rev-parse", "HEAD^{tree}")
    asked = [shas[0], shas[1][:10], NONE, tree, "--help", "HEAD", "", "\n"]
    answers = resolve_all(tmp_path, asked)
    assert [answers[sha] for sha in asked] == [True, True] + [False] * 6


def test_nobody_can_tell_without_a_repository(tmp_path: Path) -> None:
    """Outside a repository there is no answer, and nothing fails."""
    assert resolve_all(tmp_path, [NONE]) == {NONE: None}
    assert show(tmp_path, NONE) is None
    assert complete(tmp_path, [NONE]) == {}
    assert last_touched(tmp_path, ["a"]) == {}
    assert tracked_files(tmp_path) == frozenset()
    assert read_history(tmp_path).events == ()


def test_completing(tmp_path: Path, shas: list[str]) -> None:
    """Known shas come back as events, with or without a history; unknown ones are absent."""
    history = read_history(tmp_path)
    found = complete(tmp_path, [shas[0], shas[2][:12], NONE], history=history)
    assert found[shas[0]].files == ("b,c.py", "sub/a.py")
    assert found[shas[2][:12]].summary == "fix: it"
    assert set(found) == {shas[0], shas[2][:12]}
    alone = complete(tmp_path, [shas[0], NONE])
    assert alone[shas[0]].files == ("a.py", "b,c.py")
    assert set(alone) == {shas[0]}


def test_an_amended_commit_counts_once(tmp_path: Path) -> None:
    """A commit that was amended away is found, and marked as the one it became."""
    base = Commit("start", {"a": "1"})
    lost = build(tmp_path, [base, Commit("fix: x", {"a": "2"}, authored=9)])[1]
    kept = build(tmp_path, [base, Commit("fix: x, better", {"a": "3"}, authored=9, committed=START + 9 * STEP)])[1]
    history = read_history(tmp_path)
    assert complete(tmp_path, [lost], history=history)[lost].noise == f"rewritten as {kept}"
    assert complete(tmp_path, [lost])[lost].noise == ""


def test_show(tmp_path: Path, shas: list[str]) -> None:
    """The message and the patch, cut where asked; unknown commits have none."""
    text = show(tmp_path, shas[2])
    assert text is not None and "fix: it" in text and "+two" in text and "-one" in text
    assert len(show(tmp_path, shas[2], most=20) or "") == 20
    assert show(tmp_path, NONE) is None
    assert show(tmp_path, "--output=x") is None


def test_last_touched_and_tracked(tmp_path: Path, shas: list[str]) -> None:
    """The newest commit of each path, named or among very many, and what git tracks."""
    asked = ["sub/a.py", "b,c.py", "never"]
    expected = {"sub/a.py": "2025-10-09T10:53:20Z", "b,c.py": "2025-10-09T08:53:20Z"}
    assert last_touched(tmp_path, asked) == expected
    assert last_touched(tmp_path, [*asked, *(f"x{n}" for n in range(300))]) == expected
    assert tracked_files(tmp_path) == {"sub/a.py", "b,c.py"}


def test_bare_worktree_and_submodule(tmp_path: Path) -> None:
    """History reads the same from a bare repository, a linked worktree and a submodule."""
    build(tmp_path / "main", [Commit("start", {"a": "1"})], checkout=True)
    whole = read_history(tmp_path / "main").events
    git(tmp_path, "clone", "-q", "--bare", "main", "bare.git")
    git(tmp_path / "main", "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    build(tmp_path / "outer", [Commit("outer", {"o": "1"})], checkout=True)
    git(tmp_path / "outer", "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path / "main"), "sub")
    assert (tmp_path / "outer" / "sub" / ".git").is_file()
    for root in (tmp_path / "bare.git", tmp_path / "linked", tmp_path / "outer" / "sub"):
        assert read_history(root).events == whole
        assert tracked_files(root) == {"a"}


def test_unborn_and_detached(tmp_path: Path) -> None:
    """No commit yet means no events; a detached HEAD reads like any other."""
    git(tmp_path, "init", "-q", "-b", "main", "--template=")
    assert read_history(tmp_path).events == ()
    assert last_touched(tmp_path, ["a"]) == {}
    shas = build(tmp_path, [Commit("a", {"a": "1"}), Commit("b", {"a": "2"})])
    git(tmp_path, "update-ref", "--no-deref", "HEAD", shas[0])
    git(tmp_path, "checkout", "-q", "--detach", shas[0])
    assert [event.sha for event in read_history(tmp_path).events] == [shas[0]]


def test_shallow_clone(tmp_path: Path) -> None:
    """A cut history is read as far as it goes and said to be cut; a missing commit may exist elsewhere."""
    shas = build(tmp_path / "main", [Commit(f"c{n}", {"a": str(n)}) for n in range(4)])
    git(tmp_path, "clone", "-q", "--depth=2", f"file://{tmp_path}/main", "shallow")
    history = read_history(tmp_path / "shallow")
    assert len(history.events) == 2 and "shallow" in history.remark
    assert resolve_all(tmp_path / "shallow", [shas[0]]) == {shas[0]: None}
    git(tmp_path / "shallow", "fetch", "-q", "--unshallow")
    whole = read_history(tmp_path / "shallow", previous=history.snapshot)
    assert len(whole.events) == 4 and not whole.rewritten and whole.remark == ""


@pytest.mark.parametrize("kind", ["blob:none", "tree:0"])
def test_partial_clone_fetches_nothing(tmp_path: Path, kind: str) -> None:
    """Commits are read from what is there, and nothing is fetched to be shown."""
    source = tmp_path / "main"
    shas = build(
        source, [Commit("one", {"a": "1\n"}), Commit("two", {"a": "2\n"}), Commit("3", {}, moves=[("a", "b")])]
    )
    git(source, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--no-checkout", f"--filter={kind}", f"file://{source}", "part")
    part = tmp_path / "part"
    objects = sorted(str(path) for path in (part / ".git" / "objects").rglob("*"))
    history = read_history(part)
    assert [event.summary for event in history.events] == ["3", "two", "one"]
    if kind == "blob:none":
        assert {event.files for event in history.events} == {("b",)}
    else:
        assert "no trees" in history.remark
    assert resolve_all(part, [shas[0], NONE]) in ({shas[0]: True, NONE: False}, {shas[0]: True, NONE: None})
    text = show(part, shas[1])
    assert text is not None and "two" in text
    assert sorted(str(path) for path in (part / ".git" / "objects").rglob("*")) == objects

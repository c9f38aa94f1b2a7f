"""A history that cannot be read, or only in part, is said to be so; nothing is called unheard of because of it."""

import re
from pathlib import Path

import pytest
from gitrepo import Commit, build, git
from workbench import Bench, make_bench

from dreamtui.desk.memory.verify import Report, verify
from dreamtui.model.claim import Extent, JudgedClaim, Verdict
from dreamtui.sources.git.objects import resolve_all
from dreamtui.sources.repository.facts import read_repository

LONG = "".join(f"def function_{number}(): return {number}\n" for number in range(60))
CLAIMS = """Sessions live in `src/session.py`, carts in `src/cart.py`, tax in `src/tax.py`, tokens in `lib/token.py`.
Call `old_helper()`; the package `leftpad` is used. Fixed in commit {sha}. Hotfixes go to branch `stable`.
"""
"""One file moved unchanged, one moved with a change, one deleted, one never there; a symbol and a package of old."""


def commits() -> list[Commit]:
    return [
        Commit("one", {"src/session.py": LONG, "src/cart.py": LONG.replace("_", "__"),
                       "src/tax.py": "def old_helper(): ...\n", "package.json": '{"dependencies": {"leftpad": "1"}}'}),
        Commit("two", {"app/cart.py": LONG.replace("_", "__") + "# more\n", "src/cart.py": None},
               moves=[("src/session.py", "app/session.py")]),
        Commit("three", {"src/tax.py": None, "src/keep.py": "x\n", "package.json": '{"dependencies": {}}'}),
        Commit("four", {"src/keep.py": "y\n"}),
    ]  # fmt: skip


def cloned(tmp_path: Path, *how: str) -> Bench:
    """A clone of the repository with a memory that makes the claims; `stable` is a branch of it."""
    source = tmp_path / "origin"
    shas = build(source, commits(), checkout=True)
    git(source, "config", "uploadpack.allowFilter", "true")
    git(source, "branch", "stable", shas[1])
    bench = make_bench(tmp_path, agent=False)
    bench.root.rmdir()
    git(tmp_path, "clone", "-q", *how, f"file://{source}", str(bench.root))
    folder = bench.root / ".claude/memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [a](a.md) - x\n")
    (folder / "a.md").write_text(CLAIMS.format(sha=shas[0][:10]))
    return bench


def lose(root: Path, revision: str) -> str:
    """Remove one object from a repository, and say which."""
    git(root, "repack", "-q", "-a", "-d")
    packs = root / ".git/objects/pack"
    for pack in sorted(packs.glob("*.pack")):
        data = pack.read_bytes()
        for old in packs.glob(f"{pack.stem}.*"):
            old.unlink()
        git(root, "unpack-objects", "-q", feed=data)
    lost = git(root, "rev-parse", revision)
    (root / ".git/objects" / lost[:2] / lost[2:]).unlink()
    return lost


def judged(report: Report) -> dict[str, JudgedClaim]:
    return {one.claim.name: one for checked in report.memories for one in checked.claims}


def verdicts(report: Report) -> dict[str, str]:
    return {name: one.verdict.value for name, one in judged(report).items() if not re.fullmatch("[0-9a-f]{10}", name)}


WHOLE = {
    "src/session.py": "moved",
    "src/cart.py": "moved",
    "src/tax.py": "gone",
    "lib/token.py": "cannot tell",
    "old_helper": "gone",
    "leftpad": "gone",
    "stable": "verified",
}


def test_a_whole_history_says_what_became_of_everything(tmp_path: Path) -> None:
    """And of what it does not know that it never knew it."""
    report = verify(cloned(tmp_path).desk())
    assert verdicts(report) == WHOLE and report.remarks == ()
    assert judged(report)["lib/token.py"].reason == "nothing here has or had that name"


def test_a_clone_without_file_contents_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """Moves without a change need no contents; what may have moved with one is not called gone."""
    bench = cloned(tmp_path, "--filter=blob:none")
    objects = sorted(str(path) for path in (bench.root / ".git/objects").rglob("*"))
    report = verify(bench.desk())
    found = judged(report)
    assert verdicts(report) == WHOLE | dict.fromkeys(
        ("src/cart.py", "src/tax.py", "old_helper", "leftpad"), "cannot tell"
    )
    assert found["src/session.py"].now == "app/session.py"
    assert "may have moved" in found["src/cart.py"].reason
    assert (
        found["lib/token.py"].reason == "nothing here has that name; the history was read in part only: partial clone"
    )
    assert found["old_helper"].reason == "nowhere in the code; the history could not be read here: partial clone"
    assert any("partial clone" in remark for remark in report.remarks)
    assert any("moved unchanged" in remark for remark in report.remarks)
    assert sorted(str(path) for path in (bench.root / ".git/objects").rglob("*")) == objects, "nothing was fetched"


def test_a_commit_that_is_missing_is_not_called_gone(tmp_path: Path) -> None:
    """Nor is what it did: nothing behind it can be read."""
    bench = cloned(tmp_path)
    lost = lose(bench.root, "HEAD~3")
    found = judged(verify(bench.desk()))
    assert found[lost[:10]].verdict is Verdict.UNKNOWN
    assert "no commit of that name; the history could not be read here: " in found[lost[:10]].reason
    assert all(one.verdict is not Verdict.GONE for one in found.values())


def test_a_rename_with_a_change_is_not_called_a_deletion(tmp_path: Path) -> None:
    """Without contents any file that its commit added may be the one; a commit that only deletes, deletes."""
    source = tmp_path / "origin"
    made = [
        Commit("one", {"src/tax.py": LONG, "src/old.py": "x\n", "src/keep.py": "y\n"}),
        Commit("two", {"src/tax.py": None, "src/levy.py": f"# more\n{LONG}"}),
        Commit("three", {"src/old.py": None}),
    ]
    build(source, made, checkout=True)
    git(source, "config", "uploadpack.allowFilter", "true")
    bench = make_bench(tmp_path, agent=False)
    bench.root.rmdir()
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{source}", str(bench.root))
    (bench.root / ".claude/memory").mkdir(parents=True)
    (bench.root / ".claude/memory/a.md").write_text("Tax lives in `src/tax.py`, the rest in `src/old.py`.\n")
    found = judged(verify(bench.desk()))
    assert found["src/tax.py"].verdict is Verdict.UNKNOWN and "it may have moved" in found["src/tax.py"].reason
    assert found["src/old.py"].verdict is Verdict.GONE


def test_a_clone_without_folders_has_no_history_to_read(tmp_path: Path) -> None:
    """Nothing is gone, nothing was moved, and the reason is told."""
    bench = cloned(tmp_path, "--filter=tree:0")
    report = verify(bench.desk())
    found = judged(report)
    for name in ("src/session.py", "src/cart.py", "src/tax.py", "lib/token.py"):
        assert found[name].verdict is Verdict.UNKNOWN, name
        assert "the history could not be read here: partial clone" in found[name].reason
    assert "or had" not in str(report) and "never was" not in str(report) and "or declared" not in str(report)


def test_an_object_that_is_missing_is_told(tmp_path: Path) -> None:
    """A repository that lost a file's contents, without being a partial clone."""
    bench = cloned(tmp_path)
    lose(bench.root, "HEAD~3:src/cart.py")
    report = verify(bench.desk())
    assert judged(report)["src/session.py"].verdict is Verdict.MOVED
    assert judged(report)["src/cart.py"].verdict is Verdict.UNKNOWN
    assert "the history was read in part only: missing objects" in report.remarks


def test_a_shallow_clone_is_one(tmp_path: Path) -> None:
    """What lies behind its edge may have been anything."""
    report = verify(cloned(tmp_path, "--depth=3").desk())
    found = judged(report)
    assert found["src/tax.py"].verdict is Verdict.GONE, "the commit that deleted it is here"
    for name in ("src/session.py", "src/cart.py", "lib/token.py"):
        assert found[name].verdict is Verdict.UNKNOWN and "in part only: shallow clone" in found[name].reason
    assert found["leftpad"].verdict is Verdict.UNKNOWN or "declared in" in found["leftpad"].reason


def test_a_clone_of_one_branch_knows_no_other(tmp_path: Path) -> None:
    """Neither a branch nor a commit that it lacks is gone; paths are known whole."""
    bench = cloned(tmp_path, "--single-branch")
    report = verify(bench.desk())
    assert verdicts(report) == WHOLE | {"stable": "cannot tell"}
    assert any("only some branches" in remark for remark in report.remarks)
    assert resolve_all(bench.root, ["abcdef0123"]) == {"abcdef0123": None}
    assert read_repository(bench.root).branches is None


def test_a_repository_that_git_does_not_read_is_not_called_none(tmp_path: Path) -> None:
    """A broken index: git says so, and so do we."""
    bench = cloned(tmp_path)
    (bench.root / ".git/index").write_bytes(b"DIRC broken")
    report = verify(bench.desk())
    found = judged(report)["src/session.py"]
    assert found.verdict is Verdict.UNKNOWN and "the history could not be read here: " in found.reason
    assert any("could not be read here" in remark for remark in report.remarks)
    assert "no repository" not in str(report)


def test_the_command_says_it_too(tmp_path: Path) -> None:
    """On stderr once, and in the reason of each claim."""
    bench = cloned(tmp_path, "--filter=blob:none")
    done = bench.ok("memory", "verify")
    assert "note: the history was read in part only: partial clone" in done.err
    data = bench.ok("memory", "verify", "--json").data
    reasons = {claim["name"]: claim["reason"] for claim in data["memories"][0]["claims"]}
    assert "partial clone" in reasons["lib/token.py"] and data["remarks"]


def test_nothing_is_proposed_because_a_history_was_not_read(tmp_path: Path) -> None:
    """A memory of which it is not known whether its file moved is not stale."""
    whole = cloned(tmp_path / "whole").ok("reorganize", "--dry-run", "--json").data["proposals"]
    part = cloned(tmp_path / "part", "--filter=tree:0").ok("reorganize", "--dry-run", "--json").data["proposals"]
    assert whole and part == []


@pytest.mark.parametrize(
    ("how", "extent", "exact"),
    [
        ((), Extent.WHOLE, False),
        (("--single-branch",), Extent.WHOLE, False),
        (("--depth=2",), Extent.PART, False),
        (("--filter=blob:none",), Extent.PART, True),
        (("--filter=tree:0",), Extent.NONE, False),
    ],
)
def test_how_much_was_read(tmp_path: Path, how: tuple[str, ...], extent: Extent, exact: bool) -> None:
    """Whole, in part, or not at all; never a guess."""
    history = read_repository(cloned(tmp_path, *how).root).history
    assert (history.extent, history.exact, bool(history.why)) == (extent, exact, extent is not Extent.WHOLE)


def test_without_a_commit_there_is_nothing_to_read(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--template=")
    assert read_repository(tmp_path).history.extent is Extent.WHOLE
    assert read_repository(tmp_path / "nowhere").history.extent is Extent.WHOLE

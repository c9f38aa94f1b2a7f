"""After a merge: opposite decisions and unfinished conflicts are named by verify and doctor, with their exit codes."""

from pathlib import Path

import pytest
from merging import Clones, make_clones
from workbench import in_git, make_bench, reason

RULE = "Run each migration against a copy of production before the release."


def named(clones: Clones, *parts: str) -> None:
    """Both commands say it, and fail."""
    verify, doctor = clones.mine.run("audit", "verify"), clones.mine.run("doctor")
    assert verify.code == 4 and doctor.code == 1, (verify, doctor)
    for part in parts:
        assert part in verify.out and part in doctor.out, (part, verify, doctor)
    data = clones.mine.run("audit", "verify", "--json")
    assert data.code == 4 and data.data["ok"] is False


def take_all(clones: Clones) -> None:
    """What somebody does who wants to be done with it: add whatever git left, and commit."""
    in_git(clones.mine, "add", "-A")
    in_git(clones.mine, "commit", "-qm", "merged")


def test_one_graduates_what_the_other_rejects(tmp_path: Path) -> None:
    """Both decisions stand after the merge; both are named until somebody decides the item once more."""
    clones, (item,) = make_clones(tmp_path, "Releases break on migrations")
    clones.mine.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    clones.theirs.ok("reject", item, "--rationale", reason(2), "--as", "wrong")
    for bench in (clones.mine, clones.theirs):
        clones.commit(bench)
    if not clones.pull():
        named(clones, "has git's conflict markers")
        take_all(clones)
        named(clones, "has git's conflict markers")
        for path in clones.mine.agent.rglob("*.md"):
            if b"<<<<<<< " in path.read_bytes():
                in_git(clones.mine, "checkout", "HEAD^1" if "graduated" in str(path) else "HEAD^2", "--", str(path))
    named(clones, f"{item}: ", "graduate", "by alice", "reject", "by bob", "contradict each other")
    clones.mine.ok("reopen", item)
    clones.mine.ok("reject", item, "--rationale", reason(3), "--as", "wrong")
    assert "contradict" not in clones.mine.ok("audit", "verify").out
    assert not list(clones.mine.agent.glob("memory/semantic/rules/auto-dream/*.md"))


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
@pytest.mark.parametrize("verb", ["graduate", "reject"])
def test_the_same_decided_with_other_reasons_leaves_conflicts_that_are_named(
    tmp_path: Path, style: str, verb: str
) -> None:
    """Both mean the same, so that there is no contradiction; the files in which git's markers stand are named."""
    clones, (item,) = make_clones(tmp_path, "Releases break on migrations")
    for number, bench in enumerate((clones.mine, clones.theirs)):
        more = ("--rule", RULE) if verb == "graduate" else ()
        bench.ok(verb, item, "--rationale", reason(number), *more)
        clones.commit(bench)
    assert not clones.pull("-c", f"merge.conflictStyle={style}")
    conflicting = clones.conflicting()
    assert conflicting
    take_all(clones)
    named(clones, *(f"{path}:" for path in conflicting))
    assert "contradict" not in clones.mine.run("audit", "verify").out
    in_git(clones.mine, "checkout", "HEAD^1", "--", *conflicting)
    clones.mine.ok("audit", "verify")
    assert "conflict markers" not in clones.mine.run("doctor").out


def test_a_record_with_conflict_markers_is_broken_and_named(tmp_path: Path) -> None:
    """Somebody changed one by hand on both branches; it decides nothing, and everything else is still looked at."""
    clones, (item,) = make_clones(tmp_path, "Releases break on migrations")
    clones.mine.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    path = next(clones.mine.agent.glob("dream/audit/*/*/*.md"))
    whole = path.read_text()
    path.write_text(f"<<<<<<< HEAD\n{whole}=======\n{whole}>>>>>>> other\n")
    named(clones, f"{path.name}:1 has git's conflict markers", "is not a readable audit record")
    assert "no decision" in clones.mine.ok("sync").err


def test_logs_notes_and_candidates_with_markers_are_named(tmp_path: Path) -> None:
    """Whatever file of ours it is; a quote of a conflict, or half of one, is none."""
    clones, (item,) = make_clones(tmp_path, "Releases break on migrations")
    bench = clones.mine
    bench.ok("memory", "add", "--title", "Where it starts", "--text", "In main.\n\n    <<<<<<< HEAD\n=======\n")
    assert bench.ok("audit", "verify").code == 0
    files = [
        bench.only(".agent/memory/notes/*.md"),
        bench.only(f".agent/dream/candidates/{item}.md"),
        bench.only(".agent/dream/log/*/*/*.jsonl"),
        bench.root / ".agent/config.yaml",
    ]
    for path in files:
        before = path.read_bytes()
        path.write_bytes(before + b"<<<<<<< HEAD\r\nmine\r\n=======\r\ntheirs\r\n>>>>>>> other\r\n")
        line = before.count(b"\n") + 1
        assert f"{path.relative_to(bench.root)}:{line} has git's conflict markers" in bench.run("audit", "verify").out
        assert f"{path.relative_to(bench.root)}:{line} has git's conflict markers" in bench.run("doctor").out
        path.write_bytes(before)


@pytest.mark.parametrize(
    ("mine", "theirs", "contradicts"),
    [
        ([("rerationale",)], [("retire",)], True),
        ([("retire",)], [("retire",)], False),
        ([("rerationale",)], [("rerationale",)], False),
        ([("undo",)], [("rerationale",)], True),
        ([("undo",)], [("retire",)], False),
        ([("rerationale",), ("undo",)], [("retire",)], False),
        ([("retire",), ("undo",)], [("rerationale",)], False),
    ],
    ids=str,
)
def test_what_contradicts_and_what_does_not(
    tmp_path: Path, mine: list[tuple[str]], theirs: list[tuple[str]], contradicts: bool
) -> None:
    """A rule that both had: kept here and dropped there contradicts; what one took back himself says nothing."""
    clones, (item,) = make_clones(tmp_path, "Releases break on migrations")
    clones.mine.ok("graduate", item, "--rationale", reason(0), "--rule", RULE)
    clones.commit(clones.mine)
    in_git(clones.theirs, "pull", "-q", "--no-rebase", "origin", "main")
    for bench, verbs in ((clones.mine, mine), (clones.theirs, theirs)):
        for number, (verb,) in enumerate(verbs):
            bench.ok(
                verb, *([item] if verb != "undo" else []), "--rationale", reason(number + 1 + 10 * len(bench.actor))
            )
        clones.commit(bench)
    clones.pull("-c", "merge.renames=false")
    for path in clones.conflicting():
        in_git(clones.mine, "add", "-A", "--", path)
    out = clones.mine.run("audit", "verify").out
    assert ("contradict each other" in out) is contradicts, out


@pytest.mark.parametrize("side", ["--ours", "--theirs"])
def test_the_same_item_with_other_words_is_named_until_it_is_decided_again(tmp_path: Path, side: str) -> None:
    """Both graduate it, and say the opposite; whichever file somebody takes, one decision is passed over."""
    clones, (item,) = make_clones(tmp_path, "Charges come twice")
    for number, (bench, rule) in enumerate(((clones.mine, "Never retry a charge."), (clones.theirs, "Always retry."))):
        bench.ok("graduate", item, "--rationale", reason(number), "--rule", rule)
        clones.commit(bench)
    assert not clones.pull()
    in_git(clones.mine, "checkout", side, "--", *clones.conflicting())
    take_all(clones)
    named(clones, f"{item}: ", "by alice", "by bob", "say other words")
    clones.mine.ok("rerationale", item, "--rationale", reason(5))
    assert "say other words" not in clones.mine.ok("audit", "verify").out


def test_a_conflict_in_the_log_is_settled_by_keeping_both(tmp_path: Path) -> None:
    """Each branch appended its own lines; one side of the file would be without the decisions of the other."""
    clones, _ = make_clones(tmp_path, "Charges come twice")
    bench = clones.mine
    for path, told in (
        (bench.only(".agent/dream/log/*/*/*.jsonl"), "keep the lines of both sides"),
        (bench.only(".agent/dream/candidates/*.md"), "take one side of the file"),
    ):
        before = path.read_bytes()
        path.write_bytes(before + b"<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n")
        doctor = bench.run("doctor").out
        other = {"keep the lines of both sides", "take one side of the file"} - {told}
        assert told in " ".join(doctor.split()) and not any(one in " ".join(doctor.split()) for one in other)
        path.write_bytes(before)


def test_git_keeps_both_sides_of_the_logs_where_that_was_asked_for(tmp_path: Path) -> None:
    """One person on two machines of the same name appends to one file; what was shown is what is written, once."""
    clones, items = make_clones(tmp_path, "Charges come twice", "Releases break on migrations")
    mine, theirs = clones.mine, clones.theirs.at(actor="alice")
    attributes = mine.agent / ".gitattributes"
    shown = mine.ok("init", "--merge-logs", "--dry-run").out
    assert "+dream/log/**/*.jsonl merge=union" in shown and not attributes.exists()
    attributes.write_bytes(b"*.png binary")
    mine.ok("init", "--merge-logs")
    written = attributes.read_bytes()
    assert written.startswith(b"*.png binary\ndream/log/**/*.jsonl merge=union\n")
    assert "nothing to do" in mine.ok("init", "--merge-logs").err and attributes.read_bytes() == written
    clones.commit(mine)
    in_git(theirs, "pull", "-q", "--no-rebase", str(mine.root), "main")
    for number, (bench, item) in enumerate(zip((mine, theirs), items, strict=True)):
        bench.ok("reject", item, "--rationale", reason(number))
        clones.commit(bench)
    assert clones.pull(), clones.conflicting()
    assert mine.ok("audit", "verify").code == 0
    assert mine.refused(2, "init", "--dry-run")


def test_init_says_that_logs_can_be_merged_where_there_are_branches(tmp_path: Path) -> None:
    """It is said, and done only when it is asked for."""
    bench = make_bench(tmp_path, agent=False, git=True)
    (bench.root / "a.txt").write_text("a\n")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-qm", "start")
    assert "--merge-logs" not in bench.ok("init").err
    in_git(bench, "branch", "other")
    assert "`dreamtui init --merge-logs`" in bench.ok("init").err
    assert not (bench.agent / ".gitattributes").exists()
    bench.ok("init", "--merge-logs")
    assert "--merge-logs" not in bench.ok("init").err

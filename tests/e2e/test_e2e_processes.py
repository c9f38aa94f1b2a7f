"""Several processes at one workspace, and two clones that merge: nothing lost, nothing twice."""

import os
import shutil
from collections import Counter
from pathlib import Path

from forked import HANGS, together
from workbench import REASON, Bench, in_git, make_bench, reason

from dreamtui.cli.run import main

RULE = "Run each migration against a copy first."


def test_two_processes_decide_the_same_item(tmp_path: Path) -> None:
    """Each round one of them succeeds and the other gets exit 1 with the name and the reason of the first."""
    bench = make_bench(tmp_path)
    ids = bench.file(*(f"Releases break on migration {n}" for n in range(12)))
    winners = []
    for number, item in enumerate(ids):
        takes = ("graduate", item, "--rule", RULE, "--rationale", f"Alice says: {reason(number)}")
        leaves = ("reject", item, "--rationale", f"Bob says: {reason(number)}")
        both = together(
            bench.at(actor="alice").command(*takes),
            bench.at(actor="bob").command(*leaves),
        )
        assert sorted(done.code for done in both) == [0, 1], both
        winner, loser = sorted(both, key=lambda done: done.code)
        who, did = ("alice", "graduated") if winner is both[0] else ("bob", "rejected")
        winners.append(who)
        assert loser.out == ""
        assert f"was {did} by {who}" in loser.problem and f"{who.title()} says" in loser.problem
        dream = bench.agent / "dream"
        assert (dream / did / f"{item}.md").is_file()
        assert len(list(dream.glob(f"*/{item}.md"))) == 1
    assert bench.ok("audit", "verify", "--strict").out.strip() == "12 records verified"
    counts = Counter(mark["actor"] for mark in bench.ok("audit", "list", "--json").data["decisions"])
    assert counts == Counter(winners)


def test_two_commands_from_the_start_decide_the_same_item(tmp_path: Path) -> None:
    """The same with two fresh interpreters."""
    bench = make_bench(tmp_path)
    for item in bench.file("Releases break on migrations", "Tests are skipped on Fridays"):
        runs = [
            bench.at(actor=who).start("reject", item, "--rationale", f"{REASON} ({item} {who})") for who in ("al", "bo")
        ]
        ends = [(run.communicate(b"", timeout=HANGS), run.returncode) for run in runs]
        assert sorted(code for _, code in ends) == [0, 1], ends
        (loser,) = (err for (_, err), code in ends if code == 1)
        assert b"was rejected by" in loser and loser.count(b"\n") == 1
    bench.ok("audit", "verify", "--strict")


def _worker(bench: Bench, number: int, ids: list[str], report: Path) -> None:
    """Decide items one after the other with the command line, writing down each exit code."""
    os.chdir(bench.root)
    os.environ.clear()
    os.environ.update(bench.at(actor=f"worker-{number}").env)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    with report.open("w") as stream:
        for item in ids:
            why = f"{REASON} Worker {number} looked at {item}."
            verb = ["graduate", "--rule", f"{RULE} ({item})"] if number % 2 else ["reject"]
            code = main([*verb, item, "--rationale", why, "--wait", "120"])
            stream.write(f"{item} {code}\n")
            stream.flush()


def test_eight_processes_decide_two_hundred_items(tmp_path: Path) -> None:
    """Each item is tried by two of eight workers: one of them gets it, no decision is lost, the audit verifies."""
    bench = make_bench(tmp_path)
    ids = bench.file(*(f"Release {n} broke on a migration" for n in range(200)))
    children = []
    for number in range(8):
        mine = [item for place, item in enumerate(ids) if number in {place % 8, (place + 3) % 8}]
        if number % 2:
            mine.reverse()
        child = os.fork()
        if child == 0:
            try:
                _worker(bench, number, mine, tmp_path / f"report-{number}")
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 8
    lines = [line.split() for path in tmp_path.glob("report-*") for line in path.read_text().splitlines()]
    codes = Counter(code for _, code in lines)
    assert codes == {"0": 200, "1": 200}
    assert sorted(item for item, code in lines if code == "0") == sorted(ids)

    assert bench.ok("audit", "verify", "--strict").out.strip() == "200 records verified"
    decisions = bench.ok("audit", "export", "--json").data["decisions"]
    assert sorted(decision["item"] for decision in decisions) == sorted(ids)
    entries = bench.items()
    assert {item: entry["status"] for item, entry in entries.items()} == {
        decision["item"]: {"graduate": "graduated", "reject": "rejected"}[decision["verb"]] for decision in decisions
    }
    graduated = [decision["item"] for decision in decisions if decision["verb"] == "graduate"]
    assert len(list((bench.agent / "memory/semantic/rules/auto-dream").glob("*.md"))) == len(graduated)
    assert not any((bench.agent / "dream" / "candidates").glob("*.md"))
    logged = bench.ok("audit", "log", "--limit", "999", "--json").data["entries"]
    assert Counter(entry["what"] for entry in logged)["decision"] == 200


def test_dreams_and_decisions_at_once(tmp_path: Path) -> None:
    """Runs that mine while others decide and file: all succeed, and each shows in the log."""
    bench = make_bench(tmp_path)
    ids = bench.file(*(f"Releases break on migration {n}" for n in range(3)))
    commands = [
        *(("reject", item, "--rationale", reason(n)) for n, item in enumerate(ids)),
        *(("dream",) for _ in range(2)),
        *(("add", "--title", f"Another title {n}") for n in range(2)),
        *(("memory", "add", "--title", f"Note {n}", "--text", f"Words {n}") for n in "ab"),
        ("sync",),
        ("list", "--json"),
    ]
    assert [done.code for done in together(*(bench.command(*words) for words in commands))] == [0] * len(commands)
    assert bench.ok("audit", "verify").out.strip() == "5 records verified"
    what = Counter(entry["what"] for entry in bench.ok("audit", "log", "--json").data["entries"])
    assert (what["decision"], what["dream"], what["add"]) == (5, 2, 5)


def test_a_held_lock_is_exit_three_and_names_its_owner(tmp_path: Path) -> None:
    """Whoever waits too long is told who holds the store; reading goes on."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    desk = bench.at(actor="carol").desk()
    with desk.store.writing(desk.writer()):
        problem = bench.refused(3, "reject", item, "--rationale", REASON, "--wait", "0")
        assert "carol" in problem
        assert item in bench.items()
    bench.ok("reject", item, "--rationale", REASON, "--wait", "0")


def _clone(bench: Bench, name: str) -> Bench:
    """Another person's clone with a home of its own."""
    other = Bench(bench.top / name, bench.top / name / "work", actor=name)
    other.root.parent.mkdir()
    in_git(bench, "clone", "-q", str(bench.root), str(other.root))
    return other


def _committed(bench: Bench, words: str) -> None:
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-qm", words)


def test_two_clones_that_decide_different_items_merge(tmp_path: Path) -> None:
    """git merges without a conflict, the audit verifies, and the next decision has both sides as its parents."""
    base = make_bench(tmp_path, git=True)
    ids = base.file(*(f"Releases break on migration {n}" for n in range(4)))
    base.ok("reject", ids[0], "--rationale", reason(0))
    _committed(base, "candidates")
    anna, ben = _clone(base, "anna"), _clone(base, "ben")
    anna.ok("graduate", ids[1], "--rule", RULE, "--rationale", reason(1))
    ben.ok("reject", ids[2], "--rationale", reason(2))
    ben.ok("memory", "add", "--title", "A note", "--text", "Its words.")
    _committed(anna, "anna decided")
    _committed(ben, "ben decided")
    in_git(anna, "pull", "-q", "--no-rebase", "--no-edit", str(ben.root), "main")
    assert in_git(anna, "status", "--porcelain") == ""

    assert anna.ok("audit", "verify", "--strict").out.strip() == "4 records verified"
    states = {item: entry["status"] for item, entry in anna.items().items()}
    assert states == {ids[0]: "rejected", ids[1]: "graduated", ids[2]: "rejected", ids[3]: "pending"}
    heads = {m["decision"] for m in anna.ok("audit", "list", "--json").data["decisions"][-3:]}
    anna.ok("reject", ids[3], "--rationale", reason(3))
    newest = anna.ok("audit", "export", "--json").data["decisions"][-1]
    assert newest["item"] == ids[3] and len(newest["parents"]) == 2 and set(newest["parents"]) <= heads
    anna.ok("audit", "verify", "--strict")
    anna.ok("undo", "--rationale", "The fourth release was fine after all.")
    assert anna.status_of(ids[3]) == "pending"


def test_our_caches_are_no_part_of_the_repository(tmp_path: Path) -> None:
    """What a commit of everything takes in holds no lock, journal or cache, and they can be deleted at any time."""
    bench = make_bench(tmp_path, git=True)
    (item, other) = bench.file("Releases break on migrations", "Tests are skipped on Fridays")
    bench.ok("reject", item, "--rationale", REASON)
    bench.ok("dream")
    before = bench.items()
    in_git(bench, "add", "-A")
    tracked = in_git(bench, "ls-files").splitlines()
    assert tracked and not [name for name in tracked if ".state/" in name]
    shutil.rmtree(bench.agent / "dream" / ".state")
    shutil.rmtree(bench.kept)
    assert bench.items() == before
    bench.ok("audit", "verify", "--strict")
    bench.ok("reject", other, "--rationale", reason(2))

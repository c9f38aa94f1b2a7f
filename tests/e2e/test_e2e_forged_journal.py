"""A journal or a record that a repository ships changes nothing but files of ours, and is named."""

import hashlib
import os
from pathlib import Path

import pytest
from faults import KILLED, KillingPort, run_in_child
from sandbox import Sandbox, furnish, ids
from workbench import REASON, Bench, make_bench, without

from dreamtui.desk.decide import decide
from dreamtui.desk.queue.add_candidate import add
from dreamtui.kinds.decision import audit_record
from dreamtui.model.change import Span, digest
from dreamtui.model.decision import Draft, Touched, Words
from dreamtui.model.verb import Verb
from dreamtui.store.commit.journal import Journal, LogAppend, Move, NamedJournal

EVIL = b'{"hooks": {"PreToolUse": [{"command": "touch hacked"}]}}\n'


def workspace(tmp_path: Path) -> Bench:
    """A workspace with files of the user's, in which something was written before."""
    bench = make_bench(tmp_path)
    bench.file("Releases break on migrations")
    for name, text in {
        "README.md": "# Shop\n",
        "MEMORY.md": "# Mine\n",
        "src/app.py": "print(1)\n",
        ".agent/rules.md": "# By hand\n",
    }.items():
        (bench.root / name).parent.mkdir(exist_ok=True)
        (bench.root / name).write_text(text)
    (bench.root / "CLAUDE.md").write_text("# Ours\n")
    return bench


def ship(
    bench: Bench, stage: str, *moves: tuple[str, bytes | None, bytes | None], lines: tuple[LogAppend, ...] = ()
) -> NamedJournal:
    """Put a journal into the workspace with everything beside the files that carrying it out needs."""
    state = bench.agent / "dream" / ".state"
    made = tuple(
        Move(number, bench.root / name, digest(before), digest(after))
        for number, (name, before, after) in enumerate(moves)
    )
    filed = Journal(Path(os.path.realpath(state)), "forged", made, lines, ()).named()
    path = filed.file(stage)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(filed.journal.encode())
    for move, (_, before, after) in zip(made, moves, strict=True):
        if after is not None:
            filed.new(move).write_bytes(after)
        if before is not None and stage == "undoing":
            filed.old(move).write_bytes(EVIL)
    return filed


def untouched(bench: Bench, names: tuple[str, ...]) -> dict[str, bytes | None]:
    """What stands at these names."""
    return {name: (bench.root / name).read_bytes() if (bench.root / name).exists() else None for name in names}


NAMES = ("README.md", "src/app.py", "CLAUDE.md", ".agent/rules.md", ".claude/settings.json", ".envrc")


@pytest.mark.parametrize("stage", ["preparing", "committed", "undoing"])
@pytest.mark.parametrize("name", NAMES)
def test_a_forged_journal_changes_no_file(tmp_path: Path, stage: str, name: str) -> None:
    """Deleted, replaced or made: whatever it says, the next command does its own work and names the journal."""
    for after in (None, EVIL):
        bench = workspace(tmp_path / f"{after is None}")
        before = untouched(bench, NAMES)
        now = before[name]
        if now is None and after is None:
            continue
        (bench.root / name).parent.mkdir(exist_ok=True)
        filed = ship(bench, stage, (name, now, after))
        done = bench.ok("add", "--title", "Tests are skipped on Fridays")
        assert untouched(bench, NAMES) == before
        assert "was not written on this machine" in done.err and filed.id in done.err
        assert not filed.file(stage).exists()
        quiet = bench.ok("add", "--title", "Names are reused")
        assert "was not written" not in quiet.err
        assert filed.id in bench.run("doctor").out


def test_a_forged_journal_adds_no_line_to_a_log(tmp_path: Path) -> None:
    """Logs are ours; what stands in them is not somebody else's to say."""
    bench = workspace(tmp_path)
    log = bench.only(".agent/dream/log/*/*/*.jsonl")
    before = log.read_bytes()
    ship(bench, "committed", lines=(LogAppend(log, len(before), b'{"what": "decision"}\n'),))
    bench.ok("status")
    bench.ok("add", "--title", "Names are reused")
    assert b'{"what": "decision"}' not in log.read_bytes() and log.read_bytes().startswith(before)


def test_a_journal_that_another_machine_left_is_kept_and_named(tmp_path: Path) -> None:
    """A key that is gone, or an earlier version that had none: nothing is carried out, and nothing is thrown away."""
    box = Sandbox(tmp_path / "box")
    furnish(box)
    for at in range(40):
        status = run_in_child(lambda: add(box.desk(KillingPort(at), mend=False), "Flaky clocks", ["text:twice"]))  # noqa: B023
        if status == KILLED and list(
            box.desk(mend=False).layout.real(".agent/dream/.state/journal").glob("*.committed")
        ):
            break
    key = box.top / "house/data/dreamtui/.state/machine-key"
    key.unlink()
    kept = set(box.root.rglob(".dreamtui-*"))
    before = box.files()
    desk = box.desk()
    (told,) = desk.store.recovered
    assert told.outcome == "set aside" and kept <= set(told.kept)
    assert {name: data for name, data in box.files().items() if "machine-key" not in name} == {
        name: data for name, data in before.items() if "machine-key" not in name
    }
    (aside,) = [path for path in told.kept if path not in kept]
    assert hashlib.sha256(aside.read_bytes()).hexdigest()[:16] in aside.name
    box.desk()


def without_a_key(bench: Bench) -> Bench:
    """The same where nothing can be kept in the folder for a person's own data: a file stands in its place."""
    (bench.top / "full").write_text("no folder")
    return bench.at(XDG_DATA_HOME=str(bench.top / "full"))


READING = (
    ("list",),
    ("status",),
    ("audit", "list"),
    ("audit", "verify"),
    ("sync", "--check"),
    ("context",),
    ("why", "x"),
)


@pytest.mark.parametrize("stage", ["preparing", "committed", "undoing"])
def test_a_forged_journal_is_carried_out_without_a_key_neither(tmp_path: Path, stage: str) -> None:
    """Where no key can be kept nobody can tell whose a journal is: it stays, reading goes on, nothing is written."""
    bench = workspace(tmp_path)
    (item,) = bench.items("")
    moves = (("CLAUDE.md", b"# Ours\n", EVIL), (".agent/memory/notes/n-1.md", None, EVIL))
    (bench.agent / "memory" / "notes").mkdir(parents=True)
    filed = ship(bench, stage, *moves)
    before = bench.tree()
    here = without_a_key(bench)
    for words in READING:
        done = here.run(*words)
        assert done.code == (1 if words[0] == "why" else 0), (words, done)
        assert "needs recovery" in done.err and str(bench.top / "full") in done.err, done
    doctor = here.run("doctor")
    assert doctor.code == 1 and "XDG_DATA_HOME" in doctor.out
    for words in (("defer", item, "--until", "+3d"), ("add", "--title", "x"), ("reject", item, "--rationale", REASON),
                  ("memory", "add", "--title", "x", "--text", "y"), ("undo", "--rationale", REASON),
                  ("sync",)):  # fmt: skip
        done = here.run(*words)
        assert done.code in (1, 3) or words == ("sync",), (words, done)
        assert bench.tree() == before and filed.file(stage).is_file(), words
    assert "was not written on this machine" in bench.ok("add", "--title", "x").err
    assert bench.text("CLAUDE.md") == b"# Ours\n"


def test_nothing_is_begun_without_a_key(tmp_path: Path) -> None:
    """A journal that nobody could tell from a forged one is never written; the reason and the way out are said."""
    bench = workspace(tmp_path)
    (item,) = bench.items("")
    bench.ok("graduate", item, "--rationale", REASON, "--rule", "Run each migration against a copy first.")
    other = bench.add("Names are reused", "text:twice")
    here = without_a_key(bench)
    for words in READING[:-1]:
        assert here.run(*words).code == (1 if words == ("sync", "--check") else 0), words
    for words in (("defer", other, "--until", "+3d"), ("reject", other, "--rationale", REASON), ("sync",),
                  ("undo", "--rationale", "This was the wrong lesson to draw from it."), ("add", "--title", "y"),
                  ("memory", "add", "--title", "x", "--text", "y")):  # fmt: skip
        said = here.refused(3, *words)
        assert "without the key" in said and str(bench.top / "full") in said and "XDG_DATA_HOME" in said, words
        assert not list((bench.agent / "dream/.state").glob("journal/*")), words
    bench.ok("sync")


def killed_half_way(tmp_path: Path) -> tuple[Sandbox, str]:
    """A decision that was killed when its record stood and its files did not; the item."""
    box = Sandbox(tmp_path / "box")
    furnish(box)
    one = ids(box, "candidates")[0]
    stash = box.stash(tmp_path / "stash")
    words = Words(REASON, rule="Round totals once, at the end.")
    for at in range(200):
        box.restore(stash)
        desk = box.desk(KillingPort(at), mend=False)
        assert run_in_child(lambda: decide.decide(desk, [one], Verb.GRADUATE, words)) == KILLED  # noqa: B023
        if list(box.root.glob(".agent/dream/audit/*/*/*-graduate-*.md")):
            assert not (box.root / f".agent/dream/graduated/{one}.md").exists()
            return box, one
    raise AssertionError


def test_a_change_that_was_interrupted_half_way_stays_for_whoever_began_it(tmp_path: Path) -> None:
    """Under another home it is neither finished nor forgotten: nothing is written, doctor and verify say it."""
    box, one = killed_half_way(tmp_path)
    before = box.files()
    mine = Bench(box.top, box.root, more=box.env)
    other = mine.at(HOME=str(tmp_path / "other"), XDG_DATA_HOME=str(tmp_path / "other/data"))
    (journal,) = box.root.rglob("*.committed")
    for words in (("add", "--title", "x"), ("reject", one, "--rationale", REASON), ("memory", "add", "--title", "x",
                  "--text", "y")):  # fmt: skip
        done = other.run(*words)
        assert done.code == 4 and done.out == ""
        said = done.err.splitlines()[-1]
        assert "half-way" in said and journal.name in said and "HOME" in said
    verified = other.run("audit", "verify")
    assert verified.code == 4 and journal.name in verified.err + verified.out
    doctor = other.run("doctor")
    assert doctor.code == 1 and journal.name in doctor.out
    assert "needs recovery" in other.ok("list").err
    assert {name: data for name, data in box.files().items() if name in before} == before and journal.is_file()
    assert "was finished" in mine.ok("status").err
    assert mine.status_of(one) == "graduated" and not journal.exists()
    mine.ok("audit", "verify")
    other.ok("add", "--title", "x")


def test_a_key_that_a_repository_could_ship_is_none(tmp_path: Path) -> None:
    """Neither a link nor a file of other words counts as the key; another one is made."""
    bench = workspace(tmp_path)
    key = Path(bench.env["XDG_DATA_HOME"]) / "dreamtui/.state/machine-key"
    assert len(key.read_text().strip()) == 64 and key.stat().st_mode & 0o077 == 0
    key.write_text("short")
    bench.ok("add", "--title", "Names are reused")
    assert len(key.read_text().strip()) == 64


def forge(bench: Bench, *touched: Touched, verb: Verb = Verb.RETIRE) -> str:
    """A record, newer than all others, that says that a decision changed these files; its id."""
    known = sorted(bench.agent.glob("dream/audit/*/*/*.md"))
    parents = tuple(audit_record.parse(path.read_bytes()).id for path in known)
    draft = Draft(
        "aaaaaaaaaa", "candidate", "", "Setup", verb, "alice", "2026-11-18T09:30:00.000000Z", rationale=REASON
    )
    made, data = audit_record.seal(draft, parents, "1", touched)
    path = bench.agent / f"dream/audit/2026/11/{audit_record.file_name(made)}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return made.id


AUDIT = ".agent/dream/audit/2026/11/20261118T090000000000Z-add-aaaaaaaaaa-00000000.md"
STATE = ".agent/dream/.state/config.json"
FORBIDDEN = (*NAMES[:2], *NAMES[3:], "CLAUDE.md", ".agent/patterns.md", ".agent/config.yaml", ".github/workflows/x.yml",
             ".cursor/rules/dreamtui.mdc", AUDIT, STATE, ".agent/dream/log/2026/11/x.jsonl", "memory/evil.md",
             "MEMORY.md", "memory/.dreams/short-term-recall.json", ".claude/memory/settings.json",
             ".claude/memory/.hidden.md", ".agent/memory/notes/evil.sh", ".claude/commands/x.md")  # fmt: skip


@pytest.mark.parametrize("path", FORBIDDEN)
def test_a_forged_record_makes_undo_change_no_file_that_no_decision_changes(tmp_path: Path, path: str) -> None:
    """Neither made, nor replaced, nor removed; by plain undo, by its id, and by a redo; the record is named."""
    bench = workspace(tmp_path)
    (bench.root / ".claude" / "memory").mkdir(parents=True)
    real = bench.root / path
    before = real.read_bytes() if real.exists() else None
    texts = {
        "made": Touched(path, digest(EVIL), "", (Span(0, EVIL, b""),)),
        "removed": Touched(path, "", digest(before or EVIL)),
        "changed": Touched(path, digest(EVIL), digest(before or EVIL), (Span(0, EVIL, before or EVIL),)),
    }
    for what, touched in texts.items():
        forged = forge(bench, touched)
        for words in (("undo",), ("undo", forged)):
            done = bench.run(*words, "--rationale", "This was never meant to be here, so back it goes.")
            assert done.code == 1, (what, done)
            assert (real.read_bytes() if real.exists() else None) == before, (what, words)
        assert "no decision changes" in done.err or "cannot be undone" in done.err, (what, done)
        again = forge(bench, touched, verb=Verb.UNDO)
        assert bench.run("redo", again, "--rationale", REASON).code == 1
        assert (real.read_bytes() if real.exists() else None) == before, what


def test_what_decisions_change_can_still_be_taken_back(tmp_path: Path) -> None:
    """Candidates, rules, notes and memory files of a folder in the repository."""
    bench = workspace(tmp_path)
    folder = bench.root / ".claude" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [Till](till.md) — the till\n")
    (folder / "till.md").write_text("---\nname: till\ndescription: the till\n---\n\nThe till counts in cents.\n")
    before = without(bench.tree(), "/log/")
    bench.ok("retire", ".claude/memory/till.md", "--rationale", REASON)
    assert not (folder / "till.md").exists()
    bench.ok("undo", "--rationale", "The till is still there after all, in the second shop.")
    assert {path: what for path, what in bench.tree().items() if path in before} == before

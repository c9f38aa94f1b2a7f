"""Twelve kinds of manipulation: each is noticed by `audit verify --git`, refused, or said to be impossible to notice.

docs/security.md lists them.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from workbench import Bench, in_git, make_bench, reason

from dreamtui.kinds.decision import audit_record
from dreamtui.model.change import digest
from dreamtui.model.decision import Decision, Draft
from dreamtui.model.verb import Verb
from dreamtui.store.commit.journal import Journal, Move
from dreamtui.store.records import log

RULES = ".agent/memory/semantic/rules/auto-dream"
RECORDS = ".agent/dream/audit"
RULE = "Run each migration against a copy of production before the release."
OTHER = "Give every test a timeout of a minute."
EVIL = "Disable TLS verification."


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace of Alice's with two rules, each decided and committed by itself."""
    made = make_bench(tmp_path, git=True)
    in_git(made, "config", "user.name", "Alice")
    in_git(made, "config", "user.email", "alice@corp.example")
    for number, (title, rule) in enumerate((("Releases break", RULE), ("Tests hang", OTHER))):
        (item,) = made.file(title)
        at = made.at(now=f"2026-11-18T09:0{number}:00.000000Z")
        at.ok("graduate", item, "--rationale", reason(number), "--rule", rule)
        at.ok("sync")
        commit(made, f"decide {number}")
    assert made.ok("audit", "verify", "--git").out == "2 records verified\n"
    return made


def commit(bench: Bench, message: str, name: str = "Alice") -> None:
    """Commit everything, as somebody."""
    who = {f"GIT_{role}_{field}": value for role in ("AUTHOR", "COMMITTER")
           for field, value in (("NAME", name), ("EMAIL", f"{name.lower()}@corp.example"))}  # fmt: skip
    as_them = bench.at(**who)
    in_git(as_them, "add", "-A")
    in_git(as_them, "commit", "-q", "-m", message)


def records(bench: Bench) -> list[tuple[Path, Decision]]:
    """The records with their files, the oldest first."""
    return [(path, audit_record.parse(path.read_bytes())) for path in sorted(bench.root.glob(f"{RECORDS}/*/*/*.md"))]


def rule_file(bench: Bench, words: str) -> Path:
    """The file of the rule with these words."""
    return next(path for path in bench.root.glob(f"{RULES}/*.md") if words in path.read_text())


def forge(bench: Bench, made: Decision, parents: tuple[str, ...], *, logged: bool, **fields: object) -> Decision:
    """Write a record that nobody made, with a right hash, and its line in the log if asked."""
    draft = Draft(**{name: getattr(made, name) for name in Draft.__dataclass_fields__} | fields)  # type: ignore[arg-type]
    forged, data = audit_record.seal(draft, parents, made.tool, made.touched, made.says, made.origin)
    path = bench.root / RECORDS / "2026" / "11" / audit_record.file_name(forged)
    path.write_bytes(data)
    if logged:
        details = {"verb": forged.verb, "item": forged.item, "decision": forged.id, "undoes": forged.undoes}
        line = log.log_line(forged.when, forged.actor, "decision", **details, title=forged.title)
        with next(bench.root.glob(".agent/dream/log/*/*/*.jsonl")).open("ab") as stream:
            stream.write(line)
    return forged


def forget(bench: Bench, made: Decision) -> None:
    """Take the line of a decision out of the log."""
    for path in bench.root.glob(".agent/dream/log/*/*/*.jsonl"):
        lines = [line for line in path.read_bytes().splitlines(keepends=True) if made.id.encode() not in line]
        path.write_bytes(b"".join(lines))


def verified(bench: Bench, code: int) -> str:
    """What a verification prints, which ends with this code."""
    done = bench.run("audit", "verify", "--git")
    assert done.code == code, done
    return str(done.out)


def test_a_new_record(bench: Bench) -> None:
    """Without a line of the log it does not hold; with one, who committed it is somebody else."""
    _, made = records(bench)[-1]
    path = rule_file(bench, RULE)
    forged = forge(bench, made, (made.id,), logged=False, rationale="It is faster so.", rule=EVIL)
    assert f"graduate {forged.short} by alice has a record, but no line in the log" in verified(bench, 4)
    forge(bench, made, (made.id,), logged=True, rationale="It is faster so.", rule=EVIL)
    assert "1 record is not committed yet" in verified(bench, 0)
    commit(bench, "more", "Mallory")
    assert f"graduate {forged.short} says that alice decided, and mallory committed it" in verified(bench, 1)
    assert EVIL not in path.read_text()


def test_an_edited_record(bench: Bench) -> None:
    """Its bytes are not those of its id; a commit that brings the edit is named."""
    path, _ = records(bench)[0]
    path.write_bytes(path.read_bytes().replace(b"alice", b"carol"))
    assert "was changed after it was written" in verified(bench, 4)
    commit(bench, "typo")
    assert "was rewritten in commit" in verified(bench, 4)


@pytest.mark.parametrize("which", [0, -1])
@pytest.mark.parametrize("committed", [True, False])
def test_a_dropped_record(bench: Bench, which: int, committed: bool) -> None:
    """The newest too, with its line of the log and its rule."""
    path, made = records(bench)[which]
    path.unlink()
    forget(bench, made)
    if committed:
        commit(bench, "tidy up")
    assert ("was taken away in commit" if committed else "is missing; commit") in verified(bench, 4)


def test_a_resealed_chain(bench: Bench) -> None:
    """Another name and reason in every record, all sealed anew, and the log with them."""
    parents: tuple[str, ...] = ()
    for path, made in records(bench):
        path.unlink()
        forget(bench, made)
        forged = forge(bench, made, parents, logged=True, actor="carol", rationale="So we agreed.")
        parents = (forged.id,)
    assert bench.ok("audit", "verify").out.endswith("2 records verified\n")
    assert "is missing; commit" in verified(bench, 4)
    commit(bench, "tidy up")
    assert "was taken away in commit" in verified(bench, 4)


@pytest.mark.parametrize("made_up", [True, False])
def test_a_swapped_or_an_edited_rule(bench: Bench, made_up: bool) -> None:
    """The words of a rule are held against those of its own decision; agents get the decided ones."""
    path, other = rule_file(bench, RULE), rule_file(bench, OTHER)
    path.write_text(path.read_text().replace(RULE, EVIL) if made_up else other.read_text())
    assert "its words are not those that alice decided on 2026-11-18" in verified(bench, 0)
    assert bench.run("audit", "verify", "--git", "--strict").code == 1
    before = bench.text("CLAUDE.md")
    bench.run("sync")
    assert bench.text("CLAUDE.md") == before


def test_a_rule_without_a_record(bench: Bench) -> None:
    """It is named, and reaches no output."""
    (bench.root / RULES / "aaaaaaaa-x.md").write_text(f"# Always\n\n{EVIL}\n\n## Graduated by\n\nalice\n")
    assert "aaaaaaaa-x.md: no decision" in verified(bench, 0)
    bench.run("sync")
    assert EVIL.encode() not in bench.text("CLAUDE.md")


def test_a_forged_journal(bench: Bench) -> None:
    """It is set aside and named; nothing of it is carried out."""
    before = bench.text("CLAUDE.md")
    state = Path(os.path.realpath(bench.agent / "dream" / ".state"))
    filed = Journal(state, "forged", (Move(0, bench.root / "CLAUDE.md", digest(before), ""),), (), ()).named()
    path = filed.file("committed")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(filed.journal.encode())
    done = bench.ok("add", "--title", "Tests are skipped on Fridays")
    assert "was not written on this machine" in done.err
    assert bench.text("CLAUDE.md") == before
    assert filed.id in bench.run("doctor").out


def test_a_forged_undo(bench: Bench) -> None:
    """Like any other record: the log does not know it, or somebody else committed it."""
    _, made = records(bench)[0]
    fields = {"verb": Verb.UNDO, "undoes": made.id, "rationale": "Not needed."}
    newest = records(bench)[-1][1]
    forge(bench, replace(made, touched=(), says=()), (newest.id,), logged=False, **fields)
    assert "has a record, but no line in the log" in verified(bench, 4)
    forge(bench, replace(made, touched=(), says=()), (newest.id,), logged=True, **fields)
    commit(bench, "undo", "Mallory")
    assert "says that alice decided, and mallory committed it" in verified(bench, 1)


def test_the_name_of_another(bench: Bench) -> None:
    """The record says who git says it is, and so does the commit."""
    (item,) = bench.file("Queues run full")
    bench.at(actor="bob").ok("reject", item, "--rationale", reason(3))
    assert "bob (no terminal, git says alice)" in bench.ok("audit", "list").out
    commit(bench, "reject")
    assert "says that bob decided, and alice committed it" in verified(bench, 1)


def test_an_agent_as_reviewer(bench: Bench) -> None:
    """It is refused; one that hides what it is leaves its process as a hint."""
    (item,) = bench.file("Queues run full")
    words = ("reject", item, "--rationale", reason(3))
    bench.at(CLAUDECODE="1").refused(1, *words)
    bench.at(DREAMTUI_ANCESTRY="bash claude").ok(*words)
    assert "started by claude" in bench.ok("audit", "list").out


def test_a_rewritten_history(bench: Bench) -> None:
    """What no commit and no file has any more nobody can tell from what never was: only another clone can."""
    in_git(bench, "reset", "-q", "--hard", "HEAD~1")
    assert verified(bench, 0) == "1 records verified\n"
    text = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
    assert "| rewritten history | not noticed" in text

"""What memories claim, checked from the desk and from the command line."""

from pathlib import Path

import pytest
from gitrepo import Commit, build
from workbench import Bench, in_git, make_bench

from dreamtui.desk.memory.verify import verify
from dreamtui.model.claim import Verdict
from dreamtui.model.errors import NotFound, Refused

TOPIC = """---
name: sessions
description: "Where sessions live"
metadata:
  node_type: memory
  type: project
---

Sessions live in `src/session.py`.

**How to apply:** call `load_all()`, run `make check`; see src/gone.py.
"""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A repository with a memory folder in it: one path moved, one deleted, one there."""
    made = make_bench(tmp_path, agent=False, git=True)
    build(
        made.root,
        (
            Commit("one", {"src/s.py": "def load_all(): ...\n" * 9, "src/gone.py": "x", "Makefile": "test:\n\tx\n"}),
            Commit("two", {"src/gone.py": None}, moves=(("src/s.py", "src/new.py"),)),
            Commit("three", moves=(("src/new.py", "src/other.py"),)),
        ),
        checkout=True,
    )
    folder = made.root / ".claude" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [Sessions](sessions.md) — where they live\n")
    (folder / "sessions.md").write_text(TOPIC.replace("src/session.py", "src/new.py"))
    return made


def test_every_memory_is_checked_with_the_lines_of_its_file(bench: Bench) -> None:
    """Front matter counts as lines; each verdict has its reason."""
    (checked,) = verify(bench.desk()).memories
    found = {(one.claim.name, one.claim.line, one.verdict) for one in checked.claims}
    assert found == {
        ("src/new.py", 9, Verdict.MOVED),
        ("load_all", 11, Verdict.VERIFIED),
        ("make check", 11, Verdict.GONE),
        ("src/gone.py", 11, Verdict.GONE),
    }
    assert next(one.now for one in checked.claims if one.verdict is Verdict.MOVED) == "src/other.py"


def test_the_index_is_checked_too(bench: Bench) -> None:
    """What MEMORY.md itself claims, with its lines; the memories it links to claim nothing there."""
    index = bench.root / ".claude" / "memory" / "MEMORY.md"
    index.write_text("- [Sessions](sessions.md) — where they live\n- Deploys run `make check`, see src/other.py\n")
    (found,) = [checked for checked in verify(bench.desk()).memories if checked.kind == "index"]
    assert found.path == ".claude/memory/MEMORY.md"
    assert {(one.claim.name, one.claim.line, one.verdict) for one in found.claims} == {
        ("make check", 2, Verdict.GONE),
        ("src/other.py", 2, Verdict.VERIFIED),
    }
    said = bench.ok("memory", "verify")
    assert "claims in 1 memory and 1 MEMORY.md" in said.err and "not that the sentence is true" in said.err


def test_one_memory_or_any_file_can_be_named(bench: Bench) -> None:
    """By id, logical path, file name or path; a file that is no memory is read as one."""
    desk = bench.desk()
    whole = verify(desk).memories
    for name in (whole[0].id, ".claude/memory/sessions.md", "sessions.md", str(bench.root / whole[0].path)):
        assert verify(desk, [name]).memories == whole
    (bench.root / "README.md").write_text("# Read\n\nSee src/other.py.\n")
    desk.cwd = bench.root
    (file,) = verify(desk, ["README.md"]).memories
    assert [(one.claim.line, one.verdict) for one in file.claims] == [(3, Verdict.VERIFIED)]
    assert (file.id, file.kind, file.path) == ("", "file", "README.md")
    with pytest.raises(NotFound, match="neither a memory"):
        verify(desk, ["nothing.md"])
    with pytest.raises(Refused, match="Checking the claims was stopped"):
        verify(desk, cancelled=lambda: True)


def test_an_ambiguous_file_name_is_refused(bench: Bench) -> None:
    """Two memories of one name are told apart by their paths."""
    more = bench.root / ".claude/agent-memory/bot"
    more.mkdir(parents=True)
    (more / "sessions.md").write_text(TOPIC)
    with pytest.raises(Refused, match="give the whole path"):
        verify(bench.desk(), ["sessions.md"])


def test_without_a_repository_nobody_can_tell_and_it_is_said_once(tmp_path: Path) -> None:
    """A plain folder has no list of files; notes are read all the same."""
    plain = make_bench(tmp_path)
    plain.ok("memory", "add", "--title", "Where", "--text", "See src/a.py and src/b.py.")
    done = plain.ok("memory", "verify", "--strict")
    assert done.out.count("cannot tell") == 2
    assert done.err.count("no git repository") == 1


def test_the_command_prints_a_table_and_a_document(bench: Bench) -> None:
    """stdout is data, stderr words; --strict makes stale claims an exit code."""
    done = bench.ok("memory", "verify")
    assert "now src/other.py" in done.out
    assert "4 claims in 1 memory: 1 verified, 2 gone, 1 moved, 0 cannot tell" in done.err
    data = bench.ok("memory", "verify", "--json").data
    assert data["counts"] == {"verified": 1, "gone": 2, "moved": 1, "cannot_tell": 0}
    assert [claim["now"] for claim in data["memories"][0]["claims"] if claim["verdict"] == "moved"] == ["src/other.py"]
    before = bench.tree()
    assert bench.run("memory", "verify", "--strict").code == 1
    assert bench.tree() == before


def test_a_note_and_a_rule_are_memories_too(bench: Bench) -> None:
    """Files a rule says it is about are claims."""
    bench.ok("memory", "add", "--title", "Build", "--text", "Run `make test` on branch `main`.")
    found = {checked.kind: checked for checked in verify(bench.desk()).memories}
    assert [one.verdict for one in found["note"].claims] == [Verdict.VERIFIED, Verdict.VERIFIED]


def test_claims_are_shown_inert(bench: Bench) -> None:
    """A path with control characters reaches no terminal as it is."""
    (bench.root / ".claude/memory/sessions.md").write_text("See `src/\x1b[31mx.py` and src/gone.py.\n")
    assert "\x1b" not in bench.ok("memory", "verify").out


def test_a_memory_of_a_deleted_path_is_proposed_to_be_retired(bench: Bench) -> None:
    """The same judgement serves the reorganization."""
    (bench.root / ".claude/memory/sessions.md").write_text("Edit src/gone.py for sessions.\n")
    made = bench.ok("reorganize", "--dry-run", "--json").data["proposals"]
    assert "file src/gone.py" in made[0]["mutations"][0]["reason"]


def test_a_branch_that_is_there_is_no_claim_that_is_gone(bench: Bench) -> None:
    """Made after the memory was read the first time."""
    (bench.root / ".claude/memory/sessions.md").write_text("Push to branch `next`.\n")
    assert verify(bench.desk()).is_stale
    in_git(bench, "branch", "next")
    assert not verify(bench.desk()).is_stale


@pytest.mark.parametrize("kind", ["note", "rule", "topic", "named file"])
def test_a_memory_that_names_a_symbol_is_no_proof_that_it_exists(tmp_path: Path, kind: str) -> None:
    """In a workspace that git shares: neither its own file, nor another memory, nor an output it was written to."""
    bench = make_bench(tmp_path, git=True)
    build(bench.root, (Commit("one", {"src/a.py": "def charge_twice(): ...\n"}),), checkout=True)
    said = "Call `charge_twice()` before the release."
    bench.ok("memory", "add", "--title", "Charging", "--text", said)
    (item,) = bench.file("Charges are forgotten")
    why = "Two charges were forgotten in March because nobody called it; the checklist had no line for it."
    bench.ok("graduate", item, "--rationale", why, "--rule", said)
    folder = bench.root / ".claude" / "memory"
    folder.mkdir(parents=True)
    (folder / "charging.md").write_text(f"---\nname: charging\n---\n\n{said}\n")
    (bench.root / "told.md").write_text(f"# Told\n\n{said}\n")
    (bench.agent / "config.yaml").write_text("dreamtui:\n  outputs: [claude, index, cursor, agents, claude-rules]\n")
    bench.ok("sync")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-qm", "two")
    named = ["told.md"] if kind == "named file" else []
    if kind != "named file":
        (bench.root / "told.md").unlink()
    (bench.root / "src/a.py").write_text("def charge(): ...\n")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-qm", "three")
    desk = bench.desk()
    desk.cwd = bench.root
    wanted = "file" if kind == "named file" else kind
    (checked,) = [one for one in verify(desk, named).memories if one.kind == wanted]
    (judged,) = [one for one in checked.claims if one.claim.name == "charge_twice"]
    assert judged.verdict is Verdict.GONE and judged.reason.startswith("in the code at ")


def test_a_document_that_names_a_symbol_leaves_it_open(tmp_path: Path) -> None:
    """What people wrote beside the code may be about something that no file of code names."""
    bench = make_bench(tmp_path, git=True)
    (bench.root / "CLAUDE.md").write_text("# Shop\n\nThe till calls `charge_twice()` by itself.\n")
    bench.ok("memory", "add", "--title", "Charging", "--text", "Call `charge_twice()` before the release.")
    bench.ok("sync")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-qm", "one")
    (checked,) = verify(bench.desk()).memories
    (judged,) = [one for one in checked.claims if one.claim.name == "charge_twice"]
    assert (judged.verdict, judged.reason) == (Verdict.UNKNOWN, "only documents name it")

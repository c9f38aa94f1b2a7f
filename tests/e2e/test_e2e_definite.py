"""A vague memory, made definite by a model command that is a small program: offered, checked, decided, taken back."""

import sys
from pathlib import Path

import pytest
from workbench import REASON, Bench, in_git, make_bench

from dreamtui.memory.definite import is_vague

VAGUE = "The tests are flaky sometimes."
RULE = "The sync test fails when the worker starts late; wait for its ready file."
CLAUSES = [
    {
        "words": "The sync test fails when the worker starts late;",
        "quote": "test_sync fails when the worker starts late",
        "source": "E1",
    },
    {"words": "wait for its ready file.", "quote": "wait for the ready file", "source": "E1"},
]


def bench_with(tmp_path: Path, answer: object) -> Bench:
    """A workspace with a vague note that names a commit, and a model that answers this to what is vague."""
    bench = make_bench(tmp_path, git=True)
    (bench.root / "sync.py").write_text("x = 1\n")
    in_git(bench, "add", "sync.py")
    in_git(bench, "commit", "-qm", "test_sync fails when the worker starts late: wait for the ready file")
    sha = in_git(bench, "rev-parse", "HEAD")[:12]
    bench.ok("memory", "add", "--title", "Tests", "--text", f"{VAGUE}\n\nSee {sha}.")
    program = tmp_path / "model.py"
    nothing = {"schema": 1, "proposals": []}
    program.write_text(
        "import json, sys\n"
        "prompt = sys.stdin.read()\n"
        "vague = 'memory that is vague' in prompt\n"
        f"print(json.dumps({answer!r} if vague else {nothing!r}))\n"
    )
    config = tmp_path / "home/config/dreamtui/config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(f"dreamtui:\n  model_command: {sys.executable} {program}\n  model_unconfined: home\n")
    return bench


def proposals(bench: Bench) -> list[dict]:
    return bench.ok("reorganize", "--json").data["new"]


def test_from_vague_to_definite(tmp_path: Path) -> None:
    """Proposed with its quotes; the vague sentence is lost and named; accepted, and taken back byte for byte."""
    bench = bench_with(tmp_path, {"schema": 1, "clauses": CLAUSES, "against": ["One commit only."], "foreign": []})
    (item,) = proposals(bench)
    shown = " ".join(bench.ok("show", item).out.split())
    assert "“test_sync fails when the worker starts late” (commit" in shown
    assert "One commit only" in shown
    before = bench.tree()
    refused = bench.refused(1, "accept", item, "--rationale", REASON)
    assert "lost" in refused or "lose" in refused
    assert bench.tree() == before
    bench.ok("accept", item, "--rationale", REASON, "--acknowledge", "all")
    notes = bench.root / ".agent/memory/notes"
    kept = [path.read_text("utf-8") for path in notes.iterdir()]
    assert any(RULE in text for text in kept)
    bench.ok("undo", "--rationale", "The sentence was right for one machine only, so the old one comes back for now.")
    live = [path.read_text("utf-8") for path in notes.iterdir() if "status: active" in path.read_text("utf-8")]
    assert len(live) == 1
    assert VAGUE in live[0]
    assert bench.ok("audit", "verify").code == 0


@pytest.mark.parametrize(
    "answer",
    [
        {"schema": 1, "none": "The commit says no more."},
        {"schema": 1, "clauses": [{**CLAUSES[0], "quote": "test_sync never fails at all"}]},
        {"schema": 1, "clauses": [{**CLAUSES[0], "words": "The sync test fails in 1 of 10 runs."}]},
        {"schema": 1, "clauses": [{**CLAUSES[0], "words": "The tests are flaky sometimes."}]},
        "flaky",
    ],
)
def test_what_does_not_hold_is_not_offered(tmp_path: Path, answer: object) -> None:
    """No sentence, a quote that is none, a number from nowhere, the vague words; asked again of other evidence only."""
    bench = bench_with(tmp_path, answer)
    first = bench.ok("reorganize", "--json")
    (tmp_path / "model.py").write_text("import sys\nsys.exit('memory that is vague' in sys.stdin.read())\n")
    second = bench.ok("reorganize", "--json")
    assert first.data["new"] == second.data["new"] == []
    assert "not made definite" not in first.err + second.err
    in_git(bench, "commit", "--allow-empty", "-qm", "more is known")
    sha = in_git(bench, "rev-parse", "HEAD")
    bench.ok(
        "memory", "edit", bench.ok("memory", "list", "--json").data["notes"][0]["id"], "--text", f"{VAGUE}\n\n{sha}."
    )
    assert "not made definite: the model command failed" in bench.ok("reorganize").err


@pytest.mark.parametrize(
    ("sentence", "vague"),
    [
        (VAGUE, True),
        ("Deployments are usually slow.", True),
        ("Be careful with the cache.", True),
        ("The tests in tests/sync are flaky sometimes.", False),
        ("The upload fails in 3 of 10 runs.", False),
        ("Sometimes `make build` hangs.", False),
        ("Never push to main.", False),
        ("Often.", False),
    ],
)
def test_what_is_vague(sentence: str, vague: bool) -> None:
    """A hedge, and nothing that is named or counted."""
    assert is_vague(sentence) is vague

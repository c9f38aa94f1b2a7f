"""`draft`, `dream --draft` and `graduate --drafted` with a model command that is a small program."""

import json
import sys
from pathlib import Path

from workbench import REASON, Bench, in_git, make_bench

RULE = "When a test pins source text, read it through strip_comments."
CLAUSES = [
    {"words": "When a test pins source text,", "quote": "pins passed on commented-out lines", "source": "E1"},
    {"words": "read it through strip_comments.", "quote": "read them through strip_comments", "source": "E1"},
]
GOOD = {
    "schema": 1,
    "clauses": CLAUSES,
    "against": ["One commit only."],
    "foreign": [],
}


def bench_with(tmp_path: Path, answer: object) -> tuple[Bench, str]:
    """A workspace with an item, and a model that answers this; the item."""
    bench = make_bench(tmp_path, git=True)
    (bench.root / "pins.py").write_text("x = 1\n")
    in_git(bench, "add", "pins.py")
    in_git(bench, "commit", "-qm", "Source pins passed on commented-out lines; read them through strip_comments")
    sha = in_git(bench, "rev-parse", "HEAD")
    program = tmp_path / "model.py"
    program.write_text(f"import json, sys\nsys.stdin.read()\nprint(json.dumps({answer!r}))\n")
    config = tmp_path / "home/config/dreamtui/config.yaml"
    config.parent.mkdir(parents=True)
    config.write_text(f"dreamtui:\n  model_command: {sys.executable} {program}\n  model_unconfined: home\n")
    return bench, bench.add("Pins stayed green", f"commit:{sha}")


def test_from_a_draft_to_a_rule(tmp_path: Path) -> None:
    """Drafted, shown with its quotes, taken with a reason, and the record names the model."""
    bench, item = bench_with(tmp_path, GOOD)
    before = bench.tree()
    done = bench.ok("draft", item)
    assert bench.tree() == before
    assert "The model's words" in done.out
    assert "      “read them through strip_comments”\n      commit:" in done.out
    assert f"graduate {item} --drafted" in done.err
    assert bench.ok("show", item).out.count(RULE) == 1
    shown = bench.ok("show", item, "--json").data
    assert shown["suggestion"] == ""
    assert shown["draft"]["rule"] == RULE
    assert shown["draft"]["current"] is True
    assert [clause["words"] for clause in shown["draft"]["clauses"]] == [c["words"] for c in CLAUSES]
    assert bench.refused(1, "graduate", item, "--drafted").startswith("A reason is needed")
    assert "--drafted goes with one id" in bench.refused(2, "graduate", item, "--drafted", "--rule", "x")
    decision = bench.ok("graduate", item, "--drafted", "--rationale", REASON, "--json").data["decisions"][0]["decision"]
    record = bench.ok("audit", "show", decision, "--json").data
    assert record["rule"] == RULE
    assert record["drafted_by"] == shown["draft"]["command"]
    assert record["draft_answer"] == shown["draft"]["answer"]
    assert "drafted by a model" in bench.ok("audit", "show", decision).out
    assert bench.ok("audit", "verify").code == 0


def test_a_run_drafts_and_says_what_came_of_it(tmp_path: Path) -> None:
    """An answer that does not hold is named, and the item keeps what it had."""
    bad = {**GOOD, "clauses": [{"words": "Do it.", "quote": "nothing that was ever said", "source": "E1"}]}
    bench, item = bench_with(tmp_path, bad)
    done = bench.ok("dream", "--draft", "2", "--json")
    (drafted,) = done.data["drafts"]
    assert (drafted["id"], drafted["problem"]) == (item, "")
    assert drafted["draft"]["outcome"] == "unused"
    assert drafted["draft"]["rule"] == ""
    assert f"draft {item}: in the model's words, not used: the quote of clause 1 is not in E1" in done.err
    assert "is not used" in bench.ok("show", item).out
    assert bench.ok("dream", "--json").data["drafts"] == []
    assert "asks a model" in bench.refused(2, "dream", "--draft", "1", "--dry-run")


def test_what_would_be_sent_is_printed_without_a_command(tmp_path: Path) -> None:
    """Nothing is asked, and without a command nothing else is done."""
    bench, item = bench_with(tmp_path, GOOD)
    (tmp_path / "home/config/dreamtui/config.yaml").unlink()
    printed = bench.ok("draft", item, "--dry-run").out
    assert any(json.loads(line)["source"] == "E1" for line in printed.splitlines() if line.startswith('{"source'))
    said = bench.refused(1, "draft", item)
    assert said.endswith(f"`dreamtui.model_command` in {tmp_path}/home/config/dreamtui/config.yaml")
    assert "dreamtui.model_command" in bench.refused(1, "dream", "--draft", "1")

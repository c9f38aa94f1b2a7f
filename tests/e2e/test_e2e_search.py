"""`dreamtui search`: what it prints, with which exit code, over one workspace and all of them."""

import json
from pathlib import Path

import pytest
from workbench import REASON, Bench, make_bench

from dreamtui.sources.claude.places import slug

SECRET = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = make_bench(tmp_path, git=True)
    item = made.add("Totals are rounded twice", "text:rounded twice")
    made.ok("graduate", item, "--rationale", REASON, "--rule", "Round totals once, at the end of a bill.")
    return made


def hits(bench: Bench, *words: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(bench.ok("search", "--json", *words).out)["hits"]
    return found


def test_the_place_of_each_hit_is_printed(bench: Bench) -> None:
    """As text, and as data whose locators name file and line."""
    said = bench.ok("search", "bill").out
    assert "Round totals once, at the end of a bill." in said
    assert "file:.agent/" in said
    (rule,) = hits(bench, "bill", "--kind", "rule")
    assert (rule["kind"], rule["status"], rule["workspace"]) == ("rule", "live", str(bench.root))
    reasons = hits(bench, "ran the migration", "--kind", "reason")
    assert {(one["kind"], one["where"]) for one in reasons} == {("decision", "reason")}
    assert hits(bench, "nothing of this is here: xyzzy") == []


def test_words_that_nothing_has_are_told(bench: Bench) -> None:
    """With what was looked for instead; so is what is not understood."""
    done = bench.ok("search", "migraton")
    assert "migration" in done.err
    assert "dry run" in done.out
    assert "no kind" in bench.ok("search", "kind:zzz totals").err
    assert "is not a kind" in bench.refused(2, "search", "totals", "--kind", "zzz")


def test_secrets_are_masked_unless_revealed(bench: Bench) -> None:
    """To reveal one is noted in the log."""
    bench.ok("memory", "add", "--title", "Deploy", "--text", f"The key is {SECRET} now.", "--acknowledge", "secret")
    assert SECRET not in bench.ok("search", "the key now").out
    assert SECRET not in bench.ok("search", "--json", "the key now").out
    assert SECRET in bench.ok("--reveal", "search", "the key now").out
    assert any(entry["what"] == "reveal" for entry in json.loads(bench.ok("audit", "log", "--json").out)["entries"])


def test_all_known_workspaces(bench: Bench, tmp_path: Path) -> None:
    """One list, each hit with its workspace."""
    other = make_bench(tmp_path / "more", git=True)
    elsewhere = bench.at(root=other.root)
    for one in (bench, elsewhere):
        one.ok("init")
    elsewhere.ok("memory", "add", "--title", "Bills", "--text", "A bill has one total.")
    found = hits(bench, "--all", "bill")
    assert {one["workspace"] for one in found} == {str(bench.root), str(other.root)}


def test_what_is_read_is_inert(bench: Bench) -> None:
    """Escape sequences in what was read never reach the terminal."""
    bench.ok("memory", "add", "--title", "Screen", "--text", "clears \x1b[2J the screen \u202e now")
    said = bench.ok("search", "clears").out
    assert "clears" in said
    assert "\x1b" not in said
    assert "\u202e" not in said


def test_an_agent_finds_nothing_private(bench: Bench) -> None:
    """On the command line as over MCP; a secret of a memory is not even revealed."""
    memory = Path(bench.env["HOME"]) / ".claude" / "projects" / slug(bench.root) / "memory"
    memory.mkdir(parents=True, exist_ok=True)
    (memory / "k.md").write_text("---\nname: k\n---\nzyzzyva password: hunter2hunter2\n")
    assert "hunter2hunter2" in bench.ok("--reveal", "search", "zyzzyva").out
    inside = bench.at(CLAUDECODE="1")
    for words in (("search",), ("--reveal", "search"), ("search", "--kind", "memory")):
        assert "k.md" not in inside.ok(*words, "zyzzyva").out

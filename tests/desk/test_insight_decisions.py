"""Deciding insights: they become notes or rules in a person's words, or are rejected; nothing happens by itself."""

from pathlib import Path

import pytest
import workbench
from workbench import Bench, event, reason, without

EVENTS = [event(n, summary=f"blocked by `ledger export`, step {n}", files=["src/ledger.py"]) for n in range(4)]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace after a run that found a gap."""
    made = workbench.make_bench(tmp_path)
    made.more["DREAMTUI_INSIGHTS"] = "true"
    workbench.log_events(made, *EVENTS)
    made.ok("dream")
    return made


def gap(bench: Bench) -> str:
    """The id of the gap."""
    (one,) = bench.ok("insights", "--type", "gap", "--json").data["insights"]
    return str(one["id"])


def test_a_run_finds_insights_and_remembers_nothing(bench: Bench) -> None:
    """They wait in the queue; no note and no rule is there."""
    shown = bench.ok("insights", "--json").data["insights"]
    assert [(one["type"], one["sessions"], one["mentions"], one["status"]) for one in shown] == [
        ("gap", 4, 4, "pending")
    ]
    assert shown[0]["files"] == ["src/ledger.py"]
    assert bench.items("pending")[shown[0]["id"]]["kind"] == "insight"
    assert bench.ok("memory", "list", "--json").data["notes"] == []
    assert not list(bench.root.glob(".agent/memory/semantic/rules/**/*.md"))
    assert bench.ok("dream", "--json").data["insights"] == {"new": [], "updated": 0, "recurring": 0, "held_back": 0}


def test_a_secret_of_a_log_stays_in_the_log(tmp_path: Path) -> None:
    """The file that a team shares has it masked, when it is made and when it is refreshed; the evidence resolves."""
    secret = "ghp_" + "Ab1" * 12
    events = [
        event(n, summary=f"blocked by `ledger export`, token {secret}", files=["src/ledger.py"]) for n in range(5)
    ]
    bench = workbench.make_bench(tmp_path)
    bench.more["DREAMTUI_INSIGHTS"] = "true"
    for some in (events[:4], events[4:]):
        workbench.log_events(bench, *some)
        bench.ok("dream")
        shared = [path.read_text() for path in bench.root.glob(".agent/dream/*/*.md")]
        assert shared and not any(secret in text for text in shared) and any("[secret]" in text for text in shared)
        assert all(piece["resolves"] for piece in bench.ok("show", gap(bench), "--json").data["evidence"])


def test_filters_of_the_list(bench: Bench) -> None:
    """Status, type, text, limit; nonsense is a usage error."""
    item = gap(bench)
    for words in (("--status", "active"), ("--status", "pending"), ("--query", "LEDGER"), ("--limit", "1")):
        assert [one["id"] for one in bench.ok("insights", *words, "--json").data["insights"]] == [item]
    for words in (("--status", "rejected"), ("--type", "theme"), ("--query", "printer")):
        assert bench.ok("insights", *words, "--json").data["insights"] == []
    bench.refused(2, "insights", "--status", "nothing")
    bench.refused(2, "insights", "--type", "nothing")
    assert "ledger export" in bench.ok("insights").out


@pytest.mark.parametrize("kind", ["note", "rule"])
def test_graduating_writes_the_person_words_and_undo_takes_them_back(bench: Bench, kind: str) -> None:
    """As a note or as a rule, with the evidence; a run does not find it again."""
    item = gap(bench)
    before = without(bench.tree(), "dream/log", "dream/audit")
    assert "--rule" in bench.refused(1, "graduate", item, "--rationale", reason(1))
    bench.refused(1, "graduate", item, "--rationale", " ", "--rule", "Export the ledger at night.")
    words = ("--rule", "Export the ledger at night; the bank locks it by day.", "--as", kind)
    bench.ok("graduate", item, "--rationale", reason(1), *words)
    pattern = ".agent/memory/notes/*.md" if kind == "note" else ".agent/memory/semantic/rules/auto-dream/*.md"
    made = bench.only(pattern).read_text()
    assert "Export the ledger at night" in made
    assert bench.status_of(item) == "graduated"
    assert bench.ok("dream", "--json").data["insights"]["new"] == []
    bench.ok("undo", "--rationale", reason(2))
    assert without(bench.tree(), "dream/log", "dream/audit") == before


def test_a_rejected_one_recurs_and_can_be_reopened(bench: Bench) -> None:
    """It is not found again as new, and a reason is needed."""
    item = gap(bench)
    bench.refused(1, "reject", item)
    bench.ok("reject", item, "--rationale", reason(1), "--as", "wrong")
    assert bench.ok("dream", "--json").data["insights"] == {"new": [], "updated": 0, "recurring": 1, "held_back": 0}
    assert bench.status_of(item) == "recurring"
    assert "rejected by alice" in bench.refused(
        1, "graduate", item, "--rationale", reason(2), "--rule", "Export it at night."
    )
    bench.ok("reopen", item)
    assert bench.status_of(item) == "pending"
    bench.ok("graduate", item, "--rationale", reason(3), "--rule", "Export the ledger at night only.", "--as", "note")
    shown = bench.ok("show", item, "--json").data
    assert [mark["verb"] for mark in shown["history"]] == ["reject", "reopen", "graduate"]


def test_a_deferred_one_and_a_not_now_come_back_on_their_day(bench: Bench) -> None:
    """By themselves, or with the next run that finds them."""
    item = gap(bench)
    bench.ok("defer", item, "--until", "2026-11-20")
    assert bench.status_of(item) == "deferred"
    later = bench.at(now="2026-11-21T09:00:00Z")
    assert later.status_of(item) == "pending"
    later.ok("reject", item, "--rationale", reason(1), "--as", "not-now", "--until", "2026-11-25")
    later.ok("dream")
    assert later.status_of(item) == "recurring"
    much_later = bench.at(now="2026-11-26T09:00:00Z")
    assert much_later.ok("dream", "--json").data["insights"]["new"] == [item]
    assert much_later.status_of(item) == "pending"


def test_show_and_preview_have_what_a_person_needs(bench: Bench) -> None:
    """Quotes that resolve, and the exact files of a rejection."""
    item = gap(bench)
    shown = bench.ok("show", item, "--preview", "--json").data
    assert [piece["resolves"] for piece in shown["evidence"]] == [True] * 4
    assert [change["path"] for change in shown["previews"]["reject"]["changes"]] == [f".agent/dream/insights/{item}.md"]
    assert shown["text"].startswith("`ledger export` was left open in 4 sessions")


@pytest.mark.parametrize("words", [("--compat", "dotagent"), ("--only", "repeat_fix"), ("--dry-run",)])
def test_runs_that_make_no_insights(tmp_path: Path, words: tuple[str, ...]) -> None:
    """dotagent's way, a single signal, and a run that writes nothing."""
    bench = workbench.make_bench(tmp_path)
    workbench.log_events(bench, *EVENTS)
    bench.ok("dream", *words)
    assert not (bench.agent / "dream" / "insights").exists()

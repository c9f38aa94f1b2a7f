"""What commands say is what they did: nothing silent, nothing capped unsaid, nothing left that nobody can decide."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from query_rows import RowFacts
from workbench import REASON, Bench, event, log_events, make_bench, reason

from dreamtui.coach.rationale import judge_rule
from dreamtui.desk.audit import audit_views
from dreamtui.desk.decide import decide
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.store.layout import Layout
from dreamtui.store.records import log
from dreamtui.text.query.parse import parse_query
from dreamtui.text.query.select import TextIndex, select


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """An empty workspace."""
    return make_bench(tmp_path, git=True)


def note(bench: Bench, title: str, text: str, *more: str) -> str:
    """A note; its id."""
    return bench.ok("memory", "add", "--title", title, "--text", text, *more).out.strip()


def proposals(bench: Bench, *words: str) -> list[dict[str, Any]]:
    """Proposals of a list, those that wait by default."""
    listed: list[dict[str, Any]] = bench.ok("reorganize", "list", *words, "--json").data["proposals"]
    return listed


def test_new_insights_are_said(bench: Bench) -> None:
    """A run that finds nothing but insights does not say that it found nothing."""
    log_events(bench, *(event(n, summary=f"blocked by `ledger export`, step {n}") for n in range(3)))
    said = bench.at(DREAMTUI_INSIGHTS="true").ok("dream")
    assert "ledger export" in said.out
    assert "1 new insight" in said.err


def test_incidents_of_different_days_contradict_nothing(bench: Bench) -> None:
    """Reports of what happened, a day each: not a proposal for every pair."""
    for day in range(1, 9):
        text = f"On 2026-10-{day:02} the deploy took {day + 20} minutes and host {day + 2} ran out of memory."
        note(bench, f"Incident of day {day}", text)
    bench.ok("reorganize")
    assert len(proposals(bench, "--limit", "100")) < 8


def test_what_a_cycle_left_out_is_said(bench: Bench) -> None:
    """More than one cycle proposes: how many more there were is said, in words and in JSON."""
    from dreamtui.desk.memory.notes import add_note
    from dreamtui.model.memory import Note

    desk = bench.desk()
    for number in range(103):
        thing = f"service{number:03} listens behind gateway{number:03}"
        add_note(desk, Note("", "", f"A{number}", f"The {thing} on port {4000 + number}."))
        add_note(desk, Note("", "", f"B{number}", f"The {thing} on port {4000 + number} always."))
    dry = bench.ok("reorganize", "--dry-run", "--json").data
    assert dry["left_out"] >= 3
    done = bench.ok("reorganize")
    assert f"{dry['left_out']} more" in done.err


def test_a_proposal_that_is_no_longer_possible_leaves_the_queue(bench: Bench) -> None:
    """It can only be turned down, so nobody has to."""
    note(bench, "One", "Always run make lint before you push.")
    other = note(bench, "Two", "Always run make lint before pushing.")
    bench.ok("reorganize")
    (made,) = proposals(bench)
    bench.ok("retire", other, "--rationale", REASON)
    assert "1 no longer possible" in bench.ok("reorganize").err
    assert proposals(bench) == []
    assert bench.items("") == {}
    assert bench.items()[made["id"]]["status"] == "expired"
    bench.ok("undo", "--rationale", reason(2))
    bench.ok("reorganize")
    assert [one["id"] for one in proposals(bench)] == [made["id"]]
    bench.ok("accept", made["id"], "--rationale", reason(3))


def test_what_is_said_elsewhere_is_no_loss(bench: Bench) -> None:
    """A memory whose words stand in CLAUDE.md is retired without acknowledging that they are lost."""
    (bench.root / "CLAUDE.md").write_text("# Shop\nAlways run make lint before you push.\n")
    note(bench, "Lint", "Always run make lint before you push.")
    bench.ok("reorganize")
    (made,) = proposals(bench)
    assert "(CLAUDE.md:2 says it too)" in bench.ok("reorganize", "show", made["id"]).out
    (bench.root / "CLAUDE.md").write_text("# Shop\nAlways run make test before you push.\n")
    assert "would lose" in bench.refused(1, "accept", made["id"], "--rationale", REASON)
    (bench.root / "CLAUDE.md").write_text("# Shop\nAlways run make lint before you push.\n")
    bench.ok("accept", made["id"], "--rationale", REASON)


def test_what_was_rejected_is_not_shown_as_waiting(bench: Bench) -> None:
    """The next cycle finds it again, with nothing new to it."""
    note(bench, "One", "Always run make lint before you push.")
    note(bench, "Two", "Always run make lint before pushing.")
    bench.ok("reorganize")
    (made,) = proposals(bench)
    bench.ok("reject", made["id"], "--rationale", REASON)
    bench.ok("reorganize")
    later = bench.at(now="2026-11-25T00:00:00Z")
    for there in (bench, later):
        there.ok("reorganize")
        assert made["id"] not in there.ok("reorganize", "list").out
        assert made["id"] not in there.ok("list").out
        assert made["id"] in there.ok("reorganize", "list", "--status", "recurring").out


@pytest.mark.parametrize(
    "rule", ["Deploy with the script.", "Deploy with the script", "Rotate keys each month.", "Quote paths in scripts."]
)
def test_a_plain_imperative_is_an_instruction(rule: str) -> None:
    """An order needs no "always"."""
    assert judge_rule(rule).advice == judge_rule(rule).refusals == ()


def test_a_split_says_its_headings_once(bench: Bench) -> None:
    """The heading becomes the title of the part."""
    text = (
        "## Deploys\n\nDeploys happen on Tuesday mornings from the release branch, never from a laptop, after the "
        "staging cluster was green for an hour.\n\n"
        "## Billing\n\nInvoices round totals once at the end, amounts stay integer cents everywhere, currencies come "
        "from the ledger table, and refunds copy the original tax rate.\n"
    )
    note(bench, "Two things", text)
    bench.ok("reorganize")
    (made,) = proposals(bench)
    assert made["kind"] == "mutations"
    bench.ok("accept", made["id"], "--rationale", REASON)
    notes = [path.read_text() for path in (bench.agent / "memory" / "notes").glob("*.md")]
    parts = [text for text in notes if "status: active" in text]
    assert len(parts) == 2
    assert not any("# Deploys" in text or "# Billing" in text for text in parts)


def test_a_row_is_found_by_the_word_it_shows() -> None:
    """`signal:` takes the name and the word beside the sign."""
    rows = [RowFacts("a", "candidate", "cross_actor_anti", "A"), RowFacts("b", "candidate", "repeat_fix", "B")]
    index = TextIndex(rows, datetime(2026, 11, 18, tzinfo=UTC))
    for words in ("signal:cross_actor_anti", 'signal:"known bug"', "signal:known"):
        assert select(parse_query(words), index, range(2)) == [0], words
    assert select(parse_query("signal:repeat"), index, range(2)) == [1]


@pytest.mark.parametrize("kind", ["candidate", "proposal", "insight"])
def test_not_now_comes_back_by_itself(bench: Bench, kind: str) -> None:
    """On its day, without a run in between: shown with that decision, and a person reopens it."""
    if kind == "candidate":
        (item,) = bench.file("Releases break on migrations")
    elif kind == "proposal":
        note(bench, "One", "Always run make lint before you push.")
        note(bench, "Two", "Always run make lint before pushing.")
        bench.ok("reorganize")
        item = proposals(bench)[0]["id"]
    else:
        log_events(bench, *(event(n, summary=f"blocked by `ledger export`, step {n}") for n in range(3)))
        bench.at(DREAMTUI_INSIGHTS="true").ok("dream")
        item = bench.ok("insights", "--json").data["insights"][0]["id"]
    bench.ok("reject", item, "--as", "not-now", "--until", "2026-12-01", "--rationale", REASON)
    assert item not in bench.at(now="2026-11-30T23:00:00Z").items("")
    late = bench.at(now="2026-12-01T00:30:00Z")
    assert late.items("")[item]["status"] == "recurring"
    assert item in late.ok("list").out
    late.ok("reopen", item)
    assert late.items("")[item]["status"] == "pending"
    verb = "accept" if kind == "proposal" else "graduate"
    late.ok(
        verb,
        item,
        "--rationale",
        reason(4),
        *(() if kind == "proposal" else ("--rule", "Run each migration on a copy first.")),
    )


def test_a_check_beside_a_writer_is_no_false_alarm(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is recorded between the looks at the log and at the records was logged all the same."""
    (item,) = bench.file("Releases break on migrations")
    real, meanwhile = log.entries, [item]

    def entries(layout: Layout) -> Any:
        found = list(real(layout))
        if meanwhile:
            words = Words(REASON, "Run each migration on a copy first.")
            decide.decide(bench.desk(), [meanwhile.pop()], Verb.GRADUATE, words)
        return found

    monkeypatch.setattr(log, "entries", entries)
    verdict = audit_views.verify(bench.desk())
    assert not meanwhile
    assert (verdict.broken, verdict.drift, verdict.records) == ((), (), 1)


def test_what_only_looks_goes_on_under_malformed_settings(bench: Bench) -> None:
    """With something decided too; nothing is decided and no output is written."""
    decided, waits = bench.file("Releases break on migrations", "Tests hang")
    bench.ok("graduate", decided, "--rationale", REASON, "--rule", "Run each migration on a copy first.")
    (bench.agent / "config.yaml").write_text("dreamtui:\n  max_new: nothing\n  required_reviewers: ['*']\n")
    assert waits in bench.ok("list").out
    assert "max_new has to be a whole number" in bench.run("doctor").out
    assert "max_new has to be a whole number" in bench.refused(2, "sync")
    assert "max_new has to be a whole number" in bench.refused(2, "reject", waits, "--rationale", REASON)

"""What was decided is not proposed again, whatever its counts, window or wording; and what waits comes back."""

from pathlib import Path

import pytest
from workbench import REASON, Bench, event, fixes, log_events, make_bench, reason

AUTH = "src/auth.py"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace in which one file was fixed four times."""
    made = make_bench(tmp_path)
    log_events(made, *fixes(AUTH, 4))
    return made


def the_item(bench: Bench, status: str = "") -> str:
    """The one item of the queue."""
    (item,) = bench.items(status)
    return item


def decide(bench: Bench, verb: str, item: str, number: int = 1) -> None:
    """Graduate or reject with a reason of its own."""
    rule = ("--rule", "Add a test with each fix of the token code.") if verb == "graduate" else ()
    bench.ok(verb, item, *rule, "--rationale", reason(number))


@pytest.mark.parametrize("verb", ["graduate", "reject"])
def test_a_decided_item_recurs_and_is_never_pending(bench: Bench, verb: str) -> None:
    """Other counts, windows and cluster sizes: recurring, with the decision, and no new file."""
    bench.ok("dream")
    item = the_item(bench)
    decide(bench, verb, item)
    decision = bench.ok("audit", "list", "--json").data["decisions"][0]["decision"]
    log_events(bench, *fixes(AUTH, 3, start=10))
    for words in (
        (),
        ("--since", "45d"),
        ("--since", "2026-11-01"),
        ("--lookback-days", "90"),
        ("--min-cluster-size", "2"),
    ):
        run = bench.ok("dream", "--json", *words).data
        assert (run["new"], run["recurring"]) == (0, 1), words
        shown = bench.items("")
        assert [(entry["id"], entry["status"]) for entry in shown.values()] == [(item, "recurring")]
        assert decision.startswith(shown[item]["decision"])
        assert shown[item]["weight"] == 7
    assert not any((bench.agent / "dream" / "candidates").glob("*.md"))
    assert decision[:8] in bench.ok("show", item).out


def test_a_reopened_item_is_pending_and_can_be_decided_again(bench: Bench) -> None:
    """A person puts it back: pending through later runs, and the second decision replaces the first."""
    bench.ok("dream")
    item = the_item(bench)
    decide(bench, "graduate", item)
    rule = bench.only(".agent/memory/semantic/rules/auto-dream/*.md")
    first = rule.read_bytes()
    bench.ok("dream")
    bench.ok("reopen", item)
    assert bench.status_of(item) == "pending"
    log_events(bench, *fixes(AUTH, 2, start=20))
    bench.ok("dream")
    assert bench.status_of(item) == "pending" and bench.items()[item]["weight"] == 6
    assert rule.read_bytes() == first, "the rule stays until it is decided again"
    decide(bench, "reject", item, 2)
    assert bench.status_of(item) == "rejected"
    assert not rule.exists() and (bench.agent / "dream" / "expired" / rule.name).read_bytes() == first
    bench.ok("dream")
    assert bench.items("")[item]["status"] == "recurring"
    assert [m["verb"] for m in bench.ok("audit", "list", "--json").data["decisions"]] == [
        "graduate",
        "reopen",
        "reject",
    ]


def test_graduating_again_keeps_one_rule_with_its_name(bench: Bench) -> None:
    """Another count gives another title, but never a second rule file."""
    bench.ok("dream")
    item = the_item(bench)
    decide(bench, "graduate", item)
    rule = bench.only(".agent/memory/semantic/rules/auto-dream/*.md")
    log_events(bench, *fixes(AUTH, 5, start=20))
    bench.ok("dream", "--since", "60d")
    bench.ok("reopen", item)
    decide(bench, "graduate", item, 2)
    assert bench.only(".agent/memory/semantic/rules/auto-dream/*.md") == rule
    assert reason(2) in rule.read_text(encoding="utf-8")
    bench.ok("undo", "--rationale", "The second wording was no better than the first one.")
    assert reason(1) in rule.read_text(encoding="utf-8")


def test_not_now_comes_back_on_its_day(bench: Bench) -> None:
    """Rejected until a date: quiet before it, proposed again from that day on."""
    bench.ok("dream")
    item = the_item(bench)
    bench.refused(2, "reject", item, "--as", "not-now", "--rationale", REASON)
    bench.refused(2, "reject", item, "--as", "never", "--rationale", REASON)
    bench.refused(2, "reject", item, "--as", "not-now", "--until", "2026-11-18", "--rationale", REASON)
    bench.ok("reject", item, "--as", "not-now", "--until", "2026-12-01", "--rationale", REASON)
    early = bench.at(now="2026-11-30T12:00:00Z")
    assert early.ok("dream", "--json", "--since", "60d").data["recurring"] == 1
    assert early.status_of(item) == "recurring"
    late = bench.at(now="2026-12-01T00:30:00Z")
    assert late.ok("dream", "--json", "--since", "60d").data["new"] == 1
    assert late.status_of(item) == "pending"
    decide(late, "graduate", item, 2)
    assert late.status_of(item) == "graduated"


def test_a_deferred_item_comes_back_by_itself(bench: Bench) -> None:
    """Not in the list before its day, there on it, without anything being run; runs between do not wake it."""
    bench.ok("dream")
    item = the_item(bench)
    bench.ok("defer", item, "--until", "2026-11-25")
    assert bench.items("") == {} and list(bench.items("deferred")) == [item]
    log_events(bench, *fixes(AUTH, 1, start=30))
    bench.at(now="2026-11-20T00:00:00Z").ok("dream")
    assert bench.at(now="2026-11-24T23:59:00Z").status_of(item) == "deferred"
    assert bench.at(now="2026-11-25T00:00:00Z").status_of(item) == "pending"
    bench.ok("reopen", item)
    assert bench.status_of(item) == "pending"


def test_a_vanished_signal_is_marked_and_unmarked(bench: Bench) -> None:
    """Nobody deletes a candidate; it says that nothing shows it any more, and stops saying so when it is back."""
    bench.ok("dream")
    item = the_item(bench)
    log = bench.only(".agent/memory/episodic/**/*.jsonl")
    kept = log.read_bytes()
    log.write_bytes(event(90, summary="feat: something else").encode())
    assert bench.ok("dream", "--json").data["vanished"] == 1
    assert "vanished" in bench.items()[item]["flags"] and bench.status_of(item) == "pending"
    log.write_bytes(kept)
    bench.ok("dream")
    assert "vanished" not in bench.items()[item]["flags"]


def test_a_reviewers_words_survive_every_run(bench: Bench) -> None:
    """Text, notes between our lines, a changed line and a section of one's own: byte for byte, while counts refresh."""
    bench.ok("dream")
    item = the_item(bench)
    path = bench.agent / "dream" / "candidates" / f"{item}.md"
    text = path.read_text(encoding="utf-8")
    text = text.replace("## Evidence\n", "Mine: ask Bob — \u00e9\ttab  \n\n## Evidence\n")
    text = text.replace("## Status\n", "## My notes\n\n- one\n-  two\n\n```\ncode\n```\n\n## Status\n")
    path.write_text(text, encoding="utf-8")
    own = ("Mine: ask Bob — \u00e9\ttab  \n", "## My notes\n\n- one\n-  two\n\n```\ncode\n```\n\n")
    for number in range(3):
        log_events(bench, *fixes(AUTH, 1, start=40 + number))
        bench.ok("dream")
        now = path.read_text(encoding="utf-8")
        assert all(words in now for words in own), now
        assert f"- **weight**: {5 + number}\n" in now
        assert now.count("## Evidence") == now.count("## Status") == now.count("<!-- dreamtui:") == 1
    steady = path.read_bytes()
    bench.ok("dream")
    assert path.read_bytes() == steady
    decide(bench, "graduate", item)
    graduated = (bench.agent / "dream" / "graduated" / f"{item}.md").read_text(encoding="utf-8")
    assert all(words in graduated for words in own)
    bench.ok("undo", "--rationale", "The words in the file say that Bob has to be asked first.")
    assert path.read_bytes() == steady


def test_a_second_run_changes_nothing(bench: Bench) -> None:
    """Unchanged input: the same bytes, first_seen kept, and nothing read again."""
    first = bench.ok("dream", "--json").data
    item = the_item(bench)
    path = bench.agent / "dream" / "candidates" / f"{item}.md"
    before = path.read_bytes()
    assert first["read"]["fresh"] == 4 and first["new"] == 1
    later = bench.at(now="2026-11-19T09:00:00Z")
    second = later.ok("dream", "--json").data
    assert second["read"]["events"] == 4 and second["read"]["fresh"] == 0
    assert (second["new"], second["updated"], second["vanished"]) == (0, 0, 0)
    assert path.read_bytes() == before
    seen = bench.items()[item]["first_seen"]
    log_events(later, *fixes(AUTH, 2, start=50, day="2026-11-18"), day="2026/11/18", name="bob__000000000009")
    third = later.ok("dream", "--json").data
    assert (third["read"]["fresh"], third["updated"]) == (2, 1)
    assert later.items()[item]["first_seen"] == seen
    assert later.items()[item]["last_seen"] > first["items"][0]["last_seen"]


def test_too_many_new_items_are_held_back_and_said(tmp_path: Path) -> None:
    """The strongest come first; the others are counted, and come with the next run."""
    bench = make_bench(tmp_path)
    for number in range(6):
        log_events(bench, *fixes(f"src/part{number}.py", 3 + number, start=10 * number))
    run = bench.ok("dream", "--max-new", "2", "--json").data
    assert (run["new"], run["held_back"]) == (2, 4)
    assert sorted(entry["weight"] for entry in bench.items().values()) == [7, 8]
    again = bench.run("dream", "--max-new", "3")
    assert "1 held back" in again.err and len(bench.items()) == 5
    assert bench.ok("dream", "--max-new", "0", "--json").data["held_back"] == 1
    assert bench.ok("dream", "--json").data["new"] == 1 and len(bench.items()) == 6


def test_a_dry_run_writes_nothing(bench: Bench) -> None:
    """What would be found is said, and the tree is as it was."""
    before = bench.tree()
    run = bench.ok("dream", "--dry-run", "--json").data
    assert run["new"] == 1 and [item["signal"] for item in run["items"]] == ["repeat_fix"]
    assert bench.tree() == before and bench.items() == {}


def test_undone_decisions_stop_standing(bench: Bench) -> None:
    """Take back a rejection: pending again; redo it: recurring again."""
    bench.ok("dream")
    item = the_item(bench)
    first = bench.tree()
    decide(bench, "reject", item)
    bench.ok("undo", "--rationale", "Three more people ran into the same thing this morning.")
    assert bench.status_of(item) == "pending"
    kept = {path: what for path, what in bench.tree().items() if "/candidates/" in path}
    assert kept == {path: what for path, what in first.items() if "/candidates/" in path}
    bench.ok("redo", "--rationale", "It turned out to be another cause altogether, the old proxy.")
    assert bench.status_of(item) == "rejected"
    assert bench.ok("dream", "--json").data["recurring"] == 1
    assert bench.refused(1, "redo", "--rationale", "It turned out to be another cause, the old proxy.")


def test_a_window_has_to_be_one(bench: Bench) -> None:
    """An unparsable window is an error, never seven days; two windows at once are one too."""
    for words in (
        ("--since", "banana"),
        ("--since", "-3d"),
        ("--since", "30d", "--lookback-days", "3"),
        ("--only", "nothing"),
        ("--min-cluster-size", "0"),
        ("--compat", "other"),
    ):
        assert bench.refused(2, "dream", *words)


def test_torn_and_odd_lines_are_skipped_counted_and_named(bench: Bench) -> None:
    """Nothing else is affected by a line that is no event."""
    path = log_events(bench, "42\n", "null\n", "[]\n", '{"torn":\n', "\n", '{"ts": null}\n', name="bob__000000000002")
    with path.open("ab") as stream:
        stream.write(b"\xef\xbb\xbf" + event(70, summary="fix: with a BOM", files=[AUTH]).encode())
        stream.write(event(71, summary="fix: crlf", files=[AUTH]).replace("\n", "\r\n").encode())
        stream.write(b'{"ts":"\xff\xfe"}\n' + event(72, summary="fix: x", files=[AUTH]).encode()[:-30])
    run = bench.ok("dream", "--json").data
    assert run["skipped_lines"] >= 5
    assert all(skip["path"].endswith("bob__000000000002.jsonl") and skip["why"] for skip in run["skips"])
    assert bench.items()[the_item(bench)]["weight"] >= 5


def test_a_rule_due_for_review_says_how_often_it_recurred(bench: Bench) -> None:
    """The review counts what the last run saw since the graduation, with its evidence."""
    bench.ok("dream")
    item = the_item(bench)
    decide(bench, "graduate", item)
    spring = bench.at(now="2027-05-01T00:00:00Z")
    log_events(spring, *fixes(AUTH, 5, start=20, day="2027-04-20"), day="2027/04/20")
    spring.ok("dream")
    due = bench.at(now="2027-05-18T00:00:00Z")
    (review,) = [entry for entry in due.items("").values() if entry["kind"] == "review-due"]
    assert review["status"] == "pending" and "seen 5 times since 20" in review["title"]
    times = [piece["when"] for piece in review["evidence"]]
    assert (review["first_seen"], review["last_seen"]) == (min(times), max(times))
    shown = due.ok("show", review["id"], "--json").data
    assert len(shown["evidence"]) == 5 and {piece["resolves"] for piece in shown["evidence"]} == {True}
    assert [mark["item"] for mark in shown["history"]] == [item]


def test_evidence_that_no_longer_resolves_says_so(bench: Bench) -> None:
    """A quote whose line says something else, or is gone, is shown as such; the quote itself stays."""
    bench.ok("dream")
    item = the_item(bench)
    log = bench.only(".agent/memory/episodic/**/*.jsonl")
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([lines[0], lines[1].replace(b"attempt 1", b"another"), *lines[2:3]]))
    shown = bench.ok("show", item, "--json").data["evidence"]
    known = {piece["quote"]: piece["resolves"] for piece in shown}
    assert known == {
        "fix: attempt 0": True,
        "fix: attempt 1": False,
        "fix: attempt 2": True,
        "fix: attempt 3": False,
    }
    assert bench.ok("show", item).out.count("no longer resolves") == 2

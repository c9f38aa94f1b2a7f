"""Line mode: on a pipe, from the very start, and with the same effect as the other front ends."""

import io
import sys
from pathlib import Path

import pytest
from forked import hidden_in
from visit import demo_copy, environment
from workbench import Bench, make_bench

from dreamtui.compose import open_desk
from dreamtui.desk import person
from dreamtui.desk.audit import audit_views
from dreamtui.desk.queue import listing
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.verb import Verb
from dreamtui.tui.plain.review import PlainReview
from dreamtui.tui.plain.talk import Talk

WHY = "Three runs failed for the same missing lock; whoever adds a worker needs it from the first day on."


def feed(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def to_the_attack(bench: Bench) -> list[str]:
    """The keys that lead to the item of the demo with hostile text."""
    rows = [entry.row for entry in listing.listing(bench.desk()).entries if entry.is_news]
    return ["n"] * next(at for at, row in enumerate(rows) if "hidden" in row.flags)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = make_bench(tmp_path)
    made.file("Workers need a lock", "Builds forget the cache", "Dates are local")
    return made


def test_decide_everything_on_a_pipe(bench: Bench) -> None:
    """Graduate, reject, later; the summary; exit 0."""
    done = bench.spawn(
        "--plain",
        feed=feed(
            "g", "Take the lock before a worker starts.", WHY,
            "r", "Nobody has seen it since the cache moved in March, and the logs since say nothing of it.", "wrong",
            "s", "+3d", "q",
        ),
    )  # fmt: skip
    assert done.code == 0, done
    assert "3 pending" in done.out
    for words in ("Graduated:", "Rejected:", "Deferred:", "3 decisions in this sitting"):
        assert words in done.out
    assert "Out of date:" in done.out
    assert {mark.verb for mark, _ in audit_views.decisions(bench.desk())} >= {Verb.GRADUATE, Verb.REJECT, Verb.DEFER}
    assert not (bench.root / "CLAUDE.md").exists()


def test_a_models_words_are_asked_for_and_taken(tmp_path: Path) -> None:
    """`w` asks and says what it answered; `w` as the rule takes its words, and the record names it."""
    bench = make_bench(tmp_path)
    item = bench.add("Workers need a lock", "text:two workers started at once")
    without = bench.spawn("--plain", feed=feed("w", "q"))
    assert (without.code, "Refused: there is no model command in your own settings" in without.out) == (1, True)
    clause = {"words": "Take the lock before a worker starts.", "quote": "two workers started at once", "source": "E1"}
    program = tmp_path / "model.py"
    answer = {"schema": 1, "clauses": [clause]}
    program.write_text(f"import json, sys\nsys.stdin.read()\nprint(json.dumps({answer!r}))\n")
    asked = bench.at(DREAMTUI_MODEL_COMMAND=f"{sys.executable} {program}")
    done = asked.spawn("--plain", feed=feed("w", "g", "w", WHY, "q", "l"))
    assert done.code == 0, done
    assert "Take the lock before a worker starts." in done.out
    assert "w: in the model's words" in done.out
    made = bench.ok("audit", "show", bench.items()[item]["decision"], "--json").data
    assert made["rule"] == clause["words"]
    assert made["drafted_by"].endswith("model.py")


def test_outputs_are_written_on_leaving_when_asked_for(bench: Bench) -> None:
    """The exact change is shown, `w` writes it."""
    done = bench.spawn("--plain", feed=feed("g", "Take the lock before a worker starts.", WHY, "q", "w"))
    assert done.code == 0
    assert "+++ CLAUDE.md" in done.out
    assert "Written: " in done.out
    assert "Take the lock" in (bench.root / "CLAUDE.md").read_text()


def test_the_end_of_the_input_leaves(bench: Bench) -> None:
    """Nothing is decided by silence, in the middle of a question neither."""
    for answers in ((), ("g",), ("g", "Take the lock.")):
        done = bench.spawn("--plain", feed=feed(*answers))
        assert done.code == 0
        assert "0 decisions" in done.out
    assert not audit_views.decisions(bench.desk())[3:]


def test_undo_and_redo_in_the_same_sitting(bench: Bench) -> None:
    """One letter each, no reason asked for."""
    done = bench.spawn("--plain", feed=feed("g", "Take the lock before a worker starts.", WHY, "u", "U", "q", "l"))
    assert done.code == 0
    assert "Undone:" in done.out
    assert "Redone:" in done.out
    assert [mark.verb for mark, stands in audit_views.decisions(bench.desk()) if stands][-1] is Verb.REDO


def test_an_undo_of_an_earlier_sitting_asks_why(bench: Bench) -> None:
    """Without a reason it is refused, with one recorded."""
    bench.spawn("--plain", feed=feed("g", "Take the lock before a worker starts.", WHY, "q", "l"))
    refused = bench.spawn("--plain", feed=feed("u", "", "q", "l"))
    assert refused.code == 1
    assert "Refused: an undo needs a reason" in refused.out
    done = bench.spawn("--plain", feed=feed("u", "the lock is in the library now", "q"))
    assert done.code == 0
    newest = audit_views.decisions(bench.desk())[-1][0]
    assert audit_views.decision(bench.desk(), newest.id)[0].rationale == "the lock is in the library now"


def test_a_draft_of_the_console_names_its_pieces_in_words(tmp_path: Path) -> None:
    """The console's numbers are none here: what is offered and recorded has what they stand for."""
    bench = make_bench(tmp_path)
    item = bench.add("Workers need a lock", "text:two workers started at once")
    reason = "As [1] shows, the second worker came from a test that is gone since March."
    person.save_draft(bench.desk(), SavedDraft(item, Verb.REJECT.value, reason))
    done = bench.spawn("--plain", feed=feed("r", "", "wrong", "q", "l"))
    made = bench.ok("audit", "show", bench.items()[item]["decision"], "--json").data
    assert made["rationale"] == reason.replace("[1]", "“two workers started at once”") and made["rationale"] in done.out


def test_a_refused_reason_is_kept_as_a_draft(bench: Bench) -> None:
    """The coach refuses the title again; the words are offered the next time."""
    done = bench.spawn("--plain", feed=feed("g", "Take the lock before a worker starts.", "Workers need a lock", "q"))
    assert done.code == 1
    assert "Refused: " in done.out
    again = bench.spawn("--plain", feed=feed("g", "", WHY, "q", "l"))
    assert "Your draft of the rule: Take the lock" in again.out
    assert again.code == 0
    newest = audit_views.decisions(bench.desk())[-1][0]
    assert audit_views.decision(bench.desk(), newest.id)[0].rule == "Take the lock before a worker starts."


def test_help_moving_changes_evidence_and_nonsense(bench: Bench) -> None:
    """Letters that only look."""
    done = bench.spawn("--plain", feed=feed("?", "p", "n", "n", "n", "c", "o", "e", "x", "q"))
    assert "graduate: make a rule of it" in done.out
    assert "This is the first item." in done.out
    assert "This is the last item." in done.out
    assert "--- /dev/null" in done.out
    assert "Evidence 1: Only these words were kept" in done.out
    assert "an editor needs a terminal" in done.out
    assert "'x' does nothing here" in done.out


def test_read_only_decides_nothing(bench: Bench) -> None:
    """The verbs are not offered, and an undo is refused."""
    before = bench.tree()
    done = bench.spawn("--plain", "--read-only", feed=feed("g", "u", "q"))
    assert done.code == 1
    assert "read-only" in done.out
    assert "'g' does nothing here" in done.out
    assert bench.tree() == before


def test_the_empty_queue_says_what_to_do(tmp_path: Path) -> None:
    """When somebody looked last, and the command to look again."""
    done = make_bench(tmp_path).spawn("--plain", feed=feed("q"))
    assert done.code == 0
    assert "Nothing pending. Never looked yet; `dreamtui dream` looks again." in done.out


def test_hostile_items_are_inert(tmp_path: Path) -> None:
    """Everything the demo's hostile item says is shown as marks."""
    root = demo_copy(tmp_path)
    bench = Bench(tmp_path, root)
    done = bench.spawn("--plain", feed=feed(*to_the_attack(bench), "o", "c", "q"))
    assert "⟨U+202E⟩" in done.out
    assert not hidden_in(done.out)


def test_secrets_are_masked_until_they_are_asked_for(tmp_path: Path) -> None:
    """Secret-like text is not said by itself; `V` says it, and the log notes that."""
    root = demo_copy(tmp_path)
    bench = Bench(tmp_path, root)
    masked = bench.spawn("--plain", feed=feed(*to_the_attack(bench), "o", "q"))
    assert "DEPLOY_TOKEN=" in masked.out
    assert "d3m0-n0t" not in masked.out
    shown = bench.spawn("--plain", feed=feed(*to_the_attack(bench), "V", "q"))
    assert "d3m0-n0t" in shown.out
    assert any(entry["what"] == "reveal" for entry in audit_views.log_entries(bench.desk(), 50))


def test_a_person_is_asked_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On a terminal a wrong date or ground is asked for again, and a backslash goes on in the next line."""
    root = demo_copy(tmp_path)
    desk = open_desk(root, environment(tmp_path / "home"))

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    words = feed("n", "r", WHY + "\\", "second line", "perhaps", "not-now", "yesterday", "+5d", "q", "l").decode()
    PlainReview(desk, Talk(Terminal(words))).run()
    said = capsys.readouterr().out
    assert said.count("Not possible:") == 2
    newest = audit_views.decisions(desk)[-1][0]
    whole = audit_views.decision(desk, newest.id)[0]
    assert whole.rationale == f"{WHY}\nsecond line"
    assert whole.until == "2026-11-23"


def test_each_kind_has_its_letters(tmp_path: Path) -> None:
    """A rule due for review can be kept or retired, a recurring item put back."""
    root = demo_copy(tmp_path)
    bench = Bench(tmp_path, root)
    entries = listing.listing(bench.desk()).entries
    due = next(number for number, entry in enumerate(entries) if entry.row.kind == "review-due")
    again = next(number for number, entry in enumerate(entries) if entry.status == "recurring")
    done = bench.spawn("--plain", feed=feed(*["n"] * due, "?", *["n"] * (again - due), "?", "b", "q"))
    assert "keep the rule, with a new reason" in done.out
    assert "retire it: agents no longer read it" in done.out
    assert "Reopened:" in done.out


def test_the_marks_of_a_brief_are_changed_in_line_mode(tmp_path: Path) -> None:
    """Those that are proposed are said; what is typed takes their place, and coaching stands in further lines."""
    bench = Bench(tmp_path, demo_copy(tmp_path))
    [item] = [key for key, one in bench.items().items() if one["kind"] == "brief" and "payments" in one["title"]]
    waiting = [entry.row.id for entry in listing.listing(bench.desk()).entries if entry.is_news]
    proposed = bench.ok("show", item, "--json").data["proposed"]["accept"]
    typed = ("g", "Depth: 9, sources: 2\\", "Search October first.", WHY, "q", "l")
    done = bench.spawn("--plain", feed=feed(*["n"] * waiting.index(item), *typed))
    assert done.code == 0, done
    assert f"Proposed marks, 1 to 10: {', '.join(proposed.splitlines())}" in done.out
    said = bench.ok("audit", "show", bench.items()[item]["decision"], "--json").data["rule"]
    assert "depth: 9" in said and "sources: 2" in said and "Coaching: Search October first." in said
    kept = [line for line in proposed.splitlines() if not line.startswith(("depth", "sources"))]
    assert all(line in said for line in kept) and len(kept) == 3

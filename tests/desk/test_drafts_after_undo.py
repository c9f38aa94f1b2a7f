"""An undo gives the words back as drafts, a redo takes them away again, and the same words can be recorded again."""

from pathlib import Path

from workbench import Bench, make_bench, reason

from dreamtui.desk import person
from dreamtui.model.sitting import SavedDraft

RULE = "Empty the build cache before every release."


def begun(bench: Bench) -> list[SavedDraft]:
    """Every draft of the workspace."""
    return person.every_draft(bench.desk())


def test_an_undo_keeps_the_words_and_a_redo_drops_them(tmp_path: Path) -> None:
    """Rule and reason of a graduation, in a later process too; recorded again they are no copy of another decision."""
    bench = make_bench(tmp_path)
    item = bench.add("Builds forget the cache", "text:seen")
    bench.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    assert begun(bench) == []
    bench.ok("undo", "--rationale", "Too early.")
    assert begun(bench) == [SavedDraft(item, "graduate", reason(1), RULE)]
    bench.ok("redo")
    assert begun(bench) == []
    bench.ok("undo", "--rationale", "Too early again.")
    bench.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    other = bench.add("Builds forget the tests", "text:seen")
    assert "word for word" in bench.refused(1, "reject", other, "--rationale", reason(1))


def test_a_batch_gives_each_item_its_words_with_kind_and_date(tmp_path: Path) -> None:
    """A rejection as not now, of several at once."""
    bench = make_bench(tmp_path)
    ids = bench.file("Builds forget the cache", "Tests need a network")
    bench.ok("reject", *ids, "--rationale", reason(2), "--as", "not-now", "--until", "2026-12-24")
    bench.ok("undo", "--rationale", "Too early.")
    found = {one.item: one for one in begun(bench)}
    assert set(found) == set(ids)
    assert {(one.rationale, one.disposition, one.until) for one in found.values()} == {
        (reason(2), "not-now", "2026-12-24")
    }


def test_words_of_others_and_words_begun_meanwhile_stay(tmp_path: Path) -> None:
    """Nobody gets another person's words as their own; a draft is never replaced; a note's draft says so."""
    bench = make_bench(tmp_path)
    item = bench.add("Builds forget the cache", "text:seen")
    bench.at(actor="bob").ok("reject", item, "--rationale", reason(3))
    bench.ok("undo", "--rationale", "Not so.")
    assert begun(bench) == []
    bench.ok("graduate", item, "--rationale", reason(4), "--rule", RULE, "--as", "note")
    mine = SavedDraft(item, "graduate", "Other words")
    person.save_draft(bench.desk(), mine)
    bench.ok("undo", "--rationale", "Not so.")
    assert begun(bench) == [mine]
    person.drop_draft(bench.desk(), item)
    bench.ok("redo")
    bench.ok("undo", "--rationale", "Not so at all.")
    assert begun(bench) == [SavedDraft(item, "graduate", reason(4), RULE, as_note=True)]


def test_what_a_rejection_retires_and_what_takes_an_acceptance_back_is_said(tmp_path: Path) -> None:
    """The rule's own words; and of what became memory that undo takes it back, not reopen."""
    bench = make_bench(tmp_path)
    item = bench.add("Builds forget the cache", "text:seen")
    bench.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    bench.ok("reopen", item)
    done = bench.ok("reject", item, "--rationale", reason(2))
    assert f"rejected, and its rule retired: {item}" in done.out
    assert RULE in done.err and "is retired with it" in done.err

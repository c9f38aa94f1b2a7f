"""What a proposal says of losses: counted over the changes that are on, the same in every line of the screen."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView, SourceView
from dreamtui.kinds.proposal.codec import to_item
from dreamtui.model.proposal import (
    Fate,
    FiledProposal,
    MemorySource,
    Mutation,
    MutationKind,
    Proposal,
    Statement,
)
from dreamtui.tui.session.proposal_sketch import Sketch, key_of
from dreamtui.tui.texts import proposal as texts

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


def retiring(name: str, *, skip: str = "") -> MutationView:
    """A change that retires a note with one statement."""
    source = MemorySource(f"n-{name}", f"{name}.md", "h", name)
    said = (Statement(f"All of {name}.", source.id, Fate.LOST),)
    made = Mutation(f"u-{name}", MutationKind.DEPRECATE, (source,), reason="Old.", statements=said)
    view = SourceView(source.id, source.path, name, "note", said[0].text, "gone" if skip else "same")
    return MutationView(made, "", (view,), "", said, skip)


def sketch_of(*changes: MutationView) -> Sketch:
    made = Proposal("p-1", "mutations", "Tidy", tuple(one.mutation for one in changes))
    filed = FiledProposal(made, "2026-11-18T09:00:00Z", "2026-11-18T09:00:00Z")
    return Sketch(ProposalView(filed, to_item(filed, "p"), changes))


def screen(sketch: Sketch, change: MutationView) -> str:
    """Every line that could speak of a loss."""
    words = [word.text for word in (*texts.state_words(sketch), *texts.tally(sketch, change))]
    rows = [cell.text for row in texts.statement_rows(sketch, change, NOW) for cell in row.cells]
    return "\n".join([*words, *rows, *(line.text for line in texts.statement_lines(sketch, change, 0))])


@pytest.mark.parametrize("skip", ["", "“two” was retired or is gone since"])
def test_what_is_off_or_skipped_loses_nothing(skip: str) -> None:
    """Neither above nor below, and no key lets it go; on again it is lost again."""
    one, two = retiring("one"), retiring("two", skip=skip)
    sketch = sketch_of(one, two)
    if not skip:
        assert "2 lost" in screen(sketch, two) and "x lets it go" in screen(sketch, two)
        sketch.switch(two)
    sketch.acknowledge("All of one.")
    told = screen(sketch, two)
    assert "1 let go" in told and "✗" not in told and "x lets" not in told and "stays" in told
    assert ("skipped: they stay" if skip else "switched off: they stay") in told


def test_where_all_is_skipped_nothing_is_left_to_do() -> None:
    """Said above and in the result, with the key that is left; it cannot be accepted."""
    change = retiring("one", skip="“one” was retired or is gone since")
    sketch = sketch_of(change)
    sketch.view = replace(sketch.view, spent=change.skip)
    assert screen(sketch, change).startswith("⚠ nothing is left to do")
    result = "\n".join(line.text for line in texts.result_lines(sketch, change))
    assert "Nothing is left to do: “one” was retired or is gone since. r rejects it" in result
    assert "Nothing would change." in result and sketch.why_not().startswith("Nothing is left to do")


def test_what_cannot_be_kept_is_only_let_go() -> None:
    """A retirement writes nothing that could keep a statement."""
    change = retiring("one")
    told = "".join(word.key + word.text for word in texts.state_words(sketch_of(change)))
    assert told == "✗ 1 lost: x lets it go "
    written = replace(change, mutation=replace(change.mutation, kind=MutationKind.MERGE))
    told = "".join(word.key + word.text for word in texts.state_words(sketch_of(written)))
    assert told == "✗ 1 lost: x lets it go K keeps it "


def merged(result: str) -> MutationView:
    """Two notes that say one thing in two ways, as one with this text."""
    a, b = (MemorySource(f"n-{name}", f"{name}.md", "h", name) for name in "ab")
    said = (
        Statement("Make new ones by hand.", a.id, Fate.KEPT),
        Statement("Create new ones by hand.", b.id, Fate.MERGED, into="Make new ones by hand."),
    )
    proposal = Mutation("u-m", MutationKind.MERGE, (a, b), "Ones", result, reason="Alike.", statements=said)
    views = tuple(SourceView(one.id, one.path, one.title, "note", "", "same") for one in (a, b))
    return MutationView(proposal, "", views, result, said, "")


def test_the_words_of_a_person_are_theirs_and_those_of_a_source_are_its() -> None:
    """In one line too; a wording that was only taken is nobody's edit."""
    change = merged("Make new ones by hand.")
    sketch = sketch_of(change)

    def edited(text: str) -> tuple[str, bool]:
        now = replace(change, result=text)
        sketch.edits = {key_of(change): now}
        return texts.result_lines(sketch, now)[2].text, sketch.only_took(now)

    assert edited("Create new ones by hand.") == ("Create new ones by hand.  ‹b›", True)
    both = "Make new ones by hand. Ask on Monday."
    assert edited(both) == (f"{both}  ‹a+yours›", False)
    assert edited("Make new ones on Monday.") == ("Make new ones on Monday.  ‹yours›", False)


def test_a_change_that_is_off_says_so_on_both_sides() -> None:
    """And where the reason is asked for, what is left off."""
    one, two = retiring("one"), retiring("two")
    sketch = sketch_of(one, two)
    assert texts.left_off(sketch) == [] and "The source is retired" in result_of(sketch, two)
    sketch.switch(two)
    told = result_of(sketch, two)
    assert "The source is retired" not in told and "Switched off: nothing of this changes" in told
    said = "".join(word.text for word in texts.left_off(sketch))
    assert said.strip() == "1 of 2 changes; left off: retire two"
    sketch.switch(one)
    state = "".join(word.text for word in texts.state_words(sketch))
    assert state == "0 of 2 changes on  ⚠ space switches one on, r rejects all " and sketch.why_not()


def result_of(sketch: Sketch, change: MutationView) -> str:
    return "\n".join(line.text for line in texts.result_lines(sketch, change))

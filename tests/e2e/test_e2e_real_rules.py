"""Forty real rule files: what a cycle proposes about them is reviewed, edited, accepted in part, and undone."""

from pathlib import Path

import proposing
import pytest
from real_rules import write_real_rules
from sandbox import Files, Sandbox, assert_sound, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.desk.reorganize.proposal_view import edited, view
from dreamtui.model.decision import Words
from dreamtui.model.proposal import Fate
from dreamtui.model.verb import Verb


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """The bullet rules of forty files as notes, one a rule, as their author wrote them."""
    made = Sandbox(tmp_path_factory.mktemp("real") / "box")
    notes = made.desk(mend=False).layout.real(".agent/memory/notes")
    notes.mkdir(parents=True)
    write_real_rules(notes)
    return made


def notes_of(box: Sandbox) -> Files:
    """The files of all notes."""
    return {path: data for path, data in box.files().items() if "/memory/notes/" in path}


def test_real_rules_are_reviewed_edited_partly_accepted_and_undone(box: Sandbox, tmp_path: Path) -> None:
    """Every merge says of each statement where it goes; the edited text is written, and undo gives the bytes back."""
    before = notes_of(box)
    assert len(before) > 200
    cycle = reorganize(box.desk(), ReorganizeRequest())
    assert notes_of(box) == before
    merges = [one for one in cycle.intake.new if one.proposal.kind == "mutations"]
    assert merges
    for one in merges:
        for shown in view(box.desk(), one.proposal.id).mutations:
            assert shown.skip == ""
            assert {said.source for said in shown.statements} == {source.id for source in shown.sources}
    first = next(one for one in merges if one.proposal.mutations[0].kind == "merge").proposal
    whole = view(box.desk(), first.id).mutations[0].result
    own = edited(box.desk(), first.id, first.mutations[0].id, f"{whole}\n\nAdded by the reviewer.")
    assert [said for said in own.statements if said.fate is Fate.LOST] == []
    box.steps += 1
    words = Words(reason(1), only=(first.mutations[0].id,), text=own.result)
    decide.decide(box.desk(), [first.id], Verb.ACCEPT, words)
    (new,) = view(box.desk(), first.id).filed.outcomes[0].made
    assert proposing.note(box, new).text.endswith("Added by the reviewer.")
    assert_sound(box)
    box.steps += 1
    decide.take_back(box.desk(), None, reason(2))
    assert notes_of(box) == before

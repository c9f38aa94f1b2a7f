"""What speaks against an item holds everything that it is flagged with."""

from pathlib import Path

import proposing
import pytest
from sandbox import Sandbox, reason
from workbench import fixes

from dreamtui.coach.challenge import Objection
from dreamtui.desk.decide import decide
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.queue import add_candidate, raised, show
from dreamtui.model.decision import Words
from dreamtui.model.item import Item
from dreamtui.model.model_draft import DraftOutcome, ModelDraft
from dreamtui.model.proposal import Choice
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.query.row import RISKS


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace without anything."""
    return Sandbox(tmp_path)


def decided(box: Sandbox, item: str, verb: Verb, **words: str) -> None:
    """Decide with a reason of its own."""
    box.steps += 1
    decide.decide(box.desk(), [item], verb, Words(reason(box.steps), **words))  # type: ignore[arg-type]


def against(box: Sandbox, item: str) -> dict[str, str]:
    """What speaks against an item, by its kind."""
    return {one.kind: one.text for one in show.show(box.desk(), item).objections}


@pytest.mark.parametrize("flag", [*RISKS, "code", "fragment", "log", "metadata"])
def test_every_flag_has_its_sentence(flag: str) -> None:
    """Said once: not again where an objection says the same better."""
    item = Item("candidate", "0" * 10, "manual", "A title", Status.PENDING, "a.md")
    (one,) = raised.flagged((flag, flag), item, ())
    assert one.text.endswith(".")
    assert not list(raised.flagged((flag,), item, (one,)))


def test_a_better_sentence_takes_the_place_of_a_flag() -> None:
    """A file that changed is named; that files changed is not said beside it."""
    item = Item("candidate", "0" * 10, "manual", "A title", Status.PENDING, "a.md")
    assert not list(raised.flagged(("stale",), item, (Objection("file-changed", "`a.py` was changed."),)))


def test_a_contradiction_speaks_against_itself(box: Sandbox) -> None:
    """The flag of the list is in the challenge, in the words of the proposal."""
    ids = proposing.put_notes(box)
    gone = proposing.mutation(box, "deprecate", (ids["team"],))
    choices = (Choice("keep-b", "Keep the newer", (gone,)), Choice("keep-a", "Keep the older", ()))
    item = proposing.queue(box, proposing.proposal(choices=choices, reason="8 and 11 people."))
    assert "contradicts" in show.show(box.desk(), item).item.flags
    assert against(box, item)["contradicts"] == "8 and 11 people."


def test_an_earlier_rejection_of_the_same_is_told(box: Sandbox) -> None:
    """Of what came up again: by whom and when; of what is rejected and stays so it is no news."""
    events = box.desk().layout.home / "memory/episodic/2026/11/10/bob__0123456789ab.jsonl"
    events.parent.mkdir(parents=True)
    events.write_text("".join(fixes("src/auth.py", 3)), encoding="utf-8")
    dream(box.desk(), DreamRequest())
    item = next(iter(box.desk().queue().select((Status.PENDING,)))).row.id
    decided(box, item, Verb.REJECT)
    assert "rejected-before" not in against(box, item)
    box.steps += 1
    decide.decide(box.desk(), [item], Verb.REOPEN, Words())
    assert "rejected by alice" in against(box, item)["rejected-before"]


def test_another_rule_on_the_same_evidence_is_told(box: Sandbox) -> None:
    """With its words; the rule's own item is not told of itself, and other evidence is no reason."""
    (box.root / "src").mkdir()
    (box.root / "src/a.py").write_text("one = 1\ntwo = 2\n", encoding="utf-8")
    first = add_candidate.add(box.desk(), "Ones are counted twice", ["file:src/a.py:1", "file:src/a.py:2"]).id
    other = add_candidate.add(box.desk(), "Ones again", ["file:src/a.py:1"]).id
    apart = add_candidate.add(box.desk(), "Elsewhere", ["text:nothing of that"]).id
    assert "same-evidence" not in against(box, other)
    decided(box, first, Verb.GRADUATE, rule="Count every one once in `src/a.py`.")
    assert against(box, other)["same-evidence"] == (
        "A rule rests on its only piece of evidence already: “Count every one once in `src/a.py`.”"
    )
    assert "same-evidence" not in against(box, first) | against(box, apart)


def test_the_doubts_of_a_model_are_told() -> None:
    """Those of a rule that it drafted."""
    made = ModelDraft(DraftOutcome.RULE, against=("Once only.",))
    assert [one.text for one in raised.doubted(made)] == ["The model that drafted its rule says: Once only."]

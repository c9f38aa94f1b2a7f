"""What a box and a toast call an item, and what counts as decided."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from dreamtui.desk.workspace.overview import OverviewFinding, Wrong
from dreamtui.model.decision import Decision
from dreamtui.model.verb import Verb
from dreamtui.present.overview import does_to
from dreamtui.tui.session.outcomes import MadeDecision
from dreamtui.tui.session.sitting import Sitting
from dreamtui.tui.texts.deciding import back_in, labelled, settling
from dreamtui.tui.texts.queue import came_again
from dreamtui.tui.widgets.bar_line import BarLine


@pytest.mark.parametrize(
    ("label", "title", "said"),
    [
        ("Reject", "`a.py` was fixed 3 times", "Reject: `a.py` was fixed 3 times"),
        ("Accept", "Correct: Schema freeze", "Accept · Correct: Schema freeze"),
        ("Accept", "Merge 2: Branches", "Accept · Merge 2: Branches"),
        ("Graduate", "use make check: it is quicker", "Graduate: use make check: it is quicker"),
    ],
)
def test_a_title_has_no_second_label(label: str, title: str, said: str) -> None:
    assert labelled(label, title) == said


def test_where_an_item_went_is_reached_with_the_keys_that_are_named() -> None:
    """On its page the keys of the tabs do nothing until it is left."""
    assert back_in(["A"], "Decided", 3, "l", again=True).endswith("press l 3 times to go there")
    assert back_in(["A"], "Decided", 3, "l", again=True, first="esc").endswith("press esc, then l 3 times to go there")
    assert back_in(["A"], "Decided", 3, "", again=True, first="esc") == "“A” is in Decided again"


def test_one_is_not_called_them() -> None:
    assert "l shows it," in came_again(1) and "l shows them," in came_again(2) and not came_again(0)
    one = OverviewFinding(Wrong.DANGLING, 1, "a/MEMORY.md")
    assert does_to(one) == "removes it" and does_to(replace(one, count=2)) == "removes them"
    assert does_to(replace(one, kind=Wrong.LONG)) == "cuts it"


def made(number: int, verb: Verb, item: str) -> MadeDecision:
    """A decision on an item."""
    return MadeDecision("", Decision(item, "candidate", "f", "t", verb, "ann", "2026-11-18T09:00:00Z", id=f"{number}"))


def test_an_index_that_is_mended_is_no_item_and_each_mending_counts() -> None:
    sitting = Sitting()
    sitting.record((made(1, Verb.REJECT, "a"),))
    sitting.record((made(2, Verb.INDEX, "m"),))
    sitting.record((made(3, Verb.INDEX, "m"),))
    assert sitting.decided == 1 and sitting.summary() == "1 rejected, 2 indexed"


def test_what_is_settled_with_a_decision_counts_until_it_is_undone() -> None:
    """So that the sum of what is decided and what waits stays what it was."""
    sitting, kept = Sitting(), made(1, Verb.RERATIONALE, "a")
    sitting.record((kept,))
    sitting.settled[kept.ref] = 1
    assert sitting.decided == 2
    undo = replace(made(2, Verb.UNDO, "a").decision, undoes=kept.decision.id)
    sitting.record((MadeDecision("", undo),))
    assert sitting.decided == 0


def test_what_fits_of_what_is_settled_is_never_half_a_clause() -> None:
    item = SimpleNamespace(title="`src/payments.py` was fix-touched 3 times in the last 30 days")
    bar = BarLine(settling([item]))  # type: ignore[list-item]
    narrow = "".join(word.text for word in bar.fitting(66)[0])
    assert narrow.startswith("Settles too: “") and narrow.endswith("”")
    assert "".join(word.text for word in bar.fitting(99)[0]).endswith("”, which came up again")

"""Decisions on files of a memory folder: taken back in any order every byte is as before, whoever wrote in between."""

import tempfile
from pathlib import Path

import proposing
import topicbox
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sandbox import Sandbox, assert_sound

from dreamtui.model.proposal import Proposal

NAMES = ("ash", "birch", "cedar", "daisy", "elm")


def _proposal(box: Sandbox, name: str, kind: str) -> Proposal:
    """One proposal about one file; a merge takes a twin of it that no other proposal is about."""
    text = f"The {name} stands by the gate.\nIt was watered in March."
    if kind == "merge":
        return proposing.proposal(
            proposing.mutation(box, "merge", (f"t-{name}", f"t-{name}-twin"), title=name, text=text)
        )
    if kind == "split":
        parts = ((f"{name} gate", f"The {name} stands by the gate."), (f"{name} water", "It was watered in March."))
        return proposing.proposal(proposing.mutation(box, "split", (f"t-{name}",), parts=parts))
    if kind == "edit":
        return proposing.proposal(proposing.mutation(box, "supersede", (f"t-{name}",), title=name, text=text))
    return proposing.proposal(proposing.mutation(box, "deprecate", (f"t-{name}",)))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.permutations(NAMES),
    st.lists(st.sampled_from(("merge", "split", "edit", "deprecate")), min_size=5, max_size=5),
    st.permutations(range(5)),
)
def test_any_decisions_undone_in_any_order(names: list[str], kinds: list[str], order: list[int]) -> None:
    """The files are byte for byte as they were, and the index has the same lines."""
    with tempfile.TemporaryDirectory() as top:
        box = Sandbox(Path(top))
        files = {name: ("project", f"The {name} stands by the gate.\n\nWatered in March.  ") for name in NAMES}
        files |= {f"{name}-twin": ("project", f"The {name} stands by the gate.") for name in NAMES}
        topicbox.furnish(box, files)
        held = topicbox.held(box)
        decisions = []
        for name, kind in zip(names, kinds, strict=True):
            outcome = topicbox.accept(box, proposing.queue(box, _proposal(box, name, kind)))
            decisions.append(outcome.decisions[0].short)
        assert_sound(box)
        for at in order:
            topicbox.undo(box, decisions[at])
        after = topicbox.held(box)
        assert {name: data for name, data in after.items() if name != "MEMORY.md"} == {
            name: data for name, data in held.items() if name != "MEMORY.md"
        }
        assert sorted(after["MEMORY.md"].splitlines()) == sorted(held["MEMORY.md"].splitlines())
        assert topicbox.archived(box) == []

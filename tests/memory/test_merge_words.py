"""What a proposal says of how alike memories are, and what it calls a rule."""

from dreamtui.memory.reorganize.duplicates import merge_proposal
from dreamtui.memory.reorganize.naming import title_of
from dreamtui.model.proposal import Memory


def rule(name: str, text: str, title: str = "") -> Memory:
    return Memory(name, f"{name}.md", "0" * 64, title, text, "rule")


def test_texts_that_differ_are_not_called_wholly_alike() -> None:
    """The same words in other texts are just that; what is nearly so has its figure."""
    pair = [rule("a", "Deploy on Monday."), rule("b", "On Monday deploy!")]
    same, near = (merge_proposal(pair, score, "stems").reason for score in (1.0, 0.93))
    assert "2 memories are in the same words, as they are compared" in same and "100 %" not in same
    assert "2 memories are at least 93 % alike" in near


def test_a_rule_is_called_by_what_it_says() -> None:
    """Not by the candidate that it was made of."""
    assert (
        title_of(rule("a", "Give each charge a key.", "Candidate `d8e63b597a` — `pay.py` was fixed 3 times"))[:4]
        == "Give"
    )
    assert title_of(rule("a", "Give each charge a key.", "Charges")) == "Charges"

"""Numbers that no file of ours holds, in files that anybody may have written: read as none, or the file is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.kinds import meta as comment
from dreamtui.kinds.insight import codec as insight
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.proposal import codec as proposal
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw.promotion import Promotion
from dreamtui.text.markup.scalars import finite

ODD = ("NaN", "Infinity", "-Infinity", "-1e999", pytest.param("1" + "0" * 400, id="long"))


@pytest.mark.parametrize("odd", ODD)
def test_an_insight_has_none(odd: str) -> None:
    """Counts that are no numbers are none; the words are read."""
    text = f'---\nid: "i-1"\ntype: "gap"\nsessions: {odd}\nmentions: 3\nimportance: {odd}\n---\n\nSaid.\n'
    made = insight.parse(text.encode(), "i-1.md")
    assert made is not None
    assert (made.sessions, made.mentions, made.importance, made.text) == (0, 3, 0, "Said.")


@pytest.mark.parametrize("odd", ODD)
def test_a_note_keeps_its_usual_importance(odd: str) -> None:
    """Its importance is that of a note that says nothing of it."""
    made, usual = (
        note.parse(f"---\nid: n-1\n{line}---\n\nSaid.\n".encode(), "p") for line in (f"importance: {odd}\n", "")
    )
    assert made == usual is not None


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), 10**400, "nan", "1e999", "many", None, [], {}])
def test_a_candidate_weighs_nothing(odd: object) -> None:
    """A weight that is no number is 0."""
    assert comment.number_in(odd) == 0
    assert comment.number_in("2.5") == 2.5 and comment.number_in(3) == 3


@pytest.mark.parametrize("odd", ODD)
def test_what_only_we_write_is_refused(odd: str) -> None:
    """A promotion and a proposal with such a number are none of ours."""
    with pytest.raises(ValueError, match="not a number"):
        promotion_item.parse(f'{{"id": "p-1", "recalls": {odd}}}'.encode())
    made = f'{{"id": "p-1", "kind": "mutations", "title": "", "score": {odd}}}'
    with pytest.raises(ValueError, match=r"(?i)not a number|number out of range|too many digits"):
        proposal.parse(f'{{"proposal": {made}, "created": "", "updated": ""}}'.encode())


@given(st.one_of(st.integers(), st.floats(), st.booleans(), st.none(), st.text()))
def test_a_number_is_itself_or_nothing(value: object) -> None:
    """Never anything between; a whole number that no float can hold exactly is the float next to it."""
    found = finite(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        assert found is None or math.isclose(found, value, rel_tol=2**-52)
    else:
        assert found is None


def test_a_promotion_that_is_read_and_written_again_has_the_same_bytes() -> None:
    """Whole numbers stay whole, so that a decision on it changes nothing but what was decided."""
    made = Promotion(
        "m-1", "k", "memory/a.md", 1, 2, "Said.", 3, 3, 1, 1, ("2026-11-18",), 1.0, 0.5, 1.0, (("recency", 1.0),), (),
        "", "", "", "seed", (("min_queries", 3), ("min_score", 0.75)),
    )  # fmt: skip
    data = promotion_item.render(made)
    assert b'"min_queries": 3,' in data
    assert promotion_item.render(promotion_item.parse(data)) == data

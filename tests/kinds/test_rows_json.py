"""The JSON in a row is what `json.dumps` makes of the same words, whatever they are."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.kinds.row import bare_row, piece_json

WORDS = st.text(st.characters(), max_size=8)


@settings(max_examples=200, deadline=None)
@given(st.lists(WORDS, max_size=3), st.lists(WORDS, max_size=3), st.lists(st.tuples(*[WORDS] * 4), max_size=3))
def test_a_row_has_its_words_as_json(
    actors: list[str], files: list[str], pieces: list[tuple[str, str, str, str]]
) -> None:
    """Quotes, control characters and half a character included."""
    row = bare_row("", "", "", "", "", 0, "", "", tuple(actors), tuple(files), (), (piece_json(*one) for one in pieces))
    named = [dict(zip(("quote", "locator", "when", "who"), one, strict=True)) for one in pieces]
    assert (row.actors_json, row.files_json) == (json.dumps(actors), json.dumps(files))
    assert row.evidence_json == json.dumps(named)

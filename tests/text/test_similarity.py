"""Likeness is symmetric, bounded, blind to order, and finds what a person would compare."""

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.similarity import coverage, nearest, similarity

WORDS = ["retry", "webhook", "backoff", "never", "always", "jitter", "token", "auth.py", "column", "test", "the", "of"]
SENTENCES = st.lists(
    st.sampled_from(WORDS),
    max_size=8,
).map(" ".join)


@given(SENTENCES, SENTENCES)
def test_likeness_is_symmetric_and_bounded(one: str, two: str) -> None:
    """The same both ways and between 0 and 1."""
    assert similarity(one, two) == similarity(two, one)
    assert 0 <= similarity(one, two) <= 1


@given(SENTENCES.filter(bool), st.randoms())
def test_the_same_words_in_any_order_are_alike(text: str, random: object) -> None:
    """Order, case and punctuation do not count."""
    words = text.split()
    random.shuffle(words)  # type: ignore[attr-defined]
    assert similarity(text, ", ".join(words).upper() + "!") == 1


def test_near_wordings_are_near_and_others_are_not() -> None:
    """A reworded sentence passes the bar, another topic does not."""
    text = "Retry failed webhooks with exponential backoff"
    near = "Retry a failed webhook with exponential back-off and jitter"
    far = "Schema changes need a backfill migration"
    assert [name for name, _ in nearest(text, [("far", far), ("near", near), ("same", text)])] == ["same", "near"]


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), SENTENCES, max_size=8), SENTENCES)
def test_the_nearest_do_not_depend_on_the_order_given(texts: dict[str, str], text: str) -> None:
    """Sorted by likeness and then by id."""
    pairs = list(texts.items())
    assert nearest(text, pairs, 0.3) == nearest(text, reversed(pairs), 0.3)


def test_coverage_knows_inflections() -> None:
    """`tests` says `test`; a path must be said as it is."""
    assert coverage(["test", "renamed"], "rename it and run the tests") == 1
    assert coverage(["src/a.py"], "src/ab.py") == 0

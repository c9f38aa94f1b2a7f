"""Likeness is symmetric, bounded, blind to order, and finds what a person would compare."""

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.similarity import coverage, marks, nearest, similarity

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


def test_titles_from_one_template_are_not_alike() -> None:
    """Two files that were both fixed three times have nothing in common but the sentence."""
    titles = {f"c{n}": f"`src/{name}.py` was fix-touched {n} times in last 30d" for n, name in enumerate("abcdef")}
    assert marks(titles) == {}


def test_titles_of_one_thing_are_alike() -> None:
    """The same file under another window is marked, both ways."""
    titles = {f"c{n}": f"`src/{name}.py` was fix-touched {n} times in last 30d" for n, name in enumerate("abcdef")}
    titles |= {"x": "`lib/token.py` was fix-touched 4 times in last 30d", "y": "`lib/token.py` was fix-touched 5 times"}
    assert marks(titles, 0.5) == {"x": ("y",), "y": ("x",)}


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), SENTENCES, max_size=10))
def test_marks_are_mutual_and_blind_to_order(texts: dict[str, str]) -> None:
    """If one is like the other, the other is like the one; the order of input changes nothing."""
    found = marks(texts, 0.6)
    assert found == marks(dict(reversed(list(texts.items()))), 0.6)
    assert all(name in found[other] for name, others in found.items() for other in others)


@given(st.lists(SENTENCES.filter(bool), min_size=1, max_size=6))
def test_equal_titles_are_always_marked(texts: list[str]) -> None:
    """However common its words are, a title is like its copy."""
    named = {f"{n}": text for n, text in enumerate([*texts, texts[0]])}
    assert str(len(texts)) in marks(named)["0"]


def test_coverage_knows_inflections() -> None:
    """`tests` says `test`; a path must be said as it is."""
    assert coverage(["test", "renamed"], "rename it and run the tests") == 1
    assert coverage(["src/a.py"], "src/ab.py") == 0

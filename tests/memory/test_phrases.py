"""Phrases that act as one word, and ways to say something of one thing: what is not looked for is not there."""

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.memory.reorganize.language import changes, vocabulary

PIECES = (
    "rather than", "in place of", ", and not", ", not to", "and not", "more important than", "can", "'t", "n’t", "dont",
    "isnt", "ca", "wo", "not", "no one", "not ever", "have to", "HAS to", "needs to", "at least", "At Most", "up to",
    "5", "every", "each", "night", "hour", ", like", ", such as", ", for instance", "e.g.", "i.e.", "up-to-date",
    "up to date", "doc string", "docs", "pull requests", "PRs", "so that", "logged in", "logged out",
    "wherever possible", "whenever possible", "where you can", "by hand", "PII", "personally identifiable data",
    "two-factor", "2FA", "fewer than", "$5", "K8s", "used to", "is used to", "work", "ſo that", "\u212a8s", "ü", "\n",
)  # fmt: skip


def every_phrase(text: str) -> str:
    """Each pattern in turn, whatever the text has."""
    for _, pattern, instead in vocabulary._PHRASES:
        text = pattern.sub(instead, text)
    return text


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.sampled_from(["", " "]), st.booleans())
def test_what_is_skipped_is_not_there(pieces: list[str], between: str, loud: bool) -> None:
    """The same as if every phrase was looked for, in either case, beyond ASCII too."""
    text = between.join(pieces)
    text = text.upper() if loud else text
    wanted = every_phrase(text)
    if "-" not in wanted and not any(map(str.isdigit, wanted)):  # else more is made of it than of phrases
        assert vocabulary.spelled(text) == wanted


SAID = (
    "The team",
    "Ada",
    "we",
    "is",
    "'s",
    "are",
    "was",
    "has",
    "have",
    "now",
    "not",
    "no longer",
    "not any more",
    "based in",
    "located at",
    "lives in",
    "moved",
    "relocated",
    "from Bonn",
    "to Berlin",
    "accepted a job in",
    "works at",
    "joined",
    "left",
    "started at",
    "a team of",
    "5",
    "five people",
    "grew",
    "takes",
    "allows up to",
    "uses",
    "is called",
    "goes by",
    "renamed",
    "leads",
    "owned by",
    "use",
    "switched",
    "migrated",
    "prefers",
    "likes",
    "changed",
    "replaced by",
    "used in",
    "used to live in",
    "stopped using",
    "gave up",
    "dropped support for",
    "Redis",
    "the office",
    ".",
    ",",
    "\u212a",
    "ı",
)


@given(st.lists(st.sampled_from(SAID), max_size=8), st.booleans())
def test_a_slot_that_is_skipped_is_not_filled(words: list[str], loud: bool) -> None:
    """The same slots as if every way to fill one was tried."""
    text = " ".join(words).upper() if loud else " ".join(words)
    every = tuple((kind, ("",), pattern, change) for kind, _, pattern, change in changes._COMPILED)
    with patch.object(changes, "_COMPILED", every):
        wanted = list(changes._slots(text))
    assert list(changes._slots(text)) == wanted

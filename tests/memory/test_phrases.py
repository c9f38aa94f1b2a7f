"""Phrases that act as one word: those that are not looked for, because nothing of them is there, are not there."""

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.memory.reorganize.language import vocabulary

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

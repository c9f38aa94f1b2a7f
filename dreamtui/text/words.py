"""Words of a text: what is visible in it, its tokens, and a form in which two wordings of one sentence are equal."""

import re
import unicodedata
from functools import lru_cache

STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "she",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "us",
        "was",
        "we",
        "were",
        "which",
        "while",
        "who",
        "will",
        "with",
        "you",
        "your",
    ]
)
"""English words that carry no topic; dropped where topics are compared."""

_TOKEN = re.compile(r"\+?\w[\w+]*(?:[./\\:@'’\-]+\w[\w+]*)*")
_MARKUP = re.compile(r"[`*_~\"'“”‘’«»„‚]+")
_BLANK_MARKS = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810)))
) | frozenset(map(chr, range(0xFE00, 0xFE10)))
"""Characters that Unicode calls letters, marks or symbols but that show nothing."""

_EMPTY = frozenset({"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"})
"""Unicode's categories of controls, formats, surrogates and separators."""


@lru_cache(maxsize=4096)
def _shows_nothing(char: str) -> bool:
    return unicodedata.category(char) in _EMPTY or char in _BLANK_MARKS or "\U000e0000" <= char <= "\U000e0fff"


def is_blank(text: str) -> bool:
    """Whether nothing of the text can be seen: white space, controls, zero-width characters and fillers only."""
    return all(_shows_nothing(char) for char in text)


_UNSEEN = {code: None for code in range(128) if not (chr(code).isprintable() or chr(code).isspace())}
"""The ASCII control characters that are no white space, for `str.translate`."""


def visible(text: str) -> str:
    """The text as a reader sees it: hidden characters gone, compatibility forms folded, white space collapsed."""
    if text.isascii():
        return " ".join(text.translate(_UNSEEN).split())
    spaced = "".join(char if char.isspace() or not _shows_nothing(char) else _gap(char) for char in text)
    return " ".join(unicodedata.normalize("NFKC", spaced).split())


def _gap(char: str) -> str:
    """The replacement of an invisible character: a space for separators, nothing for the rest."""
    return " " if unicodedata.category(char)[0] == "Z" else ""


def tokens(text: str) -> list[str]:
    """Lower-case words in order; paths, identifiers, hyphenated and apostrophised words stay whole."""
    return [token.replace("’", "'") for token in _TOKEN.findall(visible(text).casefold())]


def normalise(text: str) -> str:
    """One form for all wordings that differ only in case, spacing, punctuation or markup."""
    shown = _MARKUP.sub("", visible(text)).casefold()
    return " ".join(word for word in map(_bare, shown.split()) if word)


def _bare(word: str) -> str:
    """A word without the punctuation around it."""
    return word.strip(".,;:!?()[]{}<>…—–-/|#=+。、，；：！？「」『』（）")


def content(text: str) -> list[str]:
    """The tokens that carry a topic, in order; all tokens when nothing else is left."""
    every = tokens(text)
    return [token for token in every if token not in STOP_WORDS] or every


def counted(count: int, one: str, many: str = "") -> str:
    """A number and what is counted, in the singular for one: "1 memory", "1,200 memories"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"

"""Words as the index of the search has them.

Its tokenizer (unicode61 of sqlite) parts words at everything that is no letter or digit, so the parts of a path or of
`snake_case` are words already. What it would take for one word and people search in parts is parted here: names in
`camelCase`, and scripts that are written without blanks, character by character.
"""

import re
import unicodedata
from functools import lru_cache

_UNSPACED = re.compile(
    "([\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f])"
)
"""Chinese characters, kana and Hangul: each is a word."""
_FOLDED = re.compile(
    "[\u00aa-\u02ff\u0300-\u036f\u1e00-\u1fff\u3005-\ud7af\uf900-\ufaff\ufb00-\ufb06\uff00-\uffef\U00020000-\U0003134f]"
)
"""What has another form in which it is looked for; most signs, arrows and pictures have none."""
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[a-z0-9][A-Z]|[A-Z][A-Z][a-z]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NAME = re.compile(r"[A-Za-z0-9]{4,80}")
_MARKS = dict.fromkeys(range(768, 880))
_ENDINGS = (
    "ations", "ation", "ingly", "ings", "ing", "ions", "ion", "edly", "ies", "ers", "er", "ed", "es", "ly", "s", "e",
    "y",
)  # fmt: skip
_SHORTEST_STEM = 4
_INFLECTED = frozenset({"ing", "ed", "es", "s"})
"""Endings that leave a word of three letters too: `fixed`, `tests` beside `fix`, `test`."""


def plain(text: str) -> str:
    """The text in which words are looked for: compatibility forms folded, accents gone, unspaced scripts parted."""
    if text.isascii() or not _FOLDED.search(text):
        return text
    folded = unicodedata.normalize("NFKD", text).translate(_MARKS)
    return _UNSPACED.sub(r" \1 ", unicodedata.normalize("NFC", folded))


def indexed(text: str) -> str:
    """What the index gets of a text: the same, and the parts of its names in camel case behind it."""
    shown = plain(text)
    if not _CAMEL.search(shown):
        return shown
    parts = (_HUMP.sub(" ", name) for name in _NAME.findall(shown) if _CAMEL.search(name))
    return f"{shown}\n{' '.join(dict.fromkeys(parts))}"


def words_of(text: str) -> list[str]:
    """The words of a text in order, in small letters."""
    return _WORD.findall(plain(text).lower())


@lru_cache(maxsize=1024)
def stem(word: str) -> str:
    """The beginning that other forms of an English word share; the word itself where there is none."""
    if not (word.isascii() and word.isalpha()):
        return word
    for ending in _ENDINGS:
        left = len(word) - len(ending)
        if word.endswith(ending) and (left >= _SHORTEST_STEM or (left == 3 and ending in _INFLECTED)):
            if word.endswith("ss") and ending == "s":
                return word
            return word[:left]
    return word

"""Concept tags of a snippet: known concepts, then compound words, then words, eight at most.

Words are told apart by the Unicode rules. Chinese and Japanese would need a dictionary: a run of Han characters is cut
into pairs, which is right for most, so for them, and for Thai, the tags that a store holds are better than these.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from dreamtui.openclaw.js import units
from dreamtui.text.markup.markdown import cut_comments

MOST = 8
_COMPOUND = re.compile(r"(?<![^\W_])[^\W_]+(?:[._/-][^\W_]+)+")
_HAN = "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HIRAGANA = "\u3041-\u309f\U0001b001-\U0001b11f"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d"
_HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb\uffa1-\uffdc"
_CJK = re.compile(f"[{_HAN}{_HIRAGANA}{_KATAKANA}{_HANGUL}]")
_ONLY_HAN = re.compile(f"[{_HAN}]+")
_KANA = re.compile(f"[{_HIRAGANA}{_KATAKANA}]")
_HAN_OR_HANGUL = re.compile(f"[{_HAN}{_HANGUL}]")
_LATIN = re.compile(
    "[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02b8\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua7ff]"
)
_CHAR = f"[^\\W\\d_{_HAN}{_HIRAGANA}{_KATAKANA}]"
_LETTER = f"{_CHAR}[\u0300-\u036f\u00ad\u200d]*"
_WORD = re.compile(
    f"[{_KATAKANA}]+|[{_HAN}]+|[{_HIRAGANA}]+"
    f"|(?:{_LETTER}|\\d|_)(?:{_LETTER}|\\d|_|(?<={_CHAR})[:·.'‘’․](?={_CHAR})|(?<=\\d)[.,;'‘’․](?=\\d))*"
)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:\.[^\W_]+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TagWords:
    """The words that OpenClaw takes for concepts, and those it never does: both are part of its file format."""

    glossary: tuple[str, ...]
    """Concepts that are found inside other words too, in the order in which they become tags."""
    whole: frozenset[str]
    """Those of them that are too short to be found inside others, since v4."""
    stop: tuple[frozenset[str], frozenset[str]]
    """Words that are no concept: those of the first versions, and all."""


class TagRules(NamedTuple):
    """What differs from version to version."""

    later_stop_words: bool = True
    """Whether the words that became stop words later count."""
    whole_words: bool = True
    """Whether short concepts have to be words of their own, which then need no length, and comments are no words."""


_NEWEST = TagRules()


@cache
def tag_words() -> TagWords:
    """The words of `tag_words.json`, which says where they come from."""
    from importlib.resources import files

    said = json.loads(files("dreamtui.openclaw.scoring").joinpath("tag_words.json").read_text(encoding="utf-8"))
    glossary, early, later = (
        " ".join(said[name]).split() for name in ("glossary", "stop_words", "stop_words_since_v3")
    )
    return TagWords(
        tuple(glossary),
        frozenset(word for word in glossary if len(word) < 3 and word.isascii()),
        (frozenset(early), frozenset(early + later)),
    )


def concept_tags(path: str, snippet: str, rules: TagRules = _NEWEST) -> tuple[str, ...]:
    """The tags of a snippet by the words of one version."""
    if rules.whole_words:
        snippet = cut_comments(snippet, " ")
    source = f"{path.rstrip('/').rsplit('/', 1)[-1]} {snippet}"
    stop = tag_words().stop[rules.later_stop_words]
    tags: dict[str, None] = {}
    for token, known in _tokens(source, rules):
        tag = _tag(token, stop, known=known)
        if tag is not None:
            tags[tag] = None
            if len(tags) == MOST:
                break
    return tuple(tags)


def _tokens(source: str, rules: TagRules) -> Iterator[tuple[str, bool]]:
    """Candidates in order, and whether they are known concepts, which may be short."""
    low = unicodedata.normalize("NFKC", source).lower()
    concepts = tag_words()
    for entry in concepts.glossary:
        if entry in low and (not rules.whole_words or entry not in concepts.whole or _stands_alone(low, entry)):
            yield entry, rules.whole_words
    for found in _COMPOUND.finditer(source):
        yield found.group(), False
    for found in _WORD.finditer(source):
        for word in _pairs(found.group()):
            yield word, False


def _pairs(word: str) -> list[str]:
    """A run of four Han characters or more in pairs, the last three together where their number is odd."""
    if len(word) < 4 or not _ONLY_HAN.fullmatch(word):
        return [word]
    last = len(word) - (3 if len(word) % 2 else 2)
    return [*(word[n : n + 2] for n in range(0, last, 2)), word[last:]]


def _stands_alone(text: str, word: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", text) is not None


def _tag(token: str, stop: frozenset[str], *, known: bool) -> str | None:
    """A token as a tag; None when it is none."""
    tag = _bare(unicodedata.normalize("NFKC", token)).replace("_", "-").lower()
    if not tag or units(tag) > 32 or (tag.isascii() and tag.isdigit()) or _DATE.fullmatch(tag):
        return None
    cjk = _CJK.search(tag) is not None
    if not known and units(tag) < (2 if cjk and not _LATIN.search(tag) else 3):
        return None
    if cjk and units(tag) < 3 and _KANA.search(tag) and not _HAN_OR_HANGUL.search(tag):
        return None
    return None if tag in stop else tag


def _bare(token: str) -> str:
    """Without what is no letter or digit at its ends."""
    start, end = 0, len(token)
    while start < end and not token[start].isalnum():
        start += 1
    while end > start and not token[end - 1].isalnum():
        end -= 1
    return token[start:end]

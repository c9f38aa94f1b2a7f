"""What of the evidence a text names: a commit, a file, an error, a person, a day, a number of times."""

import re
from collections.abc import Iterable

from dreamtui.model.evidence import Evidence, Where
from dreamtui.text.words import content, tokens

_HEX = re.compile(r"[0-9a-f]{6,40}")
_ERROR = re.compile(r"\b[A-Z][A-Za-z0-9_]+(?:Error|Exception)\b")
_PATH = re.compile(r"[\w./\-]*\w\.\w{1,8}\b|(?:[\w.\-]+/)+[\w.\-*]*")
_DAY = re.compile(
    r"\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\.\d{1,2}\.(?:\d{4})?|"
    r"\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|"
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b"
)
_COUNT = re.compile(r"(?<![\w.])\d{1,6}(?![\w.]*\w)")
_NUMBER_WORDS = """
    both once twice thrice two three four five six seven eight nine ten eleven twelve dozen
    beide beiden zwei drei vier fünf sechs sieben acht neun zehn zweimal dreimal viermal fünfmal
    deux trois quatre cinq sept huit dix dos tres cuatro cinco seis siete ocho diez
"""
_NUMBERS = frozenset(_NUMBER_WORDS.split())
_CJK_COUNT = re.compile(r"[一二三四五六七八九十两兩\d]+(?:回|件|つ|度|次|个|個|번|개|건)")


def named(words: str, evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """What the words name, commits first, each once, at most five; empty when they name nothing."""
    low = words.casefold()
    said = tokens(words)
    pieces = tuple(evidence)
    found = [word for word in said if _HEX.fullmatch(word) and _is_commit(word, pieces)]
    found += [path for path in _PATH.findall(words) if _is_file(path.casefold(), pieces)]
    found += [error for error in _ERROR.findall(words) if any(error in piece.quote for piece in pieces)]
    found += [piece.who for piece in pieces if piece.who and piece.who.casefold() in said]
    found += _DAY.findall(low)
    if not found:
        found += (
            [word for word in said if word in _NUMBERS][:1]
            or _COUNT.findall(words)[:1]
            or _CJK_COUNT.findall(words)[:1]
        )
    if not found:
        quoted = {word for piece in pieces for word in content(piece.quote) if len(word) > 3}
        shared = [word for word in content(words) if word in quoted]
        found += shared if len(set(shared)) >= 2 else []
    return tuple(dict.fromkeys(found))[:5]


def _is_commit(word: str, evidence: tuple[Evidence, ...]) -> bool:
    """Whether a hex word begins the sha of a commit in the evidence."""
    return any(piece.locator.where is Where.COMMIT and piece.locator.ref.startswith(word) for piece in evidence)


def _is_file(path: str, evidence: tuple[Evidence, ...]) -> bool:
    """Whether a path-like word is the file a quote stands in, its name, or is spoken of in a quote."""
    for piece in evidence:
        ref = piece.locator.ref.casefold() if piece.locator.where is Where.FILE else ""
        if path in piece.quote.casefold() or (ref and (ref == path or ref.endswith("/" + path))):
            return True
    return False

"""How well a text answers a question, from 0; and the line of it that answers best."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from dreamtui.text.search.question import Asked
from dreamtui.text.search.words import plain

_TITLE, _NAMES, _TEXT, _EVIDENCE = 3.0, 2.2, 1.0, 0.9
_WHOLE, _FORM, _BEGINNING, _INSIDE = 1.0, 0.9, 0.7, 0.45
"""How good a place is: the word itself, another form of it, what begins with it, what has it inside."""
_OTHER_FORM = 3
"""Letters by which another form of a word differs in length."""
_PLACES = 12
"""Places of a word that are looked at in one text."""
_AGAIN = 0.12
"""What each further place adds."""


class Text(NamedTuple):
    """What is looked at of one candidate."""

    title: str
    text: str
    evidence: str
    names: str


class TextAnswer(NamedTuple):
    score: float
    share: float
    """How much of the question it has, from 0 to 1, rare words counting more."""
    part: str
    """Where it answers best: title, text, evidence or names."""
    line: int
    """The line of that part, from 0."""


class _Seen(NamedTuple):
    quality: float
    times: int
    lines: dict[int, float]
    """Where each line with it begins, with how good the best place there is."""


def answer(found: Text, asked: Sequence[tuple[Asked, float]], instead: Mapping[Asked, Sequence[str]]) -> TextAnswer:
    """`asked` has the weight of each word; `instead` other words that a mistyped one may have meant."""
    total = sum(weight for _, weight in asked) or 1.0
    parts = {name: plain(words).lower() for name, words in zip(Text._fields, found, strict=True)}
    lines: dict[str, dict[int, float]] = {name: {} for name in parts}
    gained = has = 0.0
    for one, weight in asked:
        seen = {name: _seen(text, one, instead.get(one, ())) for name, text in parts.items() if _counts(name, one)}
        best = 0.0
        for name, place in (("title", _TITLE), ("names", _NAMES), ("text", _TEXT), ("evidence", _EVIDENCE)):
            if name in seen and seen[name].times:
                many = 1 + _AGAIN * min(seen[name].times - 1, 5)
                best = max(best, place * seen[name].quality * many) + 0.15 * min(best, place) * seen[name].quality
                for begin, quality in seen[name].lines.items():
                    lines[name][begin] = lines[name].get(begin, 0.0) + weight * quality
        if best:
            has += weight
        gained += weight * best
    part, begin, together = _best_line(lines)
    share = has / total
    whole = len(asked) > 1 and " ".join(str(one) for one, _ in asked) in parts["title"]
    long = len(found.text) + len(found.evidence)
    score = (gained / total + 0.9 * together / total + (1.0 if whole else 0.0)) * share**1.6 / (1 + long / 40_000)
    return TextAnswer(score, share, part, parts[part].count("\n", 0, begin))


def _counts(name: str, one: Asked) -> bool:
    """Whether a part of a text counts for a word."""
    return not one.field or one.field == {"names": "file"}.get(name, name)


def _best_line(lines: Mapping[str, Mapping[int, float]]) -> tuple[str, int, float]:
    """The line that has most of the question; of equals one of the text, which says more than a title."""
    best = ("title", 0, 0.0)
    for name in ("text", "evidence", "title", "names"):
        for begin, together in lines[name].items():
            if together > best[2]:
                best = (name, begin, together)
    return best


def _seen(text: str, one: Asked, instead: Sequence[str]) -> _Seen:
    """Where a word stands in a text, and how well it is the one that was asked for."""
    quality, count, lines = 0.0, 0, dict[int, float]()
    wanted = [(one.stem, one.words[-1], 1.0)] if len(one.words) == 1 else [(str(one), str(one), 1.0)]
    wanted += [(word, word, 0.6) for word in instead]
    for beginning, whole, worth in wanted:
        for place, length in _places(text, beginning, one):
            good = worth * _quality(text, place, length, beginning, whole)
            begin = text.rfind("\n", 0, place) + 1
            lines[begin] = max(lines.get(begin, 0.0), good)
            quality, count = max(quality, good), count + 1
    return _Seen(quality, count, lines)


def _places(text: str, beginning: str, one: Asked) -> list[tuple[int, int]]:
    """Places and lengths; words that stand one behind the other may have other signs than blanks between them."""
    found: list[tuple[int, int]] = []
    first = beginning if " " not in beginning else one.words[0]
    at = text.find(first)
    while at >= 0 and len(found) < _PLACES:
        end = at + len(first) if first is beginning else _end_of(text, at, one.words)
        if end:
            found.append((at, end - at))
        at = text.find(first, at + len(first))
    return found


def _end_of(text: str, at: int, words: Sequence[str]) -> int:
    """The end of these words where they follow one another from here; 0 where they do not."""
    for number, word in enumerate(words):
        if number:
            for _ in range(3):
                if at < len(text) and not text[at].isalnum():
                    at += 1
        if not text.startswith(word, at):
            return 0
        at += len(word)
    return at


def _quality(text: str, place: int, length: int, beginning: str, whole: str) -> float:
    if place and text[place - 1].isalnum():
        return _INSIDE
    end = place + length
    while end < len(text) and end - place < 80 and text[end].isalnum():
        end += 1
    word = text[place:end]
    if word == whole or (" " in whole and end == place + length):
        return _WHOLE
    is_form = beginning != whole or word.startswith(whole)
    return _FORM if is_form and abs(len(word) - len(whole)) <= _OTHER_FORM else _BEGINNING

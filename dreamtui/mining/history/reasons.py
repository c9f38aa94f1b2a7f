"""The sentence of a commit message that gives the reason. Pure text, every expression linear."""

import re
from collections.abc import Iterator

_TRAILER = re.compile(
    r"\s*(?:[A-Z][A-Za-z]+(?:-[A-Za-z]+)+:|(?:refs?|fix(?:es|ed)?|close[sd]?|resolve[sd]?|see|part of|related to)[:\s]+"
    r"(?:[\w./-]{0,80}#\d|https?://|[A-Z]{2,8}-\d)|this reverts commit|\(cherry picked|https?://|🤖|generated with|"
    r"test plan|signed-off-by|thanks\b|many thanks|reported by|regression in)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|#{1,6}|>+)\s+|\*\*|__(?=\w)|(?<=\w)__")
_STOP = re.compile(r"(?<=[.!?])[\s]+(?=[A-Z`\"'“(])|(?<=[。！？；])")
_WHY = re.compile(
    r"\b(?:because|since|otherwise|instead|so that|so|caused?|causes|causing|broke|breaks|broken|fail(?:s|ed|ing)?"
    r"|crash(?:es|ed)?|leak(?:s|ed)?|wrong(?:ly)?|incorrect(?:ly)?|silent(?:ly)?|regress\w{0,5}|never|must|always|not"
    r"|only|without|cannot|\w{2,6}n't|unsafe|due to|means?|problem|bug|missing|missed|forgot\w{0,3}"
    r"|потому|чтобы|иначе|нельзя|ошибк\w{0,4})\b|因为|导致|避免|防止|确保|由于|否则|必须|不能|问题",
    re.IGNORECASE,
)
_REVERTS = re.compile(r"this reverts commit [0-9a-f]{7,40}[.,;]?\s*", re.IGNORECASE)
"""What git writes by itself; a reason may follow on the same line."""
_ADDRESS = re.compile(r"https?://\S+\s+\S|https?://\S+$")
_LONGEST = 240
_LEAST = 30
_MOST_LINES = 120


def sentences(body: str) -> Iterator[str]:
    """The sentences of a message that people wrote: no trailers, headings, lists of shas, tables, code or templates."""
    block: list[str] = []
    fenced = False
    for line in [*body.split("\n")[:_MOST_LINES], ""]:
        bare = _REVERTS.sub("", line.strip(), count=1)
        if bare.startswith("```"):
            fenced = not fenced
            bare = ""
        starts = bool(_MARKS.match(line))
        goes_on = bool(block) and _ADDRESS.match(bare) is not None and not block[-1].endswith((".", "!", "?", ":"))
        skipped = (
            fenced
            or bare.startswith(("#", "|", "<!--", "- [", "* [ ]", "---", "===", ">"))
            or (not goes_on and _TRAILER.match(bare))
        )
        if block and (not bare or starts or skipped):
            yield from _cut(" ".join(block))
            block = []
        if bare and not skipped:
            block.append(_MARKS.sub("", bare).strip())


def _cut(paragraph: str) -> Iterator[str]:
    for sentence in _STOP.split(paragraph[:4000]):
        text = sentence.strip()
        if text:
            yield text


def width(text: str) -> int:
    """How much a sentence says in letters; a sign of Chinese or Japanese says as much as two."""
    return len(text) if text.isascii() else len(text) + sum(char >= "\u2e80" for char in text)


def is_foreign(text: str) -> bool:
    """Whether most letters are of no Latin script, so that words of some languages tell nothing."""
    letters = [char for char in text if char.isalpha()]
    return 2 * sum(char >= "\u0250" for char in letters) > len(letters)


def reason(body: str, least: int = _LEAST) -> str:
    """The first sentence that says why, else the first that is long enough; empty where nothing is said."""
    fit = [text for text in sentences(body) if least <= width(text) <= _LONGEST]
    return next((text for text in fit if _WHY.search(text)), fit[0] if fit else "")

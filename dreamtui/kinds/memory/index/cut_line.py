"""A line of an index that is too long is cut at a word, if the memory it links to has the words that go."""

import re

from dreamtui.kinds.memory.index.reading import MemoryIndexRow
from dreamtui.text.budget import INDEX_LINE

_PIECE = re.compile(r"[^.;:,!?()\[\]{}|/→—–=+]+")
_WORD = re.compile(r"\w+")
_LONE = re.compile("[\ud800-\udfff]")


def cut_line(row: MemoryIndexRow, words: str | None) -> MemoryIndexRow | None:
    """The line in 150 characters; None when that would lose a link, or words that are not among those given."""
    text = row.text.rstrip()
    floor = max(link.end for link in row.links)
    space = next((at for at in range(INDEX_LINE - 1, floor - 1, -1) if text[at].isspace()), None)
    if space is None or _LONE.search(text) or not (words is None or _holds(words, text[space:])):
        return None
    head = text[:space].rstrip(" \t,;:.-–—([")
    return row.written(head + "…" if len(head) > floor else text[:floor])


def _holds(words: str, rest: str) -> bool:
    """Whether every part of a sentence is word for word in a memory, or each of its words stands somewhere in there."""
    there = _WORD.findall(words.casefold())
    said, known = f" {' '.join(there)} ", frozenset(there)
    return all(
        f" {' '.join(_WORD.findall(piece))} " in said or known.issuperset(_WORD.findall(piece))
        for piece in _PIECE.findall(rest.casefold())
        if _WORD.search(piece)
    )

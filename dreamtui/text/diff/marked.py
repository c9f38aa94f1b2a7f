"""What differs in two texts, as lines in which it is marked, by tone and by sign."""

from collections.abc import Iterator, Sequence

from dreamtui.text.diff.lines import Span, align_lines, pair_lines, word_changes
from dreamtui.text.lines import Line, plain


def marked(text: str, spans: Sequence[Span], tone: str) -> list[Line]:
    """The lines of a text, with these spans of it in another tone."""
    lines, at = [], 0
    for line in text.split("\n"):
        parts, done = [], 0
        for start, end in ((max(0, one - at), min(len(line), two - at)) for one, two in spans):
            if start < end:
                parts += [("text", line[done:start]), (tone, line[start:end])]
                done = end
        lines.append(Line((*parts, ("text", line[done:]))))
        at += len(line) + 1
    return lines


_FOLDED = 2
"""Equal lines in a row from which on only their number is said."""


def change_lines(before: str, after: str) -> Iterator[Line]:
    """A text that changes: old lines behind `-`, new ones behind `+`, and of an edited line the words in a tone."""
    old, new = before.split("\n"), after.split("\n")
    for block in align_lines(old, new):
        ours, theirs = old[block.before_start : block.before_end], new[block.after_start : block.after_end]
        if block.equal:
            yield from _equal(ours)
            continue
        for one, other in pair_lines(ours, theirs):
            yield from _changed(ours[one] if one is not None else "", theirs[other] if other is not None else "")


def _equal(lines: Sequence[str]) -> Iterator[Line]:
    told = [line for line in lines if line.strip()]
    if len(told) > _FOLDED:
        yield plain(f"⋯ {len(told)} lines as they are", "dim")
    else:
        yield from map(plain, told)


def _changed(old: str, new: str) -> Iterator[Line]:
    parts = word_changes(old, new)
    if parts:
        yield Line((("removed", "- "), *(part for part in parts if part[0] != "added")), 2)
        yield Line((("added", "+ "), *(part for part in parts if part[0] != "removed")), 2)
        return
    if old.strip():
        yield plain(f"- {old}", "removed", 2)
    if new.strip():
        yield plain(f"+ {new}", "added", 2)

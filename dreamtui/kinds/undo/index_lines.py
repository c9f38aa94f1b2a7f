"""Takes a change of a memory folder's index back where its surroundings changed: its lines are told by their words.

Lines of an index stand for files and are decided one by one, so neighbours of a line come and go without it.
"""

import re
from collections.abc import Sequence

from dreamtui.model.change import Span

_INDEX = re.compile(r"[^/]+(?:/[^/]+)*/MEMORY(?:-\d+)?\.md")


def is_index(path: str) -> bool:
    """Whether a logical path is an index of a memory folder; those at the top of a workspace and ours are none."""
    return _INDEX.fullmatch(path) is not None and not path.startswith(".agent/")


def invert(now: bytes, changed: Sequence[Span]) -> bytes | None:
    """The index with these changes taken back, None when one of the lines they wrote was changed since."""
    for span in reversed(changed):
        if span.after:
            if now.count(span.after) != 1 or not _whole(now, now.index(span.after), span.after):
                return None
            now = now.replace(span.after, span.before, 1)
        elif not _stands(now, span.before):
            now = _put_back(now, span)
    return now


def _stands(now: bytes, lines: bytes) -> bool:
    """Whether lines are there again already."""
    at = now.find(lines)
    return at >= 0 and _whole(now, at, lines)


def _whole(now: bytes, at: int, lines: bytes) -> bool:
    """Whether what stands at a place are whole lines."""
    end = at + len(lines)
    return (at == 0 or now[at - 1 : at] == b"\n") and (end == len(now) or lines.endswith(b"\n"))


def _put_back(now: bytes, span: Span) -> bytes:
    """Lines back before the line that came after them, else behind the one before them, else at the end."""
    for at in (_begins(now, span.trail), _ends(now, span.lead)):
        if at is not None:
            return now[:at] + span.before + now[at:]
    return now + (b"\n" if now and not now.endswith(b"\n") else b"") + span.before


def _begins(now: bytes, trail: bytes) -> int | None:
    """Where the only line begins that begins as what came after; nothing where several do."""
    line = trail.partition(b"\n")[0]
    found = [match.start() for match in re.finditer(rb"^" + re.escape(line), now, re.MULTILINE)]
    return found[0] if len(found) == 1 and line.strip() else None


def _ends(now: bytes, lead: bytes) -> int | None:
    """Behind the only line that ends as what came before."""
    line = lead[lead.rfind(b"\n", 0, -1) + 1 :]
    found = [match.end() for match in re.finditer(re.escape(line), now)]
    return found[0] if len(found) == 1 and line.strip() and line.endswith(b"\n") else None

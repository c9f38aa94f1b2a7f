"""Text without the characters that have no width, and where each of what is left stood."""

import re
from bisect import bisect_right
from typing import NamedTuple, Self

_NO_WIDTH = re.compile(
    "["
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, fillers, Arabic letter mark
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f"  # zero width, bidi
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"  # fillers, selectors, byte order mark
    "\U000e0000-\U000e0fff"  # tags and variation selectors
    "]+"
)


class Unseen(NamedTuple):
    """A text in which characters without width stood between ASCII signs; an emoji's selectors divide nothing."""

    plain: str
    """The text without them."""
    starts: tuple[int, ...]
    """Where each part of it begins."""
    origins: tuple[int, ...]
    """Where that part begins in the text as it was."""

    @classmethod
    def of(cls, text: str) -> Self | None:
        """The text without them; none for one that has none."""
        if text.isascii():
            return None
        parts: list[str] = []
        starts, origins = [0], [0]
        for match in _NO_WIDTH.finditer(text):
            start, end = match.span()
            if start and text[start - 1].isascii() and text[end : end + 1].isascii():
                parts.append(text[origins[-1] : start])
                starts.append(starts[-1] + len(parts[-1]))
                origins.append(end)
        if not parts:
            return None
        return cls("".join((*parts, text[origins[-1] :])), tuple(starts), tuple(origins))

    def where(self, span: tuple[int, int]) -> tuple[int, int]:
        """Where in the text as it was a span of `plain` stands."""
        return self._origin(span[0]), self._origin(span[1] - 1) + 1

    def _origin(self, place: int) -> int:
        part = bisect_right(self.starts, place) - 1
        return self.origins[part] + place - self.starts[part]

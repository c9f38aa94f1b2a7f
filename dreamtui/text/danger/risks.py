"""What can be dangerous in text that was read: secrets, hidden characters, and orders to an agent."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Self

from dreamtui.text.danger.orders import BETWEEN, has_orders, is_plain
from dreamtui.text.danger.secrets import is_key_line, may_hold_secret, secret_spans
from dreamtui.text.inert import has_hidden

_NO_WIDTH = re.compile(
    "["
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # soft hyphen, fillers, Arabic letter mark
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f"  # zero width, bidi
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"  # fillers, selectors, byte order mark
    "\U000e0000-\U000e0fff"  # tags and variation selectors
    "]+"
)


class Unseen(NamedTuple):
    """A text with characters of no width between ASCII signs removed; an emoji's selectors divide nothing."""

    plain: str
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
        """The place in the original text of a span of `plain`."""
        return self._origin(span[0]), self._origin(span[1] - 1) + 1

    def _origin(self, place: int) -> int:
        part = bisect_right(self.starts, place) - 1
        return self.origins[part] + place - self.starts[part]


SECRET = "secret"
HIDDEN = "hidden"
INSTRUCTIONS = "instructions"

MASK = "[secret]"
"""Replaces a masked secret."""

OTHER_MASK = "[another secret]"
"""Replaces one that the earlier version of a file does not have."""


def flags(texts: Iterable[str]) -> tuple[str, ...]:
    """What a person should be warned of in these texts, sorted: hidden, instructions, secret."""
    listed = list(texts)
    together = BETWEEN.join(listed)
    found: set[str] = set()
    if not is_plain("".join(listed)) and any(map(has_hidden, listed)):
        found.add(HIDDEN)
    if has_orders(together):
        found.add(INSTRUCTIONS)
    if has_secret(together):
        found.add(SECRET)
    return tuple(sorted(found))


def has_secret(text: str) -> bool:
    """Whether the text holds something that looks like a key, token or password."""
    if may_hold_secret(text.lower(), text) and next(secret_spans(text), None) is not None:
        return True
    return (unseen := Unseen.of(text)) is not None and has_secret(unseen.plain)


def mask(text: str) -> str:
    """The text with every secret replaced; masking twice changes nothing."""
    return _replaced(text, secrets_in(text), lambda secret: MASK)


def mask_versions(before: str | None, after: str | None) -> tuple[str | None, str | None]:
    """Two versions of a file with every secret replaced; one that took the place of another is still seen to differ."""
    spans = secrets_in(before or "")
    known = {(before or "")[start:end] for start, end in spans}
    return (
        before and _replaced(before, spans, lambda secret: MASK),
        after
        and _replaced(after, secrets_in(after), lambda secret: OTHER_MASK if known and secret not in known else MASK),
    )


def secrets_in(text: str) -> list[tuple[int, int]]:
    """The places of secrets in the text, in order; overlapping ones are joined."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(_spans(text)):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """The places of secrets, also of those that a character of no width divides, and of a line of a key on its own."""
    yield from secret_spans(text)
    if is_key_line(text):
        yield len(text) - len(text.lstrip()), len(text.rstrip())
    if (unseen := Unseen.of(text)) is not None:
        yield from map(unseen.where, _spans(unseen.plain))


def _replaced(text: str, spans: Iterable[tuple[int, int]], by: Callable[[str], str]) -> str:
    """The text with these places replaced; it keeps its lines, so that their numbers stay true."""
    parts: list[str] = []
    done = 0
    for start, end in spans:
        secret = text[start:end]
        parts += (text[done:start], by(secret) + "\n" * secret.count("\n"))
        done = end
    return "".join(parts) + text[done:]

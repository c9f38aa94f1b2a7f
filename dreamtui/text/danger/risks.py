"""What can be dangerous in text that was read: secrets, hidden characters, and orders aimed at an agent."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple, Self

from dreamtui.text.danger.secrets import is_key_line, may_hold_secret, secret_spans
from dreamtui.text.inert import has_hidden
from dreamtui.text.words import visible

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

_VICTIM = r"(?:the\s+|your\s+|any\s+)?(?:users?|humans?|operator|developers?|reviewers?|owner|maintainers?|anyone)\b"
_ORDERS = r"""
      \b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|my|these|those|of)\s+){0,3}
        (?:previous|prior|above|earlier|preceding|foregoing|system|existing|other)\s+
        (?:\w+\s+)?(?:instruction|prompt|direction|guideline|command|message|rule|context)s?\b
    | \b(?:do\s+not|don'?t|never|must\s+not)\s+(?:ever\s+)?(?:tell|inform|mention|reveal|disclose)\b
        (?:\s+(?!user|human)\w+){0,4}?\s+VICTIM
    | \b(?:hide|conceal)\s+(?:this|it|that)\s+from\s+VICTIM
    | \bwithout\s+(?:telling|informing|notifying|alerting)\s+VICTIM
    | \byou\s+(?:must|should|shall|will|need\s+to|have\s+to)\s+
        (?:now|immediately|silently|secretly|instead|at\s+once)\s+
        (?:run|execute|call|invoke|download|install|send|delete|remove|upload|push|fetch|post|write|open|read|follow|obey
        |approve|graduate|accept|reject|ignore|use|act|behave|respond|answer|reply|output|print|do|stop|change|set)\b
    | \byou\s+are\s+now\s+(?:in\s+|an?\s+|the\s+)?(?:dan|developer|debug|admin|root|god|unrestricted|jailbroken)\b
    | \b(?:curl|wget)\s[^|\n]{1,400}\|\s*(?:sudo\s+(?:-\w+\s+)?)?(?:ba|z|da|k)?sh\b
    | \b(?:curl|wget)\s[^|\n]{1,400}\|\s*(?:sudo\s+)?(?:python[0-9.]*|perl|ruby|node|php)\b
    | \b(?:ba|z)?sh\s+(?:-c\s+["']?)?(?:<\(|\$\(|`)\s*(?:curl|wget)\b
    | \beval\s+["']?(?:\$\(|`)\s*(?:curl|wget)\b
    | \b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|\n]{1,400}\|\s*(?:iex|invoke-expression)\b
    | \bbase64\s+(?:-d|-D|--decode)\b[^|\n]{0,200}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b
    | <\|im_(?:start|end)\|> | \[/?INST\] | <</?SYS>> | </?system(?:-reminder|-prompt)?> | \bBEGIN\s+SYSTEM\s+PROMPT\b
    | \b(?:send|post|upload|forward|leak|e-?mail|exfiltrate)\b[^.\n]{0,80}
        (?:\b(?:secret|credential|api\s+key|password|private\s+key|ssh\s+key|access\s+token)s?|\.env)\b[^.\n]{0,40}
        \b(?:to|at)\s+(?:https?://|\S{1,64}@)
    | \b(?:reveal|print|output|repeat|show)\s+(?:me\s+)?(?:your|the)\s+(?:full\s+|entire\s+)?system\s+prompt\b
    | \b(?:attention|important|note|message|instructions?)\s*+(?:(?:for|to)\s*+)?(?:[:,-]\s*+)?(?:all\s+|any\s+)?
        (?:ai|llm|claude|copilot|language\s+model|coding)\s*+(?:(?:agents?|assistants?|models?)\s*+)?[:!]
    | \bnew\s+(?:system\s+)?instructions?\s*:
    | \bignor(?:iere|ieren\s+sie|e|ez|a|ar)\s+(?:(?:alle|toutes|todas|todos|as|les|las|die|deine)\s+){0,2}
        (?:(?:vorherigen|bisherigen|vorigen)\s+(?:anweisungen|regeln)
        |(?:instructions|consignes)\s+pr[eé]c[eé]dentes
        |(?:instrucciones|instru[cç][oõ]es)\s+(?:anteriores|previas))
    | 忽略[^。\n]{0,8}(?:指令|指示|提示) | (?:指示|命令)を(?:すべて)?無視 | игнорируй\w{0,20}\s+(?:все\s+)?предыдущие
    """.replace("VICTIM", _VICTIM)


@cache
def _order_pattern() -> re.Pattern[str]:
    """Compiled when it is first needed: that takes longer than a whole listing may."""
    return re.compile(_ORDERS, re.VERBOSE | re.IGNORECASE)


_ORDER_WORDS = (
    "ignor", "disregard", "forget", "overrid", "bypass", "tell", "inform", "mention", "reveal", "disclos", "hide",
    "conceal", "without", "you", "curl", "wget", "iwr", "irm", "invoke-", "base64", "im_", "inst]", "sys", "secret",
    "credential", "key", "password", "token", ".env", "attention", "important", "note", "message", "instruction",
    "忽略", "指示", "命令", "игнор",
)  # fmt: skip
"""Every order holds one of these; most commit subjects hold none, and a search for them is quick."""
_APART = "\n\0\n"
"""Put between texts that are searched together: no pattern matches across it."""


def flags(texts: Iterable[str]) -> tuple[str, ...]:
    """What a person should be warned of in these texts, sorted: hidden, instructions, secret."""
    listed = list(texts)
    together = _APART.join(listed)
    found: set[str] = set()
    if not _is_plain("".join(listed)) and any(map(has_hidden, listed)):
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


def has_orders(text: str) -> bool:
    """Whether the text speaks to an agent: drop the instructions, run this, keep it from the user."""
    if _orders(text):
        return True
    if _is_plain(text.replace(_APART, "")):
        return False
    return any(_orders(visible(part)) for part in text.split(_APART) if not _is_plain(part))


def order_in(text: str) -> str:
    """The words of the first order to an agent in a text; empty for none."""
    for shown in (text, visible(text)):
        if _orders(shown) and (match := _order_pattern().search(shown)):
            return " ".join(match.group().split())
    return ""


def _is_plain(text: str) -> bool:
    """Whether a reader sees the words that are there, and nothing is hidden."""
    return text.isascii() and text.isprintable()


def _orders(text: str) -> bool:
    low = text.lower()
    for word in _ORDER_WORDS:
        if word in low:
            return _order_pattern().search(text) is not None
    return False


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

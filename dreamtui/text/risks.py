"""What can be dangerous in text that was read: secrets, hidden characters, and orders aimed at an agent.

The flags are for a person to look at; they stop nothing. They are tuned so that ordinary commit subjects, shas, uuids,
paths and test fixtures raise none.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from functools import cache

from dreamtui.text.inert import has_hidden
from dreamtui.text.words import visible

SECRET = "secret"
HIDDEN = "hidden"
INSTRUCTIONS = "instructions"

MASK = "[secret]"
"""What stands in the place of a masked secret."""

_KEYS = r"""
      -----BEGIN\ (?:[A-Z0-9]+\ ){0,3}PRIVATE\ KEY(?:\ BLOCK)?-----(?:[^-]|-(?!----))*(?:-----END[A-Z0-9\ ]*-----)?
    | \b(?:AKIA|ASIA)[A-Z0-9]{16}\b
    | \bgh[pousr]_[A-Za-z0-9]{20,}
    | \bgithub_pat_[A-Za-z0-9_]{20,}
    | \bglpat-[A-Za-z0-9_-]{20,}
    | \bxox[abeoprs]-[A-Za-z0-9-]{10,}
    | \bhooks\.slack\.com/services/[A-Z0-9]{6,}/[A-Z0-9]{6,}/[A-Za-z0-9]{16,}
    | \b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}
    | \bsk-(?:ant|proj|or)-[A-Za-z0-9_-]{20,}
    | \bsk-[A-Za-z0-9]{32,}
    | \bAIza[A-Za-z0-9_-]{35}
    | \bnpm_[A-Za-z0-9]{36}
    | \bpypi-[A-Za-z0-9_-]{50,}
    | \bhf_[A-Za-z0-9]{30,}
    | \bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
    | \beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*
    """
_NAMED = r"""
    (?P<key>pass(?:word|wd|phrase)?|pwd|secret|token(?!s)|(?:api|access|auth|private)[_-]?key)
    (?P<rest>[A-Za-z0-9_]{0,24}["']?)
    (?P<sep>\s{0,3}(?::=|=|:)\s{0,3})
    (?P<quote>["']?)(?P<value>[^\s"'`,;&)\]}]{8,256})
    """
_IN_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,128}:(?P<value>[^\s/@]{6,256})@", re.IGNORECASE)
_BEARER = re.compile(r"\b(?:bearer|basic)\s+(?P<value>[A-Za-z0-9._~+/=-]{20,})", re.IGNORECASE)
_LONG = re.compile(r"(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_-]{32,128}={0,2}(?![A-Za-z0-9+/_=-])")
_PUBLIC = re.compile(r"sha(?:1|224|256|384|512)[-:=/]|\bh1:|base64,|(?:toolu|msg|req|call)_", re.IGNORECASE)
_CODE = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_PLACEHOLDER = re.compile(
    r"(?:your|the|test|fake|dummy|example|sample|placeholder|changeme|redacted|masked|secret|password|passwd|passphrase"
    r"|token|key|api|here|value|string|foo|bar|none|null|true|false|undefined|[x*._\-\d])+",
    re.IGNORECASE,
)

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
    | \b(?:attention|important|note|message|instructions?)\s*(?:for|to)?\s*[:,-]?\s*(?:all\s+|any\s+)?
        (?:ai|llm|claude|copilot|language\s+model|coding)\s*(?:agents?|assistants?|models?)?\s*[:!]
    | \bnew\s+(?:system\s+)?instructions?\s*:
    | \bignor(?:iere|ieren\s+sie|e|ez|a|ar)\s+(?:(?:alle|toutes|todas|todos|as|les|las|die|deine)\s+){0,2}
        (?:(?:vorherigen|bisherigen|vorigen)\s+(?:anweisungen|regeln)
        |(?:instructions|consignes)\s+pr[eé]c[eé]dentes
        |(?:instrucciones|instru[cç][oõ]es)\s+(?:anteriores|previas))
    | 忽略[^。\n]{0,8}(?:指令|指示|提示) | (?:指示|命令)を(?:すべて)?無視 | игнорируй\w*\s+(?:все\s+)?предыдущие
    """.replace("VICTIM", _VICTIM)


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """A large pattern, compiled when it is first needed: that takes longer than a whole listing may."""
    return re.compile(source, re.VERBOSE if source is _KEYS else re.VERBOSE | re.IGNORECASE)


_ORDER_WORDS = (
    "ignor", "disregard", "forget", "overrid", "bypass", "tell", "inform", "mention", "reveal", "disclos", "hide",
    "conceal", "without", "you", "curl", "wget", "iwr", "irm", "invoke-", "base64", "im_", "inst]", "sys", "secret",
    "credential", "key", "password", "token", ".env", "attention", "important", "note", "message", "instruction",
    "忽略", "指示", "命令", "игнор",
)  # fmt: skip
"""Every order holds one of these; most commit subjects hold none, and a search for them is quick."""
_SECRET_WORDS = (
    "-----begin", "akia", "asia", "gh", "glpat-", "xox", "slack.com", "k_live", "k_test", "sk-", "aiza", "npm_",
    "pypi-", "hf_", "sg.", "eyj", "pass", "pwd", "secret", "token", "key", "://", "bearer", "basic",
)  # fmt: skip
"""Every secret with a name or a known shape holds one of these; the rest is long."""
_RUN = re.compile(r"[A-Za-z0-9+/_-]{32}")
_APART = "\n\0\n"
"""Put between texts that are searched together: no pattern matches across it."""


def load() -> None:
    """Compile every pattern now, for a process that is about to be divided."""
    for source in (_KEYS, _NAMED, _ORDERS):
        _pattern(source)


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
    return _may_hold_secret(text.lower(), text) and next(_secrets(text), None) is not None


def _may_hold_secret(low: str, text: str) -> bool:
    for word in _SECRET_WORDS:
        if word in low:
            return True
    return _RUN.search(text) is not None


def has_orders(text: str) -> bool:
    """Whether the text speaks to an agent: drop the instructions, run this, keep it from the user."""
    if _orders(text):
        return True
    return any(_orders(visible(part)) for part in text.split(_APART) if not _is_plain(part))


def _is_plain(text: str) -> bool:
    """Whether a reader sees the words that are there, and nothing is hidden."""
    return text.isascii() and text.isprintable()


def _orders(text: str) -> bool:
    low = text.lower()
    for word in _ORDER_WORDS:
        if word in low:
            return _pattern(_ORDERS).search(text) is not None
    return False


def mask(text: str) -> str:
    """The text with every secret replaced; masking twice changes nothing."""
    parts: list[str] = []
    done = 0
    for start, end in sorted(_secrets(text)):
        if end <= done:
            continue
        if start >= done:
            parts += (text[done:start], MASK)
        done = end
    return "".join(parts) + text[done:]


def _secrets(text: str) -> Iterator[tuple[int, int]]:
    """Where secrets stand in the text; spans may overlap."""
    for match in _pattern(_KEYS).finditer(text):
        yield match.span()
    for match in _pattern(_NAMED).finditer(text):
        if _is_value(match):
            yield match.span("value")
    for pattern in (_IN_URL, _BEARER):
        for match in pattern.finditer(text):
            value = match["value"]
            if not _PLACEHOLDER.fullmatch(value) and value[0] not in "<$%{[(":
                yield match.span("value")
    for match in _LONG.finditer(text):
        if not _PUBLIC.search(text, max(0, match.start() - 8), match.start() + 9) and _is_random(match.group()):
            yield match.span()


def _is_value(match: re.Match[str]) -> bool:
    """Whether what follows a name such as `password=` is a value rather than code, a placeholder or a sentence."""
    value = match["value"]
    if value[0] in "<$%{[(*" or _PLACEHOLDER.fullmatch(value) or "(" in value or "://" in value:
        return False
    if not match["quote"] and _CODE.fullmatch(value):
        return False
    letters = any(char.isalpha() for char in value)
    digits = any(char.isdigit() for char in value)
    assigned = "=" in match["sep"] or bool(match["quote"])
    if letters and digits:
        return assigned or len(value) >= 12
    if not assigned or "." in value or "_" in value:
        return False
    return match["key"].lower().startswith(("pass", "pwd")) and len(value) >= 12


def _is_random(token: str) -> bool:
    """Whether a long word is random: all kinds of character, mixed as no name or encoded sentence is."""
    bare = token.rstrip("=")
    kinds = [_kind(char) for char in bare]
    if not {"a", "A"} <= set(kinds) or kinds.count("0") < 2 or bare.startswith("AAAA"):
        return False
    if max(map(len, re.split("[_-]", bare))) < 20:
        return False
    changes = sum(1 for one, two in itertools.pairwise(kinds) if one != two)
    return changes / (len(kinds) - 1) >= 0.45 and len(set(bare)) >= 16 and not _encodes_text(bare)


def _kind(char: str) -> str:
    if char.isdigit():
        return "0"
    if char.isalpha():
        return "a" if char.islower() else "A"
    return "-"


def _encodes_text(bare: str) -> bool:
    """Whether the word is readable text in base64, as test fixtures are."""
    import base64  # rarely needed, and every listing would pay for it
    import binascii

    try:
        raw = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_" if set(bare) & set("-_") else None)
        return raw.decode("ascii").isprintable()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return False

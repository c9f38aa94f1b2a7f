"""What a person said to an agent, put as a sentence: the preference in it, or their words without the address."""

import re

from dreamtui.text.words import tokens, visible

_PREFERENCE = re.compile(r"use (?P<wanted>(?>\S.*?(?= not \S))) not (?P<unwanted>\S.*)", re.IGNORECASE)
_ADDRESS = re.compile(
    r"(?:(?:no|nope|nah|stop|wait|hey|ok|okay|and|also|but|so|please|pls|again|actually|claude)\b[\s,.!:;—–-]*"
    r"|(?:remember|note|do not forget|don'?t forget|as i (?:said|told you)|i(?:'ve)? (?:already )?told you|i said)\b"
    r"(?:\s+(?:that|to)\b)?[\s,.!:;—–-]*)+",
    re.IGNORECASE,
)
_KEPT = re.compile(
    r"stop\s+\w+ing\b|no\s+(?!need|problem|worries|thanks)\w+\s+(?:in|for|on|to|from|anywhere)\b", re.IGNORECASE
)
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'`])")
_PART = re.compile(r"(?<=[.!?;])\s+|(?<!\s)\s+[—–-]\s+")
_UNPLAIN = re.compile(r"<!-+|--(?:-+>?|>)|[<>\[\]{}|\\*~^#]+")
LONGEST = 160
"""Characters of a sentence; what is longer is cut at a word."""


def preference(subject: str) -> tuple[str, str] | None:
    """What is wanted and what is not, when a subject says `use X not Y`."""
    found = _PREFERENCE.fullmatch(subject.strip())
    return (found["wanted"], found["unwanted"]) if found else None


def cut(text: str, most: int = LONGEST) -> str:
    """At most so many characters, ending with a whole word."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    return (head.rsplit(" ", 1)[0] if " " in head[most // 2 :] else head).rstrip(" ,;:.—-") + "…"


def plain(text: str) -> str:
    """Words on one line that are safe in any sentence: nothing hidden, no markup."""
    return " ".join(_UNPLAIN.sub(" ", visible(text)).split())


def telling(quote: str, subject: str) -> str:
    """Of many words the sentence that says most of what the subject names; few words as they are."""
    words = plain(quote)
    parts = [part for part in _PART.split(words) if part]
    if len(words) <= LONGEST or len(parts) < 2:
        return words
    wanted = frozenset(subject.casefold().split())
    shares = [sum(any(said.startswith(word) for said in tokens(part)) for word in wanted) for part in parts]
    return parts[shares.index(max(shares))]


def instruction(quote: str, subject: str = "") -> str:
    """The person's own words as an instruction: without "no," or "remember that", at most a few sentences."""
    words = telling(quote, subject).strip(" \"'“”")
    head = _ADDRESS.match(words)
    if head is not None and not _KEPT.match(words):
        words = words[head.end() :].strip()
    kept = ""
    for part in _END.split(words):
        if kept and len(kept) + len(part) + 1 > LONGEST:
            break
        kept = f"{kept} {part}".strip()
    kept = cut(kept)
    if not kept:
        return ""
    return sentence(kept if kept[-1] in ".!?…" else f"{kept}.")


def sentence(text: str) -> str:
    """With a capital at its beginning, unless a name stands there that has to stay as it is spelt."""
    return text[0].upper() + text[1:] if text[:1].isalpha() and not _is_name(text) else text


def _is_name(text: str) -> bool:
    """Whether the first word is spelt in a way that has to stay: a path, a command, a name with capitals inside."""
    first = text.split()[0]
    has_signs = any(sign in first for sign in "/._`(") and not first.endswith((".", "…"))
    return has_signs or first[1:] != first[1:].lower()

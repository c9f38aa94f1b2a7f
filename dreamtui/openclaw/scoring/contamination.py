"""Snippets that are no memory but machinery: promotion markers, dream prompts, staged candidates, transcripts.

OpenClaw never promotes these; the newer rules add secrets, stack traces and other passing noise.
"""

import re
from itertools import pairwise

from dreamtui.text.js import collapse, cut_units

_ANY = (
    "openclaw-memory", "dreaming-narrative", "session", "conversation", "user:", "assistant:", "important", "score=",
    "candidate", "reflection",
)  # fmt: skip
"""Every contaminated snippet holds one of these, and most snippets none."""
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        r"<!--\s*openclaw-memory-promotion:",
        r"\bSession Key\b.{0,260}\bSession ID\b|\bSession ID\b.{0,260}\bSession Key\b",
        r"Save important context from this session to the daily memory file\.\s*STRICT RULES:",
        r"\[\s*score=\d+(?:\.\d+)?\s+(?:signals=\d+\s+)?recalls=\d+\s+avg=\d+(?:\.\d+)?\s+source=memory/",
    )
)
_DIARY = re.compile(
    r"\s*(?:User|Assistant):\s*Write a dream diary entry from these memory fragments", re.IGNORECASE | re.ASCII
)
"""What follows `[… dreaming-narrative …]` in the prompt of a dream diary."""
_SUMMARY = {
    "v4": re.compile(r"(?:[-*+]\s*)?Conversation Summary:", re.IGNORECASE),
    "v5": re.compile(
        r"(?:[-*+]\s*)?Conversation Summary:\s*"
        r"(?:\Z|(?:[-*+]\s*)?(?:user|assistant|(?:\*\*)?Session (?:Key|ID)(?:\*\*)?):\s)",
        re.IGNORECASE,
    ),
}
_TURN = re.compile(r"(?:[-*+]\s*)?(?:user|assistant):\s", re.IGNORECASE)
_LEAD = re.compile(r"(?:@@\s*-\d+(?:,\d+)?\s+[-*+]\s+|[\[(] *|[-*+>] )*", re.IGNORECASE)
_NARRATIVE = {
    "v4": re.compile(r"\b(?:Candidate|Reflections?):", re.IGNORECASE),
    "v5": re.compile(r"\b(?:Candidate|Reflections?):|#{1,6}\s+Reflections?\b", re.IGNORECASE),
}
_CONFIDENCE = re.compile(r"\bconfidence:\s*\d", re.IGNORECASE)
_EVIDENCE = re.compile(r"\bevidence:\s*memory/", re.IGNORECASE)
_STAGED = re.compile(r"\bstatus:\s*staged\b", re.IGNORECASE)
_RECALLS = re.compile(r"\brecalls:\s*\d+\b", re.IGNORECASE)
_NOTE = re.compile(r"\bnote:\s*reflection\b", re.IGNORECASE)

_SECRET = re.compile(
    r"(?:^|[^a-z0-9])(?:sk-[a-z0-9_-]{12,}|ghp_[a-z0-9_]{20,}|AKIA[0-9A-Z]{16})"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)
_TOKEN = re.compile(r"(?:^|[^a-z0-9])eyJ(?:[A-Za-z0-9_-]{20,}+(\.[A-Za-z0-9_-]{20,}+\.[A-Za-z0-9_-]{10})?)?")
"""A signed token in the first group; what only begins like one is read to its end, and not again."""
_ASSIGNED = re.compile(
    r"\b(?:password|passwd|api[_ -]?key|access[_ -]?token|auth[_ -]?token|authorization|bearer)\s*[=:]\s*"
    r"(?!\*{3}|\.{3})\S{6,}",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:always use|prefers?|preferences?|standing rule|rule:|remember|should default to)(?!\w)", re.IGNORECASE
)
_PASSING = re.compile(
    r"\b(?:not generated|not created|pipeline aborted|exit code\s+\d+|stack trace|traceback|unhandledpromiserejection"
    r"|econnreset|etimedout|epipe|enoent|eacces|incorrect username or password|authentication failure"
    r"|user account is locked|token expired|token revoked|invalid[_-]?grant|refresh[_ -]?token|credentials? expired"
    r"|attempt \d+/\d+ failed|https?\s+[45]\d\d)\b|(?:^|\s)```[a-z]*\s*[{\[]",
    re.IGNORECASE,
)
_MARKS = (
    "sk-", "ghp_", "akia", "eyj", "private key", "passw", "api", "token", "authorization", "bearer", "not generated",
    "not created", "aborted", "exit code", "stack trace", "traceback", "unhandled", "econn", "etimed", "epipe",
    "enoent", "eacces", "authentication", "locked", "invalid", "credential", "attempt", "http", "```", ":", "/tmp/",
    "/temp/", "/private/var", "|",
)  # fmt: skip
"""Every secret and every passing noise holds one of these."""
_FRAME = re.compile(r"(?:^|[\s,;])\((?:[^)\s.]++|\.(\w{1,10}:\d+:\d+\))?)*+")
"""A place of a stack trace in the first group; a bracket that holds none is read to its end, and not again."""
_TIME = re.compile(r"\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?\b")
_TEMP = re.compile(r"(?:^|\s)/(?:tmp|var/tmp|private/var/folders)/|/(?:tmp|temp)/")
_PATHS = re.compile(r"\b(?:output|directory|path|contents|file|logs?|temp|temporary)\b", re.IGNORECASE)
_FAILURE = re.compile(r"\b(?:failed|failure|error|root cause|exception)\b", re.IGNORECASE)


def is_contaminated(raw: str, rules: str = "v4", *, corpus: bool = False) -> bool:
    """Whether a snippet is machinery by the rules of a version; in a session corpus, turns of a talk are not."""
    low = raw.lower()
    if rules == "v5" and low and _is_passing(raw, low):
        return True
    if not any(word in low for word in _ANY):
        return False
    snippet = collapse(raw)
    if any(pattern.search(snippet) for pattern in _PATTERNS) or _SUMMARY[rules].match(snippet):
        return True
    if _is_diary(snippet):
        return True
    return (not corpus and _TURN.match(snippet) is not None) or _is_staged(snippet, rules)


def _is_diary(snippet: str) -> bool:
    """Whether a snippet holds the prompt of a dream diary: its name in square brackets, then the order to write it."""
    parts = snippet.split("]")
    return any(
        _DIARY.match(after) and "dreaming-narrative" in before[before.find("[") :].lower()
        for before, after in pairwise(parts)
        if "[" in before
    )


def _is_staged(snippet: str, rules: str) -> bool:
    """Whether a snippet is a candidate that the dreaming itself staged."""
    lead = _LEAD.match(snippet)
    head = cut_units(snippet[lead.end() if lead else 0 :], 200)
    if not (_NARRATIVE[rules].search(head) and _CONFIDENCE.search(snippet) and _EVIDENCE.search(snippet)):
        return False
    staged = _STAGED.search(snippet) is not None and _RECALLS.search(snippet) is not None
    return staged or (rules == "v5" and _NOTE.search(snippet) is not None)


def _is_passing(raw: str, low: str) -> bool:
    """Secrets, and noise of the moment unless the snippet states something that is to last."""
    if not any(mark in low for mark in _MARKS):
        return False
    snippet = collapse(raw)
    if _SECRET.search(snippet) or _ASSIGNED.search(snippet) or any(found[1] for found in _TOKEN.finditer(snippet)):
        return True
    return _is_noise(snippet) and _LASTING.search(snippet) is None


def _is_noise(snippet: str) -> bool:
    if _PASSING.search(snippet) or _TIME.search(snippet) or any(found[1] for found in _FRAME.finditer(snippet)):
        return True
    if _TEMP.search(snippet) and _PATHS.search(snippet):
        return True
    return snippet.count("|") >= 8 and _FAILURE.search(snippet) is not None

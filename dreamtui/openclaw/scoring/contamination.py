"""Which snippets are machinery rather than memories: what OpenClaw's dreaming wrote where its own search finds it.

The rules of v5 also leave out secrets and passing noise, such as stack traces. What is looked for are the words that
OpenClaw itself writes. Only ASCII has letters and digits here, and every blank is one space.
"""

import re
from collections.abc import Callable
from itertools import pairwise

from dreamtui.openclaw.js import collapse, cut_units, units
from dreamtui.text.danger.risks import has_secret

_ANY_CASE = re.ASCII | re.IGNORECASE
_SESSION_APART = 260
_HEAD = 200
_TABLE = 8

_PROMOTED = re.compile(r"<!-- ?openclaw-memory-promotion:", _ANY_CASE)
_DIARY = re.compile(r" ?(?:user|assistant): ?write a dream diary entry from these memory fragments", _ANY_CASE)
_TURN = re.compile(r"(?:[-*+] ?)?(?:user|assistant): ", _ANY_CASE)
_SESSION = re.compile(r"(?<!\w)session (key|id)(?!\w)", _ANY_CASE)
_FLUSH = re.compile(r"save important context from this session to the daily memory file\. ?strict rules:", _ANY_CASE)
_SCORED = re.compile(
    r"\[ ?score=\d+(?:\.\d+)? (?:signals=\d+ )?recalls=\d+ avg=\d+(?:\.\d+)? source=memory/", _ANY_CASE
)
_SUMMARY = re.compile(r"(?:[-*+] ?)?conversation summary:", _ANY_CASE)
_SUMMARY_BODY = re.compile(r"\Z| ?(?:[-*+] ?)?(?:user|assistant|(?:\*\*)?session (?:key|id)(?:\*\*)?): ", _ANY_CASE)

_MARKS = re.compile(r"(?>(?:[\[(] ?|[-*+>] |@@ ?-\d+(?:,\d+)? [-*+] )*)", re.ASCII)
_STAGED = re.compile(r"(?<!\w)(?:candidate|reflections?):", _ANY_CASE)
_REFLECTIONS = re.compile(r"# reflections?(?!\w)", _ANY_CASE)
_CONFIDENCE = re.compile(r"(?<!\w)confidence: ?\d", _ANY_CASE)
_EVIDENCE = re.compile(r"(?<!\w)evidence: ?memory/", _ANY_CASE)
_STATUS = re.compile(r"(?<!\w)status: ?staged(?!\w)", _ANY_CASE)
_RECALLS = re.compile(r"(?<!\w)recalls: ?\d++(?!\w)", _ANY_CASE)
_NOTE = re.compile(r"(?<!\w)note: ?reflection(?!\w)", _ANY_CASE)

_KEY = re.compile(
    r"(?<![a-z0-9])(?:sk-[a-z0-9_-]{12}|ghp_[a-z0-9_]{20}|AKIA[0-9A-Z]{16})|-----BEGIN [A-Z ]*PRIVATE KEY-----"
)
_TOKEN_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_TOKEN_HEAD = re.compile(r"(?<![a-z0-9])eyJ.{20}")
_ASSIGNED = re.compile(
    r"(?<!\w)(?:password|passwd|api[ _-]?key|(?:access|auth)[ _-]?token|authorization|bearer) ?[=:] ?"
    r"(?!\*\*\*|\.\.\.)[^ ]{6}",
    _ANY_CASE,
)

_LASTING = re.compile(
    r"(?<!\w)(?:always use|prefer(?:s|ences?)?|standing rule|rule:|remember|should default to)(?!\w)", _ANY_CASE
)
_FAILURE = re.compile(
    r"(?<!\w)(?:not (?:generated|created)|pipeline aborted|exit code \d++|stack trace|traceback"
    r"|unhandledpromiserejection|econnreset|etimedout|epipe|enoent|eacces|incorrect username or password"
    r"|authentication failure|user account is locked|token (?:expired|revoked)|invalid[_-]?grant|refresh[ _-]?token"
    r"|credentials? expired|attempt \d++/\d++ failed|https? [45]\d\d)(?!\w)",
    _ANY_CASE,
)
_DATA = re.compile(r"(?<![^ ])```[a-z]* ?[{\[]", _ANY_CASE)
_MOMENT = re.compile(r"(?<!\w)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?(?!\w)", re.ASCII)
_CODE_LINE = re.compile(r"\.\w{1,10}:\d+:\d+\Z", re.ASCII)
_TEMPORARY = re.compile(r"/te?mp/|(?<![^ ])/private/var/folders/")
_FILE = re.compile(r"(?<!\w)(?:output|directory|path|contents|file|logs?|temp|temporary)(?!\w)", _ANY_CASE)
_ERROR = re.compile(r"(?<!\w)(?:failed|failure|error|root cause|exception)(?!\w)", _ANY_CASE)


def is_contaminated(raw: str, rules: str = "v4", *, corpus: bool = False) -> bool:
    """Whether a snippet is machinery by one version's rules; `corpus`: it is from a transcript, which has turns."""
    text = collapse(raw)
    if not corpus and _TURN.match(text):
        return True
    low = text.lower()
    for words, looks_so in _RULES:
        if words in low and looks_so(text, rules):
            return True
    return rules == "v5" and (_is_secret(text) or (_is_noise(text) and not _LASTING.search(text)))


def _asks_for_diary(text: str, _: str) -> bool:
    """The dreaming's own prompt behind the name of its session in brackets."""
    return any(
        "dreaming-narrative" in before.partition("[")[2].lower() and _DIARY.match(behind)
        for before, behind in pairwise(text.split("]"))
    )


def _is_about_session(text: str, _: str) -> bool:
    """A session's key and its id, not far from each other."""
    return any(
        one[1].lower() != other[1].lower() and units(text[one.end() : other.start()]) <= _SESSION_APART
        for one, other in pairwise(_SESSION.finditer(text))
    )


def _is_summary(text: str, rules: str) -> bool:
    found = _SUMMARY.match(text)
    return found is not None and (rules == "v4" or _SUMMARY_BODY.match(text, found.end()) is not None)


def _is_staged(text: str, rules: str) -> bool:
    """A candidate or reflection with the figures that the dreaming gives to each."""
    if not (_CONFIDENCE.search(text) and _EVIDENCE.search(text)):
        return False
    if not (_STATUS.search(text) and _RECALLS.search(text)) and not (rules == "v5" and _NOTE.search(text)):
        return False
    marks = _MARKS.match(text)
    begin = marks.end() if marks else 0
    head = cut_units(text[begin : begin + _HEAD], _HEAD)
    return bool(_STAGED.search(head) or (rules == "v5" and _REFLECTIONS.search(head)))


_RULES: tuple[tuple[str, Callable[[str, str], object]], ...] = (
    ("openclaw-memory-promotion:", lambda text, _: _PROMOTED.search(text)),
    ("dreaming-narrative", _asks_for_diary),
    ("session key", _is_about_session),
    ("strict rules:", lambda text, _: _FLUSH.search(text)),
    ("score=", lambda text, _: _SCORED.search(text)),
    ("conversation summary:", _is_summary),
    ("confidence:", _is_staged),
)
"""Words without which a rule cannot hold, which are quick to look for, and the rule."""


def _is_secret(text: str) -> bool:
    return bool(_KEY.search(text) or ("eyJ" in text and _has_token(text)) or _ASSIGNED.search(text))


def _has_token(text: str) -> bool:
    """Whether there is a signed token: three parts with points between them."""
    parts = text.split(".")
    for head, body, signature in zip(parts, parts[1:], parts[2:], strict=False):
        if len(body) < 20 or body.strip(_TOKEN_CHARS) or signature[:10].strip(_TOKEN_CHARS) or len(signature) < 10:
            continue
        if _TOKEN_HEAD.search(head[len(head.rstrip(_TOKEN_CHARS)) :]):
            return True
    return False


def _is_noise(text: str) -> bool:
    """What passes: failures, data, moments, places in code, temporary files, tables of errors."""
    if _FAILURE.search(text) or _DATA.search(text) or _MOMENT.search(text):
        return True
    if ":" in text and _names_code(text):
        return True
    if _TEMPORARY.search(text) and _FILE.search(text):
        return True
    return text.count("|") >= _TABLE and _ERROR.search(text) is not None


def _names_code(text: str) -> bool:
    """Whether there is a place in code as stack traces have it: in parentheses, with line and column."""
    for word in text.split(" "):
        for number, part in enumerate(word.split(")")[:-1]):
            is_open = (number == 0 and part.startswith("(")) or ",(" in part or ";(" in part
            if is_open and _CODE_LINE.search(part):
                return True
    return False


_METADATA = re.compile(
    r"\[\s*score=|\b(?:confidence|evidence|recalls|status|tags|source):\s*\S|^---|<!--|\bsession (?:key|id)\b"
    r"|^\s*(?:candidate|reflections?):",
    re.IGNORECASE,
)
_LOG = re.compile(
    r"\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}|\b(?:DEBUG|INFO|WARN|ERROR|FATAL)\b[\s:\]]|\bhttps?\s+[45]\d\d\b"
    r"|\bexit code\s+\d+|\btraceback\b|\bat\s+[\w.$<>]+\s+\([^()]*:\d+|\[\d{2}:\d{2}:\d{2}\]|\bECONN\w+|\bENOENT\b"
)
_CODE = re.compile(
    r"```|^\s*(?:\$|#!|sudo|git|npm|npx|pip|docker|kubectl|curl|cd|ls|cat|export|python3?|node|make|ssh)\s+\S.*"
    r"(?:\s-{1,2}\w|\||&&|/)|(?m:^)(?>.*?\b(?:const|let|var|def|function|import|return|class)\s+\w).*[;({=:]\s*\Z"
    r"|[{};]\s*$|=>|\w\(+[^()]*\)\s*;"
)
_DANGLING = re.compile(
    r"(?:[,:;(]|\b(?:and|or|but|the|a|an|of|to|with|for|in|on|is|are|was|that|which|because))\s*$", re.I
)
_OPENING = re.compile(r"^(?:and|or|but|which|that|because|then)\s|^[a-z]+ing,\s", re.I)


def junk_flags(snippet: str) -> tuple[str, ...]:
    """Why a snippet is no sentence worth keeping, sorted; empty for a good one."""
    text = snippet.strip()
    bare = re.sub(r"^(?:[-*+]|\d+\.)\s+", "", text)
    found = set()
    if _METADATA.search(bare):
        found.add("metadata")
    if _LOG.search(bare):
        found.add("log")
    if _CODE.search(bare):
        found.add("code")
    if has_secret(bare):
        found.add("secret")
    if not found and _is_fragment(bare):
        found.add("fragment")
    return tuple(sorted(found))


def _is_fragment(text: str) -> bool:
    """Half a sentence: too short to say anything, cut off at its end, or the end of another."""
    if len(text.split()) < 3 and not any(char > "\u2e80" for char in text):
        return True
    if _DANGLING.search(text) or _OPENING.search(text):
        return True
    return text.count("(") != text.count(")") or text.count("`") % 2 == 1

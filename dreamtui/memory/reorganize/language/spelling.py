"""A statement spelled in one way before it is read: phrases as one word, hyphenated words in parts, days in ISO."""

import re
from functools import lru_cache

from dreamtui.memory.reorganize.language import vocabulary as known

_QUOTED = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
_BOLD = re.compile(r"\*\*(?=[^\s*])([^*\n]{1,300})(?<=\S)\*\*")
_SIGN = re.compile(
    r"""
      \[[ xX]\]                                      # a task, open or done
    | <-|<=|>=|!=|->|=>|[<>≤≥≠±≈←]
    | ~~|~(?=\d)                                     # struck out; about so many
    | (?<![\w)\]-])[-+](?=[\d.])                     # below or above zero
    | (?<=\w)\+{1,2}(?!\w)|(?<=[A-Z])\#(?!\w)        # C++, 14+, C#
    | (?<![\w!])!(?=\w)
    | (?<![\w*)\]"'”’])\*(?=[./]\w)|(?<=/)\*         # any name
    | (?<=[^\W_])_{1,8}(?=[^\W_])                    # user_id is not userid
    | \?(?=["'”’)\]*_`]{0,8}(?:\s|$))                # a question
    | \b(?:no|not|never|none|nothing|nobody|neither|nor|stop|without)\b["'”’)\]*_`]{0,8}[.,;:!?](?=\W{0,8}\w)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_PLAIN = frozenset({"->", "=>"})
"""An arrow may as well be a word or a dash."""
_LIKELY = re.compile(r"[<>≤≥≠±≈←!~+\-#*_?\[]|(?i:\b(?:n|stop|without))")


@lru_cache(maxsize=65536)
def signs_of(text: str) -> tuple[tuple[int, str], ...]:
    """Each sign with how many words stand before it, in order."""
    if _LIKELY.search(text) is None:
        return ()
    text = _BOLD.sub(r"\1", _QUOTED.sub("", text))
    found = [(match.start(), match.group().lower()) for match in _SIGN.finditer(text)]
    found = [(at, sign) for at, sign in found if sign not in _PLAIN]
    if not found:
        return ()
    starts = [match.start() for match in _WORD.finditer(text)]
    made: list[tuple[int, str]] = []
    before = 0
    for at, sign in found:
        while before < len(starts) and starts[before] < at:
            before += 1
        made.append((before, sign))
    return tuple(made)


_PHRASES = tuple(
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in (
        (r"\b(?:rather than|in place of)\b|,\s+(?:and\s+)?not\b(?!\s+to\b)|\band not\b", " instead of"),
        (r"\bmore important than\b", " over"),
        (r"(?<=\w)[ ]?n[’']t\b", " not"),
        (r"\b(do|does|did|is|are|was|were|would|should|must|could|have|has|had)nt\b", r"\1 not"),
        (r"\bca(?=\snot\b)", ""),
        (r"\bwo(?=\snot\b)", "will"),
        (r"\bno one\b", "nobody"),
        (r"\bnot ever\b", "never"),
        (r"\b(?:have|has|had) to\b", "has-to"),
        (r"\bneeds? to\b", "need-to"),
        (r"\bat least\b", "at-least"),
        (r"\bat most\b", "at-most"),
        (r"\bup to\b(?=\s+\d)", "up-to"),
        (r"\b(?:every|each) (night|day|week|month|year|hour)\b", r"every-\1"),
        (r"\be\.g\.|\bi\.e\.", ""),
        (r"\bup[ -]to[ -]date\b", "current"),
        (r"\bdoc strings?\b", "docstring"),
        (r"\bpull requests?\b|\bPRs?\b", "pullrequest"),
        (r"\bso that\b", "so"),
        (r"\blogged in\b", "loggedin"),
        (r"\blogged out\b", "loggedout"),
        (r"\bwherever possible\b|\bwhen(?:ever)? possible\b|\bwhere you can\b", ""),
        (r"\bby hand\b", "manually"),
        (r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bwas )\bused to(?=\s\w)", "formerly"),
    )
)
_MONTH_NAMES = "|".join(sorted((name.capitalize() for name in known.MONTHS), key=len, reverse=True))
_DAY_FIRST = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_MONTH_NAMES})\b(?:,? (?P<year>\d{{4}})\b)?"
)
_MONTH_FIRST = re.compile(
    rf"\b(?P<month>{_MONTH_NAMES}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<year>\d{{4}})\b)?"
)
_HYPHENATED = re.compile(r"(?<![\w/.\-`#])[a-zA-Z]+(?:-[a-z]+)+(?![\w/\-`(]|\.\w)")


def spelled(text: str) -> str:
    """The text with phrases that act as one word made one word."""
    for pattern, instead in _PHRASES:
        text = pattern.sub(instead, text)
    text = _HYPHENATED.sub(_parts, text) if "-" in text else text
    return _DAY_FIRST.sub(_iso, _MONTH_FIRST.sub(_iso, text)) if any(map(str.isdigit, text)) else text


def _parts(match: re.Match[str]) -> str:
    """A hyphenated word as its parts, unless the whole is known or its first part turns it round."""
    low = match.group().lower()
    if low.startswith(("non-", "every-")) or low in known.STRENGTHS or any(low in pair for pair in known.ANTONYMS):
        return match.group()
    if any(part in known.WEAK and part not in _JOINING for part in low.split("-")):
        return match.group()
    return match.group().replace("-", " ")


_JOINING = frozenset({"to", "of", "the", "in", "by", "and", "on", "up", "out", "for", "a", "as", "is"})
"""Little words inside a hyphenated phrase; any other one is part of a name, such as the `us` of `logs-us`."""


def _iso(match: re.Match[str]) -> str:
    """A day written with the name of its month, as an ISO date; year 0000 where none is said."""
    return f"{match['year'] or '0000'}-{known.MONTHS[match['month'].lower()]:02}-{int(match['day']):02}"

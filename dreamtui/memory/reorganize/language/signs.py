"""Signs that change what a text says although its words stay the same: `<` and `>`, `-1`, `C++`, `!important`, "?"."""

import re
from functools import lru_cache

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

"""Untrusted TOML: keys have few parts, because the time and memory that tomllib takes grow with their square."""

import re
import tomllib
from typing import Any

from dreamtui.model.errors import Malformed

LARGEST = 1 << 18
"""Characters that are read; a manifest has a tenth of it."""
_MOST_DOTS = 5000
"""Dots outside of strings in the whole text, of which each may begin a table."""
_DEEPEST = 16
"""Parts of a key; those of real manifests have at most six."""
_OPENS = re.compile(r"""\"\"\"|'''|["'#]""")
_CLOSES = {
    '"""': re.compile(r'\\.|"""', re.DOTALL),
    "'''": re.compile("'''"),
    '"': re.compile(r'\\.|["\n]', re.DOTALL),
    "'": re.compile(r"['\n]"),
    "#": re.compile(r"\n"),
}
"""What ends a string or a comment; a backslash with what it escapes does not."""
_DEEP_KEY = re.compile(r"\.[ \t]*[\w-]+[ \t]*" * _DEEPEST)


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; ValueError for what is none, Malformed for one that cannot be meant."""
    if len(text) > LARGEST:
        raise Malformed("it is too large")
    bare = _without_strings(text)
    if bare.count(".") > _MOST_DOTS or _DEEP_KEY.search(bare):
        raise Malformed("it has keys of too many parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Malformed("it is nested too deeply") from None


def _without_strings(text: str) -> str:
    """The text with `_` for each string and nothing for a comment; one without an end reaches to the end of it."""
    kept, at = [], 0
    while opens := _OPENS.search(text, at):
        kept += [text[at : opens.start()], "" if opens[0] == "#" else "_"]
        at = opens.end()
        while closes := _CLOSES[opens[0]].search(text, at):
            at = closes.end()
            if closes[0][0] != "\\":
                break
        else:
            return "".join(kept)
        at -= closes[0] == "\n"
    return "".join((*kept, text[at:]))

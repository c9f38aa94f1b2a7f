"""What a summary says is reverted. Pure text."""

import re

_START = re.compile(r"revert(?:s|ed|ing)?\b(?:\([^)\n]*\))?", re.IGNORECASE)
_QUOTED = re.compile(r'["“](.*)["”]\s*\.?$', re.DOTALL)
_PULL_REQUEST = re.compile(r"(?<!\s)\s*\((?:#|!)\d+\)$")
_LONGEST = 1000
"""Characters of a summary that are compared."""


def is_revert(summary: str) -> bool:
    """Whether the summary begins with revert, reverts, reverted or reverting."""
    return _START.match(summary) is not None


def same_change(subject: str) -> str:
    """A change's subject, normalized: without case, spaces, pull-request numbers and `Revert "…"`."""
    text = " ".join(subject[:_LONGEST].split()).casefold()
    while True:
        if text.endswith(")"):
            text = _PULL_REQUEST.sub("", text).rstrip()
        opening = _START.match(text)
        if opening is None:
            return text
        rest = text[opening.end() :].lstrip("!: ")
        if not rest:
            return ""
        quoted = _QUOTED.match(rest)
        text = (quoted.group(1) if quoted else rest).strip()


def reverted_change(summary: str) -> str:
    """The subject of the reverted change, normalized; empty if the summary has none."""
    if summary.startswith('Revert "') and summary.endswith('"') and len(summary) < _LONGEST:
        text = " ".join(summary[8:-1].split()).casefold()
        if text[-1:] != ")" and text[:6] != "revert":
            return text  # what git itself writes; nothing is left to be taken off
    return same_change(summary) if is_revert(summary) else ""

"""What should not be promoted as it stands: code, half sentences, metadata, log lines, secrets.

These are flags for a person, who may write a better sentence; they drop nothing.
"""

import re

from dreamtui.text.danger.risks import has_secret

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

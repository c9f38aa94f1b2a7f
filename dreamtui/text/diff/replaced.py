"""What was replaced in a line: the one run of tokens between what two lines have in common. Pure and linear."""

import re

_WORDS = (
    ".md", ".mdx", ".rst", ".txt", ".adoc", ".po", ".svg", ".lock", ".snap", ".csv", ".json", ".jsonl", ".ambr", ".map",
    ".xml",
)  # fmt: skip
"""Files of words and of data that hold no comments."""
_SETTINGS = (".yaml", ".yml", ".toml", ".ini", ".cfg", ".properties", ".env")
_PROSE = (*_WORDS, *_SETTINGS)
"""Files of words and data, in which what a line says changes with what is so."""
_NO_CODE = re.compile(
    r"\s*(?:import\b|from\b|use\b|#include\b|export\b.*\bfrom\b|require\b|//|/\*|\*|#\s|<!--|--\s|\"\"\"|version\b)"
)

_LONGEST = 60
"""Characters of a run; more is a rewritten line, not a replaced name."""


def is_code_file(path: str) -> bool:
    """Whether a file holds code, and neither words nor data."""
    return not path.endswith(_PROSE)


def has_comments(path: str) -> bool:
    """Whether a file holds code or settings, so that what its comments say is about that."""
    return not path.endswith(_WORDS)


def says_code(line: str) -> bool:
    """Whether a line does something: no comment, and none that only brings names in."""
    return not _NO_CODE.match(line)


def role_of(before: str, after: str) -> str:
    """What a run of tokens is between what stands before and after it: `call`, `member` or `type`; else empty."""
    left, right = before.rstrip()[-2:], after.lstrip()[:1]
    if right == "(":
        return "call"
    if left[-1:] == ".":
        return "member"
    if left == "->" or left[-1:] == ":" or (left[-1:] and left[-1] in "<[|" and right and right in ">],|"):
        return "type"
    return ""


def replaced(old: str, new: str) -> tuple[str, str, str] | None:
    """The run of tokens that differs, whole words each, and its role; None where it was only added, taken or spaced."""
    old, new = old.strip(), new.strip()
    start = _common(old, new)
    if start == len(old) or start == len(new):
        tail = (old if len(old) > len(new) else new)[start:]
        if not (start and _wordy(old[start - 1]) and _wordy(tail[:1])):
            return None
    longest = min(len(old), len(new)) - start
    end = 0
    while end < longest and old[-1 - end] == new[-1 - end]:
        end += 1
    while start and _wordy(old[start - 1]) and (_wordy(old[start : start + 1]) or _wordy(new[start : start + 1])):
        start -= 1
    while end and _wordy(old[len(old) - end]) and (_joined(old, end) or _joined(new, end)):
        end -= 1
    before, after = old[start : len(old) - end].strip(), new[start : len(new) - end].strip()
    if not before or not after or before == after or max(len(before), len(after)) > _LONGEST:
        return None
    return before, after, role_of(old[:start], old[len(old) - end :] if end else "")


def _common(old: str, new: str) -> int:
    """How many characters two lines begin with in common; by halves, since nearly every line of a history is asked."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _joined(line: str, end: int) -> bool:
    """Whether the word at the beginning of the common end begins before it."""
    at = len(line) - end
    return at > 0 and _wordy(line[at - 1])


def _wordy(char: str) -> bool:
    return char.isalnum() or char in "_$"

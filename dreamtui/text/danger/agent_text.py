"""Makes a rule's or note's words fit for a file that agents load.

They came from logs, commits and transcripts: hidden characters become visible marks, and nothing in them can start a
heading, a fence or a comment, close our region, or import a file (`@path`).
"""

import re

from dreamtui.text.inert import inert, inert_line
from dreamtui.text.markup.markdown import code_spans, fence_of

_HEADING = re.compile(r"^[ \t]*(#{1,6}(?=[ \t]|$)|=+[ \t]*$|-+[ \t]*$|(?:[*_-][ \t]*){3,}$)")
_BULLET = re.compile(r"^(?:[-*+]|\d{1,9}[.)])[ \t]+")
_IMPORT = re.compile(r"(?<![\w`.@\\/])@(?=[^\s@])")
_CUT = "…"


def safe_text(text: str) -> str:
    """Words on one or several lines, safe inside a list item."""
    shown = (
        inert(text.replace("\r\n", "\n").replace("\r", "\n"))
        .replace("<!--", "&lt;!--")
        .replace("-->", "--&gt;")
        .strip()
    )
    lines = [line.rstrip() for line in _without_imports(shown).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(_plain(line) for line in lines))


def safe_line(text: str) -> str:
    return safe_text(re.sub(r"\s+", " ", inert_line(text)))


def bullet(text: str) -> tuple[str, ...]:
    """A list item: the first line after the dash, the others below it."""
    first, *rest = _BULLET.sub("", safe_text(text)).split("\n")
    return ("- " + _plain(first), *("  " + line if line else "" for line in rest))


def cut(text: str, width: int) -> str:
    """The text in at most `width` characters, cut at a word where one ends near."""
    if len(text) <= width:
        return text
    head = text[: max(width - 1, 0)]
    space = head.rfind(" ")
    return (head[:space] if space > width * 2 // 3 else head).rstrip(" ,;:.-") + _CUT


def first_line(text: str) -> str:
    """The first line with words that is no heading, without list signs; a heading when there is nothing else."""
    heading = ""
    for line in text.splitlines():
        bare = line.strip()
        words = _BULLET.sub("", bare.lstrip("#>").strip())
        if not any(char.isalnum() for char in words):
            continue
        if not bare.startswith("#"):
            return words
        heading = heading or words
    return heading


def _plain(line: str) -> str:
    """A line that starts no heading, ruler or fence."""
    fence = fence_of(line)
    start = len(fence[0]) if fence else len(line) - len(line.lstrip(" \t"))
    return f"{line[:start]}\\{line[start:]}" if fence or _HEADING.match(line) else line


def _without_imports(text: str) -> str:
    """`@path` outside inline code imports a file into the context: a backslash makes it plain words.

    Code counts only if it is on one line and in its paragraph alike, and not once a backtick is escaped.
    """
    if "@" not in text:
        return text
    spans = [] if "\\`" in text else [s for s in code_spans(text) if "\n" not in text[s[0] : s[1]]]
    lines = _line_spans(text) if spans else []
    safe = [span for span in spans if span in lines]

    def escape(match: re.Match[str]) -> str:
        return "@" if any(start < match.start() < end for start, end in safe) else "\\@"

    return _IMPORT.sub(escape, text)


def _line_spans(text: str) -> list[tuple[int, int]]:
    """Inline code of each line read alone."""
    spans: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        spans += [(start + a, start + b) for a, b in code_spans(line)]
        start += len(line) + 1
    return spans

"""The one line of JSON that our files carry in an HTML comment, beside what dotagent reads."""

import json
import re
from typing import Any

_COMMENT = re.compile(rb"<!-- dreamtui: (\{.*?\}) -->[ \t]*(?:\r?\n|\Z)")
_MARK = b"<!-- dreamtui: {"
_END = b"} -->"
_LOOKALIKE = re.compile(r"<(!-- (?:dreamtui: \{|dotagent-meta:))")


def render(meta: dict[str, Any]) -> str:
    """The comment, without its newline; no `<`, `>` or `--` inside, so nothing can close it early."""
    text = json.dumps(meta, ensure_ascii=True, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("--", "-\\u002d")
    return f"<!-- dreamtui: {text} -->"


def without_marks(words: str) -> str:
    """Words that are put into a file of ours: a comment in them that looks like one of ours becomes plain text."""
    return _LOOKALIKE.sub(r"&lt;\1", words)


def find(data: bytes) -> tuple[int, int, dict[str, Any]] | None:
    """The last such comment with valid JSON on a line of its own: start, end (with its newline), contents.

    A quote or title that looks like one stands behind other words, so it never counts; None without one.
    """
    stop = len(data)
    while (start := data.rfind(_MARK, 0, stop)) >= 0:
        span = _span(data, start)
        if span and not data[data.rfind(b"\n", 0, start) + 1 : start].strip(b" \t"):
            try:
                meta = json.loads(data[span[0] : span[1]])
            except ValueError:
                meta = None
            if isinstance(meta, dict):
                return start, span[2], meta
        stop = start
    return None


def _span(data: bytes, start: int) -> tuple[int, int, int] | None:
    """Where the JSON of the comment at a place begins and ends, and where its line ends; None for half a comment."""
    end = data.find(b"\n", start)
    if data.endswith(_END, start, end) if end >= 0 else data.endswith(_END, start):  # nearly all are; the rest is slow
        json_end = (end if end >= 0 else len(data)) - len(_END) + 1
        return start + len(_MARK) - 1, json_end, end + 1 if end >= 0 else len(data)
    match = _COMMENT.match(data, start)
    return (*match.span(1), match.end()) if match else None


def replace(data: bytes, meta: dict[str, Any]) -> bytes:
    """The same bytes with this comment in place of the present one, else appended as a paragraph of its own."""
    line = render(meta).encode()
    found = find(data)
    if found:
        start, end, _ = found
        return data[:start] + line + _newline(data[start:end]) + data[end:]
    gap = b"" if not data else (b"\n" if data.endswith(b"\n") else b"\n\n")
    return data + gap + line + b"\n"


def _newline(comment: bytes) -> bytes:
    if comment.endswith(b"\r\n"):
        return b"\r\n"
    return b"\n" if comment.endswith(b"\n") else b""

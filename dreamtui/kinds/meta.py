"""The one line of JSON that our files carry in an HTML comment, beside what dotagent reads."""

import json
import re
from contextlib import suppress
from typing import Any

from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence, Locator
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.scalars import finite

_MARK = b"<!-- dreamtui: {"
_END = b"} -->"
_LOOKALIKE = re.compile(r"<(!-- (?:dreamtui: \{|dotagent-meta:))")


def render(meta: dict[str, Any]) -> str:
    """The comment, without its newline; no `<`, `>` or `--` inside, so nothing can close it early."""
    text = json.dumps(meta, ensure_ascii=True, separators=(",", ":"))
    text = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("--", "-\\u002d")
    return f"<!-- dreamtui: {text} -->"


def without_marks(words: str) -> str:
    """Words that are put into a file of ours: a comment in them that looks like ours becomes plain text."""
    return _LOOKALIKE.sub(r"&lt;\1", words)


def find(data: bytes) -> tuple[int, int, dict[str, Any]] | None:
    """The last such comment with valid JSON on a line of its own: start, end (with its newline), contents.

    A quote or title that looks like one follows other words on its line, so it never counts; None without one.
    Malformed if its JSON is not usable.
    """
    stop = len(data)
    while (last := data.rfind(_MARK, 0, stop)) >= 0:
        line = data.rfind(b"\n", 0, last) + 1
        start = data.find(_MARK, line)
        if start == line or not data[line:start].strip(b" \t"):
            inside, end = _span(data, start)
            if inside:
                try:
                    meta = read_json(data[start + len(_MARK) - 1 : inside])
                except Malformed as problem:
                    raise Malformed(f"the comment in it is of no use: {problem.why}") from None
                except ValueError:
                    meta = None
                if isinstance(meta, dict):
                    return start, end, meta
        stop = line
    return None


def _span(data: bytes, start: int) -> tuple[int, int]:
    """Where the JSON of the comment at a place ends, 0 for half a comment; and where its line ends."""
    newline = data.find(b"\n", start)
    stop, end = (newline, newline + 1) if newline >= 0 else (len(data), len(data))
    if data.endswith(_END, start, stop):
        return stop - len(_END) + 1, end
    written = data[start:stop]
    written = (written.removesuffix(b"\r") if newline >= 0 else written).rstrip(b" \t")
    return (start + len(written) - len(_END) + 1 if written.endswith(_END) else 0), end


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


def with_keys(data: bytes, **keys: object) -> bytes:
    """A file with keys of its comment set; None removes one."""
    found = find(data)
    meta = {**(found[2] if found else {}), **keys}
    return replace(data, {key: value for key, value in meta.items() if value is not None})


def items_in(value: object) -> list[object]:
    """A list of the comment, empty for anything else."""
    return value if isinstance(value, list) else []


def text_in(value: object) -> str:
    """A text of the comment, empty for anything else."""
    return value if isinstance(value, str) else ""


def texts_in(value: object) -> tuple[str, ...]:
    """The texts in a list of the comment."""
    return tuple([word for word in items_in(value) if isinstance(word, str)])


def number_in(value: object) -> float:
    """A number of the comment, 0 for anything else; whole ones as such."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = float(value)
    number = finite(value) or 0.0
    return int(number) if number.is_integer() else number


def piece(evidence: Evidence) -> list[str]:
    """A piece of evidence as the comment keeps it."""
    return [evidence.quote, str(evidence.locator), evidence.when, evidence.who, evidence.digest]


def evidence_in(meta: dict[str, Any]) -> tuple[Evidence, ...]:
    """The evidence that a comment keeps."""
    return tuple(map(_piece, items_in(meta.get("evidence"))))


def words_in(piece: object) -> list[str]:
    """The texts of a piece of evidence, empty ones for what is missing."""
    words = [word if isinstance(word, str) else "" for word in items_in(piece)]
    return words + [""] * 5


def _piece(piece: object) -> Evidence:
    words = words_in(piece)
    return Evidence(words[0], Locator.parse(words[1]), words[2], words[3], words[4])

"""Front matter of memory files: found, read line by line, and edited so that only the edited line changes.

Real files are not always valid YAML (unquoted `: ` in a description), carry comments before the block, use CRLF or
another encoding, and nest their fields under `metadata:` or not. So nothing is parsed as YAML and nothing is dumped:
all works on bytes, and every byte outside the edited value stays.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dreamtui.text.markup.scalars import Scalar, read_scalar, write_scalar

BOM = b"\xef\xbb\xbf"

_BEFORE = re.compile(rb"(?:\xef\xbb\xbf)?(?>(?:\s|<!--(?>(?:[^-]++|-(?!-)|-{2,}+(?!>))*)-{2,}>)*)")
_FENCE = re.compile(rb"---[ \t]*(\r\n|\n|\r|\Z)")
_CLOSE = re.compile(rb"(?:---|\.\.\.)[ \t]*")
_LINE = re.compile(rb"([^\r\n]*)(\r\n|\n|\r|)")
_KEY = re.compile(
    rb"""([ \t]*)(?:"([^"]+)"|'([^']+)'|"""
    rb"""((?:[^\s"'#\-:\[\]{}]|-[^\s:])(?:[^:\r\n]*[^:\s])?))[ \t]*:(?=[ \t]|$)[ \t]*+(.*)"""
)
_ITEM = re.compile(rb"[ \t]*-[ \t].*")


@dataclass(frozen=True, slots=True)
class Field:
    """One key of the block with the position of its lines."""

    key: str
    """The key; `metadata.type` for one that is nested."""
    value: str
    """The text of a scalar, unquoted; empty for a list and for a key that only opens a nested block."""
    items: tuple[str, ...]
    indent: bytes
    """White space before the key."""
    start: int
    """Offset in the file of the first byte of its first line."""
    value_start: int
    """Offset of the first byte of the value."""
    value_end: int
    """Offset after the last byte of the value, a comment behind it left out."""
    end: int
    """Offset after the newline of its last line."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block at the beginning of a file."""

    start: int
    """Offset of the opening dashes."""
    inside: int
    """Offset of the first line between the dashes."""
    close: int
    """Offset of the closing dashes; new fields go before them."""
    body: int
    """Offset of the first byte after the closing line."""
    newline: bytes
    """How the block's lines end."""
    fields: tuple[Field, ...]
    """The keys in their order; a nested one follows the key it belongs to."""

    def find(self, key: str) -> Field | None:
        """The last field of this name: at top level first, then under `metadata`."""
        for name in (key, f"metadata.{key}"):
            for field in reversed(self.fields):
                if field.key == name:
                    return field
        return None

    def get(self, key: str, default: str = "") -> str:
        """The scalar of this name, at any level."""
        field = self.find(key)
        return default if field is None else field.value

    def items(self, key: str) -> tuple[str, ...]:
        """The list of this name; a scalar counts as a list of one."""
        field = self.find(key)
        if field is None:
            return ()
        return field.items or ((field.value,) if field.value else ())


def split(data: bytes) -> FrontMatter | None:
    """The front matter of a file, after a byte order mark, blank lines or comments; None if there is none."""
    before = _BEFORE.match(data)
    at = before.end() if before else 0
    fence = _FENCE.match(data, at)
    if fence is None or (at and data[at - 1] not in b"\r\n" and data[:at] != BOM):
        return None
    lines = _lines(data, fence.end())
    close = next((n for n, (start, end, _) in enumerate(lines) if _CLOSE.fullmatch(data, start, end)), None)
    if close is None:
        return None
    fields = tuple(_fields(data, lines[:close]))
    if not fields and any(
        data[start:end].strip() and not _is_remark(data[start:end]) for start, end, _ in lines[:close]
    ):
        return None
    return FrontMatter(at, fence.end(), lines[close][0], lines[close][2], fence[1] or b"\n", fields)


def _is_remark(line: bytes) -> bool:
    return line.lstrip(b" \t").startswith(b"#")


def body(data: bytes) -> bytes:
    """What follows the front matter; the whole file if there is none."""
    front = split(data)
    return data if front is None else data[front.body :]


def read(data: bytes) -> dict[str, str]:
    """Every scalar of the front matter by its key, nested ones as `metadata.type`."""
    front = split(data)
    return {} if front is None else {field.key: field.value for field in front.fields if not field.items}


def edit_field(data: bytes, key: str, value: Scalar | Sequence[str]) -> bytes:
    """The file with one field set: only the lines of that field change; a missing one is added at the block's end.

    `metadata.pinned` names a nested field. A plain key is also found under `metadata` if it is only there.
    """
    front = split(data)
    text = write_scalar(value).encode("utf-8", "surrogateescape")
    if front is None:
        return _with_block(data, key, text)
    field = front.find(key)
    if field is None:
        return _added(data, front, key, text)
    if not _differs(field, value):
        return data
    gap = b" " if data[field.value_start - 1 : field.value_start] not in (b" ", b"\t") else b""
    return data[: field.value_start] + gap + text + data[field.value_end :]


def build(fields: Mapping[str, Scalar | Sequence[str]], newline: str = "\n") -> str:
    """A new block with these fields in their order, dashes and last newline included."""
    lines = ("---", *(f"{key}: {write_scalar(value)}".rstrip(" ") for key, value in fields.items()), "---", "")
    return newline.join(lines)


def _differs(field: Field, value: Scalar | Sequence[str]) -> bool:
    if isinstance(value, str):
        return bool(field.items) or field.value != value
    if isinstance(value, (bool, int, float)):
        return bool(field.items) or field.value != write_scalar(value)
    return field.items != tuple(value)


def _with_block(data: bytes, key: str, text: bytes) -> bytes:
    """A file that had no front matter gets a block with this one field, in the newline style of its first line."""
    first = _LINE.match(data)
    newline = (first[2] if first else b"") or b"\n"
    at = len(BOM) if data.startswith(BOM) else 0
    block = b"---" + newline + _new_lines(key, text, newline) + b"---" + newline
    return data[:at] + block + data[at:]


def _added(data: bytes, front: FrontMatter, key: str, text: bytes) -> bytes:
    """The file with a new field: at the end of its parent's nested block, else at the end of the whole block."""
    parent, dot, name = key.rpartition(".")
    siblings = [field for field in front.fields if field.key.rpartition(".")[0] == parent] if dot else []
    opened = [field for field in front.fields if field.key == parent and not field.value and not field.items]
    if dot and (siblings or opened):
        last = siblings[-1] if siblings else opened[-1]
        indent = last.indent if siblings else last.indent + b"  "
        return data[: last.end] + indent + name.encode() + b": " + text + front.newline + data[last.end :]
    return data[: front.close] + _new_lines(key, text, front.newline) + data[front.close :]


def _new_lines(key: str, text: bytes, newline: bytes) -> bytes:
    parent, dot, name = key.rpartition(".")
    opening = parent.encode() + b":" + newline + b"  " if dot else b""
    return opening + name.encode() + b": " + text + newline


def _lines(data: bytes, at: int) -> list[tuple[int, int, int]]:
    """Start, end and next start of each line from an offset on."""
    lines: list[tuple[int, int, int]] = []
    while at < len(data) and (match := _LINE.match(data, at)):
        lines.append((at, match.end(1), match.end()))
        at = match.end()
    return lines


def _fields(data: bytes, lines: list[tuple[int, int, int]]) -> list[Field]:
    """The fields in these lines; a key with no value and an indented key behind it opens a nested block."""
    fields: list[Field] = []
    parent: tuple[bytes, str] | None = None
    at = 0
    while at < len(lines):
        start, end, _ = lines[at]
        match = _KEY.fullmatch(data, start, end)
        if match is None or (match[1] and parent is None):
            at += 1
            continue
        if parent is not None and len(match[1]) <= len(parent[0]):
            parent = None
        name = (match[2] or match[3] or match[4]).decode("utf-8", "surrogateescape")
        last = _last_line(data, lines, at, len(match[1]))
        nested = not match[5].strip() and at + 1 < len(lines) and _opens(data, lines[at + 1], len(match[1]))
        full = f"{parent[1]}.{name}" if parent else name
        fields.append(_field(data, match, lines[at : (at if nested else last) + 1], full))
        if nested and parent is None:
            parent = (match[1], name)
        at = (at if nested else last) + 1
    return fields


def _opens(data: bytes, line: tuple[int, int, int], indent: int) -> bool:
    """Whether a line is an indented key, so that the key before it is a nested block."""
    match = _KEY.fullmatch(data, line[0], line[1])
    return match is not None and len(match[1]) > indent


def _last_line(data: bytes, lines: list[tuple[int, int, int]], at: int, indent: int) -> int:
    """Index of the last line that continues the value of the key at `at`: deeper ones, and the items of a list."""
    last = at
    for number in range(at + 1, len(lines)):
        text = data[lines[number][0] : lines[number][1]]
        depth = len(text) - len(text.lstrip(b" \t"))
        if not text.strip():
            continue
        if depth > indent or (depth == indent and _ITEM.fullmatch(text)):
            last = number
        else:
            break
    return last


def _field(data: bytes, match: re.Match[bytes], lines: list[tuple[int, int, int]], key: str) -> Field:
    """The field that these lines hold."""
    value_start = match.start(5)
    if len(lines) == 1:
        scalar = read_scalar(match[5].decode("utf-8", "surrogateescape"))
        length = len(scalar.raw.encode("utf-8", "surrogateescape"))
        value, items, value_end = scalar.value, scalar.items, value_start + length
    else:
        rest = [data[start:end].decode("utf-8", "surrogateescape") for start, end, _ in lines[1:]]
        scalar = read_scalar(match[5].decode("utf-8", "surrogateescape"), rest)
        value, items, value_end = scalar.value, scalar.items, lines[-1][1]
    return Field(key, value, items, match[1], match.start(), value_start, value_end, lines[-1][2])

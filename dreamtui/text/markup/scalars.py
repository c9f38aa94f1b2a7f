"""Single values of front matter: plain, quoted, folded or listed; quotes only where needed."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

Scalar = str | bool | int | float
"""What a field can hold besides a list of texts."""

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_NAMED = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_SINGLE = re.compile(r"'((?:[^']|'')*)'", re.DOTALL)
_COMMENT = re.compile(r"(?:^|(?<!\s)\s+)#.*", re.DOTALL)
_BLOCK = re.compile(r"[|>][+\-0-9]{0,2}\s*(?:#.*)?")
_FLOW = re.compile(r"\[(.*)\]\s*(?:#.*)?", re.DOTALL)
_FLOW_ITEM = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|\Z)""", re.DOTALL)
_NOT_TEXT = re.compile(
    r"(?:~|null|true|false|yes|no|on|off|y|n|[-+]?(?:\.inf|[0-9][0-9_,.:]*(?:e[-+]?[0-9]+)?|0[xob][0-9a-f_]+)|\.nan"
    r"|[-+]?\.[0-9][0-9_]*(?:e[-+]?[0-9]+)?|=|<<)",
    re.IGNORECASE,
)
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class ScalarValue:
    """A value as it was read."""

    value: str
    """The text; empty for a list."""
    items: tuple[str, ...]
    raw: str
    """The part of the first line that is the value, with its quotes and without a comment behind it."""


def read_scalar(first: str, rest: Sequence[str] = ()) -> ScalarValue:
    """The value after a key, with the lines that continue it."""
    head = first.strip(" \t")
    if rest and (not _COMMENT.sub("", head)) and rest[0].lstrip().startswith(("- ", "-\t")):
        items = (line.strip()[1:] for line in rest if line.strip().startswith("-"))
        return ScalarValue("", tuple(read_scalar(item).value for item in items), "")
    if rest and _BLOCK.fullmatch(head):
        return ScalarValue(_block(head, rest), (), first)
    joined = " ".join([head, *(line.strip() for line in rest)]).strip()
    if flow := _FLOW.fullmatch(joined):
        return ScalarValue("", _flow_items(flow[1]), _until_comment(first, joined[: flow.end(1) + 1]))
    for match, unquote in ((_DOUBLE.match, _unescape), (_SINGLE.match, lambda text: text.replace("''", "'"))):
        quoted = match(joined)
        if quoted and (not joined[quoted.end() :].strip() or _COMMENT.fullmatch(joined, quoted.end())):
            return ScalarValue(unquote(quoted[1]), (), quoted.group())
    plain = _COMMENT.sub("", joined).rstrip()
    return ScalarValue("" if plain in ("~", "null") else plain, (), plain)


def write_scalar(value: Scalar | Sequence[str]) -> str:
    """The value after a key, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return value if _is_plain(value) else _quote(value)
    return (
        "["
        + ", ".join(item if _is_plain(item) and not set(item) & set(",[]{}") else _quote(item) for item in value)
        + "]"
    )


def _is_plain(text: str) -> bool:
    """Whether the text means itself without quotes, in YAML and when read line by line."""
    return bool(
        text
        and text == text.strip()
        and text[0] not in "-?:,[]{}#&*!|>'\"%@`~="
        and ": " not in text
        and " #" not in text
        and not text.endswith(":")
        and not _UNSAFE.search(text)
        and not _NOT_TEXT.fullmatch(text)
    )


def _quote(text: str) -> str:
    """Double quotes as JSON writes them, which YAML reads too; what YAML forbids unescaped is escaped."""
    import json  # costs milliseconds that a command that only reads does not pay

    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", json.dumps(text, ensure_ascii=False))


def _until_comment(first: str, value: str) -> str:
    return value if first.startswith(value) else first


def _unescape(text: str) -> str:
    def one(match: re.Match[str]) -> str:
        code = match[1] or match[2] or match[3]
        if code:
            return chr(int(code, 16)) if int(code, 16) < 0x110000 else match.group()
        return _NAMED.get(match[4], match[4])

    return _pairs(_ESCAPE.sub(one, text))


def _pairs(text: str) -> str:
    """Two escaped halves of one character joined, as JSON writes characters beyond the first plane."""
    return re.sub(
        "[\ud800-\udbff][\udc00-\udfff]",
        lambda match: match.group().encode("utf-16", "surrogatepass").decode("utf-16"),
        text,
    )


def _flow_items(inside: str) -> tuple[str, ...]:
    items: list[str] = []
    at = 0
    while at < len(inside) and (match := _FLOW_ITEM.match(inside, at)):
        if match[1].strip():
            items.append(read_scalar(match[1]).value)
        at = match.end()
    return tuple(items)


def _block(head: str, rest: Sequence[str]) -> str:
    """A literal or folded block: its lines without their common indent."""
    depth = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    lines = [line[depth:] for line in rest]
    return "\n".join(lines).rstrip() if head.startswith("|") else " ".join(line.strip() for line in lines).strip()


def finite(value: object) -> float | None:
    """A number as a float; None for anything else, flags, NaN and what no float can hold among it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None

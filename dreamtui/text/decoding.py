"""Bytes of a file as text: UTF-16 read as UTF-8 and written back as it was, and the lines of a text."""

import os
import re
from collections.abc import Callable

_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_LONE = re.compile("[\ud800-\udfff]")


def in_utf8(data: bytes) -> tuple[bytes, Callable[[bytes], bytes]]:
    """The bytes to work on, and what makes such bytes into a file of the same kind again."""
    codec = _MARKS.get(data[:2])
    if codec is None:
        return data, _same
    mark, odd = data[:2], data[len(data) - len(data) % 2 :]
    text = data[2 : len(data) - len(odd)].decode(codec, "surrogatepass")

    def back(work: bytes) -> bytes:
        return mark + work.decode("utf-8", "surrogatepass").encode(codec, "surrogatepass") + odd

    return text.encode("utf-8", "surrogatepass"), back


def readable(text: str) -> str:
    """Text in which halves of characters and undecodable bytes are the sign for them, so that it can be written."""
    return text if text.isascii() else _LONE.sub("\ufffd", text)


def name_in_utf8(name: str) -> str:
    """A name from the file system, read as UTF-8 in any locale; other bytes are escaped."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", "surrogateescape")


def can_open(name: str) -> bool:
    """Whether the locale writes such a name in the bytes of UTF-8, so that the file it means is found by it."""
    try:
        return name.isascii() or os.fsencode(name) == name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False


def _same(work: bytes) -> bytes:
    return work


def lines_of(text: str) -> list[str]:
    """The text at its LF or CRLF ends alone; other separators, which `splitlines` knows, are part of a line's words."""
    return text.replace("\r\n", "\n").split("\n")


def lines_before(data: bytes, text: str) -> int:
    """The number of lines before a text in a file; 0 if the text is not there unchanged."""
    whole = plain(in_utf8(data)[0])
    at = whole.find(text.strip("\n")) if text.strip() else -1
    lead = len(text) - len(text.lstrip("\n"))
    return max(0, whole.count("\n", 0, at) - lead) if at > 0 else 0


def plain(data: bytes) -> str:
    """The words of a file, each line ended by a line feed."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")

"""The marked region that carries our text inside a file of the user's. Bytes in, bytes out; nothing else is touched.

    <!-- dreamtui:begin sha=16 hex pad=lf1 made; written by dreamtui … -->
    …
    <!-- dreamtui:end -->

`sha` is of the words between the markers, so that a hand edit is noticed while a changed line end is not. `pad` names
the line ends put between the user's last byte and the region. `made` says that the file was not there before.
A marker counts only alone on its line, at its start, outside code fences.
"""

import re

from dreamtui.render.found import (
    BANNER,
    CONFLICT_SIGN,
    Region,
    RegionProblem,
    RegionReading,
    State,
    markers,
    problem_of,
    read_region,
    words_hash,
)
from dreamtui.text.markup.markdown import fence_of

__all__ = [
    "BANNER",
    "Region",
    "RegionProblem",
    "RegionReading",
    "State",
    "cut_region",
    "encoded",
    "framed",
    "markers",
    "newline_of",
    "place_region",
    "problem_of",
    "read_region",
    "remove_region",
    "replaced",
    "words_hash",
]

_MARKER_LIKE = re.compile(r"^<!-- dreamtui:(begin|end)\b")
_NOTE = "; written by dreamtui, change it there"
_BOM = b"\xef\xbb\xbf"
_UNENCODABLE = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def place_region(data: bytes | None, body: str, preamble: str = "") -> bytes | RegionProblem:
    """The file with `body` in its region, which is appended if there is none. `preamble` heads a file we create."""
    reading = read_region(data)
    text = framed(body)
    if data is None:
        made = f" made={words_hash(preamble.encode())}" if preamble else " made"
        return preamble.encode() + render_region(text, "0", made, b"\n", b"\n")
    problem = problem_of(reading)
    if problem and not (problem.state is State.EDITED and _same(reading.regions[0].body, text)):
        return problem
    if not reading.regions:
        newline = newline_of(data)
        pad = _pad_for(data, newline)
        return data + pad_bytes(pad) + render_region(text, pad, "", newline, newline)
    kept = reading.regions[0]
    for extra in reversed(reading.regions[1:]):
        data = data[: extra.start] + data[extra.end :]
    return replaced(data, kept, text)


def replaced(data: bytes, region: Region, text: str) -> bytes:
    """The file with other words in this region."""
    made = "" if not region.made else " made" if region.made == "-" else f" made={region.made}"
    pad = region.pad if region.pad in _PADS else "0"
    new = render_region(text, pad, made, region.newline, region.tail)
    return data[: region.start] + new + data[region.end :]


def remove_region(data: bytes | None) -> bytes | RegionProblem | None:
    """The file as it was before we wrote into it; none for a file that we made and that holds nothing else."""
    reading = read_region(data)
    if data is None or reading.state is State.ABSENT:
        return data
    problem = problem_of(reading)
    if problem:
        return problem
    made = [region.made for region in reading.regions if region.made]
    for region in reversed(reading.regions):
        data = cut_region(data, region)
    if made and (data == b"" if made[0] == "-" else words_hash(data) == made[0]):
        return None
    return data


def cut_region(data: bytes, region: Region) -> bytes:
    """The file without this region and its pad; lines of the user's above and below are not glued together."""
    before, after = data[: region.start], data[region.end :]
    bare = before[: len(before) - _pad_length(before, region)]
    glued = after and bare and bare != _BOM and not bare.endswith(b"\n")
    return (bare + region.newline if glued else bare) + after


_PADS = {"0": b"", "lf1": b"\n", "lf2": b"\n\n", "crlf1": b"\r\n", "crlf2": b"\r\n\r\n"}


def pad_bytes(pad: str) -> bytes:
    """The bytes of a pad's name."""
    return _PADS.get(pad, b"")


def _pad_for(data: bytes, newline: bytes) -> str:
    """The pad that leaves one blank line between the user's text and the region."""
    if data in (b"", _BOM):
        return "0"
    style = "crlf" if newline == b"\r\n" else "lf"
    if not data.endswith(b"\n"):
        return style + "2"
    blank_last = data.endswith((b"\n\n", b"\n\r\n")) or data in (b"\n", b"\r\n")
    return "0" if blank_last else style + "1"


def _pad_length(before: bytes, region: Region) -> int:
    """How many bytes before the region are its pad, also after the whole file got other line ends."""
    pad = pad_bytes(region.pad)
    converted = pad.startswith(b"\r") is not (region.newline == b"\r\n")
    if converted:
        pad = pad.replace(b"\r\n", b"\n") if region.newline == b"\n" else pad.replace(b"\n", b"\r\n")
    return len(pad) if before.endswith(pad) else 0


def newline_of(data: bytes) -> bytes:
    """The line end a file uses: that of its last line."""
    return b"\r\n" if data[: data.rfind(b"\n") + 1].endswith(b"\r\n") else b"\n"


def framed(body: str) -> str:
    """The text allowed in a region: no line of it can end the region, open a fence or look like a conflict."""
    lines = [_defused(line) for line in body.replace("\r", "").replace("\0", "␀").strip("\n").split("\n")]
    return "\n" + "\n".join(lines) + "\n\n"


def _defused(line: str) -> str:
    if _MARKER_LIKE.match(line) or CONFLICT_SIGN.match(line):
        return "\\" + line
    fence = fence_of(line)
    return f"{fence[0]}\\{line[len(fence[0]) :]}" if fence else line


def encoded(text: str) -> bytes:
    """The bytes of a text; bytes that were not UTF-8 when it was read come back as they were."""
    return _UNENCODABLE.sub("?", text).encode("utf-8", "surrogateescape")


def _same(body: bytes, text: str) -> bool:
    return words_hash(body) == words_hash(encoded(text))


def render_region(text: str, pad: str, made: str, newline: bytes, tail: bytes) -> bytes:
    """The bytes of a region, markers included."""
    body = encoded(text)
    head = f"<!-- dreamtui:begin sha={words_hash(body)} pad={pad}{made}{_NOTE} -->\n".encode()
    return (head + body).replace(b"\n", newline) + b"<!-- dreamtui:end -->" + tail

"""A plan that gets a broken region back into order: `sync --repair` shows it, a person decides.

Nothing a person may have written is lost: words in a region that are neither in the fresh text nor known from earlier
ones are put below it, where they are the user's own.
"""

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from dreamtui.render.found import CONFLICT_SIGN
from dreamtui.render.region import (
    Region,
    RegionProblem,
    State,
    cut_region,
    framed,
    markers,
    newline_of,
    place_region,
    problem_of,
    read_region,
    remove_region,
    words_hash,
)
from dreamtui.text.markup.markdown import lines_of

_MOST_STEPS = 100
_END = "<!-- dreamtui:end -->"


@dataclass(frozen=True, slots=True)
class Repair:
    data: bytes | None
    """Its bytes; none when it goes."""
    done: tuple[str, ...]
    """What was done, a sentence each."""


def repair(
    data: bytes, body: str | None, known: Iterable[str] = (), is_ours: Callable[[str], bool] | None = None
) -> Repair | RegionProblem:
    """The file with one sound region that says `body`, or with none; `known` are texts of earlier regions.

    `is_ours` recognises lines of ours by their form, for outputs in which they have one.
    """
    ours = _Ours(_line_set([body or "", *known]), is_ours)
    done: list[str] = []
    moved: list[str] = []
    for _ in range(_MOST_STEPS):
        reading = read_region(data)
        match reading.state:
            case State.BINARY:
                return problem_of(reading) or RegionProblem(State.BINARY, "it cannot be repaired")
            case State.CONFLICT:
                settled = _settle(lines_of(data.decode("latin-1")), ours)
                if settled is None:
                    return RegionProblem(
                        State.CONFLICT, "the merge conflict holds text of yours: settle it by hand first"
                    )
                data, lines = settled
                moved += lines
                done.append("settled the conflict: the region says the rules of both branches as they are decided now")
            case State.UNCLOSED:
                data = _close(lines_of(data.decode("latin-1")), reading.line - 1, ours)
                done.append(f"completed the marker in line {reading.line}")
            case State.TWO:
                moved += [line for region in reading.regions[1:] for line in _hand_lines(region, ours)]
                for region in reversed(reading.regions[1:]):
                    data = cut_region(data, region)
                done.append(f"removed {len(reading.regions) - 1} of {len(reading.regions)} regions")
            case _:
                return _finish(data, body, done, [*_own_lines(data, ours), *moved])
    return RegionProblem(State.UNCLOSED, "there are too many dreamtui markers: remove them by hand")


@dataclass(frozen=True, slots=True)
class _Ours:
    """Recognises lines of ours among a person's."""

    lines: frozenset[str]
    """Those we wrote or would write, as they read in a file decoded byte by byte."""
    has_form: Callable[[str], bool] | None = None
    """Knows others by their form."""

    def __contains__(self, line: object) -> bool:
        if not isinstance(line, str):
            return False
        formed = self.has_form is not None and self.has_form(line.encode("latin-1").decode("utf-8", "surrogateescape"))
        return line in self.lines or formed

    def or_blank(self, line: str) -> bool:
        """Whether a line is ours, or empty."""
        return not line or line in self


def _own_lines(data: bytes, ours: _Ours) -> list[str]:
    return [line for region in read_region(data).regions for line in _hand_lines(region, ours)]


def _finish(data: bytes, body: str | None, done: list[str], moved: list[str]) -> Repair | RegionProblem:
    """Write the fresh text into the one region that is left and the moved lines below it."""
    moved = list(dict.fromkeys(moved))
    if moved:
        done.append(f"put {len(moved)} lines that were written by hand below the region")
    if body and not read_region(data).regions:
        placed = place_region(data, body)
        if isinstance(placed, RegionProblem):
            return placed
        data = placed
    regions = read_region(data).regions
    if not regions:
        return Repair(_with_lines(data, moved), tuple(done))
    region = regions[0]
    newline = region.newline.decode()
    clean = data[: region.start] + _rehashed(data, region) + data[region.end :]
    text = "".join(newline + line for line in moved).encode("latin-1")
    if text:
        end = read_region(clean).regions[0].end
        gap = b"" if clean[:end].endswith(b"\n") else region.newline
        clean = clean[:end] + gap + text + region.newline + clean[end:]
    result = place_region(clean, body) if body else remove_region(clean)
    return result if isinstance(result, RegionProblem) else Repair(result, tuple(done))


def _with_lines(data: bytes, lines: list[str]) -> bytes:
    """A file without a region, with a person's lines at its end."""
    newline = newline_of(data)
    gap = newline if lines and data and not data.endswith(b"\n") else b""
    return data + gap + b"".join(line.encode("latin-1") + newline for line in lines)


def _rehashed(data: bytes, region: Region) -> bytes:
    """The region with the hash of the words it has, so that it counts as ours again."""
    whole = data[region.start : region.end]
    head, newline, rest = whole.partition(b"\n")
    noted = b"sha=" + words_hash(region.body).encode()
    fresh = re.sub(rb"\bsha=(?:(?!-->)[^ ;])*", noted, head, count=1) if b"sha=" in head else _with_hash(head, noted)
    return fresh + newline + rest


def _with_hash(head: bytes, noted: bytes) -> bytes:
    return head.replace(b"dreamtui:begin", b"dreamtui:begin " + noted, 1)


def _line_set(texts: Iterable[str]) -> frozenset[str]:
    """Lines we wrote or would write, as they read in a file decoded byte by byte."""
    lines = {line.rstrip() for text in texts for line in framed(text).split("\n")}
    return frozenset(line.encode("utf-8", "replace").decode("latin-1") for line in lines if line)


def _hand_lines(region: Region, ours: _Ours) -> list[str]:
    return _unknown(region.body.decode("latin-1").split("\n"), ours) if region.edited else []


def _unknown(lines: Iterable[str], ours: _Ours) -> list[str]:
    bare = (line.rstrip(" \t\r\n") for line in lines)
    return [line for line in bare if line and line not in ours and not CONFLICT_SIGN.match(line)]


def _close(lines: list[str], index: int, ours: _Ours) -> bytes:
    """The file with the marker at `index` completed: an end added for a begin, a stray end taken away."""
    newline = "\r\n" if newline_of("".join(lines).encode("latin-1")) == b"\r\n" else "\n"
    marks = markers(lines)
    if (index, False) in marks:
        start = index
        while start and ours.or_blank(lines[start - 1].rstrip(" \t\r\n")):
            start -= 1
        kept = lines[:start] + lines[index + 1 :]
        return "".join(kept).encode("latin-1")
    stop = next((mark for mark, _ in marks if mark > index), len(lines))
    inside = lines[index + 1 : stop]
    count = _hashed_length(inside, lines[index])
    if count is None:
        count = next((i for i, line in enumerate(inside) if not ours.or_blank(line.rstrip(" \t\r\n"))), len(inside))
    elif count < len(inside) and not inside[count].strip():
        count += 1
    at = index + 1 + count
    before = "".join(lines[:at])
    gap = "" if before.endswith("\n") else newline
    return (before + gap + _END + newline + "".join(lines[at:])).encode("latin-1")


def _hashed_length(inside: list[str], begin: str) -> int | None:
    """How many lines below a begin marker are exactly those it was written with."""
    noted = re.search(r"\bsha=([0-9a-f]{16})\b", begin)
    if not noted:
        return None
    digest = hashlib.sha256()
    gap = ""
    for count, line in enumerate(inside, start=1):
        bare = line.rstrip(" \t\r\n")
        if not bare:
            gap += "\n" if gap else ""
            continue
        digest.update((gap + bare).encode("latin-1"))
        gap = "\n"
        if digest.copy().hexdigest()[:16] == noted[1]:
            return count
    return None


def _settle(lines: list[str], ours: _Ours) -> tuple[bytes, list[str]] | None:
    """The file with this branch's side of every conflict that touches our markers, and hand-written lines of the other.

    None when the two sides differ in the user's own text.
    """
    mine, theirs = _sides(lines, markers(lines))
    own_text, own_region = _split(mine)
    other_text, other_region = _split(theirs)
    if [line for line in own_text if line.strip()] != [line for line in other_text if line.strip()]:
        return None
    have = set(_unknown(own_region, ours))
    lost = [line for line in _theirs(theirs, other_region, ours) if line not in have]
    return "".join(mine).encode("latin-1"), lost


def _theirs(side: list[str], region: list[str], ours: _Ours) -> list[str]:
    """A person's lines in the other side's region; in one that is as we wrote it there are none."""
    reading = read_region("".join(side).encode("latin-1"))
    if reading.state in (State.ONE, State.EDITED, State.TWO):
        return [line for each in reading.regions for line in _hand_lines(each, ours)]
    return _unknown(region, ours)


def sides_of(data: bytes) -> list[bytes]:
    """A file as each branch had it, where a merge left a conflict about our region; else the file.

    A region without an end reaches to the next marker, or to the end of the file.
    """
    state = read_region(data).state
    if state not in (State.CONFLICT, State.UNCLOSED):
        return [data]
    lines = lines_of(data.decode("latin-1"))
    sides = _sides(lines, markers(lines)) if state is State.CONFLICT else (lines,)
    return ["".join(_ended(side)).encode("latin-1") for side in sides]


def _ended(lines: list[str]) -> list[str]:
    """The lines with an end marker in front of a begin that has none before it, and at the end of the file."""
    found: list[str] = []
    begins, opened = dict(markers(lines)), False
    for index, line in enumerate(lines):
        if opened and begins.get(index):
            found.append(f"{_END}\n")
        opened = begins.get(index, opened)
        found.append(line)
    if opened:
        found += ["" if found[-1].endswith("\n") else "\n", f"{_END}\n"]
    return found


def _sides(lines: list[str], marks: list[tuple[int, bool]]) -> tuple[list[str], list[str]]:
    """The file as each branch had it, as far as conflicts that touch our markers go; other conflicts stay in both."""
    spans = [(a, b) for (a, begins), (b, _) in pairwise(marks) if begins]
    places = [mark for mark, _ in marks]
    mine: list[str] = []
    theirs: list[str] = []
    index = 0
    while index < len(lines):
        block = _block(lines, index)
        touches = block is not None and (
            any(index < place < block[2] for place in places) or any(a < index < b for a, b in spans)
        )
        if block is None or not touches:
            stray = CONFLICT_SIGN.match(lines[index]) and any(a < index < b for a, b in spans)
            kept = [] if stray else [lines[index]]
            mine += kept
            theirs += kept
            index += 1
            continue
        middle, second, end = block
        mine += lines[index + 1 : middle]
        theirs += lines[second + 1 : end]
        index = end + 1
    return mine, theirs


def _block(lines: list[str], index: int) -> tuple[int, int, int] | None:
    """Where the first side of a conflict starting here ends, where the second begins, and where it closes."""
    if not (lines[index].startswith("<<<<<<<") and CONFLICT_SIGN.match(lines[index])):
        return None
    middle = second = 0
    for place in range(index + 1, len(lines)):
        match = CONFLICT_SIGN.match(lines[place])
        if match is None:
            continue
        match match[1][0]:
            case "|" if not middle:
                middle = place
            case "=" if not second:
                middle, second = middle or place, place
            case ">":
                return (middle, second, place) if second else None
            case "<":
                return None
    return None


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """The user's lines and the lines inside regions."""
    begins = dict(markers(lines))
    outside: list[str] = []
    inside: list[str] = []
    opened = False
    for index, line in enumerate(lines):
        if index in begins:
            opened = begins[index]
        else:
            (inside if opened else outside).append(line)
    return outside, inside

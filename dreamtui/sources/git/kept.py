"""What git knows about the files of a folder: when each was last changed, and when a line was added.

Only commits are read, never the working tree: that would run the filters a repository can configure. What git does
not answer within a few seconds is unknown.
"""

import contextlib
import hashlib
import re
import threading
import time
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Refused
from dreamtui.sources.git.command import Repository, Stream, is_sha, open_repository, tokens
from dreamtui.sources.git.events import moment

_LIMIT = 10.0
"""Seconds for all calls of git about one folder."""
_MOST = 200
"""Most files of one folder per call of git."""
_LARGEST = 64 << 20
"""Most bytes of one answer."""
_HEADER = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)")
_ZONE = re.compile(r"[+-](\d\d)(\d\d)")
_BLAME = (
    "blame", "--line-porcelain", "--root", "--no-textconv", "--no-progress", "--no-ignore-revs-file", "-w", "-M", "-C",
)  # fmt: skip
_PATCHES = (
    "log", "--topo-order", "--format=%x00%H %at %ai", "-p", "-U0", "--text", "--no-renames", "--no-ext-diff",
    "--no-textconv", "-O/dev/null",
)  # fmt: skip
_SAID = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class _Kept:
    """A repository and the committed files of a folder."""

    repository: Repository
    blobs: Mapping[str, str]
    """Path and blob id of each file."""
    cut: frozenset[str]
    """The boundary commits of a shallow clone: what they seem to add is older."""
    until: float
    """The deadline for git."""


def changed_last(folder: Path, files: Mapping[str, bytes]) -> dict[str, str]:
    """UTC time of the last commit to each file; files with uncommitted changes are absent."""
    try:
        kept = _look(folder, files)
    except Refused:
        return {}
    if kept is None:
        return {}
    same = {name for name, blob in kept.blobs.items() if _blob(files[name], len(blob)) == blob}
    found: dict[str, str] = {}
    try:
        for name, sha, seconds in _touches(kept, sorted(same)):
            if name in same:
                same.discard(name)
                if sha not in kept.cut:
                    found[name] = moment(seconds)
            if not same:
                break
    except Refused:
        return {}
    return found


def days_of_lines(folder: Path, wanted: Mapping[str, tuple[bytes, Collection[int]]]) -> dict[str, dict[int, date]]:
    """For committed files the day on which each wanted line was added, lines counted from 0.

    The day is by the author's clock, of the commit that added the words: not of one that changed white space, line ends
    or signs, moved the file or restored it. A file without a commit is absent. A line is absent if its day is unknown:
    it has uncommitted changes, is there several times, was added several times, or is older than a shallow clone.
    """
    try:
        kept = _look(folder, {name: data for name, (data, _) in wanted.items()})
    except Refused:  # there is a repository, and it does not answer: of no line it is known when it was added
        return {name: {} for name in wanted}
    if kept is None:
        return {}
    found: dict[str, dict[int, date]] = {name: {} for name in kept.blobs}
    try:
        held = _contents(kept)
    except Refused:
        return found
    places = {name: _places(*wanted[name], before) for name, before in held.items()}
    places = {name: lines for name, lines in sorted(places.items()) if lines}
    said = {name: _lines(held[name]) for name in places}
    try:
        added = _Added.read(
            kept, {name: {_said(said[name][at]) for at in lines.values()} for name, lines in places.items()}
        )
    except Refused:
        return found
    for name, lines in places.items():
        try:
            blamed = list(_blamed(kept, name, lines))
        except Refused:
            continue
        days = {number: added.day(_said(said[name][lines[number]]), by) for number, by in blamed}
        found[name] = {number: day for number, day in days.items() if day is not None}
    return found


def _look(folder: Path, files: Collection[str]) -> _Kept | None:
    """The repository around a folder, with these files; None without one."""
    names = sorted(name for name in files if "\n" not in name and "\0" not in name)
    repository = open_repository(folder) if names else None
    if repository is None or not repository.head:
        return None
    until = time.monotonic() + _LIMIT
    blobs: dict[str, str] = {}
    for at in range(0, len(names), _MOST):
        words = ("ls-tree", "-r", "-z", repository.head, "--", *names[at : at + _MOST])
        for word in _words(repository, words, until):
            head, _, name = word.partition("\t")
            fields = head.split(" ")
            if len(fields) == 3 and fields[1] == "blob" and name in files:
                blobs[name] = fields[2]
    return _Kept(repository, blobs, _edge(repository), until) if blobs else None


def _edge(repository: Repository) -> frozenset[str]:
    if not repository.shallow:
        return frozenset()
    try:
        return frozenset(read_whole(repository.common_dir / "shallow", _LARGEST).decode("ascii", "replace").split())
    except OSError as problem:
        raise Refused("it is not known where this shallow clone is cut off") from problem


def _words(repository: Repository, args: Sequence[str], until: float) -> Iterator[str]:
    with _asked(repository, args, until) as stream, contextlib.closing(tokens(stream)) as words:
        yield from (word for word in words if word)


def _answer(kept: _Kept, args: Sequence[str], feed: bytes | None = None) -> bytes:
    """Git's whole output; a sentence if it fails, writes too much or is too slow."""
    data = bytearray()
    with _asked(kept.repository, args, kept.until, feed) as stream, contextlib.closing(stream.chunks()) as pieces:
        for piece in pieces:
            data += piece
            if len(data) > _LARGEST:
                raise Refused("git prints more of this folder than is read")
    return bytes(data)


@contextlib.contextmanager
def _asked(
    repository: Repository, args: Sequence[str], until: float, feed: bytes | None = None
) -> Generator[Stream, None, None]:
    """A running git, killed at the deadline."""
    left = until - time.monotonic()
    if left <= 0:
        raise Refused("git took too long")
    stream = Stream.start(repository, args, feed)
    timer = threading.Timer(left, stream.process.terminate)
    timer.daemon = True
    timer.start()
    try:
        yield stream
    finally:
        timer.cancel()


def _blob(data: bytes, digits: int) -> str:
    """The blob id of these bytes."""
    made = hashlib.sha256() if digits == 64 else hashlib.sha1(usedforsecurity=False)
    made.update(b"blob %d\0" % len(data) + data)
    return made.hexdigest()


def _touches(kept: _Kept, names: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """File, commit and author's time of every change, newest first."""
    args = (
        "log", "-z", "--format=%H %at", "--name-only", "--no-renames", "--relative", "--no-ext-diff", "--no-textconv",
        "-O/dev/null", kept.repository.head, "--",
    )  # fmt: skip
    sha, seconds = "", 0
    for word in _words(kept.repository, (*args, *(names if len(names) <= _MOST else ())), kept.until):
        name, _, stamp = word.strip("\n").partition(" ")
        if is_sha(name) and stamp.isdigit():
            sha, seconds = name, int(stamp)
        elif sha:
            yield word.lstrip("\n"), sha, seconds


def _contents(kept: _Kept) -> dict[str, bytes]:
    """The committed files; those that this clone lacks are absent."""
    names = sorted(kept.blobs)[:_MOST]
    feed = "".join(f"{kept.blobs[name]}\n" for name in names).encode()
    held = _answer(kept, ("cat-file", "--batch"), feed)
    found: dict[str, bytes] = {}
    at = 0
    for name in names:
        end = held.find(b"\n", at)
        if end < 0:
            break
        fields = held[at:end].decode("ascii", "replace").split(" ")
        at = end + 1
        if len(fields) == 3 and fields[1] == "blob" and fields[2].isdigit():
            found[name] = held[at : at + int(fields[2])]
            at += int(fields[2]) + 1
    return found


@dataclass(frozen=True, slots=True)
class _Commit:
    """A commit and its author's time."""

    sha: str
    day: date | None


@dataclass(frozen=True, slots=True)
class _Added:
    """Which commits added words to files under their present names."""

    touched: tuple[str, ...]
    """Every commit that changed one of the files, children before their parents."""
    by: Mapping[str, tuple[_Commit, ...]]
    """By the words of a line: the commits with more lines of these words than the commit before."""
    cut: frozenset[str]
    """The boundary commits of a shallow clone."""

    @staticmethod
    def read(kept: _Kept, wanted: Mapping[str, Collection[str]]) -> "_Added":
        """Read for all files together: a line that moved from one to another was not added."""
        words = {each for lines in wanted.values() for each in lines if each}
        data = _answer(kept, (*_PATCHES, kept.repository.head, "--", *sorted(wanted))) if words else b""
        touched: list[str] = []
        by: dict[str, list[_Commit]] = {}
        for part in data.decode("utf-8", "replace").split("\n\0") if data else ():
            head, _, patch = part.lstrip("\0").partition("\n")
            sha, seconds, *_, zone = head.split(" ")
            if not is_sha(sha):
                raise Refused("git gave an unexpected answer about the changes of a file")
            touched.append(sha)
            balance: Counter[str] = Counter()
            for line in patch.split("\n"):
                if line.startswith(("+", "-")) and (one := _said(line)) in words:
                    balance[one] += 1 if line[0] == "+" else -1
            for one in +balance:
                by.setdefault(one, []).append(_Commit(sha, _day(seconds, zone)))
        return _Added(tuple(touched), {one: tuple(commits) for one, commits in by.items()}, kept.cut)

    def day(self, words: str, blamed: _Commit) -> date | None:
        """The day on which the words of a blamed line were added; None if in doubt."""
        commits = self.by.get(words, ())
        if len(commits) != 1:  # nobody can tell which of several times is meant
            return None
        first = commits[0]
        if first.sha in self.cut:
            return None
        if blamed.sha not in self.touched:  # the file had another name then
            return blamed.day
        later = self.touched.index(first.sha) < self.touched.index(blamed.sha)
        return None if later else first.day


def _said(line: bytes | str) -> str:
    """The words of a line without white space, line end and list markers."""
    text = line if isinstance(line, str) else line.decode("utf-8", "replace")
    return " ".join(_SAID.findall(text))


def _places(data: bytes, numbers: Collection[int], before: bytes) -> dict[int, int]:
    """Line numbers in the committed file by those in this one; ambiguous lines are left out."""
    now, then = _lines(data), _lines(before)
    if now == then:
        return {number: number for number in numbers if number < len(now)}
    places: dict[bytes, list[int]] = {}
    for place, line in enumerate(then):
        places.setdefault(line, []).append(place)
    found: dict[int, int] = {}
    for number in numbers:
        if number < len(now) and now.count(now[number]) == 1 and len(places.get(now[number], ())) == 1:
            found[number] = places[now[number]][0]
    return found


def _lines(data: bytes) -> list[bytes]:
    return [line.rstrip(b"\r") for line in data.split(b"\n")]


def _blamed(kept: _Kept, name: str, places: Mapping[int, int]) -> Iterator[tuple[int, _Commit]]:
    """The commit that git blames for each of these lines."""
    back = {place + 1: number for number, place in places.items()}
    ranges = [word for place in sorted(back) for word in ("-L", f"{place},{place}")]
    args = (*_BLAME, *ranges, kept.repository.head, "--", name)
    data = _answer(kept, args)
    sha, line, seconds, zone = "", 0, "", ""
    for word in data.decode("utf-8", "replace").split("\n"):
        header = _HEADER.match(word)
        if word.startswith("\t"):
            if sha not in kept.cut and line in back:
                yield back[line], _Commit(sha, _day(seconds, zone))
            sha = ""
        elif header and not sha:
            sha, line = header[1], int(header[2])
        elif word.startswith("author-time "):
            seconds = word.removeprefix("author-time ")
        elif word.startswith("author-tz "):
            zone = word.removeprefix("author-tz ")


def _day(seconds: str, zone: str) -> date | None:
    """The day by the author's clock."""
    told = _ZONE.fullmatch(zone)
    try:
        away = timedelta(hours=int(told[1]), minutes=int(told[2])) if told else timedelta()
        there = timezone(-away if zone.startswith("-") else away)
        return datetime.fromtimestamp(int(seconds), UTC).astimezone(there).date()
    except (ValueError, OverflowError, OSError):
        return None

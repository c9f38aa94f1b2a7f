"""Reads the files of HEAD: their paths, whole texts, and the lines of code that contain something.

Files are read from git's objects, never from the working tree, and each content once: results are cached by blob id,
so that a second run reads only new contents. Objects that a clone lacks are never asked for: git would fetch them.
"""

import contextlib
import re
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import accumulate, islice, pairwise
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.model.mining.commits import Comment, Sought, Stands
from dreamtui.sources.git.clone import clone_of
from dreamtui.sources.git.command import Repository, Stream, open_repository, tokens
from dreamtui.text.diff.replaced import has_comments, is_code_file, role_of, says_code

_LAYOUT = 4
_LARGEST = 1 << 20
"""Most bytes of a file; a larger one is generated or data."""
_MOST_BYTES = 256 << 20
"""Most bytes of all files that are searched."""
_LONGEST = 2000
"""Most bytes of a line; a longer one is generated."""
_KEPT = 5
"""Most lines kept per file."""
_SHOWN = 200
_QUOTES = re.compile(rb"[\"]{3}|[']{3}")
_QUOTES_OUT = re.compile(r"[\"]{3}|[']{3}")
_INDENTED = 200
"""Most characters between the start of a line and a triple-quoted string."""
_COMMENT = re.compile(
    r"\s*(?:#+|//+[/!]?|/\*+!?|\*+(?!\w)|--+|<!--|;+|%+|\{#|\{\{!?/\*)\s*|.*?\s(?://|#|/\*|--|<!--)\s+"
)
"""What stands before the words of a comment, alone on its line or behind code."""
_ALONE = re.compile(r"\s*(?:#|//|/\*|\*(?!\w)|--|<!--|;|%|\{#|\{\{!?/\*)")
_COMMENT_END = re.compile(r"(?:(?<!\*)\*+/|(?<!-)--+>|#\}|\*/\}\})\Z")
_PARAGRAPH = 8
"""Most lines of a comment that are read before a word and after it."""
_MOST_COMMENTS = 20
"""Most comments kept per file."""
_OURS = ".agent/"
_BINARY = 8000
"""A NUL in the first so many bytes makes a file binary, as in git."""


@dataclass(frozen=True, slots=True)
class HeadFile:
    oid: str
    """Blob id; empty for a submodule."""
    size: int
    """Bytes; -1 if this clone lacks the content."""


@dataclass(slots=True)
class Head:
    """The files of HEAD, with cached search results."""

    repository: Repository | None
    files: Mapping[str, HeadFile]
    """By path."""
    cancelled: Callable[[], bool] | None = None
    known: dict[str, dict[Sought, Stands]] = field(default_factory=dict)
    """Results by blob id; a blob without any result is there too."""
    looked: frozenset[Sought] = frozenset()
    """What was searched for in the cached blobs."""
    asked: frozenset[Sought] = frozenset()
    """What was searched for since this was opened."""
    words: tuple[str, ...] = ()
    """What comments were searched for."""
    comments: dict[str, tuple[Comment, ...]] = field(default_factory=dict)
    """Results of that by blob id; a blob without any is there too."""
    fresh: int = 0
    """How many blobs were searched that were not cached, or not for this."""

    def texts(self, paths: Iterable[str]) -> dict[str, str]:
        """The texts of these files; those that are too large or missing are absent."""
        wanted = {path: file.oid for path in paths if (file := self.files.get(path)) and 0 <= file.size <= _LARGEST}
        found: dict[str, str] = {}
        if self.repository is not None and wanted:
            by_oid = {
                oid: data.decode("utf-8", "replace") for oid, data in self._contents(sorted(set(wanted.values())))
            }
            found = {path: by_oid[oid] for path, oid in wanted.items() if oid in by_oid}
        return found

    def places(self, sought: Iterable[Sought]) -> dict[Sought, dict[str, Stands]]:
        """For each text the files with lines of code that contain it as a whole word."""
        asked = sorted({one for one in sought if one.text and "\n" not in one.text})
        if self.repository is None or not asked:
            return {one: {} for one in asked}
        endings = {one.ending for one in asked}
        files: dict[str, str] = {}
        total = 0
        for path, file in sorted(self.files.items()):
            if 0 < file.size <= _LARGEST and is_code_file(path) and path.endswith(tuple(endings)):
                total += file.size
                if total > _MOST_BYTES:
                    break
                files[path] = file.oid
        self._look(frozenset(asked), frozenset(files.values()))
        found: dict[Sought, dict[str, Stands]] = {one: {} for one in asked}
        for path, oid in files.items():
            for one, stands in self.known.get(oid, {}).items():
                if one in found and path.endswith(one.ending):
                    found[one][path] = stands
        return found

    def commented(self, words: Iterable[str], paths: Iterable[str]) -> dict[str, tuple[Comment, ...]]:
        """The comments of these files in which one of some words stands, by file."""
        wanted: dict[str, str] = {}
        total = 0
        for path in sorted(paths):
            file = self.files.get(path)
            if file is not None and 0 < file.size <= _LARGEST and has_comments(path):
                total += file.size
                if total > _MOST_BYTES:
                    break
                wanted[path] = file.oid
        asked = tuple(sorted(words))
        if asked != self.words:
            self.words, self.comments = asked, {}
        raw = [word.encode("utf-8", "replace") for word in asked]
        for oid, data in self._contents(sorted(set(wanted.values()) - self.comments.keys())):
            self.comments[oid] = tuple(islice(_comments(data, raw), _MOST_COMMENTS))
            self.fresh += 1
        return {path: found for path, oid in wanted.items() if (found := self.comments.get(oid))}

    def naming(self, names: Iterable[str]) -> frozenset[str]:
        """Which of some names are a file or folder, or are a whole word in a text file.

        Our own files are left out: they quote what others wrote.
        """
        theirs = {path: file for path, file in self.files.items() if not path.startswith(_OURS)}
        folders = {part for path in theirs for part in _folders(path)}
        there = folders.union(theirs, (path.rpartition("/")[2] for path in theirs))
        wanted = {name: name.encode("utf-8", "replace") for name in names}
        found = {name for name in wanted if name.removeprefix("./").rstrip("/") in there}
        sizes = {file.oid: file.size for file in theirs.values() if 0 < file.size <= _LARGEST}
        within = accumulate(sizes.values())
        oids = [oid for oid, total in zip(sizes, within, strict=True) if total <= _MOST_BYTES]
        with contextlib.closing(self._contents(oids if len(found) < len(wanted) else ())) as contents:
            for _, data in contents:
                held = [name for name, sought in wanted.items() if name not in found and sought in data]
                if held and b"\0" not in data[:_BINARY]:
                    text = data.decode("utf-8", "replace")
                    found |= {name for name in held if is_whole_word(text, name)}
                if len(found) == len(wanted):
                    break
        return frozenset(found)

    def _look(self, asked: frozenset[Sought], wanted: frozenset[str]) -> None:
        """Search new blobs for everything, and all blobs for what is new."""
        self.asked |= asked
        more, looked = asked - self.looked, asked | self.looked
        for sought, oids in ((looked, wanted - self.known.keys()), (more, wanted & self.known.keys() if more else ())):
            looking = [(one, one.text.encode("utf-8", "replace")) for one in sorted(sought)]
            for oid, data in self._contents(sorted(oids)):
                self.known[oid] = self.known.get(oid, {}) | _in_content(data, looking)
                self.fresh += 1
        self.looked = looked

    def _contents(self, oids: Sequence[str]) -> Generator[tuple[str, bytes], None, None]:
        """Contents by blob id, only of those that are in this clone."""
        if self.repository is None or not oids:
            return
        feed = "".join(f"{oid}\n" for oid in oids).encode()
        rest = bytearray()
        stream = Stream.start(self.repository, ("cat-file", "--batch", "--buffer"), feed)
        with contextlib.closing(stream.chunks()) as pieces:
            for piece in pieces:
                rest += piece
                at = 0
                while (end := rest.find(b"\n", at)) >= 0:
                    name, _, about = rest[at:end].decode("utf-8", "replace").partition(" ")
                    size = int(about.rpartition(" ")[2]) if about.startswith("blob ") else -1
                    if end + size + 2 > len(rest):
                        break
                    if size >= 0:
                        yield name, bytes(rest[end + 1 : end + 1 + size])
                    at = end + size + 2
                del rest[:at]
                if self.cancelled is not None and self.cancelled():
                    raise Refused("Reading the files of HEAD was stopped; nothing was kept.")

    def snapshot(self) -> "HeadSnapshot":
        looked = sorted(self.asked)
        numbers = {one: number for number, one in enumerate(looked)}
        there = {file.oid for file in self.files.values()}
        kept = {
            oid: {numbers[one]: stands for one, stands in found.items() if one in numbers}
            for oid, found in sorted(self.known.items())
            if oid in there
        }
        comments = {oid: found for oid, found in sorted(self.comments.items()) if oid in there}
        return HeadSnapshot(_LAYOUT, looked, kept, list(self.words), comments)


@dataclass(frozen=True, slots=True)
class HeadSnapshot:
    """Search results, so that the next run searches only new blobs."""

    layout: int
    looked: list[Sought]
    found: dict[str, dict[int, Stands]]
    """By blob id, then by the number of the text."""
    words: list[str] = field(default_factory=list)
    comments: dict[str, tuple[Comment, ...]] = field(default_factory=dict)
    """By blob id."""


def read_head(root: Path, previous: HeadSnapshot | None = None, cancelled: Callable[[], bool] | None = None) -> Head:
    """The files of HEAD with the results of an earlier run; none without a repository or a commit."""
    repository = open_repository(root)
    if repository is None or not repository.head:
        return Head(None, {})
    partial = clone_of(repository).partial
    try:
        files = dict(_listed(repository, with_sizes=not partial))
    except Refused:
        if not partial:
            raise
        files = {}  # the trees were left out too
    if partial:
        sizes = _here(repository, {file.oid for file in files.values()})
        files = {path: HeadFile(file.oid, sizes.get(file.oid, -1)) for path, file in files.items()}
    head = Head(repository, files, cancelled)
    if previous is not None and previous.layout == _LAYOUT:
        texts = dict(enumerate(previous.looked))
        head.known = {
            oid: {texts[number]: stands for number, stands in found.items() if number in texts}
            for oid, found in previous.found.items()
        }
        head.looked = frozenset(previous.looked)
        head.words, head.comments = tuple(previous.words), dict(previous.comments)
    return head


def _folders(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _listed(repository: Repository, *, with_sizes: bool) -> Iterator[tuple[str, HeadFile]]:
    """The files of HEAD below the root. In a partial clone sizes are not asked for: git would fetch each file."""
    sizes = ("-l",) if with_sizes else ()
    for word in tokens(Stream.start(repository, ("ls-tree", "-r", "-z", *sizes, repository.head))):
        about, _, path = word.partition("\t")
        _, kind, oid, *size = about.split() or ("", "", "")
        if kind == "blob":
            yield path, HeadFile(oid, int(size[0]) if size and size[0].isdigit() else -1)
        elif kind:
            yield path, HeadFile("", -1)


def _here(repository: Repository, wanted: AbstractSet[str]) -> dict[str, int]:
    """The sizes of the blobs that a clone has."""
    every = ("--batch-all-objects", "--unordered", "--buffer", "--batch-check=%(objectname) %(objectsize)")
    found: dict[str, int] = {}
    rest = b""
    with contextlib.closing(Stream.start(repository, ("cat-file", *every)).chunks()) as pieces:
        for piece in pieces:
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                name, _, size = line.decode("ascii", "replace").partition(" ")
                if name in wanted and size.isdigit():
                    found[name] = int(size)
    return found


def is_whole_word(line: str, text: str, role: str = "") -> bool:
    """Whether a match is a whole word, in one role if one is given; in style sheets a hyphen belongs to the word."""
    begins, ends, styled = _is_wordy(text[:1]), _is_wordy(text[-1:]), text.startswith(("$", "--"))
    at = line.find(text)
    while at >= 0:
        before, after = line[at - 1 : at] if at else "", line[at + len(text) : at + len(text) + 1]
        joined = (begins and _is_wordy(before)) or (ends and (_is_wordy(after) or (styled and after == "-")))
        if not joined and (not role or role_of(line[:at], line[at + len(text) :]) == role):
            return True
        at = line.find(text, at + 1)
    return False


def _is_wordy(char: str) -> bool:
    return char.isalnum() or (char != "" and char in "_$")


def _in_content(data: bytes, looking: Sequence[tuple[Sought, bytes]]) -> dict[Sought, Stands]:
    """The matches in one file."""
    if b"\0" in data[:_BINARY]:
        return {}
    found: dict[Sought, Stands] = {}
    said = _docstrings(data) if any(raw in data for _, raw in looking) else ([], [])
    for one, raw in looking:
        if raw in data and (lines := [line for line in _lines(data, one, raw) if not _is_within(line[0], said)]):
            found[one] = Stands(len(lines), tuple(_numbered(data, islice(lines, _KEPT))))
    return found


def _lines(data: bytes, sought: Sought, raw: bytes) -> Iterator[tuple[int, str]]:
    """Lines of code that contain a text, each with its offset."""
    at = data.find(raw)
    while at >= 0:
        begin = data.rfind(b"\n", 0, at) + 1
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        if end - begin <= _LONGEST:
            line = data[begin:end].decode("utf-8", "replace")
            left = line.replace(sought.but, "") if sought.but else line
            if says_code(line) and is_whole_word(left, sought.text, sought.role):
                yield begin, " ".join(line.split())[:_SHOWN]
        at = data.find(raw, end)


def _comments(data: bytes, words: Sequence[bytes]) -> Iterator[Comment]:
    """The comments and docstrings with one of some words, each paragraph once."""
    if b"\0" in data[:_BINARY]:
        return
    begins = sorted({begin for word in words for begin in _lines_with(data, word)})
    if not begins:
        return
    lines = data.split(b"\n")
    docstrings = _docstrings(data)
    at, behind = 0, -1
    for before, begin in pairwise((0, *begins)):
        at += data.count(b"\n", before, begin)
        if at <= behind:
            continue
        within = _is_within(begin, docstrings)
        first = last = at
        if within or _ALONE.match(_decoded(lines[at])):
            while first > max(0, at - _PARAGRAPH) and _goes_on(lines[first - 1], within=within):
                first -= 1
            while last < min(len(lines) - 1, at + _PARAGRAPH) and _goes_on(lines[last + 1], within=within):
                last += 1
        if any(word in lines[at] for word in words) and _bare(lines[at], within=within):
            behind = last
            yield Comment(at + 1, "\n".join(_bare(line, within=within) for line in lines[first : last + 1]))


def _lines_with(data: bytes, word: bytes) -> Iterator[int]:
    """Where each line begins in which a word stands."""
    at = data.find(word)
    while at >= 0:
        yield data.rfind(b"\n", 0, at) + 1
        end = data.find(b"\n", at + len(word))
        at = data.find(word, end) if end >= 0 else -1


def _goes_on(line: bytes, *, within: bool) -> bool:
    """Whether a line is nothing but a comment, or within a docstring, and says something."""
    if within:
        return line.strip() != b"" and not _QUOTES.search(line)
    return _ALONE.match(_decoded(line)) is not None and _bare(line, within=False) != ""


def _bare(line: bytes, *, within: bool) -> str:
    """The words of a comment; empty for a line of code."""
    text = _decoded(line)
    if within:
        return _QUOTES_OUT.sub("", text).strip()
    said = _COMMENT_END.sub("", text.rstrip()).rstrip()
    begins = _COMMENT.match(said)
    return said[begins.end() :].strip() if begins else ""


def _decoded(line: bytes) -> str:
    return line[:_LONGEST].decode("utf-8", "replace")


def _docstrings(data: bytes) -> tuple[list[int], list[int]]:
    """The spans of docstrings, which are words and not code."""
    begins: list[int] = []
    ends: list[int] = []
    at = 0
    while opening := _QUOTES.search(data, at):
        end = data.find(opening[0], opening.end())
        if end < 0:
            break
        line = data.rfind(b"\n", max(0, opening.start() - _INDENTED), opening.start())
        if line >= 0 and not data[line : opening.start()].strip(b" \t\nrRuU"):
            begins.append(line)
            ends.append(end)
        at = end + 3
    return begins, ends


def _is_within(begin: int, spans: tuple[list[int], list[int]]) -> bool:
    at = bisect_right(spans[0], begin) - 1
    return at >= 0 and begin <= spans[1][at]


def _numbered(data: bytes, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for begin, line in lines:
        yield data.count(b"\n", 0, begin) + 1, line

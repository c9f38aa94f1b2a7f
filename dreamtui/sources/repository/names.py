"""Looks names up that memories speak of: symbols in the code and in older states of it, commits, paths git ignores."""

import contextlib
import os
import re
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from dreamtui.disk.opening import read_whole
from dreamtui.model.claim import Extent, History
from dreamtui.model.errors import Refused
from dreamtui.sources.git.clone import clone_of
from dreamtui.sources.git.command import Repository, Stream, capture, is_sha, open_repository
from dreamtui.sources.git.objects import resolve_all
from dreamtui.sources.repository.manifests import is_manifest

_LARGEST = 2 << 20
"""Bytes of one file that is looked through."""
_MOST_NOW = 256 << 20
_MOST_THEN = 128 << 20
_STATES = 6
_FAR_BACK = 20_000
_MEMORY = re.compile(r"^\.agent/(?:memory|dream|archive|adapters|\.imported|\.cache)/", re.IGNORECASE)
"""What is remembered here, which would prove itself: it is not looked at."""
_DOCUMENT = re.compile(
    r"(?:\.(?:md|mdx|mdc|markdown|rst|txt|adoc|org|log|jsonl|html?|lock|svg)|(?:^|/)(?:LICENSE|CHANGELOG)[^/]*)$"
    r"|^\.agent/|^\.claude/(?!skills|hooks|commands)",
    re.IGNORECASE,
)
"""Files about code that contain none."""
_NO_TEXT = re.compile(
    r"\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|xz|bz2|7z|tar|jar|whl|so|dll|dylib|exe|bin|woff2?|ttf|otf|mp[34]|mov|avi|"
    r"wav|sqlite|db|pyc|class|o|a)$",
    re.IGNORECASE,
)
_NOTHING: Mapping[str, bytes] = MappingProxyType({})
_CUT = bytes(byte if byte >= 0x80 or re.match(rb"\w", bytes([byte])) else 0x20 for byte in range(256))
"""Turns everything that is no part of a word into blanks."""


@dataclass(slots=True)
class NamesFound:
    """Which of the names are where."""

    code: frozenset[str] = frozenset()
    documents: frozenset[str] = frozenset()
    whole: bool = True


@dataclass(slots=True)
class _Hunt:
    left: set[bytes]
    found: set[bytes] = field(default_factory=set)

    def through(self, data: bytes, *, defined: bool = False) -> set[bytes]:
        """Those of the rest that are in a file, or are defined there; they are removed from the rest."""
        if b"\0" in data[:8000]:
            return set()
        hits = self.left.intersection(data.translate(_CUT).split())
        hits = {name for name in hits if not defined or _is_defined(name, data)}
        self.left -= hits
        self.found |= hits
        return hits


_DEFINED = (
    rb"(?i:\b(?:def|class|function|func|fn|fun|interface|type|enum|struct|trait|const|let|var|val|record|module|object|define"
    rb"|void|static|public|private|protected|internal|async|export|override|final|abstract|virtual|int|bool|string|float"
    rb"|double|char|auto|unsigned|message|rpc|service|table|create|add|column)\b)[^\n=;{}().\"'`]{0,80}?[\s*&]%b\b"
    rb"|^[ \t]{0,40}%b[ \t]{0,20}(?:[:=][^=]|,[ \t]*$|\([^()\n]{0,200}\)[^\n;(]{0,80}\{)|[\"'`]%b[\"'`][ \t]{0,4}:"
)
"""How a name is defined rather than used: behind a word that defines, as a key, a constant or a method."""


def _is_defined(name: bytes, data: bytes) -> bool:
    return re.search(_DEFINED.replace(b"%b", re.escape(name)), data, re.MULTILINE) is not None


def words_of_tree(
    root: Path, tracked: Collection[str], names: Collection[str], instead: Mapping[str, bytes] = _NOTHING
) -> NamesFound:
    """Which names are in the working tree: in code, and of the rest in documents.

    `instead` are contents that count in place of a file's own, for memories, which do not prove what they claim.
    """
    files = sorted(path for path in tracked if not _NO_TEXT.search(path) and not _MEMORY.search(path))
    hunt, size = _Hunt({name.encode() for name in names}), 0
    code: frozenset[str] = frozenset()
    for wants_documents in (False, True):
        for path in files:
            if not hunt.left or size > _MOST_NOW:
                break
            if (_DOCUMENT.search(path) is not None) is wants_documents:
                data = instead[path] if path in instead else _read(root / path)
                size += len(data)
                hunt.through(data)
        if not wants_documents:
            code = frozenset(name.decode() for name in hunt.found)
    documents = frozenset(name.decode() for name in hunt.found) - code
    return NamesFound(code, documents, size <= _MOST_NOW)


def _read(path: Path) -> bytes:
    """A regular file of a believable size; nothing of any other, and no link is followed."""
    try:
        return read_whole(path, _LARGEST)
    except OSError:
        return b""


def words_of_history(
    repository: Repository, symbols: Collection[str], packages: Collection[str], gaps: set[str] | None = None
) -> dict[str, str]:
    """Which names older states defined, with the short name of the newest one that was looked at and has them.

    A name that was only used there is somebody else's, and what is said of it may be true still.

    What of these states could not be read is added to `gaps`, a few words each.
    """
    gaps = set() if gaps is None else gaps
    hunt = _Hunt({name.encode() for name in symbols})
    wanted = {name: re.compile(rb"(?<![\w@/.-])" + re.escape(name.encode()) + rb"(?![\w@/-])") for name in packages}
    found: dict[str, str] = {}
    seen: set[str] = set()
    size = 0
    for state in _states(repository, gaps) if symbols or packages else ():
        blobs = {sha: path for sha, path in _others(repository, state, gaps) if sha not in seen}
        seen |= blobs.keys()
        with closing(_contents(repository, _small(repository, sorted(blobs), gaps))) as contents:
            for sha, data in contents:
                size += len(data)
                if not (hunt.left or wanted):
                    return found
                if size > _MOST_THEN:
                    gaps.add("too much to look through")
                    return found
                path = blobs[sha]
                if not _DOCUMENT.search(path):
                    found |= {name.decode(): state for name in hunt.through(data, defined=True)}
                if is_manifest(path):
                    had = {name for name, pattern in wanted.items() if pattern.search(data)}
                    wanted = {name: pattern for name, pattern in wanted.items() if name not in had}
                    found |= dict.fromkeys(had, state)
    return found


_LACKING = "missing objects"


def _states(repository: Repository, gaps: set[str]) -> list[str]:
    """Some commits, the newest first, evenly spread over the history, its beginning and the last but one among them."""
    words = ("rev-list", "--first-parent", f"--max-count={_FAR_BACK}", "--abbrev-commit", "HEAD")
    code, out, _ = capture(repository.root, words, repository.trusted)
    if code != 0:
        gaps.add("git error")
    if repository.shallow:
        gaps.add("shallow clone")
    line = out.decode("ascii", "replace").split() if code == 0 else []
    places = {1, len(line) - 1, *(len(line) * step // _STATES for step in range(1, _STATES))}
    return [line[at] for at in sorted(places) if 0 < at < len(line)]


def _others(repository: Repository, state: str, gaps: set[str]) -> Iterator[tuple[str, str]]:
    """The files of a state that are others now or gone, each with its blob."""
    words = ("diff-tree", "-r", "-z", "--raw", "--no-renames", "--relative", "--no-abbrev", "--no-ext-diff")
    code, out, _ = capture(repository.root, (*words, state, "HEAD"), repository.trusted)
    if code != 0:
        gaps.add(_LACKING)
    parts = iter(out.decode("utf-8", "replace").split("\0") if code == 0 else ())
    for head in parts:
        fields = head.split(" ")
        path = next(parts, "")
        if len(fields) == 5 and fields[0].startswith(":100") and is_sha(fields[2]) and not _NO_TEXT.search(path):
            yield fields[2], path


def _small(repository: Repository, blobs: list[str], gaps: set[str]) -> list[str]:
    """Those of the blobs that are here and of a believable size."""
    if not blobs:
        return []
    feed = "".join(f"{sha}\n" for sha in blobs).encode()
    stream = Stream.start(repository, ("cat-file", "--batch-check=%(objectname) %(objectsize)"), feed)
    answers = b"".join(stream.chunks()).decode("ascii", "replace").splitlines()
    sizes = [answer.partition(" ") for answer in answers]
    if any(size == "missing" for _, _, size in sizes):
        gaps.add(_LACKING)
    return [sha for sha, _, size in sizes if size.isdigit() and int(size) <= _LARGEST]


def _contents(repository: Repository, blobs: list[str]) -> Generator[tuple[str, bytes], None, None]:
    """The contents of blobs, one after the other."""
    if not blobs:
        return
    feed = "".join(f"{sha}\n" for sha in blobs).encode()
    stream = Stream.start(repository, ("cat-file", "--batch"), feed)
    held = bytearray()
    with closing(stream.chunks()) as pieces:
        for piece in pieces:
            held += piece
            at = 0
            while (end := held.find(b"\n", at)) >= 0:
                sha, _, rest = held[at:end].decode("ascii", "replace").partition(" ")
                kind, _, length = rest.partition(" ")
                if not length.isdigit():
                    at = end + 1
                    continue
                if len(held) < end + 2 + int(length):
                    break
                if kind == "blob":
                    yield sha, bytes(held[end + 1 : end + 1 + int(length)])
                at = end + 2 + int(length)
            del held[:at]


_SYMBOL = re.compile(r"[A-Za-z_]\w{2,}", re.ASCII)
_PACKAGE = re.compile(r"[\w@][\w@/.-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class NameQuery:
    symbols: frozenset[str] = frozenset()
    packages: frozenset[str] = frozenset()
    """Packages that no manifest declares now."""
    paths: frozenset[str] = frozenset()
    """Paths that git does not track."""
    commits: frozenset[str] = frozenset()
    """Shas, full or shortened."""


@dataclass(slots=True)
class Answers:
    symbols: frozenset[str] | None = None
    """Those found in the code; None if unknown."""
    unsure: frozenset[str] = frozenset()
    """Those that only documents name, or that were not looked for to the end."""
    once: dict[str, str] | None = None
    """Symbols and packages that an older state had, with its short name."""
    untracked: frozenset[str] = frozenset()
    """Paths that are on the disk all the same."""
    ignored: frozenset[str] = frozenset()
    commits: dict[str, bool | None] = field(default_factory=dict)
    """Whether each commit exists; None if unknown."""
    older: History = field(default_factory=History)
    """How much of the older states could be read."""


def look_up(
    root: Path, asked: NameQuery, tracked: Collection[str], instead: Mapping[str, bytes] = MappingProxyType({})
) -> Answers:
    """Ask git and the disk; `tracked` are the files of the working tree, `instead` as in `words_of_tree`."""
    repository = open_repository(root)
    if repository is None or not repository.head:
        return Answers()
    found = Answers(commits=_commits(root, asked.commits))
    _paths(repository, asked.paths, found)
    symbols = frozenset(name for name in asked.symbols if _SYMBOL.fullmatch(name))
    packages = frozenset(name for name in asked.packages if _PACKAGE.fullmatch(name))
    now = words_of_tree(root, tracked, symbols, instead)
    found.symbols = now.code
    missing = symbols - now.code
    found.unsure = (missing & now.documents if now.whole else missing) | (asked.symbols - symbols)
    gaps: set[str] = set()
    try:
        found.once = words_of_history(repository, missing - found.unsure, packages, gaps)
    except Refused as problem:
        found.older = History(Extent.NONE, clone_of(repository).why(str(problem)))
    else:
        found.older = History(Extent.PART, ", ".join(sorted(gaps))) if gaps else History()
    return found


def _commits(root: Path, shas: Iterable[str]) -> dict[str, bool | None]:
    """Whether commits exist; a partial clone may not know if it lacks one."""
    wanted = sorted(set(shas))
    try:
        return resolve_all(root, wanted)
    except Refused:
        return dict.fromkeys(wanted)


def _paths(repository: Repository, paths: Iterable[str], found: Answers) -> None:
    """Which paths are there without being tracked, and which git ignores."""
    wanted = sorted({path for path in paths if path and not path.startswith("/") and ".." not in path.split("/")})
    found.untracked = frozenset(path for path in wanted if os.path.lexists(repository.root / path))
    rest = [path for path in wanted if path not in found.untracked and "\0" not in path and path[0] != ":"]
    if not rest or repository.bare:
        return
    feed = "".join(f"{path}\0" for path in rest).encode("utf-8", "surrogateescape")
    with contextlib.suppress(Refused):
        words = ("--no-literal-pathspecs", "check-ignore", "-z", "--stdin", "--no-index")
        stream = Stream.start(repository, words, feed)
        answer = b"".join(stream.chunks(may_be_empty=True)).decode("utf-8", "surrogateescape")
        found.ignored = frozenset(word for word in answer.split("\0") if word)

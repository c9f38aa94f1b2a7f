"""Reads the changes of commits from one stream of `git log -p -U0`, reduced while it is read; later only new commits.

Of a file's lines only short runs of tokens that replaced others are kept; a hunk of more than three lines is skipped.
In a clone that lacks contents the commits that need them are read without; nothing is fetched.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.model.mining.commits import Diffed, Replacement
from dreamtui.sources.git.clone import clone_of
from dreamtui.sources.git.command import Repository, Running, Stream, capture, is_sha, open_repository
from dreamtui.sources.git.events import is_robot, moment
from dreamtui.sources.git.history import history_key, is_ancestor, since_option
from dreamtui.sources.identity import EMPTY_ROSTER
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot
from dreamtui.text.diff.replaced import is_code_file, replaced, says_code

_LAYOUT = "diffs 4"
_FORMAT = "--format=%x00%x00%H%x00%at%x00%ct%x00%aN%x00%aE%x00%B%x00"
"""NULs delimit the message, so that a patch pasted into it is not parsed."""
_PATCH = ("-p", "-U0")
_NAMES = ("--name-status",)
_NOTHING = ("--no-patch",)
"""How much of a commit is asked for: everything, no contents, no files."""
_EVERY = (
    "--no-merges",
    "--encoding=UTF-8",
    "--no-color",
    "--no-decorate",
    "--no-notes",
    "--no-show-signature",
    "--no-ext-diff",
    "--no-textconv",
    "--inter-hunk-context=0",
    "--diff-algorithm=myers",
    "--no-indent-heuristic",
    "--submodule=short",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--relative",
    "-M100%",
    "-O/dev/null",
)
_SMALL_FILES = ("-c", "core.bigFileThreshold=1m")
"""Larger files are generated or data; git then treats them as binary."""

_MARK = re.compile(rb"\n(?=\0\0|diff --git |new file |deleted file |rename to |@@ -|[AMDT]\t|R\d{3}\t)")
_HUNK = re.compile(rb"@@ -\d++(?:,(\d++))? \+\d++(?:,(\d++))? @@")
_BREAKS = (b"\n\0\0", b"\n@@ -", b"\ndiff --git ")
_STATUS = frozenset([b"A\t", b"M\t", b"D\t", b"T\t"])
_FIELDS = 6
_MOST_LINES = 3
_COUNTS = frozenset(b"%d" % count for count in range(1, _MOST_LINES + 1))
_LONGEST_LINE = 500
_AT_ONCE = 1 << 17
"""Bytes parsed at once; git writes a few thousand at a time."""
_HELD = 4 << 20
"""Most bytes of a hunk or message in memory; the rest of a longer one is dropped."""
_BEGINNING = 4096
_MOST_FILES, _FEW_FILES = 2000, 40
_MOST_REPLACED, _FEW_REPLACED = 300, 5
"""Most files and replacements kept per commit; fewer once a history has far more of them than usual."""
_PLENTY = 150_000
_BODY = 6000
_LATEST = 253_402_300_799
_TRIES = 120
"""How many missing objects may stop git before reading is given up."""


@dataclass(frozen=True, slots=True)
class DiffSnapshot:
    """The state of a read, to read only new commits next time."""

    head: str
    """Full sha of HEAD."""
    key: str
    """Hash of everything else the result depends on."""
    since: int
    """Committer time since which all commits are kept."""
    commits: bytes
    """The commits, newest first, packed."""


@dataclass(frozen=True, slots=True)
class DiffHistory:
    """The commits of a history with their changes."""

    commits: tuple[Diffed, ...] = ()
    """Newest first, without merges and bots."""
    fresh: int = 0
    """How many were read now."""
    since: int = 0
    """Committer time since which they were read."""
    snapshot: DiffSnapshot | None = None
    """For the next read."""
    blind: int = 0
    """How many of the commits read now lack file contents in this clone, so that their lines are unknown."""
    unfiled: int = 0
    """How many of these lack file names too."""
    remark: str = ""
    """Why older commits were not read; empty if all were."""


def read_diffs(
    root: Path,
    now: int,
    days: int,
    least: int,
    most_days: int,
    previous: DiffSnapshot | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> DiffHistory:
    """The commits of the last days, and older ones up to a least number or a most number of days."""
    repository = open_repository(root)
    if repository is None or not repository.head:
        return DiffHistory()
    partial = clone_of(repository).partial
    key = history_key(repository, EMPTY_ROSTER, f"{_LAYOUT} {partial}")
    reader = _Reader(repository, partial, cancelled, progress)
    old = decode_snapshot(previous.commits, list[Diffed]) if previous is not None and previous.key == key else None
    if previous is not None and old is not None and is_ancestor(repository, previous.head):
        fresh = reader.read(previous.since, f"{previous.head}..{repository.head}")
        since, commits = previous.since, [*fresh, *old]
    else:
        since = min(now - days * 86400, max(_nth(repository, least), now - most_days * 86400))
        commits = fresh = reader.read(max(0, since), repository.head)
    if len(commits) > 2 * least:
        since = max(since, now - days * 86400)
        commits = [commit for commit in commits if commit.committed >= since]
    snapshot = (
        previous
        if previous is not None and not fresh and old is not None
        else DiffSnapshot(repository.head, key, since, encode_snapshot(commits))
    )
    return DiffHistory(tuple(commits), len(fresh), since, snapshot, reader.blind, reader.unfiled, reader.remark)


def _nth(repository: Repository, count: int) -> int:
    args = ("log", "--no-merges", "--format=%ct", f"--max-count={count}", repository.head, "--")
    status, out, _ = capture(repository.root, args, repository.trusted)
    times = [int(word) for word in out.split() if word.isdigit()]
    return min(times, default=0) if not status and len(times) == count else 0


@dataclass(slots=True)
class _Reader:
    """Reads commits with their changes, and continues after one whose contents are missing."""

    repository: Repository
    partial: bool
    """Whether this is a partial clone, in which contents are missing everywhere."""
    cancelled: Callable[[], bool] | None
    progress: Callable[[int], None] | None
    blind: int = 0
    unfiled: int = 0
    remark: str = ""
    _kept: int = 0

    def read(self, since: int, revisions: str) -> list[Diffed]:
        """The commits since a committer time; those whose contents are missing without their lines."""
        found: list[Diffed] = []
        window = (f"{since_option()}={moment(since)}", revisions, "--")
        for _ in range(_TRIES):
            before = len(found)
            if self._went_on(found, _PATCH, f"--skip={before}", *window):
                break
            one = (f"--skip={before}", "--max-count=1", *window)
            if len(found) == before and not self._went_on(found, _PATCH, *one):
                self._without(found, *(() if self.partial else ("--max-count=1",)), *window)
        else:
            self.remark = f"The changes of commits older than {found[-1].sha[:8]} were not read."
        return [commit for commit in found if commit.committed >= since and not is_robot(commit.name, commit.email)]

    def _without(self, found: list[Diffed], *window: str) -> None:
        """Continue without contents, and without files if trees are missing too."""
        before = len(found)
        if not self._went_on(found, _NAMES, f"--skip={before}", *window):
            named = len(found)
            found += self._commits(*_NOTHING, *_EVERY, f"--skip={named}", *window)
            self.unfiled += len(found) - named
        self.blind += len(found) - before

    def _went_on(self, found: list[Diffed], asked: Sequence[str], *window: str) -> bool:
        """Add the commits up to one with missing objects; whether there was none."""
        try:
            found += self._commits(*asked, *_EVERY, *window)
        except Refused:
            if self.cancelled is not None and self.cancelled():
                raise
            return False
        return True

    def _commits(self, *args: str) -> Iterator[Diffed]:
        """The commits of one `git log`; if it fails, those before the commit it may have failed at."""
        stream = Stream.start(self.repository, ("log", _FORMAT, *args), options=_SMALL_FILES)
        parser = _Parser(self._kept)
        yield from parser.commits(stream, self._between)
        self._kept = parser.kept

    def _between(self, count: int) -> None:
        if self.progress is not None:
            self.progress(count)
        if self.cancelled is not None and self.cancelled():
            raise Refused("Reading the git history was stopped; nothing was kept.")


class _Parser:
    """Parses the stream into commits; at most `_HELD` bytes of it are in memory."""

    __slots__ = ("_files", "_head", "_is_code", "_path", "_replaced", "_shortened", "_whole", "begun", "kept")

    def __init__(self, kept: int = 0) -> None:
        self.begun = 0
        self.kept = kept
        """Files and replacements of the commits so far."""
        self._head: list[bytes] = []
        self._whole = True
        self._shortened = False
        self._clear()

    def _clear(self) -> None:
        self._path = ""
        self._is_code = False
        self._files: dict[str, str] = {}
        self._replaced: dict[tuple[str, str], Replacement] = {}

    def commits(self, stream: Running, between: Callable[[int], None]) -> Iterator[Diffed]:
        """Each commit, once its patch is parsed."""
        rest, pieces, size = b"\n", [b""], 0
        for piece in stream.chunks():
            pieces.append(piece)
            size += len(piece)
            between(self.begun)
            if size < _AT_ONCE:
                continue
            rest, pieces, size = rest + b"".join(pieces), [], 0
            cut = _cut(rest)
            if cut > 0:
                yield from self._take(rest[: cut + 1])
                rest = rest[cut:]
            elif len(rest) > _HELD:
                self._shortened |= rest.startswith(b"\n\0\0")
                rest = rest[:_BEGINNING] + b"\n!\n" + rest[-_BEGINNING // 64 :]
        yield from self._take(rest + b"".join(pieces))
        if self._head:
            yield self._commit()

    def _take(self, part: bytes) -> Iterator[Diffed]:
        marks = [found.end() for found in _MARK.finditer(part)]
        behind = 0
        for at, end in pairwise([*marks, len(part)]):
            first = part[at]
            if at < behind:
                continue
            if first == 0:
                if self._head:
                    yield self._commit()
                self.begun += 1
                self._head, behind = _fields(part, at + 2)
                self._clear()
                self._whole, self._shortened = not self._shortened, False
            elif first == 64:
                self._hunk(part, at, end)
            elif part.startswith(b"diff", at):
                stop = part.find(b"\n", at, end)
                self._path = _path(part[at + 11 : stop if stop > 0 else end])
                self._is_code = bool(self._path) and is_code_file(self._path)
                if self._path and len(self._files) < (_MOST_FILES if self.kept < _PLENTY else _FEW_FILES):
                    self._files[self._path] = "M"
            elif part[at : at + 2] in _STATUS:
                self._named(part[at + 2 : end].partition(b"\n")[0], chr(first))
            elif first == 82:
                self._moved(part[at + 5 : end].partition(b"\n")[0].rpartition(b"\t")[2])
            elif part.startswith(b"rename", at):
                self._moved(part[at + 10 : end].partition(b"\n")[0])
            elif self._path in self._files:
                self._files[self._path] = "A" if part.startswith(b"new", at) else "D"

    def _moved(self, name: bytes) -> None:
        self._named(name, "M")

    def _named(self, name: bytes, kind: str) -> None:
        if len(self._files) < (_MOST_FILES if self.kept < _PLENTY else _FEW_FILES) and not name.startswith(b'"'):
            self._files[name.decode("utf-8", "replace")] = "M" if kind == "T" else kind

    def _hunk(self, part: bytes, at: int, end: int) -> None:
        if not self._is_code or end - at > 2 * _MOST_LINES * _LONGEST_LINE:
            return
        head = _HUNK.match(part, at, end)
        if head is None or (head[1] or b"1") not in _COUNTS or (head[2] or b"1") != (head[1] or b"1"):
            return
        if len(self._replaced) >= (_MOST_REPLACED if self.kept < _PLENTY else _FEW_REPLACED):
            return
        count = int(head[1] or 1)
        lines = part[head.end() : end].split(b"\n")[1 : 2 * count + 1]
        if len(lines) != 2 * count:
            return
        before, after = lines[:count], lines[count:]
        if not all(line.startswith(b"-") for line in before) or not all(line.startswith(b"+") for line in after):
            return
        pairs: dict[tuple[str, str], str] = {}
        for one, two in zip(before, after, strict=True):
            old, new = one[1:].decode("utf-8", "replace"), two[1:].decode("utf-8", "replace")
            if old == new:
                continue
            pair = replaced(old, new) if says_code(old) else None
            if pair is None:
                return
            pairs.setdefault(pair[:2], pair[2])
        if len(pairs) == 1:
            ((names, role),) = pairs.items()
            self._replaced.setdefault(names, Replacement(*names, self._path, role))

    def _commit(self) -> Diffed:
        head = self._head
        whole = len(head) > 5 and self._whole
        text = head[5].decode("utf-8", "replace") if len(head) > 5 else ""
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16] if whole else ""
        subject, _, body = text.replace("\r\n", "\n").strip("\n").partition("\n\n")
        self.kept += len(self._files) + len(self._replaced)
        kinds: dict[str, list[str]] = {"A": [], "M": [], "D": []}
        for path, kind in self._files.items():
            kinds[kind].append(path)
        sha = head[0].decode("ascii", "replace")
        if not is_sha(sha) or len(head) < _FIELDS - 1:
            raise Refused("git log gave an answer that is not a list of commits.")
        authored, committed, name, email = head[1:5]
        return Diffed(
            sha,
            _seconds(authored),
            _seconds(committed),
            name.decode("utf-8", "replace"),
            email.decode("utf-8", "replace"),
            " ".join(line.strip() for line in subject.split("\n"))[:_BODY],
            body[:_BODY],
            digest,
            tuple(sorted(kinds["A"])),
            tuple(sorted(kinds["M"])),
            tuple(sorted(kinds["D"])),
            tuple(self._replaced.values()),
        )


def _cut(rest: bytes) -> int:
    """Where the last incomplete part begins; a message is complete at its last NUL."""
    cut = max(rest.rfind(mark) for mark in _BREAKS)
    head = rest.rfind(b"\n\0\0", 0, cut + 3) if cut > 0 else -1
    return head if head >= 0 and rest.count(b"\0", head + 3, cut) < _FIELDS else cut


def _fields(part: bytes, at: int) -> tuple[list[bytes], int]:
    """The fields of a commit up to its message, and their end; fewer if the message was too long."""
    fields: list[bytes] = []
    while len(fields) < _FIELDS and (end := part.find(b"\0", at)) >= 0:
        fields.append(part[at:end])
        at = end + 1
    return fields, at


def _path(names: bytes) -> str:
    """The path in `a/PATH b/PATH`; empty if git quoted it or the two differ."""
    size = (len(names) - 1) // 2
    old, new = names[:size], names[size + 1 :]
    if old[2:] != new[2:] or names.startswith(b'"'):
        return ""
    return old[2:].decode("utf-8", "replace")


def _seconds(text: bytes) -> int:
    return min(int(text), _LATEST) if text.isdigit() and len(text) < 15 else 0

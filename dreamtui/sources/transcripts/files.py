"""Which transcripts belong to a repository: told from the working directories in their first records.

The names of project folders are never read back into paths, and one folder may hold conversations of several projects.
"""

import os
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

import msgspec

from dreamtui.model.evidence import Skip
from dreamtui.model.mining.interface import no_collection
from dreamtui.sources.jsonl.lines import open_file, prefetch, what_is
from dreamtui.sources.transcripts.calls import is_absolute, plain
from dreamtui.sources.transcripts.record import LONGEST
from dreamtui.sources.transcripts.state import Origin, TranscriptSnapshot

PREFIX = "claude/"
"""Prefix of a transcript in locators and skips."""
_ENDING = ".jsonl"
_SUBAGENTS = "subagents"
_JOURNAL = "journal.jsonl"
_GLANCE = 16 << 10
"""Bytes that are read first to find a working directory."""
_PEEK = 128 << 10
"""Bytes that are read if the first have none; more only until one line is complete."""
BEGINNING = 64 << 10
"""Bytes of each file that are prefetched, which is all of most files."""
_AHEAD = 64
"""Files that are open at once, so that some are prefetched while others are read."""
_RECORDS = 20


class _Place(msgspec.Struct, gc=False):
    """The working directory of a record."""

    cwd: str | None = None


_place = msgspec.json.Decoder(_Place).decode


@dataclass(frozen=True, slots=True)
class TranscriptFile:
    """One transcript that belongs to the repository."""

    name: str
    """Path below the folder of all projects, with slashes."""
    path: str
    subagent: bool
    stem: str
    """The session of records without one."""
    size: int = 0
    """Its size when its first records were read."""


@dataclass(frozen=True, slots=True)
class FoundTranscripts:
    claude: str
    roots: tuple[str, ...]
    """The repository and its worktrees, as given and resolved."""
    files: tuple[TranscriptFile, ...]
    """Transcripts that belong here, by name."""
    origins: dict[str, Origin]
    """The origin of every transcript, for the snapshot."""
    skips: tuple[Skip, ...] = ()
    """What was left out, and why."""


def find(claude_dir: Path, roots: Sequence[Path], *, previous: TranscriptSnapshot | None = None) -> FoundTranscripts:
    """The transcripts below `claude_dir` whose working directory is in one of the roots.

    With an earlier snapshot only new files are opened.
    """
    projects = claude_dir / "projects"
    base = str(projects)
    skips: list[Skip] = []
    known = previous.origins if previous is not None and previous.claude == base else {}
    with no_collection():
        listed = {
            _name(entry.path, base): entry
            for folder in _folders(base, skips)
            for entry in _transcripts(folder, base, skips)
        }
        origins = _origins(listed, known, skips)
    places = tuple(sorted({place for root in roots for place in (plain(str(root)), plain(os.path.realpath(root)))}))
    files = [
        TranscriptFile(name, listed[name].path, is_subagent(name), session_of(name), origins[name].size)
        for name in _belonging(origins, places, skips)
    ]
    return FoundTranscripts(
        base, places, tuple(files), origins, tuple(sorted(skips, key=lambda skip: (skip.path, skip.line)))
    )


def is_subagent(name: str) -> bool:
    """Whether a transcript is a subagent's, by its name."""
    *folders, file = name.split("/")
    return _SUBAGENTS in folders[1:] or file.startswith("agent-")


def session_of(name: str) -> str:
    """The session of a transcript by its name; of a subagent's, the session that started it."""
    folders = name.split("/")
    if _SUBAGENTS in folders[2:]:
        return folders[folders.index(_SUBAGENTS, 2) - 1]
    return folders[-1].removesuffix(_ENDING)


def lies_in(cwd: str, roots: Sequence[str]) -> bool:
    """Whether a working directory is one of the roots or below one."""
    whole = plain(cwd)
    return any(whole == root or whole.startswith(root.rstrip("/") + "/") for root in roots)


def _name(path: str, base: str) -> str:
    short = path[len(base) + 1 :].replace(os.sep, "/")
    return short if short.isascii() else short.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _folders(base: str, skips: list[Skip]) -> list[str]:
    try:
        with os.scandir(base) as entries:
            found = list(entries)
    except FileNotFoundError:
        return []
    except OSError as error:
        skips.append(Skip(PREFIX.rstrip("/"), 0, f"unreadable folder: {error.strerror}"))
        return []
    skips += [Skip(PREFIX + _name(entry.path, base), 0, "a symlink") for entry in found if entry.is_symlink()]
    return sorted(entry.path for entry in found if entry.is_dir(follow_symlinks=False))


def _transcripts(folder: str, base: str, skips: list[Skip]) -> Iterator["os.DirEntry[str]"]:
    """The transcripts of a project: directly in its folder, and below the folders of subagents."""
    pending = [(folder, 0, False)]
    while pending:
        where, depth, inside = pending.pop()
        try:
            with os.scandir(where) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except FileNotFoundError:
            continue
        except OSError as error:
            skips.append(Skip(PREFIX + _name(where, base), 0, f"unreadable folder: {error.strerror}"))
            continue
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                below = inside or entry.name == _SUBAGENTS
                if below or depth == 0:
                    pending.append((entry.path, depth + 1, below))
            if not entry.name.endswith(_ENDING) or not (inside or depth == 0) or entry.name == _JOURNAL:
                continue
            if entry.is_file(follow_symlinks=False):
                yield entry
            else:
                skips.append(Skip(PREFIX + _name(entry.path, base), 0, what_is(entry)))


def _origins(listed: dict[str, "os.DirEntry[str]"], known: dict[str, Origin], skips: list[Skip]) -> dict[str, Origin]:
    """The origin of every file: from the snapshot, else from its first records."""
    origins: dict[str, Origin] = {}
    unknown: list[str] = []
    for name, entry in sorted(listed.items(), key=itemgetter(0)):
        origins[name] = Origin(entry.inode(), 0, [])
        if (was := known.get(name)) is not None and _still(was, entry):
            origins[name] = was
        else:
            unknown.append(name)
    with closing(_opened([listed[name].path for name in unknown])) as opened:
        for name, file in zip(unknown, opened, strict=True):
            try:
                if isinstance(file, OSError):
                    raise file
                handle, size = file
                try:
                    origins[name].size = size
                    origins[name].cwds = sorted(_peek(handle))
                finally:
                    os.close(handle)
            except OSError as error:
                skips.append(Skip(PREFIX + name, 0, f"unreadable: {error.strerror}"))
    return origins


def _still(was: Origin, entry: "os.DirEntry[str]") -> bool:
    """Whether a known origin is still valid: it is the same file, and its origin was found or it has not grown."""
    with suppress(OSError):
        return was.inode == entry.inode() and (bool(was.cwds) or was.size == entry.stat(follow_symlinks=False).st_size)
    return False


def _opened(paths: list[str]) -> Generator[tuple[int, int] | OSError, None, None]:
    """Every file opened, with its size, or why it could not be; the next ones are prefetched.

    The caller closes the handles.
    """
    ahead: deque[tuple[int, int] | OSError] = deque()
    begun = 0
    try:
        while begun < len(paths) or ahead:
            while begun < len(paths) and len(ahead) < _AHEAD:
                try:
                    handle, status = open_file(paths[begun])
                    prefetch(handle, 0, BEGINNING)
                    ahead.append((handle, status.st_size))
                except OSError as error:
                    ahead.append(error)
                begun += 1
            yield ahead.popleft()
    finally:
        for left in ahead:
            if not isinstance(left, OSError):
                os.close(left[0])


def _peek(handle: int) -> set[str]:
    """The absolute working directories in the first records: read in few bytes, then in more if there are none."""
    data = os.read(handle, _GLANCE)
    found = _named(data)
    if found or len(data) < _GLANCE:
        return found
    data += os.read(handle, _PEEK)
    while b"\n" not in data and len(data) <= LONGEST:
        more = os.read(handle, 1 << 20)
        if not more:
            break
        data += more
    return _named(data)


def _named(data: bytes) -> set[str]:
    """The absolute working directories of the first complete records."""
    found: set[str] = set()
    piece, start = memoryview(data), 0
    for _ in range(_RECORDS):
        end = data.find(b"\n", start)
        try:
            cwd = _place(piece[start:] if end < 0 else piece[start:end]).cwd
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            cwd = None
        if cwd and cwd not in found and is_absolute(plain(cwd)):
            found.add(cwd)
        if end < 0:
            break
        start = end + 1
    return found


def _belonging(origins: dict[str, Origin], roots: Sequence[str], skips: list[Skip]) -> list[str]:
    """The files of the roots; one without a working directory belongs where its session or folder does."""
    places = {cwd for origin in origins.values() for cwd in origin.cwds}
    inside = {cwd for cwd in places if lies_in(cwd, roots)}
    sure = {name: not inside.isdisjoint(origin.cwds) for name, origin in origins.items() if origin.cwds}
    folders: dict[str, set[bool]] = {}
    for name, ours in sure.items():
        folders.setdefault(name.split("/")[0], set()).add(ours)
    found: list[str] = []
    for name in origins:
        folder = name.split("/")[0]
        here: bool | None = sure.get(name, sure.get(f"{folder}/{session_of(name)}{_ENDING}"))
        if here is None:
            beside = folders.get(folder, set())
            if len(beside) > 1:
                skips.append(
                    Skip(PREFIX + name, 0, "says no absolute folder, and others beside it are of several projects")
                )
            here = beside == {True}
        if here:
            found.append(name)
    return found

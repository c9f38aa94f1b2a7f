"""The history of a memory folder: each version of each file, kept with the person's own data.

Claude Code rewrites and deletes memories without a trace, and they must not enter a repository's git, so versions are
kept in `<data>/dreamtui/memory-history/<8 hex of the folder's path>/`, readable by the person alone: a manifest, and
the bytes of each version under their hash. A change is detected by a file's times and size, so a look costs as much as
what changed.

The manifest has one line of JSON for each version of each file. Lines are only added, by every process that looks at
the folder, so a loss is derived from the lines alone, and is reported until the file is back or a person acknowledges
it.
"""

import hashlib
import itertools
import json
import os
import re
import stat
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dreamtui.model.change import digest
from dreamtui.model.errors import NotFound, Refused, WriteFailed
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.port import DISK, Port, make_folders
from dreamtui.store.files.small import append_line, load_blob, read_or_none, remove_blob, save_blob
from dreamtui.text.dates import iso
from dreamtui.text.decoding import name_in_utf8
from dreamtui.text.inert import inert_line
from dreamtui.text.jsons import read_json

SEEN = "seen"
"""Another writer wrote it; we found it so."""
OURS = "ours:"
"""One of our decisions wrote it; its id follows."""
ACKNOWLEDGED = "acknowledged"
"""A person said that the loss of the file is well."""
_SHA = re.compile(r"(?:[0-9a-f]{64})?")
_TEXTS = ("when", "file", "sha", "mtime", "why")


# The manifest


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a file in a memory folder."""

    file: str
    """Path from the folder, with slashes."""
    when: str
    """UTC time at which it was found so."""
    sha: str
    """sha256 of its bytes; empty for a file that was deleted or is too large to keep."""
    size: int
    mtime: str
    """UTC time of the last change; empty for a deleted file."""
    why: str
    """`seen`, `ours:` with a decision, or `acknowledged`."""
    gone: bool = False
    """Whether the file is not there."""

    @property
    def is_outside(self) -> bool:
        """Whether another writer made it so."""
        return self.why == SEEN

    def encode(self) -> bytes:
        """One JSON line; ASCII, so that nothing in it can act on a terminal."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in _TEXTS}
        return json.dumps({**fields, "size": self.size, "gone": self.gone}, ensure_ascii=True).encode() + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> "Version | None":
        """None for a line in another format."""
        try:
            fields = read_json(line)
            texts = {name: fields[name] for name in _TEXTS}
            size, gone = fields["size"], fields["gone"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        plain = all(isinstance(text, str) for text in texts.values()) and type(size) is int and type(gone) is bool
        if not plain or size < 0 or not _SHA.fullmatch(texts["sha"]) or not _is_file(texts["file"]):
            return None
        return cls(**texts, size=size, gone=gone)


@dataclass(frozen=True, slots=True)
class Lost:
    """A file that vanished or shrank outside our decisions."""

    file: str
    """Path from the folder."""
    before: Version
    after: Version
    now: int
    """Its bytes now; 0 for a deleted file."""

    @property
    def vanished(self) -> bool:
        """Whether the file was deleted."""
        return self.after.gone


def _is_file(name: str) -> bool:
    """A manifest is read as untrusted input: a name must not lead out of its folder."""
    return bool(name) and "\0" not in name and not {"", ".", ".."} & set(name.split("/"))


def read_manifest(data: bytes) -> tuple[tuple[Version, ...], int]:
    """The versions in the order in which they were found, and how many lines are damaged."""
    lines = [line for line in data.split(b"\n") if line.strip()]
    found = [Version.decode(line) for line in lines]
    return tuple(version for version in found if version is not None), found.count(None)


def newest(versions: Iterable[Version]) -> dict[str, Version]:
    """How each file was found last; what a person acknowledged says nothing new about it."""
    return {version.file: version for version in versions if version.why != ACKNOWLEDGED}


def by_file(versions: Iterable[Version]) -> dict[str, list[Version]]:
    """The versions of each file, the oldest first."""
    found: dict[str, list[Version]] = {}
    for version in versions:
        found.setdefault(version.file, []).append(version)
    return dict(sorted(found.items()))


def losses(versions: Sequence[Version]) -> tuple[Lost, ...]:
    """Files that vanished, or shrank to less than half, outside our decisions, and were neither restored nor
    acknowledged.

    A file whose bytes are found under another name was renamed, which is no loss.
    """
    standing = {version.sha for version in newest(versions).values() if version.sha}
    found = [_loss(listed) for listed in by_file(versions).values()]
    return tuple(lost for lost in found if lost is not None and lost.before.sha not in standing)


def _loss(versions: Sequence[Version]) -> Lost | None:
    """What is lost of one file at the end of its history."""
    lost: tuple[Version, Version] | None = None
    last: Version | None = None
    for version in versions:
        if version.why == ACKNOWLEDGED:
            lost = None
            continue
        if lost is not None and _is_dealt_with(lost[0], version):
            lost = None
        elif lost is not None:
            lost = (lost[0], version)
        elif last is not None and version.is_outside and _is_smaller(last, version):
            lost = (last, version)
        last = version
    return None if lost is None or last is None else Lost(last.file, *lost, now=last.size)


def _is_smaller(before: Version, after: Version) -> bool:
    """Whether a file that was not empty was deleted or has less than half of its bytes."""
    return not before.gone and before.size > 0 and (after.gone or after.size * 2 < before.size)


def _is_dealt_with(before: Version, version: Version) -> bool:
    """Whether the file is back, or one of our decisions took it away."""
    if version.gone:
        return not version.is_outside
    return bool(version.sha and version.sha == before.sha) or version.size * 2 >= before.size


KEPT_BYTES = 1 << 20
"""Of a larger file a version is recorded without its bytes."""
KEPT_VERSIONS = 50
"""Versions of one file that are kept."""
KEPT_TOTAL = 200 << 20
"""Bytes that the versions of one folder may take."""
MOST_FILES = 50_000
"""Files of a folder that are looked at; of one with more nothing is known."""
DEEPEST = 32
"""Depth to which folders are searched."""
_MANIFEST, _STATS, _OBJECTS = "manifest.jsonl", "stats.json", "objects"
_SETTLED = 50_000_000
"""Nanoseconds after which a change of a file shows in its time."""

Ours = Mapping[str, tuple[bytes | None, str]]
"""Files that we changed: what we left, None for nothing, and which decision it was."""
_Stats = dict[str, list[object]]


@dataclass(frozen=True, slots=True)
class Look:
    """The result of a look: known versions and new ones."""

    known: tuple[Version, ...]
    fresh: tuple[Version, ...]
    skipped: int
    """Lines of the manifest that are damaged."""
    unread: tuple[str, ...] = ()
    """Files and folders that could not be looked at, of which nothing is said; an empty one is the whole folder."""

    @property
    def versions(self) -> tuple[Version, ...]:
        """All of them, in the order in which they were found."""
        return (*self.known, *self.fresh)


@dataclass(slots=True)
class MemoryHistory:
    """The history of one memory folder."""

    folder: Path
    data_folder: Path
    port: Port = DISK
    _bytes: dict[str, bytes] = field(default_factory=dict)
    """What a look has read and not kept yet, packed."""
    _stats: _Stats = field(default_factory=dict)
    """What a look found out about each file without reading it again."""

    @property
    def place(self) -> Path:
        name = hashlib.sha256(os.fsencode(os.path.realpath(self.folder))).hexdigest()[:8]
        return self.data_folder / "dreamtui" / "memory-history" / name

    def read(self) -> Look:
        """What is known, without a look at the folder."""
        versions, skipped = read_manifest(load_blob(self.place / _MANIFEST) or b"")
        return Look(versions, (), skipped)

    def look(self, now: datetime, ours: Ours | None = None) -> Look:
        """What is known and what changed since, without keeping it."""
        read = self.read()
        known = newest(read.known)
        stats = self._load_stats()
        self._bytes, self._stats = {}, {}
        unread: list[str] = []
        fresh = self._left_by_us(known, ours or {}, iso(now))
        known |= {version.file: version for version in fresh}
        there: set[str] = set()
        listed = list(itertools.islice(_files(self.folder, unread), MOST_FILES + 1))
        if len(listed) > MOST_FILES:
            listed, unread = [], [""]
        for file, path in listed:
            there.add(file)
            version = self._version(file, path, known.get(file), stats.get(file), iso(now))
            if version is not None:
                fresh.append(version)
        for file, last in known.items():
            if not last.gone and file not in there and not _is_unseen(file, unread):
                fresh.append(Version(file, iso(now), "", 0, "", SEEN, gone=True))
        fresh.sort(key=lambda version: version.file)
        return Look(read.known, tuple(fresh), read.skipped, tuple(sorted(unread)))

    def snapshot(self, now: datetime, ours: Ours | None = None) -> Look:
        """The same, and keep what is new; raises `WriteFailed` where that cannot be written."""
        found = self.look(now, ours)
        if found.fresh:
            self._keep(found)
        if self._stats and self.place.is_dir():
            save_blob(self.place / _STATS, json.dumps(self._stats).encode(), self.port)
        return found

    def acknowledge(self, file: str, now: datetime) -> None:
        """Say that what became of a file is well."""
        last = newest(self.read().known).get(file)
        if last is None:
            raise NotFound(f"nothing is known about {inert_line(file)}")
        self._append([Version(file, iso(now), last.sha, last.size, last.mtime, ACKNOWLEDGED, last.gone)])

    def content(self, sha: str) -> bytes | None:
        """The bytes of a version; None when they are not kept or are damaged."""
        packed = load_blob(self._object(sha)) if sha else None
        if packed is None:
            return None
        unpacker = zlib.decompressobj()
        try:
            data = unpacker.decompress(packed, KEPT_BYTES + 1)
        except zlib.error:
            return None
        return data if digest(data) == sha else None

    def is_kept(self, sha: str) -> bool:
        """Whether the bytes of a version are there, without reading them."""
        return bool(sha) and self._object(sha).is_file()

    def _object(self, sha: str) -> Path:
        return self.place / _OBJECTS / f"{sha}.z"

    def _load_stats(self) -> _Stats:
        try:
            loaded = read_json(load_blob(self.place / _STATS) or b"{}")
        except (ValueError, RecursionError):
            return {}
        return loaded if isinstance(loaded, dict) else {}

    def _version(self, file: str, path: Path, last: Version | None, stats: object, now: str) -> Version | None:
        """The file's current version, if it is new."""
        try:
            status = path.lstat()
            mark: list[object] = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
            if last is not None and not last.gone and stats == [*mark, last.sha]:
                self._stats[file] = [*mark, last.sha]
                return None
            data = read_or_none(path, KEPT_BYTES) if status.st_size <= KEPT_BYTES else None
        except (OSError, Refused):
            return None
        sha = digest(data)
        if time.time_ns() - max(status.st_mtime_ns, status.st_ctime_ns) > _SETTLED:
            self._stats[file] = [*mark, sha]
        if data is None and status.st_size <= KEPT_BYTES:
            return None
        size = status.st_size if data is None else len(data)
        if last is not None and not last.gone and (last.sha, last.size) == (sha, size):
            return None
        if data is not None:
            self._bytes[sha] = zlib.compress(data)
        changed = iso(datetime.fromtimestamp(status.st_mtime_ns / 1e9, UTC))
        return Version(file, now, sha, size, changed, SEEN)

    def _left_by_us(self, known: Mapping[str, Version], ours: Ours, now: str) -> list[Version]:
        """The version that we wrote, if it is new, even if it changed since."""
        found = []
        for file, (data, why) in ours.items():
            if data is None:
                made = Version(file, now, "", 0, "", why, gone=True)
            else:
                sha = digest(data) if len(data) <= KEPT_BYTES else ""
                made = Version(file, now, sha, len(data), now, why)
                if sha:
                    self._bytes[sha] = zlib.compress(data)
            last = known.get(file, Version(file, "", "", 0, "", "", gone=True))
            if (last.gone, last.sha, last.size) != (made.gone, made.sha, made.size):
                found.append(made)
        return found

    def _keep(self, found: Look) -> None:
        """Bytes first, then the lines that name them."""
        try:
            make_folders(self.place / _OBJECTS, self.port)
            for folder in (self.place, self.place / _OBJECTS):
                folder.chmod(0o700)
        except OSError as problem:
            raise self._unkept(problem.strerror or "") from None
        for sha, packed in sorted(self._bytes.items()):
            if not self.is_kept(sha) and not save_blob(self._object(sha), packed, self.port):
                raise self._unkept(f"{self.place} cannot take more")
        self._bytes = {}
        self._append(found.fresh)
        self._prune(found.versions)

    def _unkept(self, why: str) -> WriteFailed:
        return WriteFailed(f"the history of {inert_line(str(self.folder))} cannot be kept ({inert_line(why)})")

    def _append(self, versions: Sequence[Version]) -> None:
        lines = b"".join(version.encode() for version in versions)
        append_line(self.place / _MANIFEST, lines, guard=PathGuard((self.place,)), port=self.port)

    def _prune(self, versions: Sequence[Version]) -> None:
        """Drop the bytes of the oldest versions above the limits; of each file the newest go last."""
        sizes = _sizes(self.place / _OBJECTS)
        wanted: list[str] = []
        listed = [[v.sha for v in reversed(one) if v.sha][:KEPT_VERSIONS] for one in _per_file(versions)]
        newest_first = {v.sha: n for n, v in enumerate(versions) if v.sha}
        first = sorted({one[0] for one in listed if one}, key=lambda sha: -newest_first[sha])
        others = sorted({sha for one in listed for sha in one[1:]} - set(first), key=lambda sha: -newest_first[sha])
        total = 0
        for sha in (*first, *others):
            total += sizes.get(sha, 0)
            if total > KEPT_TOTAL:
                break
            wanted.append(sha)
        for sha in sorted(sizes.keys() - set(wanted)):
            remove_blob(self._object(sha), self.port)


def _per_file(versions: Sequence[Version]) -> list[list[Version]]:
    return list(by_file(versions).values())


def _is_unseen(file: str, unread: Sequence[str]) -> bool:
    """Whether a file is not looked at: hidden, or below what cannot be read."""
    if any(part.startswith(".") for part in file.split("/")):
        return True
    return any(not name or file == name or file.startswith(f"{name}/") for name in unread)


def _files(folder: Path, unread: list[str], inside: str = "") -> Iterator[tuple[str, Path]]:
    """Every plain file below a folder that is not hidden; `unread` gets what cannot be looked at."""
    if inside.count("/") > DEEPEST:
        unread.append(inside.removesuffix("/"))
        return
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError:
        unread.append(inside.removesuffix("/"))
        return
    for entry in listed:
        if entry.name.startswith("."):
            continue
        name = f"{inside}{name_in_utf8(entry.name)}"
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
            is_file = not is_folder and stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode)
        except FileNotFoundError:
            continue
        except OSError:
            unread.append(name)
            continue
        if is_folder:
            yield from _files(Path(entry.path), unread, f"{name}/")
        elif is_file:
            yield name, Path(entry.path)


def _sizes(folder: Path) -> dict[str, int]:
    try:
        with os.scandir(folder) as entries:
            return {e.name.removesuffix(".z"): e.stat().st_size for e in entries if e.name.endswith(".z")}
    except OSError:
        return {}

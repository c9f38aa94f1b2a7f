"""The history of a repository as events, read once and then only where it is new."""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.evidence import Event
from dreamtui.sources.git.command import Repository, capture, git_version, is_sha, open_repository
from dreamtui.sources.git.events import moment, to_events
from dreamtui.sources.git.log import CommitRecord, read_log
from dreamtui.sources.identity import EMPTY_ROSTER, Roster
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot
from dreamtui.text.dates import read_instant

_LAYOUT = "1"
"""Changes when records or events are made differently, so that what an older version kept is read again."""

_SLACK = 2
"""A snapshot that holds over this many times the commits of the window is cut to the window."""

_KEPT = 20_000
"""A snapshot of at most so many commits is never cut, so that windows may change back and forth."""

_SMALL = 4 << 20
"""Bytes of a list of names or cut-off commits."""


@dataclass(frozen=True, slots=True)
class GitSnapshot:
    """The state of a reading, so that the next one reads only new commits."""

    head: str
    """Full sha of HEAD then."""
    key: str
    """Changes with everything else the events depend on: roster, .mailmap, shallow boundary, folder, layout."""
    since: int
    """Committer time in seconds from which on every commit is kept."""
    floor: int
    """Committer time in seconds from which on the events were made."""
    events: tuple[Event, ...]
    """The events, newest first."""
    records: bytes
    """The commits they were made from, packed; opened only when there is something new."""

    def commits(self) -> list[CommitRecord] | None:
        """The commits, unpacked; None if they are damaged."""
        return decode_snapshot(self.records, list[CommitRecord])


@dataclass(frozen=True, slots=True)
class GitHistory:
    """What was found in a history."""

    events: tuple[Event, ...] = ()
    """One event a commit within the window, newest first."""
    new_commits: int = 0
    """How many commits were read now."""
    rewritten: bool = False
    """Whether the HEAD of the last reading is no longer part of the history, so that all was read again."""
    snapshot: GitSnapshot | None = None
    """What to hand in next time; None without a repository or a commit."""
    remark: str = ""
    """One sentence about what could not be read, empty when all was."""


def read_history(
    root: Path,
    since: str = "",
    previous: GitSnapshot | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
    people: Roster = EMPTY_ROSTER,
) -> GitHistory:
    """The events from `since` on (ISO 8601, empty for all); no repository or no commit means no events."""
    floor = _seconds(since)
    repository = open_repository(root)
    if repository is None or not repository.head:
        return GitHistory(rewritten=previous is not None and repository is not None)
    key = history_key(repository, people)
    known = previous if previous is not None and previous.key == key and previous.since <= floor else None
    if known is not None and known.head == repository.head and _fits(known, floor):
        return GitHistory(known.events, snapshot=known, remark=_remark(repository))
    old = None if known is None else known.commits()
    rewritten = previous is not None and not is_ancestor(repository, previous.head)
    reader = _Reader(repository, cancelled, progress)
    if known is not None and old is not None and not rewritten:
        fresh = [] if known.head == repository.head else reader.read(known.since, f"{known.head}..{repository.head}")
        if not (repository.bare and any(".mailmap" in record.files for record in fresh)):
            events, snapshot = _conclude(repository, key, known.since, floor, [*fresh, *old], people)
            return GitHistory(events, len(fresh), False, snapshot, reader.remark or _remark(repository))
    records = reader.read(floor, repository.head)
    events, snapshot = _conclude(repository, key, floor, floor, records, people)
    return GitHistory(events, len(records), rewritten, snapshot, reader.remark or _remark(repository))


@dataclass(slots=True)
class _Reader:
    """Reads commits with their files, or without where a partial clone lacks the trees."""

    repository: Repository
    cancelled: Callable[[], bool] | None
    """Asked now and then whether to stop."""
    progress: Callable[[int], None] | None
    """Told now and then how many commits were read."""
    remark: str = ""

    def read(self, since: int, revisions: str) -> list[CommitRecord]:
        """The commits of the revisions from a committer time on."""
        options = (f"{since_option()}={moment(since)}",) if since else ()
        try:
            return self._read(since, (*options, revisions), with_files=True)
        except Refused:
            stopped = self.cancelled is not None and self.cancelled()
            if stopped or not _is_partial(self.repository):
                raise
        self.remark = "This clone has no trees, so its commits were read without their files."
        return self._read(since, (*options, revisions), with_files=False)

    def _read(self, since: int, revisions: tuple[str, ...], *, with_files: bool) -> list[CommitRecord]:
        log = read_log(
            self.repository, revisions, with_files=with_files, cancelled=self.cancelled, progress=self.progress
        )
        return [record for record in log if record.committed >= since]


def _conclude(
    repository: Repository, key: str, since: int, floor: int, records: list[CommitRecord], people: Roster
) -> tuple[tuple[Event, ...], GitSnapshot]:
    """Make the events of the window, and the snapshot that makes the next reading short."""
    inside = [record for record in records if record.committed >= floor]
    events = to_events(inside, people)
    if repository.prefix:
        events = tuple(event for event in events if event.files)
    if len(records) > max(_SLACK * len(inside), _KEPT):
        records, since = inside, floor
    return events, GitSnapshot(repository.head, key, since, floor, events, encode_snapshot(records))


def _fits(known: GitSnapshot, floor: int) -> bool:
    """Whether the events kept are those of this window too."""
    if known.floor > floor:
        return False
    return known.floor == floor or not known.events or known.events[-1].ts >= moment(floor)


def history_key(repository: Repository, people: Roster, layout: str = _LAYOUT) -> str:
    """What a reading depends on besides HEAD."""
    digest = hashlib.sha256(f"{layout}\0{repository.prefix}\0{people.digest}".encode("utf-8", "replace"))
    boundary = repository.common_dir / "shallow"
    own_names = repository.root / ("../" * repository.prefix.count("/")) / ".mailmap"
    for path in (boundary, own_names):
        digest.update(b"\0" + _small_file(path))
    return digest.hexdigest()[:32]


def _small_file(path: Path) -> bytes:
    """The bytes of a regular file that is not a link; nothing for anything else."""
    try:
        return read_whole(path, _SMALL)
    except OSError:
        return b""


def is_ancestor(repository: Repository, head: str) -> bool:
    """Whether the HEAD of the last reading still belongs to the history."""
    if head == repository.head:
        return True
    if not is_sha(head):
        return False
    status, _, _ = capture(repository.root, ("merge-base", "--is-ancestor", head, repository.head), repository.trusted)
    return status == 0


def _is_partial(repository: Repository) -> bool:
    """Whether the clone was made without some of its objects."""
    status, _, _ = capture(
        repository.root, ("config", "--local", "--get-regexp", r"^remote\..*\.promisor$"), repository.trusted
    )
    return status == 0


def since_option() -> str:
    """Git 2.37 and later do not stop at one commit whose clock was wrong."""
    return "--since-as-filter" if git_version() >= (2, 37) else "--since"


def _remark(repository: Repository) -> str:
    return "This clone is shallow, so its history is cut off." if repository.shallow else ""


def _seconds(since: str) -> int:
    """The first whole second of the window."""
    if not since:
        return 0
    instant = read_instant(since)
    if instant is None:
        raise Usage(f"{since!r} is not a time; write ISO 8601, such as 2026-11-18T09:00:00Z.")
    return max(0, math.ceil(instant.timestamp()))

"""Turns commits into events: who did what to which file as it is called now, what was taken back, what is noise. Pure.

The time of an event is the committer time, when the change came into this history (`git log --since` goes by it too,
and it survives a rebase); who did it is the author. A revert of a revert stays in the evidence as a revert: what goes
back and forth is worth a look. `Reapply "…"` is an ordinary commit.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.sources.git.copies import current_names, newest_first, noise
from dreamtui.sources.git.log import CommitRecord
from dreamtui.sources.git.message import bare_subject
from dreamtui.sources.identity import Roster


def to_events(records: Iterable[CommitRecord], people: Roster) -> tuple[Event, ...]:
    """The events of a history, newest first; the same whatever order the commits come in."""
    ordered = newest_first(list(records))
    by_sha = {record.sha: record for record in ordered}
    resolve = ShortNames(by_sha)
    skipped = noise(ordered, resolve)
    who = _Names(people)
    events = [
        _event(record, files, skipped.get(record.sha, ""), resolve, by_sha, who)
        for record, files in zip(ordered, current_names(ordered), strict=True)
    ]
    events.sort(key=lambda event: event.sha)
    events.sort(key=lambda event: event.ts, reverse=True)
    return tuple(events)


def moment(seconds: int) -> str:
    """UTC time, ISO 8601 with Z."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19] + "Z"


class ShortNames(Mapping[str, str]):
    """Finds full shas by themselves or by a beginning that only one of them has."""

    def __init__(self, shas: Iterable[str]) -> None:
        self._full = set(shas)
        self._sorted: list[str] = []

    def __getitem__(self, short: str) -> str:
        if short in self._full:
            return short
        if not self._sorted:
            self._sorted = sorted(self._full)
        at = bisect_left(self._sorted, short)
        near = [sha for sha in self._sorted[at : at + 2] if sha.startswith(short)]
        if not short or len(near) != 1:
            raise KeyError(short)
        return near[0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._full)

    def __len__(self) -> int:
        return len(self._full)


class _Names(dict[tuple[str, str], str]):
    """Ids of authors, each looked up once."""

    def __init__(self, people: Roster) -> None:
        super().__init__()
        self._people = people

    def __missing__(self, author: tuple[str, str]) -> str:
        self[author] = person = self._people.person(*author)
        return person


def _event(
    record: CommitRecord,
    files: tuple[str, ...],
    skipped: str,
    resolve: Mapping[str, str],
    by_sha: Mapping[str, CommitRecord],
    who: Mapping[tuple[str, str], str],
) -> Event:
    actor = who[record.name, record.email]
    others = {who[person] for person in record.coauthors} - {actor} if record.coauthors else ()
    reverts = tuple(resolve.get(sha, sha) for sha in record.reverts)
    return Event(
        ts=moment(record.committed),
        actor=actor,
        kind="revert" if record.revert else "commit",
        summary=record.subject,
        locator=Locator(Where.COMMIT, record.sha),
        files=files,
        tool="git",
        sha=record.sha,
        coauthors=tuple(sorted(others)),
        reverts=reverts,
        reverted_subject=_reverted(record, reverts, by_sha) if record.revert else "",
        noise=skipped,
        digest=record.digest,
    )


def _reverted(record: CommitRecord, reverts: Sequence[str], by_sha: Mapping[str, CommitRecord]) -> str:
    """What was taken back at the bottom of all reverts: the subject in the message, else of the first commit named."""
    if record.reverted:
        return record.reverted
    named = next((by_sha[sha] for sha in reverts if sha in by_sha), None)
    return bare_subject(named.subject) if named else ""

"""Turns commits into events: who did what to which file as it is called now, what was taken back, what is noise. Pure.

The time of an event is the committer time, when the change came into this history (`git log --since` goes by it too,
and it survives a rebase); who did it is the author. A revert of a revert stays in the evidence as a revert: what goes
back and forth is worth a look. `Reapply "…"` is an ordinary commit.
"""

import heapq
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.sources.git.log import CommitRecord
from dreamtui.sources.git.message import bare_subject
from dreamtui.sources.identity import Roster


def newest_first(records: Sequence[CommitRecord]) -> list[CommitRecord]:
    """Children before their parents, then by committer time, then by sha: the same order however they were read."""
    ordered = sorted(records, key=lambda record: (-record.committed, record.sha))
    place = {record.sha: at for at, record in enumerate(ordered)}
    if all(place.get(parent, at + 1) > at for at, record in enumerate(ordered) for parent in record.parents):
        return ordered
    children = [0] * len(ordered)
    for record in ordered:
        for parent in record.parents:
            if parent in place:
                children[place[parent]] += 1
    ready = [at for at, count in enumerate(children) if not count]
    heapq.heapify(ready)
    result: list[CommitRecord] = []
    while ready:
        record = ordered[heapq.heappop(ready)]
        result.append(record)
        for parent in record.parents:
            at = place.get(parent, -1)
            if at >= 0:
                children[at] -= 1
                if not children[at]:
                    heapq.heappush(ready, at)
    return result


def current_names(records: Sequence[CommitRecord]) -> list[tuple[str, ...]]:
    """The files of each commit under their present names, sorted; the commits come children first.

    Going back in time, a rename says what an older name is called today. A file made later at the old name is
    another file. A commit on a parallel branch may be met before the rename although it knew only the old name:
    as long as nothing newer made a file of that name, it means the renamed file too. Two files that change places
    within one commit are two edits, as they are for git.
    """
    if not any(record.renames for record in records):
        return [tuple(sorted(set(record.files))) for record in records]
    called: dict[str, str] = {}
    unsettled: dict[str, list[tuple[int, int]]] = {}
    rows: list[list[str]] = []
    for at, record in enumerate(records):
        row: list[str] = []
        for path in record.files:
            now = called.get(path)
            if now is None:
                unsettled.setdefault(path, []).append((at, len(row)))
            row.append(now or path)
        rows.append(row)
        for path in record.added:
            unsettled.pop(path, None)
        moved = [(old, called.get(new, new)) for old, new in record.renames]
        for _, new in record.renames:
            called.pop(new, None)
            unsettled.pop(new, None)
        for old, now in moved:
            for commit, column in unsettled.pop(old, ()):
                rows[commit][column] = now
            called[old] = now
    return [tuple(sorted(set(row))) for row in rows]


_ROBOT = re.compile(
    r"\[bot\]|\b(?:dependabot|renovate|greenkeeper|github-actions|snyk-bot|mergify|pre-commit-ci|semantic-release"
    r"|codecov|allcontributors|imgbot|pyup|weblate|k8s-ci-robot|web-flow|gitlab-bot|azure-pipelines|travis-ci"
    r"|circleci|buildkite|teamcity)\b"
    r"|\b(?:bot|robot|ci|automation|autobuild|jenkins|bors)@|[-_ ]bot$|\bbot[-_]|^(?:bot|robot|ci|jenkins|bors|homu)$"
    r"|^(?:no-?reply|do-?not-?reply)@",
    re.IGNORECASE,
)

_AGENT = re.compile(
    r"\b(?:claude|copilot|cursor|codex|devin|jules|gemini|aider|amp|opencode)\b|@anthropic\.com$", re.IGNORECASE
)
"""Coding agents: robots whose mistakes are what people want to learn from, so they count."""

_PEOPLE = re.compile(r"@users\.noreply\.(?:github|gitlab)\.com$", re.IGNORECASE)
_BITS = 1024
"""How many commits one pass over the history looks up ancestors for."""


def is_robot(name: str, email: str) -> bool:
    """Whether an author is automation; coding agents are not."""
    if _AGENT.search(name) or _AGENT.search(email):
        return False
    return _ROBOT.search(name) is not None or (
        _ROBOT.search(email) is not None and ("[bot]" in email.lower() or not _PEOPLE.search(email))
    )


def noise(records: Sequence[CommitRecord], resolve: Mapping[str, str]) -> dict[str, str]:
    """Why a commit does not count, by sha; commits that count are absent. `resolve` finds shas by their short forms.

    A copy is noise only if the original is in the same history: a fix picked from an unmerged branch counts.
    """
    found: dict[str, str] = {}
    robots: dict[tuple[str, str], bool] = {}
    for record in records:
        author = (record.name, record.email)
        robot = robots.get(author)
        if robot is None:
            robot = robots[author] = is_robot(*author)
        if len(record.parents) > 1:
            found[record.sha] = "merge"
        elif robot:
            found[record.sha] = "bot"
    for record in records:
        if record.sha not in found and record.picked:
            origin = next((full for sha in record.picked if (full := resolve.get(sha)) and full != record.sha), "")
            if origin:
                found[record.sha] = f"cherry-pick of {origin}"
    for copy, origin in _parallel_copies(records, found).items():
        found[copy] = f"cherry-pick of {origin}"
    found |= _squashes(records, found, resolve)
    return found


def _parallel_copies(records: Sequence[CommitRecord], found: Mapping[str, str]) -> dict[str, str]:
    """Commits of the same subject, author and author time on parallel branches: the later ones and the first."""
    if not any(len(record.parents) > 1 for record in records):
        return {}
    groups: dict[tuple[str, str, int], list[CommitRecord]] = {}
    for record in records:
        if record.sha not in found:
            groups.setdefault((record.subject, record.email, record.authored), []).append(record)
    pairs: list[tuple[CommitRecord, CommitRecord]] = []
    for group in groups.values():
        if len(group) > 1:
            first = min(group, key=lambda record: (record.committed, record.sha))
            pairs += [(record, first) for record in group if record is not first]
    copies: dict[str, str] = {}
    for start in range(0, len(pairs), _BITS):
        part = pairs[start : start + _BITS]
        below = _descendants(records, {first.sha for _, first in part})
        copies |= {copy.sha: first.sha for copy, first in part if not below[copy.sha] & below[first.sha]}
    return copies


def _descendants(records: Sequence[CommitRecord], origins: set[str]) -> dict[str, int]:
    """For every commit one bit for each of the origins that is the commit itself or an ancestor of it."""
    bit = {sha: 1 << at for at, sha in enumerate(sorted(origins))}
    reach: dict[str, int] = {}
    for record in reversed(records):
        bits = bit.get(record.sha, 0)
        for parent in record.parents:
            bits |= reach.get(parent, 0)
        reach[record.sha] = bits
    return reach


def _squashes(records: Sequence[CommitRecord], found: Mapping[str, str], resolve: Mapping[str, str]) -> dict[str, str]:
    """Squashes all of whose parts are in the history as well, and share a file with them."""
    squashes = [record for record in records if record.squashed and record.sha not in found]
    if not squashes:
        return {}
    by_sha = {record.sha: record for record in records}
    by_subject: dict[str, list[CommitRecord]] = {}
    for record in records:
        if record.sha not in found:
            by_subject.setdefault(bare_subject(record.subject), []).append(record)
    copies: dict[str, str] = {}
    for squash in squashes:
        touched = set(squash.files)
        parts: list[str] = []
        for entry in squash.squashed:
            named = by_sha.get(resolve.get(entry, ""))
            near = [named] if named else by_subject.get(bare_subject(entry), [])
            fit = [r for r in near if r is not squash and (not r.files or touched.intersection(r.files))]
            if not fit:
                break
            parts.append(min(fit, key=lambda record: (record.committed, record.sha)).sha)
        else:
            copies[squash.sha] = "squash of " + ", ".join(parts[:3]) + (" and more" if len(parts) > 3 else "")
    return copies


def to_events(records: Iterable[CommitRecord], people: Roster) -> tuple[Event, ...]:
    """The events of a history, newest first, for any order of the commits."""
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
    """The subject at the end of a chain of reverts: the one in the message, else of the first commit named."""
    if record.reverted:
        return record.reverted
    named = next((by_sha[sha] for sha in reverts if sha in by_sha), None)
    return bare_subject(named.subject) if named else ""

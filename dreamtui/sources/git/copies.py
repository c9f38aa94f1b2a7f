"""Tells commits that say something once more from those that say it first: merges, copies, squashes, robots. Pure."""

import re
from collections.abc import Mapping, Sequence

from dreamtui.sources.git.log import Record
from dreamtui.sources.git.message import bare_subject

_ROBOT = re.compile(
    r"\[bot\]|\b(?:dependabot|renovate|greenkeeper|github-actions|snyk-bot|mergify|pre-commit-ci|semantic-release"
    r"|codecov|allcontributors|imgbot|pyup|weblate|k8s-ci-robot|web-flow|gitlab-bot|azure-pipelines|travis-ci"
    r"|circleci|buildkite|teamcity)\b"
    r"|\b(?:bot|robot|ci|automation|autobuild|jenkins|bors)@|[-_ ]bot$|\bbot[-_]|^(?:bot|robot|ci|jenkins|bors|homu)$"
    r"|^(?:no-?reply|do-?not-?reply)@",
    re.IGNORECASE,
)
"""Names and addresses of automation."""

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


def noise(records: Sequence[Record], resolve: Mapping[str, str]) -> dict[str, str]:
    """Why a commit does not count, by sha; commits that count are absent. `resolve` finds shas by their short forms.

    A copy is noise only when what it copies is in the same history: a fix picked from a branch nobody merged counts.
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


def _parallel_copies(records: Sequence[Record], found: Mapping[str, str]) -> dict[str, str]:
    """Commits of the same subject, author and author time on parallel branches: the later ones and the first."""
    if not any(len(record.parents) > 1 for record in records):
        return {}
    groups: dict[tuple[str, str, int], list[Record]] = {}
    for record in records:
        if record.sha not in found:
            groups.setdefault((record.subject, record.email, record.authored), []).append(record)
    pairs: list[tuple[Record, Record]] = []
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


def _descendants(records: Sequence[Record], origins: set[str]) -> dict[str, int]:
    """For every commit one bit for each of the origins that is the commit itself or an ancestor of it."""
    bit = {sha: 1 << at for at, sha in enumerate(sorted(origins))}
    reach: dict[str, int] = {}
    for record in reversed(records):
        bits = bit.get(record.sha, 0)
        for parent in record.parents:
            bits |= reach.get(parent, 0)
        reach[record.sha] = bits
    return reach


def _squashes(records: Sequence[Record], found: Mapping[str, str], resolve: Mapping[str, str]) -> dict[str, str]:
    """Squashes all of whose parts are in the history as well, and share a file with them."""
    squashes = [record for record in records if record.squashed and record.sha not in found]
    if not squashes:
        return {}
    by_sha = {record.sha: record for record in records}
    by_subject: dict[str, list[Record]] = {}
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

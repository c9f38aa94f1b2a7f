"""Runs all signals of the history: their findings without duplicates, best first."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from dreamtui.mining.history.base import Past
from dreamtui.mining.history.signals import HISTORY_SIGNALS, LAST
from dreamtui.mining.signals.reverts import is_revert, same_change
from dreamtui.model.evidence import Evidence, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import Diffed


def each_once(commits: Iterable[Diffed]) -> list[Diffed]:
    """Commits newest first, without copies that were cherry-picked or rebased.

    A copy made after the first one was reverted stays: the change was made again.
    """
    kept: list[Diffed] = []
    standing: set[tuple[str, int, str]] = set()
    copies: defaultdict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for commit in sorted(commits, key=lambda commit: (commit.committed, commit.sha)):
        same = commit.email, commit.authored, commit.subject
        if same in standing:
            continue
        standing.add(same)
        kept.append(commit)
        change = same_change(commit.subject)
        if is_revert(commit.subject):
            standing.difference_update(copies.pop(change, ()))
        else:
            copies[change].append(same)
    return sorted(kept, key=lambda commit: (-commit.committed, commit.sha))


def mine_history(past: Past, only: str | None = None) -> list[Finding]:
    """The findings of all signals, in the order in which a person should see them; what is kept stands at the end."""
    by_signal = {name: list(kind().find(past)) for name, kind in HISTORY_SIGNALS.items() if only in (None, name)}
    kept = [one for found in by_signal.values() for one in found if one.kept_at]
    items = {name: [one for one in found if not one.kept_at] for name, found in by_signal.items()}
    last = items.pop(LAST, [])
    turns = zip_longest(*items.values())
    return [*apart([*(finding for turn in turns for finding in turn if finding is not None), *last]), *kept]


def apart(findings: Sequence[Finding]) -> list[Finding]:
    """Findings without those that share half of their commits with an earlier one."""
    kept: list[Finding] = []
    for finding in findings:
        if not any(is_same(finding.evidence, other.evidence) for other in kept):
            kept.append(finding)
    return kept


def is_same(one: Iterable[Evidence], other: Iterable[Evidence]) -> bool:
    """Whether two findings share half of the commits of one of them, by their evidence."""
    mine, theirs = _commits(one), _commits(other)
    return bool(mine and theirs) and 2 * len(mine & theirs) >= min(len(mine), len(theirs))


def _commits(evidence: Iterable[Evidence]) -> frozenset[str]:
    return frozenset(piece.locator.ref for piece in evidence if piece.locator.where is Where.COMMIT)

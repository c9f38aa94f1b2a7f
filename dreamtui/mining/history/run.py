"""Runs all signals of the history: their findings without duplicates, best first."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from dreamtui.mining.history.base import Past
from dreamtui.mining.history.seen import SeenCommits
from dreamtui.mining.history.signals import HISTORY_SIGNALS, LAST
from dreamtui.mining.signals.reverts import is_revert, same_change
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
    seen = SeenCommits()
    for finding in findings:
        if not seen.hold(finding.evidence):
            kept.append(finding)
            seen.add(finding.evidence)
    return kept

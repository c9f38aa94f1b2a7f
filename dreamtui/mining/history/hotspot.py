"""Files in which far more of the changes are fixes than elsewhere here; those that are fixed together are one."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from math import sqrt

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, days, found
from dreamtui.mining.history.words import bare, is_aside, is_fix, theme
from dreamtui.mining.signals.reverts import same_change
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import Diffed

_CHANGES = 6
_FIXES = 5
_DAYS = 4
_SURE = 2.75
"""Standard deviations above the share of fixes in the repository."""
_TELLING = 24
"""Characters of a subject that says what was mended."""
_OFTEN = 0.5
_ABOVE = 2.0
"""How many times the share of fixes in the repository."""
_SHARED = 4
_TESTED = 0.75
"""Share of the fixes with a test from which on whoever works there knows what breaks."""
"""Fixes that have to share a word."""
_SPREAD, _YEAR = 30 * DAY, 365 * DAY
_HUB = 0.05
_WIDE = 12
_MOST = 3
_DATA = re.compile(r"\.(?:ya?ml|toml|json|cfg|ini|css|scss|tcss|svg|html?|sh|ipynb|sql|xml|po|pot)$|(?:^|/)\.|^[^/]+$")


class Hotspot(HistorySignal):
    """Files with at least 5 fixes, and a share of fixes well above the repository's; at most three groups of them.

    At least half of their changes are fixes, twice the share of the repository and 2.75 standard deviations more, and
    half of the fixes share a rare word or name, which the title says: at least 4, over a month, the newest of this
    year. A change on two branches counts once, and what only moves spaces, types or a linter is no fix. Tests,
    documents, data and files that everything changes do not count. It suggests no rule: in django 4 of 5 fixes of
    `middleware/cache.py` are about caching, and what follows from that is for a person to say.
    """

    name = "hotspot"

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each group of files that are fixed together."""
        commits = _each_once(commit for commit in past.commits if len(commit.files) <= _WIDE)
        total = len(commits)
        fixes = {commit.sha for commit in commits if is_fix(commit.subject)}
        if total < 30 or not fixes:
            return []
        base = len(fixes) / total
        touching: defaultdict[str, list[Diffed]] = defaultdict(list)
        for commit in commits:
            for path in commit.changed:
                touching[path].append(commit)
        hot: list[tuple[float, str]] = []
        for path, changes in touching.items():
            if path not in past.present or past.ignored[path] or is_aside(path) or _DATA.search(path):
                continue
            mended = [commit for commit in changes if commit.sha in fixes]
            if sum(len(bare(commit.subject)) >= _TELLING for commit in mended) * 3 < len(mended) * 2:
                continue
            if (
                len(changes) < _CHANGES
                or len(mended) < _FIXES
                or days(mended) < _DAYS
                or len(changes) > _HUB * total + 20
            ):
                continue
            if len(mended) < max(_OFTEN, _ABOVE * base) * len(changes):
                continue
            sure = (len(mended) - base * len(changes)) / sqrt(len(changes) * base * (1 - base) or 1)
            if sure >= _SURE:
                newest = max(commit.committed for commit in mended)
                hot.append((sure * 0.5 ** ((past.newest - newest) / (180 * DAY)), path))
        hot.sort(key=lambda one: (-one[0], one[1]))
        groups: list[list[str]] = []
        for _, path in hot:
            mine = {commit.sha for commit in touching[path] if commit.sha in fixes}
            for group in groups:
                theirs = {commit.sha for commit in touching[group[0]] if commit.sha in fixes}
                if 2 * len(mine & theirs) >= min(len(mine), len(theirs)):
                    group.append(path)
                    break
            else:
                groups.append([path])
        made = (_finding(past, self.name, group, touching, fixes, base) for group in groups)
        return list(islice((finding for finding in made if finding is not None), _MOST))


def _each_once(commits: Iterable[Diffed]) -> list[Diffed]:
    """One of the commits of each change: it may be on several branches, and each time under another number."""
    once: dict[tuple[str, str, tuple[str, ...]], Diffed] = {}
    for commit in commits:
        said = same_change(commit.subject)
        once.setdefault(
            (commit.email, said if len(said) >= _TELLING else commit.sha, tuple(sorted(commit.changed))), commit
        )
    return list(once.values())


def _finding(
    past: Past,
    name: str,
    group: Sequence[str],
    touching: dict[str, list[Diffed]],
    fixes: set[str],
    base: float,
) -> Finding | None:
    first = group[0]
    changes = touching[first]
    mended = [commit for commit in changes if commit.sha in fixes]
    subjects = [commit.subject for commit in mended]
    about, places = theme(subjects, past.spoken, len(past.commits), _SHARED, " ".join(group))
    times = [mended[at].authored for at in places]
    if not about or max(times) - min(times) < _SPREAD or past.newest - max(times) > _YEAR:
        return None
    with_test = sum(any(is_aside(path) for path in commit.files) for commit in mended)
    if with_test >= _TESTED * len(mended):
        return None
    more = f" and {len(group) - 1} more that are fixed with it" if len(group) > 1 else ""
    against = ["What the fixes have in common has to be read out of them before there is a rule."]
    if with_test * 2 > len(mended):
        against.append(f"{with_test} of the {len(mended)} fixes came with a test already.")
    return found(
        past,
        name,
        first,
        f"{code(first)}{more}: {len(mended)} of {len(changes)} changes were fixes ({round(100 * base)} % elsewhere), "
        f"{len(places)} of them about “{about}”",
        "",
        mended,
        files=group[:6],
        against=against,
        quotes={commit.sha: commit.subject for commit in mended},
    )

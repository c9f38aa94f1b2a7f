"""Whether two findings are the same, by the commits that are their evidence."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from dreamtui.model.evidence import Evidence, Where


class SeenCommits:
    """The commits of findings, to tell which other findings are the same as one of them by their evidence.

    Two are the same if they share half of the commits of one of them. What a line of a file says is its own finding:
    its commits only show that the line is kept.
    """

    def __init__(self, findings: Iterable[Iterable[Evidence]] = ()) -> None:
        self._sizes: list[int] = []
        self._with: defaultdict[str, list[int]] = defaultdict(list)
        for evidence in findings:
            self.add(evidence)

    def add(self, evidence: Iterable[Evidence]) -> None:
        commits = _commits(evidence)
        for commit in commits:
            self._with[commit].append(len(self._sizes))
        self._sizes.append(len(commits))

    def hold(self, evidence: Iterable[Evidence]) -> bool:
        """Whether one of the findings is the same as the one with this evidence."""
        commits = _commits(evidence)
        shared = Counter(number for commit in commits for number in self._with.get(commit, ()))
        return any(2 * count >= min(len(commits), self._sizes[number]) for number, count in shared.items())


def _commits(evidence: Iterable[Evidence]) -> frozenset[str]:
    places = [piece.locator for piece in evidence]
    if places and places[0].where is Where.FILE and not places[0].ref.endswith(".jsonl"):
        return frozenset()
    return frozenset(place.ref for place in places if place.where is Where.COMMIT)

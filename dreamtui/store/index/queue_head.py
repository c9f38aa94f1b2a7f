"""The first entries of a long queue and its totals, from what the index knows: no row is made for each item."""

import sqlite3
from collections import Counter
from collections.abc import Mapping

from dreamtui.kinds.candidate.kind import CANDIDATE, CANDIDATE_FILES, CANDIDATES, CandidateStanding
from dreamtui.kinds.row import QueueEntry, QueueRow, in_order
from dreamtui.model.item import DANGEROUS, Status
from dreamtui.store.index.queue import Queue

MOST_DECIDED = 5_000
"""Candidates on which a decision stands, above which the whole queue is as quick."""

_RISKY = " OR ".join(f"' ' || flags || ' ' LIKE '% {flag} %'" for flag in sorted(DANGEROUS))
_OF_THEIR_OWN = "(until > ? OR aliases <> '')"


class Glance(Queue):
    """A queue of which only the beginning and the totals are wanted; candidates alone are ever that many."""

    def first(self, most: int) -> tuple[Mapping[str, int], list[QueueEntry]] | None:
        """How many items have each status, and the first entries, notes left out; none where that is not quick."""
        if not self._index.current(CANDIDATES, CANDIDATE_FILES.read):
            return None
        try:
            return self._first(most)
        except sqlite3.Error:
            return None

    def _first(self, most: int) -> tuple[Mapping[str, int], list[QueueEntry]] | None:
        standing = CandidateStanding(self)
        ids = self._index.ids(CANDIDATES)
        decided = sorted(ids & standing.decided.standing.keys())
        if len(decided) > MOST_DECIDED:
            return None
        own = self._of_their_own(decided)
        waiting = list(standing.waiting(own.values()))
        recurring = {entry.row.id for entry in waiting if entry.status is Status.RECURRING}
        every = frozenset(Status)
        others = list(standing.others(every, ids - recurring, recurring))
        listed = (kind for kind in self._kinds if kind.is_queued and kind.name != CANDIDATE.name)
        others += [entry for kind in listed for entry in kind.entries(self, every)]
        tally = Counter(entry.stands.value for entry in (*waiting, *others))
        tally[Status.PENDING.value] += len(ids) - len(own)
        where = f"NOT {_OF_THEIR_OWN} ORDER BY ({_RISKY}) DESC, first_seen, id LIMIT ?"
        begin = self._index.select(CANDIDATES, where, self._today, most + len(decided))
        plain = [QueueEntry(row, Status.PENDING, None) for row in begin if row.id not in own]
        return tally, sorted([*waiting, *plain, *others], key=in_order)[:most]

    def _of_their_own(self, decided: list[str]) -> dict[str, QueueRow]:
        """Candidates that may not simply be pending, by id."""
        rows = self._index.select(CANDIDATES, _OF_THEIR_OWN, self._today)
        for item_id in decided:
            rows += self._index.select(CANDIDATES, "path = ?", f"{CANDIDATES}/{item_id}.md")
        return {row.id: row for row in rows}

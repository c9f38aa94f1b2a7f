"""Candidates: found in events, history or sessions, or filed by hand; a person makes rules of them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.kinds.kind import Folder, ItemActions, ItemKind, Shelf, is_due
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.kinds.rule.kind import CANDIDATE_KIND, EXPIRED, LIVE, review_id
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.kinds.candidate.plans import CandidateFiles


NAME = CANDIDATE_KIND
CANDIDATES = ".agent/dream/candidates"
GRADUATED = ".agent/dream/graduated"
REJECTED = ".agent/dream/rejected"


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.kinds.candidate.codec import read_row

    return read_row(data, path, stem)


CANDIDATE_FILES = Folder(CANDIDATES, _row, by_id=True)
GRADUATED_FILES = Folder(GRADUATED, _row, of_items=True)
REJECTED_FILES = Folder(REJECTED, _row, of_items=True)


_DECIDES = ("graduate", "reject")
"""Verbs after which a candidate waits no longer."""


class Decided(NamedTuple):
    graduated: list[QueueRow]
    rejected: list[QueueRow]
    standing: dict[str, QueueRow]
    """Rows whose decision is in force, by id and alias."""


class CandidateStanding:
    """The statuses of the candidates on one shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._ruled: tuple[set[str], set[str]] | None = None
        graduated, rejected = shelf.rows(GRADUATED_FILES), shelf.rows(REJECTED_FILES)
        self.decided = Decided(graduated, rejected, self._standing(graduated, rejected))

    def _standing(self, graduated: list[QueueRow], rejected: list[QueueRow]) -> dict[str, QueueRow]:
        """Decided rows by id and alias, without a not-now whose date has come."""
        lasting = [row for row in rejected if not is_due(self._shelf, row)]
        aliases = {alias: row for row in (*graduated, *lasting) for alias in row.alias_ids}
        return {**aliases, **{row.id: row for row in (*graduated, *lasting)}}

    def entries(self, wanted: frozenset[Status]) -> Iterator[QueueEntry]:
        waiting = list(self.waiting(self._shelf.rows(CANDIDATE_FILES)))
        yield from waiting
        recurring = {entry.row.id for entry in waiting if entry.status is Status.RECURRING}
        yield from self.others(wanted, {entry.row.id for entry in waiting} - recurring, recurring)

    def waiting(self, candidates: Iterable[QueueRow]) -> Iterator[QueueEntry]:
        """Files in candidates/: pending, deferred, or recurring if a decision on the same thing is in force."""
        today, standing = self._shelf.today, self.decided.standing
        for row in candidates:
            against = next((standing[i] for i in (row.id, *row.alias_ids) if i in standing), None)
            if against is not None and not row.reopened:
                yield self._again(row, against)
            elif row.until > today:
                yield QueueEntry(row, Status.DEFERRED, self._shelf.decision(row.id, "defer"))
            else:
                yield QueueEntry(row, Status.PENDING, None)

    def others(self, wanted: frozenset[Status], waiting: set[str], recurring: set[str]) -> Iterator[QueueEntry]:
        """Candidates without a file in candidates/; `waiting` and `recurring` are the ids of those with one."""
        shown = waiting
        if Status.RECURRING in wanted:
            seen = waiting | recurring
            again = [e for e in self._seen_again() if e.row.id not in seen]
            due = (row for row in self.decided.rejected if is_due(self._shelf, row) and row.id not in seen)
            again += [QueueEntry(row, Status.RECURRING, self.decision(row, "reject")) for row in due]
            yield from again
            shown = seen | {entry.row.id for entry in again}
        if wanted & {Status.GRADUATED, Status.RETIRED, Status.EXPIRED}:
            yield from (e for e in self._graduated(self.decided.graduated) if e.row.id not in shown)
        if Status.REJECTED in wanted:
            for row in self.decided.rejected:
                if row.id not in shown and not is_due(self._shelf, row):
                    yield QueueEntry(row, Status.REJECTED, self.decision(row, "reject"))

    def decision(self, row: QueueRow, *verbs: str) -> str:
        """The newest decision with one of the verbs; for a decided file without a record its path."""
        return self._shelf.decision(row.id, *verbs) or row.path

    def _seen_again(self) -> Iterator[QueueEntry]:
        """What the last run saw again although it is decided."""
        standing = self.decided.standing
        for row in self._shelf.seen_again(NAME):
            against = next((standing[i] for i in (row.id, *row.alias_ids) if i in standing), None)
            if against is not None:
                yield self._again(row, against)

    def _again(self, row: QueueRow, against: QueueRow) -> QueueEntry:
        """A decided one that was seen again, and whether anything happened since the decision."""
        also = review_id if against.path.startswith(GRADUATED) else None
        is_news = self._shelf.is_news(against, row, also)
        before = None if is_news else self._became(against)
        return QueueEntry(row, Status.RECURRING, self.decision(against, *_DECIDES), is_news, before)

    def _became(self, row: QueueRow) -> Status:
        """The status that the decision of its file has led to."""
        if not row.path.startswith(GRADUATED):
            return Status.REJECTED
        if self._ruled is None:
            self._ruled = {rule.id for rule in self._shelf.rows(LIVE)}, {rule.id for rule in self._shelf.rows(EXPIRED)}
        live, gone = self._ruled
        if row.id in live or row.id not in gone:
            return Status.GRADUATED
        return Status.RETIRED if self._shelf.decision(row.id, "retire") else Status.EXPIRED

    def _graduated(self, graduated: Sequence[QueueRow]) -> Iterator[QueueEntry]:
        for row in graduated:
            status = self._became(row)
            yield QueueEntry(row, status, self.decision(row, "graduate" if status is Status.GRADUATED else "retire"))


def decided_ids(shelf: Shelf) -> frozenset[str]:
    """Ids whose decision is in force."""
    return frozenset(CandidateStanding(shelf).decided.standing)


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterable[QueueEntry]:
    return CandidateStanding(shelf).entries(wanted)


def _actions() -> "ItemActions[CandidateFiles]":
    from dreamtui.kinds.candidate.plans import ACTIONS

    return ACTIONS


CANDIDATE = ItemKind(
    NAME,
    label="Candidate",
    about="Something found in events, history or sessions, or filed by hand.",
    sign="●",
    folders=(CANDIDATE_FILES, GRADUATED_FILES, REJECTED_FILES),
    entries=_entries,
    actions=_actions,
    kept=frozenset({Verb.RERATIONALE, Verb.RETIRE, Verb.MOVE}),
    slots=Slots(Verb.GRADUATE, Verb.REJECT, Verb.DEFER),
    slots_at={Status.GRADUATED: Slots(Verb.RERATIONALE, Verb.RETIRE, None, Verb.REOPEN)},
    listed_evidence="## Evidence",
    shows_cases=True,
)

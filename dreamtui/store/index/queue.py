"""The queue: every item with its status, from the index rows of our files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dreamtui.model.item import Status
from dreamtui.store.index import readers, recurrence
from dreamtui.store.index.entries import CandidateState, Heard, in_order
from dreamtui.store.index.entries import QueueEntry as QueueEntry
from dreamtui.store.index.recurrence import (
    RECURRING_INSIGHTS,
    RECURRING_PROMOTIONS,
    RECURRING_PROPOSALS,
    read_recurring,
)
from dreamtui.store.index.schema import FileProblem, QueueRow
from dreamtui.store.index.sync import FileIndex, Told
from dreamtui.store.layout import (
    AGREED,
    CANDIDATES,
    DECLINED,
    EXPIRED,
    GRADUATED,
    INSIGHTS,
    NOTES,
    PROMOTED,
    PROMOTIONS,
    PROPOSALS,
    REJECTED,
    RULES_ROOT,
    UNPROMOTED,
    Layout,
)
from dreamtui.store.records.names import RecordName, decisions_by_item

_DECIDES = ("graduate", "reject")
"""Verbs after which a candidate waits no longer."""


class Queue:
    """All items of one workspace, read once."""

    def __init__(self, layout: Layout, today: str, *, keeps_later: bool = False) -> None:
        """With `keeps_later` what was read goes into the index when `keep` is called, and nobody waits for it."""
        self._layout = layout
        self._today = today
        self._index = FileIndex(layout)
        self._index.waits = keeps_later
        self._decisions: dict[str, list[RecordName]] | None = None
        self._unreadable: dict[str, FileProblem] = {}
        self._ruled: tuple[set[str], set[str]] | None = None

    @property
    def problems(self) -> list[FileProblem]:
        """Files that could not be read, named."""
        found = (*self._index.problems, *(self._unreadable[path] for path in sorted(self._unreadable)))
        return list(dict.fromkeys(found))

    def keep(self) -> None:
        """Put what was read into the index."""
        self._index.save()

    def entries(self, statuses: Iterable[Status], heard: "Heard | None" = None) -> list[QueueEntry]:
        """Entries of these statuses, each item once; `heard` is told the first of them while many files are read."""
        graduated, rejected = self._rows(GRADUATED), self._rows(REJECTED)
        standing = self._standing(graduated, rejected)

        first = True

        def told(rows: Sequence[QueueRow], done: int, total: int) -> None:
            nonlocal first
            if heard is not None:
                heard(sorted(self._waiting(rows, standing), key=in_order) if first else (), done, total)
            first = False

        waiting = list(self._waiting(self._rows(CANDIDATES, told), standing))
        recurring = {entry.row.id for entry in waiting if entry.status is Status.RECURRING}
        known = CandidateState(
            graduated, rejected, standing, {entry.row.id for entry in waiting} - recurring, recurring
        )
        wanted = frozenset(statuses)
        return sorted((e for e in (*waiting, *self._others(wanted, known)) if e.status in wanted), key=in_order)

    def _others(self, wanted: frozenset[Status], known: "CandidateState") -> list[QueueEntry]:
        """Everything but what waits in candidates/; more statuses than are wanted may be among it."""
        out: list[QueueEntry] = []
        shown = known.waiting
        if Status.RECURRING in wanted:
            seen = known.waiting | known.recurring
            out += [e for e in self._recurring(known.standing) if e.row.id not in seen]
            shown = seen | {entry.row.id for entry in out}
        if Status.PENDING in wanted or Status.DEFERRED in wanted:
            out += self._due()
        if wanted & {Status.GRADUATED, Status.RETIRED, Status.EXPIRED}:
            out += [e for e in self._graduated(known.graduated) if e.row.id not in shown]
        if Status.REJECTED in wanted:
            rejected = (row for row in known.rejected if row.id not in shown)
            out += [QueueEntry(row, Status.REJECTED, self._decision(row, "reject")) for row in rejected]
        if wanted & {Status.ACCEPTED, Status.RETIRED}:
            out += self._notes()
        return [*out, *self._promotions(), *self._proposals(), *self._insights()]

    def standing(self) -> dict[str, str]:
        """Ids that a decision stands on, with that decision."""
        found = self._standing(self._rows(GRADUATED), self._rows(REJECTED))
        return {item_id: self._decision(row, "graduate", "reject") or row.path for item_id, row in found.items()}

    def _standing(self, graduated: list[QueueRow], rejected: list[QueueRow]) -> dict[str, QueueRow]:
        """Decided rows by id and alias; a not-now whose date has come stands no more."""
        lasting = [row for row in rejected if not (row.until and row.until <= self._today)]
        aliases = {alias: row for row in (*graduated, *lasting) for alias in row.alias_ids}
        return {**aliases, **{row.id: row for row in (*graduated, *lasting)}}

    def _rows(self, folder: str, told: Told | None = None) -> list[QueueRow]:
        return self._index.rows(folder, readers.CANDIDATE, told=told)

    def _waiting(self, candidates: Iterable[QueueRow], standing: dict[str, QueueRow]) -> Iterator[QueueEntry]:
        """Files in candidates/: pending, deferred, or recurring where a decision on the same thing stands."""
        for row in candidates:
            against = next((standing[i] for i in (row.id, *row.alias_ids) if i in standing), None)
            if against is not None and not row.reopened:
                yield self._again(row, against)
            elif row.until > self._today:
                yield QueueEntry(row, Status.DEFERRED, self._decision(row, "defer"))
            else:
                yield QueueEntry(row, Status.PENDING, None)

    def _recurring(self, standing: dict[str, QueueRow]) -> Iterator[QueueEntry]:
        """What the last run saw again although it is decided."""
        for row in self.recurring_rows():
            against = next((standing[i] for i in (row.id, *row.alias_ids) if i in standing), None)
            if against is not None:
                yield self._again(row, against)

    def _again(self, row: QueueRow, against: QueueRow) -> QueueEntry:
        """A decided item that was seen again, and whether anything happened since the decision."""
        is_news = self._is_news(against, row)
        decision = self._decision(against, *_DECIDES)
        return QueueEntry(row, Status.RECURRING, decision, is_news, None if is_news else self._became(against))

    def _is_news(self, decided: QueueRow, seen: QueueRow) -> bool:
        """Whether what was seen again is new to the decision; a not-now stays away until its date."""
        if decided.until > self._today or not recurrence.holds_more(decided, seen):
            return False
        ids = [decided.id]
        if decided.path.startswith(GRADUATED):
            from dreamtui.kinds.rule.codec import review_id

            ids.append(review_id(decided.id))
        named = [self.decisions().get(item_id, []) for item_id in ids]
        judged = recurrence.LastDecision(self._layout, self._today, named, self._decides_nothing)
        return recurrence.is_news(decided, seen, judged)

    def _decides_nothing(self, path: str, why: str) -> None:
        self._unreadable[path] = FileProblem(path, why)

    def _refused(self, row: QueueRow, again: Mapping[str, QueueRow]) -> QueueEntry:
        """A rejected item that waits in no file of its own; one that was found again recurs."""
        decision = self._decision(row, "reject") or row.path
        if row.id not in again:
            return QueueEntry(row, Status.REJECTED, decision)
        is_news = self._is_news(row, again[row.id])
        return QueueEntry(row, Status.RECURRING, decision, is_news, None if is_news else Status.REJECTED)

    def _seen_again(self, name: str) -> dict[str, QueueRow]:
        """What the last run found again of one kind, by id."""
        return {row.id: row for row in read_recurring(self._layout, name)}

    def _became(self, row: QueueRow) -> Status:
        """What the decision that its file stands for has made of a candidate."""
        if row.path.startswith(REJECTED):
            return Status.REJECTED
        if self._ruled is None:
            self._ruled = {rule.id for rule in self.rules()}, {rule.id for rule in self.retired_rules()}
        live, gone = self._ruled
        if row.id in live or row.id not in gone:
            return Status.GRADUATED
        by_us = any(verb == "retire" for verb, *_ in self.decisions().get(row.id, ()))
        return Status.RETIRED if by_us else Status.EXPIRED

    def _graduated(self, graduated: list[QueueRow]) -> Iterator[QueueEntry]:
        for row in graduated:
            status = self._became(row)
            yield QueueEntry(row, status, self._decision(row, "graduate" if status is Status.GRADUATED else "retire"))

    def _due(self) -> Iterator[QueueEntry]:
        """Rules whose review date has come, as items of their own, with how often the signal was seen since."""
        waiting = [row for row in self.rules() if row.due and row.due <= self._today]
        if not waiting:
            return
        from dreamtui.store.index.rows import due_row

        again = {row.id: row for row in self.recurring_rows()}
        for row in waiting:
            yield QueueEntry(
                due_row(row, again.get(row.id)), Status.PENDING, self._decision(row, "graduate", "rerationale")
            )

    def _notes(self) -> Iterator[QueueEntry]:
        for row in self.notes():
            yield QueueEntry(row, Status(row.due), self._decision(row, "add", "graduate", "retire"))

    def _promotions(self) -> Iterator[QueueEntry]:
        """Recalls that wait for a decision or had one, and rejected ones that have come up again since."""
        if not self._layout.real(PROMOTIONS).is_dir():
            return
        waiting = self.promotions()
        for row in waiting:
            deferred = row.until > self._today
            decision = self._decision(row, "defer") if deferred else None
            yield QueueEntry(row, Status.DEFERRED if deferred else Status.PENDING, decision)
        shown = {row.id for row in waiting}
        again = self._seen_again(RECURRING_PROMOTIONS)
        for row in self.promotions(PROMOTED):
            yield QueueEntry(row, Status.ACCEPTED, self._decision(row, "accept") or row.path)
        yield from (self._refused(row, again) for row in self.promotions(UNPROMOTED) if row.id not in shown)

    def promotions(self, folder: str = PROMOTIONS) -> list[QueueRow]:
        """Rows of the promotions in a folder."""
        return self._index.rows(folder, readers.PROMOTION, suffix=".json")

    def _proposals(self) -> Iterator[QueueEntry]:
        """Proposals that wait, and those that were accepted or rejected; a rejected one found again recurs."""
        if not self._layout.real(PROPOSALS).is_dir():
            return
        waiting = self.proposals()
        yield from map(self._open, waiting)
        shown = {row.id for row in waiting}
        again = self._seen_again(RECURRING_PROPOSALS)
        for row in self.proposals(AGREED):
            if row.id not in shown:
                yield QueueEntry(row, Status.ACCEPTED, self._decision(row, "accept") or row.path)
        yield from (self._refused(row, again) for row in self.proposals(DECLINED) if row.id not in shown)

    def _insights(self) -> Iterator[QueueEntry]:
        """Insights that wait, and those that became memory or were rejected; a rejected one found again recurs."""
        if not self._layout.real(INSIGHTS).is_dir():
            return
        again = self._seen_again(RECURRING_INSIGHTS)
        for row in self.insights():
            if row.due == Status.PENDING:
                yield self._open(row)
            elif row.due == Status.GRADUATED:
                yield QueueEntry(row, Status.GRADUATED, self._decision(row, "graduate") or row.path)
            else:
                yield self._refused(row, again)

    def _open(self, row: QueueRow) -> QueueEntry:
        """An undecided item: deferred until its day, else pending."""
        if row.until > self._today:
            return QueueEntry(row, Status.DEFERRED, self._decision(row, "defer"))
        return QueueEntry(row, Status.PENDING, None)

    def proposals(self, folder: str = PROPOSALS) -> list[QueueRow]:
        """Rows of the proposals in a folder."""
        return self._index.rows(folder, readers.PROPOSAL, suffix=".json")

    def insights(self) -> list[QueueRow]:
        """Rows of all insights; `due` is the status."""
        return self._index.rows(INSIGHTS, readers.INSIGHT)

    def rules(self) -> list[QueueRow]:
        """Rows of the live rules; `words` is the rule's text, `due` its review date."""
        return self._index.rows(RULES_ROOT, readers.RULE, deep=True)

    def retired_rules(self) -> list[QueueRow]:
        """Rows of the rules in expired/."""
        return self._index.rows(EXPIRED, readers.RULE)

    def recurring_rows(self) -> list[QueueRow]:
        """What the last run saw again; `words` is the candidate file it would have written."""
        return read_recurring(self._layout)

    def notes(self) -> list[QueueRow]:
        """Rows of all notes; `words` is the text, `due` the status."""
        return self._index.rows(NOTES, readers.NOTE)

    def decisions(self) -> dict[str, list[RecordName]]:
        """For each item its decisions, oldest first, from the records' names alone."""
        if self._decisions is None:
            self._decisions = decisions_by_item(self._layout)
        return self._decisions

    def _decision(self, row: QueueRow, *verbs: str) -> str | None:
        """The newest decision with one of the verbs; a decided file without a record stands for itself."""
        for verb, short, *_ in reversed(self.decisions().get(row.id, [])):
            if verb in verbs:
                return short
        return row.path if row.path.startswith((GRADUATED, REJECTED)) else None

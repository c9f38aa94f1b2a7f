"""Commits in the form of records, as signals get them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from dreamtui.model.evidence import Event, Locator


@dataclass(frozen=True, slots=True)
class TimedRecord:
    """An event with its time parsed; implements `MinedRecord`."""

    ts: datetime
    actor: str
    kind: str
    summary: str
    files: Sequence[str]
    session: str
    sha: str
    coauthors: Sequence[str]
    """Further actors."""
    reverted: str
    place: tuple[str, int, str]
    """Locator without line, line and digest."""
    subject: str = ""
    """What it is about, if its source says so."""


class SeenBatch:
    """Records that are counted immediately, even if they name a commit."""

    __slots__ = ("aside", "records")

    def __init__(self, records: Sequence[TimedRecord]) -> None:
        self.records = records
        self.aside: set[int] | None = None

    def place(self, index: int) -> tuple[str, int, str]:
        return self.records[index].place


def _split(locator: Locator) -> tuple[str, int]:
    """A locator without its line, and the line."""
    return f"{locator.where}:{locator.ref}", locator.line


def see(events: Iterable[Event]) -> list[TimedRecord]:
    """The events that count: no noise, a valid time, each commit once."""
    seen: list[TimedRecord] = []
    shas: set[str] = set()
    for event in events:
        if event.noise or (event.sha and event.sha in shas):
            continue
        try:
            when = datetime.fromisoformat(event.ts)
        except ValueError:
            continue
        shas.add(event.sha)
        ref, line = _split(event.locator)
        takes_back = event.reverts or event.reverted_subject
        seen.append(
            TimedRecord(
                ts=when if when.tzinfo else when.replace(tzinfo=UTC),
                actor=event.actor,
                kind="revert" if takes_back else event.kind,
                summary=event.summary,
                files=event.files,
                session=event.session.encode("utf-8", "replace").decode(),
                sha=event.sha,
                coauthors=event.coauthors,
                reverted=event.reverted_subject,
                place=(ref, line, event.digest),
                subject=event.subject.encode("utf-8", "replace").decode().lstrip("!~="),
            )
        )
    return seen

"""From findings to the queue: what is new, what is refreshed, what was decided before, what is held back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate import refresh
from dreamtui.kinds.candidate.kind import CANDIDATES, NAME
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.item import Finding, Item, Status
from dreamtui.text.ids import candidate_id

MANUAL = "manual"
"""The signal of candidates filed by hand; a run never touches them."""


@dataclass(frozen=True, slots=True)
class QueueState:
    """What the queue holds when a run comes in."""

    files: Mapping[str, bytes]
    """Candidate files by id."""
    standing: Mapping[str, str]
    """Ids that a decision stands on, with that decision."""
    reopened: frozenset[str]
    """Decided ids that a person put back into the queue."""
    unreadable: frozenset[str] = frozenset()
    """Ids whose file is there but cannot be read; they are left as they are."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a run may do."""

    max_new: int
    """New items by weight; the rest is counted and said."""
    now: str
    """When the run is made."""
    compat: bool = False
    """Write dotagent's bytes; mark nothing as vanished."""
    complete: bool = True
    """Whether every signal ran, so that what is not found has vanished."""
    since: str = ""
    """Where the run's window begins."""
    unasked: frozenset[str] = frozenset()
    """Signals whose source was not read; nothing of them has vanished."""


@dataclass(frozen=True, slots=True)
class Intake:
    """What a run does to the queue."""

    changes: ChangeSet
    """The files written."""
    new: tuple[Item, ...]
    """Items that were not there."""
    updated: tuple[Item, ...]
    """Items whose file changes."""
    unchanged: tuple[Item, ...]
    """Items that are as they were."""
    vanished: tuple[str, ...]
    """Ids whose signal no longer fires."""
    recurring: tuple[Item, ...]
    """Items that a decision stands on, seen again."""
    held_back: tuple[Item, ...]
    """Items over the limit, strongest first."""


def to_item(finding: Finding) -> Item:
    """A finding as an item."""
    item_id = candidate_id(finding.signal, finding.subject)
    return Item(
        kind=NAME,
        id=item_id,
        signal=finding.signal,
        title=finding.title,
        status=Status.PENDING,
        path=f"{CANDIDATES}/{item_id}.md",
        first_seen=finding.first_seen,
        last_seen=finding.last_seen,
        weight=finding.weight,
        actors=finding.actors,
        files=finding.files,
        evidence=finding.evidence,
        subject=finding.subject,
        aliases=tuple(candidate_id(finding.signal, alias) for alias in finding.aliases),
    )


def take_in(items: Sequence[Item], queued: QueueState, limits: Limits) -> Intake:
    """Sort a run's items into the queue."""
    changes: list[Change] = []
    new: list[Item] = []
    updated: list[Item] = []
    unchanged: list[Item] = []
    recurring: list[Item] = []
    fresh: list[Item] = []
    for item in items:
        known = next((i for i in (item.id, *item.aliases) if i in queued.files), None)
        decided_id = next((i for i in (item.id, *item.aliases) if i in queued.standing), None)
        if not queued.unreadable.isdisjoint((item.id, *item.aliases)):
            continue
        if decided_id is not None and decided_id not in queued.reopened:
            recurring.append(item)
        elif known is not None:
            old = queued.files[known]
            kept = replace(item, id=known, path=f"{CANDIDATES}/{known}.md")
            data = _refreshed(old, kept, limits)
            changes.append(Change(kept.path, old, data))
            (unchanged if data == old else updated).append(kept)
        else:
            fresh.append(item)
    fresh.sort(key=lambda item: (-item.weight, item.first_seen, item.id))
    for item in fresh[: limits.max_new]:
        changes.append(Change(item.path, None, candidate.render(item, limits.now, bare=limits.compat)))
        new.append(item)
    seen = {i for item in items for i in (item.id, *item.aliases)}
    gone = [] if limits.compat or not limits.complete else _vanished(queued, seen, limits)
    return Intake(
        ChangeSet.of(*changes, *gone),
        tuple(new),
        tuple(updated),
        tuple(unchanged),
        tuple(change.path.rsplit("/", 1)[-1].removesuffix(".md") for change in gone),
        tuple(recurring),
        tuple(fresh[limits.max_new :]),
    )


def _refreshed(old: bytes, item: Item, limits: Limits) -> bytes:
    """The file brought up to date; first_seen only ever moves back, a deferral and the reviewer's text stay."""
    before = candidate.parse(old, item.path, item.id)
    earliest = min(filter(None, (before.item.first_seen, item.first_seen)), default="")
    since = earliest if before.meta else item.first_seen
    current = replace(item, first_seen=since, until=before.item.until)
    data = refresh.refresh(old, current, item.path, bare=limits.compat)
    found = comment.find(data)
    return comment.with_keys(data, vanished=None) if found and "vanished" in found[2] else data


def _is_cut(item: Item, since: str) -> bool:
    """Whether the window begins within the item's evidence, so that it could not be found whole."""
    return item.first_seen < since <= item.last_seen


def _vanished(queued: QueueState, seen: set[str], limits: Limits) -> list[Change]:
    """Mined candidates that this run did not find get a mark; they stay until a person decides."""
    changes = []
    for item_id, data in sorted(queued.files.items()):
        read = candidate.parse(data, "", item_id)
        item = read.item
        is_known = not {item_id, *item.aliases}.isdisjoint(seen) or item_id in queued.standing
        is_known |= item.signal in limits.unasked
        if is_known or item.signal == MANUAL or read.meta.get("vanished") or _is_cut(item, limits.since):
            continue
        path = f"{CANDIDATES}/{item_id}.md"
        changes.append(Change(path, data, comment.with_keys(data, vanished=limits.now)))
    return changes

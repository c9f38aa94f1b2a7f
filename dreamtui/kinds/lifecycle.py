"""The life of pending items, for any kind: rejected, deferred, reopened.

A kind says how its file records that (`Lifecycle`); one that keeps pending, accepted and rejected items in a folder
each, as JSON, says only how they are parsed and rendered (`in_three_folders`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft, removal
from dreamtui.kinds.kind import F, Planner, ThreeFolders
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Refused
from dreamtui.model.status import Disposition, Status
from dreamtui.model.verb import Verb

N = TypeVar("N")
"""What the file of an item says."""


def check_date(words: Words) -> None:
    """A rejection has a date only where it says `not now`."""
    if words.until and words.disposition != Disposition.NOT_NOW:
        raise Refused("a date goes only with a rejection as not-now")


@dataclass(frozen=True, slots=True)
class Lifecycle(Generic[F]):
    """How the items of a kind are rejected, put off and put back."""

    waits: Callable[[Gathered[F]], StoredFile]
    """The file of one that waits; AlreadyDecided for any other."""
    refused: Callable[[bytes, Words, Setting], bytes]
    """The file with why it is not done, and until when."""
    put_off: Callable[[bytes, str], bytes]
    """The file with the date on which it comes back."""
    rejected: Callable[[Gathered[F]], tuple[str, StoredFile | None]]
    """Its path once it is rejected, and the file that is there now."""
    beside: Callable[[Gathered[F], Setting], list[Change]] = lambda held, setting: []
    """Further changes of a rejection."""

    def reject(self, held: Gathered[F], words: Words, setting: Setting) -> Plan:
        """Record why it is not done; it is not proposed again."""
        check_date(words)
        source = self.waits(held)
        path, there = self.rejected(held)
        changes = moved(source, path, there, setting, self.refused(source.data, words, setting))
        changes += self.beside(held, setting)
        return Plan(ChangeSet.of(*changes), draft(held.item, Verb.REJECT, words, setting))

    def defer(self, held: Gathered[F], words: Words, setting: Setting) -> Plan:
        """Note the date in its own file; it comes back by itself."""
        source = self.waits(held)
        change = Change(source.path, source.data, self.put_off(source.data, words.until))
        return Plan(ChangeSet.of(change), draft(held.item, Verb.DEFER, words, setting))


def reopened(held: Gathered[Any], changes: list[Change], words: Words, setting: Setting) -> Plan:
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.REOPEN, words, setting))


def moved(source: StoredFile, path: str, there: StoredFile | None, setting: Setting, data: bytes) -> list[Change]:
    """Move a file to a path, replacing any file there."""
    if path == source.path:
        return [Change(path, source.data, data)]
    before = there.data if there else setting.occupied.get(path)
    return [Change(source.path, source.data, None), Change(path, before, data)]


# Kinds with a folder each for what waits, was accepted and was rejected


class ThreeFiles(Protocol):
    """The files of an item in three folders."""

    @property
    def pending(self) -> StoredFile | None:
        """Its file in the queue."""

    @property
    def accepted(self) -> StoredFile | None:
        """Its file among the accepted."""

    @property
    def rejected(self) -> StoredFile | None:
        """Its file among the rejected."""


T = TypeVar("T", bound=ThreeFiles)


class JsonCodec(Protocol[N]):
    """The file of such a kind: a frozen dataclass with status, actor, when, rationale, disposition, until, reopened."""

    def parse(self, data: bytes) -> N:
        """What it says."""

    def render(self, made: N) -> bytes:
        """Its bytes."""


def decided(made: N, status: Status, words: Words, setting: Setting) -> N:
    """With who decided, when and why."""
    return _replaced(
        made, status=status, actor=setting.actor, when=setting.when, rationale=words.rationale, until="",
    )  # fmt: skip


def _replaced(made: N, **fields: object) -> N:
    changed: Any = replace
    found: N = changed(made, **fields)
    return found


def in_three_folders(
    codec: JsonCodec[N],
    folders: Callable[[Gathered[T]], ThreeFolders],
    waits: Callable[[Gathered[T]], StoredFile],
    accepted: str,
) -> Mapping[Verb, Planner[T]]:
    """Reject, defer and reopen; `accepted` is why an accepted one is not reopened, behind its id."""

    def refused(data: bytes, words: Words, setting: Setting) -> bytes:
        known = decided(codec.parse(data), Status.REJECTED, words, setting)
        return codec.render(_replaced(known, disposition=words.disposition, until=words.until))

    def put_off(data: bytes, until: str) -> bytes:
        return codec.render(_replaced(codec.parse(data), until=until))

    def rejected(held: Gathered[T]) -> tuple[str, StoredFile | None]:
        return folders(held).rejected.path_of(held.item.id), held.files.rejected

    def reopen(held: Gathered[T], words: Words, setting: Setting) -> Plan:
        """Put a rejected or deferred one back; an accepted one is undone, never applied again."""
        pending, there = held.files.pending, held.files.rejected
        source = pending or there
        if source is None:
            raise Refused(f"{held.item.id} {accepted}")
        bare = {"until": "", "disposition": "", "rationale": "", "actor": "", "when": ""}
        made = _replaced(codec.parse(source.data), status=Status.PENDING, **bare, reopened=setting.when)
        path = folders(held).pending.path_of(held.item.id)
        change = Change(path, pending.data if pending else None, codec.render(made))
        return reopened(held, [change, *(() if pending else removal(there))], words, setting)

    cycle = Lifecycle(waits, refused, put_off, rejected)
    return {Verb.REJECT: cycle.reject, Verb.DEFER: cycle.defer, Verb.REOPEN: reopen}

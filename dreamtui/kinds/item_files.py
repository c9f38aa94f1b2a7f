"""What a plan is made from: an item with its files, the words of a person, and who decides when."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

from dreamtui.model.change import Change
from dreamtui.model.decision import Draft, Words
from dreamtui.model.item import Item
from dreamtui.model.proposal import Memory
from dreamtui.model.verb import Verb
from dreamtui.text.dates import iso
from dreamtui.text.inert import one_line
from dreamtui.text.paths import is_private

F_co = TypeVar("F_co", covariant=True)


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file as it is on disk."""

    path: str
    """Logical path."""
    data: bytes


@dataclass(frozen=True, slots=True)
class StoredMemory:
    """A memory with its file."""

    memory: Memory
    filed: StoredFile
    folder: str = ""
    """For a topic file: what the logical paths of its memory folder begin with."""


@dataclass(frozen=True, slots=True)
class Gathered(Generic[F_co]):
    """An item with all of its files."""

    item: Item
    files: F_co
    """Its files, as its kind holds them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Who decides, when, and how files are written."""

    actor: str
    now: datetime
    compat: bool = False
    """Write dotagent's bytes and nothing else."""
    batch: str = ""
    """Same for all decisions of one batch."""
    sitting: bool = False
    """True for one's own decision taken back in the sitting it was made in."""
    occupied: dict[str, bytes] = field(default_factory=dict)
    """The bytes of existing files where a plan may want to write."""

    @property
    def when(self) -> str:
        """The time as it is written everywhere."""
        return iso(self.now)


def removal(filed: StoredFile | None) -> list[Change]:
    """Remove a file, if there is one."""
    return [Change(filed.path, filed.data, None)] if filed else []


def _named_only(item: Item, names: str) -> str:
    """A title with the names of private files and none of their words."""
    return names if is_private(item.path) else f"{item.signal} of {names}"


def draft(item: Item, verb: Verb, words: Words, setting: Setting, *, undoes: str = "") -> Draft:
    """The decision to be recorded; of private memory the record, which is shared, has the names of the files alone."""
    private = [path for path in (item.path, *item.files) if is_private(path)]
    names = ", ".join(path.rpartition("/")[2] for path in private)
    return Draft(
        item=item.id,
        kind=item.kind,
        fingerprint=item.fingerprint,
        title=one_line(_named_only(item, names) if private else item.title),
        verb=verb,
        actor=setting.actor,
        when=setting.when,
        rationale=words.rationale,
        rule="" if private else words.rule,
        disposition=words.disposition,
        until=words.until,
        batch=setting.batch,
        undoes=undoes,
        drafted_by=words.drafted_by,
        draft_answer=words.draft_answer,
        same_sitting=setting.sitting,
        evidence=tuple((str(piece.locator), piece.digest) for piece in item.evidence),
    )

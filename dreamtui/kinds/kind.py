"""What everything else needs to know of a kind of item.

Queue, index, desk, command line and console loop over the kinds they are given (`compose` names them all) and ask each
for what differs: its folders and how their files are read, the status of its items, its verbs, its names. A `kind.py`
is imported by every list, so it imports codecs and plans only inside the functions that need them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from dreamtui.kinds.row import QueueEntry, QueueRow, Reader
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.coach.challenge import Objection
    from dreamtui.kinds.item_files import Gathered, Setting, StoredFile
    from dreamtui.model.decision import Decision, Mark, Plan, Touched, Words
    from dreamtui.model.item import Item
    from dreamtui.model.memory import Rule
    from dreamtui.model.proposal import Choice
    from dreamtui.text.lines import Line
    from dreamtui.text.query.row import WeightTexts

Needs = Callable[["Rule"], tuple[str, ...] | None]
"""The ids of those of whom one has to decide a rule too, empty for anybody else; None where one person is enough."""

F = TypeVar("F")
"""The files of one item, as its kind holds them."""
F_contra = TypeVar("F_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder with files of a kind."""

    path: str
    """Logical path."""
    read: Reader
    """A file as its row."""
    suffix: str = ".md"
    deep: bool = False
    """Whether folders in it are looked through too."""
    by_id: bool = False
    """Whether each file is named after the id of its item and is about that item alone, so that looking up one item
    reads no other file.
    """
    of_items: bool = False
    """Whether a file, whatever its name, tells the status of its own item and of those it is called by, no other's."""

    def path_of(self, item_id: str) -> str:
        """The file of an item, where files are called after them."""
        return f"{self.path}/{item_id}{self.suffix}"


class ThreeFolders(NamedTuple):
    """The folders of a kind whose items move as JSON files from one to the next."""

    pending: Folder
    accepted: Folder
    rejected: Folder

    @classmethod
    def below(cls, path: str, read: Reader) -> "ThreeFolders":
        """Pending items are in the folder itself, decided ones in folders inside it."""
        return cls(*(Folder(f"{path}{name}", read, ".json", by_id=True) for name in ("", "/accepted", "/rejected")))

    def entries(self, kind: str) -> "Callable[[Shelf, frozenset[Status]], list[QueueEntry]]":
        """Lists every item of a kind once; a pending one hides an earlier decision on it."""
        return lambda shelf, wanted: _entries_of(kind, shelf, (self,))


class TwoPlaces(NamedTuple):
    """Where the items of a kind are of which some quote private memory: those with the person's own data."""

    private: ThreeFolders
    """Looked into first: a repository can ship a file with the same id."""
    shared: ThreeFolders

    @property
    def folders(self) -> tuple[Folder, ...]:
        return (*self.shared, *self.private)

    @property
    def pending(self) -> tuple[Folder, ...]:
        return tuple(place.pending for place in self)

    @property
    def accepted(self) -> tuple[Folder, ...]:
        return tuple(place.accepted for place in self)

    @property
    def rejected(self) -> tuple[Folder, ...]:
        return tuple(place.rejected for place in self)

    def of(self, *, private: bool) -> ThreeFolders:
        return self.private if private else self.shared

    def entries(self, kind: str) -> "Callable[[Shelf, frozenset[Status]], list[QueueEntry]]":
        """As of three folders."""
        return lambda shelf, wanted: _entries_of(kind, shelf, self)


def _entries_of(kind: str, shelf: "Shelf", places: Iterable[ThreeFolders]) -> list[QueueEntry]:
    out = list[QueueEntry]()
    for place in places:
        waiting = shelf.rows(place.pending)
        out += [open_entry(shelf, row) for row in waiting]
        shown = {row.id for row in waiting}
        taken = (row for row in shelf.rows(place.accepted) if row.id not in shown)
        out += [closed_entry(shelf, row, Status.ACCEPTED, Verb.ACCEPT) for row in taken]
        if refused := [row for row in shelf.rows(place.rejected) if row.id not in shown]:
            again = seen_again(shelf, kind)
            out += [refused_entry(shelf, row, again) for row in refused]
    return out


class Shelf(Protocol):
    """What a kind gets to tell the status of its items: the index of one workspace on one day."""

    @property
    def today(self) -> str:
        """The UTC date."""

    def rows(self, folder: Folder) -> list[QueueRow]:
        """The rows of a folder; of one with a file an item, those of the items that are asked for."""

    def is_reached(self, version: str) -> bool:
        """Whether the workspace is at a version, or at a later one."""

    def seen_again(self, kind: str) -> list[QueueRow]:
        """Rows of what the last run found of a kind although it is decided."""

    def decision(self, item_id: str, *verbs: str) -> str | None:
        """The newest decision on an item with one of the verbs."""

    def of_records(
        self, name: str, make: "Callable[[Records], list[QueueRow]]", folders: Sequence[Folder] = ()
    ) -> list[QueueRow]:
        """Rows that are made from the records of all decisions and the files of some folders, when these change."""

    def is_news(self, decided: QueueRow, seen: QueueRow, also: Callable[[str], str] | None = None) -> bool:
        """Whether what was seen again is new to the decision; `also` gives another id it may be recorded under."""


def open_entry(shelf: Shelf, row: QueueRow) -> QueueEntry:
    """An undecided item: deferred until its day, else pending."""
    if row.until > shelf.today:
        return QueueEntry(row, Status.DEFERRED, shelf.decision(row.id, "defer"))
    return QueueEntry(row, Status.PENDING, None)


def closed_entry(shelf: Shelf, row: QueueRow, status: Status, verb: Verb) -> QueueEntry:
    """An accepted item; without a record its path is given as the decision."""
    return QueueEntry(row, status, shelf.decision(row.id, verb) or row.path)


def is_due(shelf: Shelf, row: QueueRow) -> bool:
    """Whether the day has come until which an item was rejected as not now."""
    return bool(row.until) and row.until <= shelf.today


def refused_entry(shelf: Shelf, row: QueueRow, again: Mapping[str, QueueRow]) -> QueueEntry:
    """A rejected item; one that was found again recurs, and so does a not-now whose day has come."""
    if is_due(shelf, row):
        return QueueEntry(row, Status.RECURRING, _refusal(shelf, row))
    if row.id not in again:
        return QueueEntry(row, Status.REJECTED, _refusal(shelf, row))
    is_news = shelf.is_news(row, again[row.id])
    decision = _refusal(shelf, row)
    return QueueEntry(row, Status.RECURRING, decision, is_news, None if is_news else Status.REJECTED)


def _refusal(shelf: Shelf, row: QueueRow) -> str:
    """The decision that turned it down; without a record its path."""
    return shelf.decision(row.id, Verb.REJECT, Verb.REPEAT) or row.path


def seen_again(shelf: Shelf, kind: str) -> dict[str, QueueRow]:
    """What the last run found again, by id."""
    return {row.id: row for row in shelf.seen_again(kind)}


class Records(Protocol):
    """What rows can be made from: the decisions, and files."""

    @property
    def marks(self) -> "Sequence[Mark]":
        """The light part of every record."""

    def whole(self, mark: "Mark") -> "Decision":
        """One record."""

    def rows(self, folder: Folder) -> list[QueueRow]:
        """As of a shelf."""

    def read(self, logical: str) -> bytes | None:
        """The current bytes of a file; None if it cannot be read."""

    @property
    def needs(self) -> "Needs | None":
        """Who has to decide a rule beside the person who did; None where nobody ever has to."""

    @property
    def since(self) -> "SinceThen | None":
        """What came after the rows were made last, where that is all that differs."""


class SinceThen(NamedTuple):
    """What came after rows were made from the records."""

    marks: "tuple[Mark, ...]"
    """New records, each following the one before it, the first all that were there."""
    changed: frozenset[str]
    """Files of the folders that came, went or changed."""
    rows: tuple[QueueRow, ...]
    """The rows as they were made."""
    undone: "tuple[Mark, ...]"
    """What the new ones take back, and, of an undo among these, what it took back."""
    is_line: bool
    """Whether all records follow each other and none puts one of another branch out of force."""


class FileSource(Protocol):
    """What a kind is given to gather the files of its items; what several items share is read once."""

    def filed(self, logical: str) -> "StoredFile | None":
        """The current content of one of our files."""

    def rows(self, folder: Folder) -> list[QueueRow]:
        """The rows of a folder, all of them."""

    def seen_again(self, kind: str) -> list[QueueRow]:
        """As of a shelf."""


class Gatherer(Protocol[F]):
    """Gathers the files of the items of one kind for the decisions that are made together."""

    def gather(self, row: QueueRow) -> "Gathered[F]":
        """The item with all of its files, read now."""

    def planned(self, held: "Gathered[F]", words: "Words", plan: "Plan") -> None:
        """Apply the plan of one of several items, so that the next plan starts from there."""


class Apart(Generic[F]):
    """Items that share nothing: each is read by itself."""

    def __init__(self, source: FileSource, read: "Callable[[FileSource, QueueRow], Gathered[F]]") -> None:
        self._source = source
        self._read = read

    def gather(self, row: QueueRow) -> "Gathered[F]":
        """The item with its files."""
        return self._read(self._source, row)

    def planned(self, held: "Gathered[F]", words: "Words", plan: "Plan") -> None:
        """Nothing that another item would see."""


_NO_SLOTS = Slots()


class SharedFile(NamedTuple):
    """A file of others that a kind changes too."""

    sign: str
    """The folder whose absence means that the file is not the other system's."""
    largest: int = 0
    """Bytes above which it is not read, where these are more than for others."""
    is_live: bool = False
    """Whether its owner writes it all the time, so that another content than the one a decision left says nothing."""


class UnrecordedVerdict(NamedTuple):
    """A decision that only the decided file reports, as dotagent leaves it."""

    verb: Verb
    actor: str
    when: str
    """UTC time."""
    rationale: str


def _counted(signal: str, weight: float) -> "WeightTexts":
    from dreamtui.text.query.row import count_texts

    return count_texts(weight)


def _no_entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterable[QueueEntry]:
    return ()


def _gone(source: FileSource) -> "Gatherer[Any]":
    from dreamtui.model.errors import NotFound

    def nothing(source: FileSource, row: QueueRow) -> "Gathered[Any]":
        raise NotFound(f"{row.id} is gone")

    return Apart(source, nothing)


def _as_said(held: "Gathered[Any]", verb: Verb, words: "Words") -> "Words":
    return words


def _no_texts(held: "Gathered[Any]") -> str:
    return ""


def _no_warnings(held: "Gathered[Any]", verb: Verb) -> list[str]:
    return []


def _no_verdict(held: "Gathered[Any]") -> UnrecordedVerdict | None:
    return None


def _no_objections(held: "Gathered[Any]") -> "tuple[Objection, ...]":
    return ()


def _one_sample(held: "Gathered[Any]", verb: Verb, words: "Words") -> "list[tuple[str, Words]]":
    return [(verb.value, words)]


def _ids(item: "Item") -> frozenset[str]:
    return frozenset((item.id, *item.aliases))


class Planner(Protocol[F_contra]):
    """Plans a verb: what it changes and what is recorded, from the item, the words, and who decides when."""

    def __call__(self, held: "Gathered[F_contra]", words: "Words", setting: "Setting", /) -> "Plan":
        """The plan."""


Reads = Callable[[str], bytes | None]
"""Logical path to the current bytes."""

Undone = Callable[[str], "Sequence[Decision]"]
"""Logical path to the decisions on it that are not in force, with their spans."""

TakeBack = Callable[[bytes, "Touched", "Decision", Reads, Undone], bytes | None]
"""A shared file with a decision taken back; None when that part itself changed, empty bytes for a file to go."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)  # one of each is made: equal is identical
class ItemActions(Generic[F]):
    """What is done to an item of one kind, and shown of it, from its files; the defaults suit most.

    It is defined with the plans of a kind, and imported when it is first needed.
    """

    gather: Callable[[FileSource], Gatherer[F]] = _gone
    """How the files of its items are gathered."""
    plans: Mapping[Verb, Planner[F]] = field(default_factory=dict)
    """Its verbs with their planners."""
    complete: "Callable[[Gathered[F], Verb, Words], Words]" = _as_said
    """The words of a decision with defaults for those not given."""
    warnings: "Callable[[Gathered[F], Verb], list[str]]" = _no_warnings
    """Further consequences of a decision, a sentence each."""
    take_back: "TakeBack | None" = None
    """Takes a decision back out of a shared file, with any other changes in it."""
    suggest: "Callable[[Gathered[F]], str]" = _no_texts
    """A rule for it in words that may be taken as they are."""
    proposed: "Callable[[Gathered[F], Verb], str]" = lambda held, verb: ""
    """The words a person starts from."""
    proposed_name: "Callable[[Gathered[F]], str]" = lambda held: "Suggested rule"
    """What these words are called."""
    cautions: "Callable[[Gathered[F], Verb, str], str]" = lambda held, verb, typed: ""
    """What to know of the words being typed before they are recorded, a sentence; empty for nothing."""
    above: "Callable[[Gathered[F], Callable[[str], str]], Iterable[Line]]" = lambda held, safe: ()
    """What a decision would make of it, shown above its text; every text goes through the function given."""
    below: "Callable[[Gathered[F]], Iterable[Line]]" = lambda held: ()
    """What the console shows below its text, from its files."""
    verdict: "Callable[[Gathered[F]], UnrecordedVerdict | None]" = _no_verdict
    """What its file says of its decision."""
    objections: "Callable[[Gathered[F]], tuple[Objection, ...]]" = _no_objections
    """What its own files say against it."""
    samples: "Callable[[Gathered[F], Verb, Words], list[tuple[str, Words]]]" = _one_sample
    """The name and words of each preview of a verb."""
    by_name: "Callable[[Gathered[F]], str]" = _no_texts
    """Why it is decided by its own id only, never along with all of its kind; empty where it may be."""
    choices: "Callable[[Gathered[F]], tuple[Choice, ...]]" = lambda held: ()
    """The ways out from which a person has to choose one to take it."""
    unsettled: "Callable[[Gathered[F]], bool]" = lambda held: False
    """Whether a person has to settle something of it before it can be taken."""
    spent: "Callable[[Gathered[F]], str]" = _no_texts
    """Why nothing of it can be carried out any more, a sentence without its stop; empty while something can."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)  # one of each is made: equal is identical
class ItemKind(Generic[F]):
    """One kind of item as every list needs it; what is left out is as it is for most."""

    name: str
    """As in rows, records and `--kind`."""
    prefix: str = ""
    """What the ids of its items begin with, where no other kind's do and they are made from decisions."""
    label: str = ""
    about: str = ""
    """What it is, in a sentence; a kind without one is never in the console's queue."""
    sign: str = "○"
    """In lists, one cell wide."""
    word: str = ""
    """Shown beside the sign; empty if the signal says more."""

    # Files and statuses

    folders: tuple[Folder, ...] = ()
    """Folders of its files: what a decision on it may change, besides rules, notes and memories."""
    remembered: tuple[Folder, ...] = ()
    """Those of what agents read: an item in them is found by the name of its file too, to be retired."""
    entries: Callable[[Shelf, frozenset[Status]], Iterable[QueueEntry]] = _no_entries
    """Its items with their statuses; more statuses than asked for may be among them."""
    is_queued: bool = True
    """Whether a list has it without being asked for it by name."""
    at_first: tuple[Status, ...] = (Status.PENDING, Status.RECURRING)
    """What a list of it shows when no status is asked for."""
    history: "Callable[[Item], frozenset[str]]" = _ids
    """Ids under which decisions on it are recorded."""

    # Decisions

    actions: Callable[[], ItemActions[F]] = ItemActions
    """Imports its verbs, and all else that needs the files of its items."""

    kept: frozenset[Verb] = frozenset()
    """Those of them that are about the rule it has become, and asked for by the rule."""
    slots: Slots = _NO_SLOTS
    """The keys of an item that waits."""
    slots_at: Mapping[Status, Slots] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """The keys for other statuses, if they do more than reopen it."""
    final: frozenset[Status] = frozenset()
    """Where only an undo takes a decision back."""
    own_words: frozenset[Verb] = frozenset({Verb.GRADUATE})
    """Verbs that need words for agents besides the reason."""
    passes: bool = False
    """Whether it disappears once it is decided."""

    shared: Mapping[str, SharedFile] = field(default_factory=dict)
    """Files that it changes although others own them too, by logical path."""

    # What is shown

    listed_evidence: str = ""
    """The heading in its text below which the evidence is listed, which is shown apart."""
    shows_cases: bool = False
    """Whether its evidence shows cases of something, rather than words that are judged themselves."""
    is_challenged: bool = True
    """Whether what is known of the repository is held against it."""
    in_git: bool = True
    """Whether the files it is about are kept in git."""
    said_in: tuple[str, ...] = ()
    """Files besides CLAUDE.md and AGENTS.md that may say it already."""
    weight: "Callable[[str, float], WeightTexts]" = _counted
    """How its weight is shown, from its signal and weight."""
    newer: str = ""
    """What is said of its evidence, where that is only what is newer than a decision."""
    screen: str = ""
    """The screen that shows it whole before it is taken."""
    together: str = ""
    """A warning before several are taken at once."""

    def slots_for(self, status: Status) -> Slots:
        """What can be decided of an item with this status."""
        if status in {Status.PENDING, Status.DEFERRED}:
            return self.slots
        if status in self.final:
            return _NO_SLOTS
        return self.slots_at.get(status) or Slots(reopen=Verb.REOPEN if Verb.REOPEN in self.actions().plans else None)

    def word_for(self, signal: str) -> str:
        """What a list calls one with this signal."""
        from dreamtui.text.query.row import word_of

        return self.word or word_of(signal, self.name)

    def verbs(self) -> list[Verb]:
        """What can be done to it by its own id."""
        return [verb for verb in self.actions().plans if verb not in self.kept]


class Kinds:
    """The kinds of item of one workspace, by name."""

    def __init__(self, every: Iterable[ItemKind[Any]]) -> None:
        self._by_name = {kind.name: kind for kind in every}

    def __iter__(self) -> Iterator[ItemKind[Any]]:
        return iter(self._by_name.values())

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def of(self, name: str) -> ItemKind[Any]:
        """The kind of this name; an unknown one has no items and no verbs."""
        return self._by_name.get(name) or ItemKind(name)

    @property
    def names(self) -> list[str]:
        """As they can be asked for."""
        return list(self._by_name)

    @property
    def unlisted(self) -> frozenset[str]:
        """Names of those that a list leaves out unless asked."""
        return frozenset(kind.name for kind in self if not kind.is_queued)

    @property
    def folders(self) -> tuple[Folder, ...]:
        """Every folder with files of a kind."""
        return tuple(dict.fromkeys(folder for kind in self for folder in (*kind.folders, *kind.remembered)))

"""The kind: where tips lie, where they stand, what can be decided."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from dreamtui.kinds.intake import IntakeRules, Known
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft
from dreamtui.kinds.kind import Apart, FileSource, Gatherer, ItemActions, ItemKind, ThreeFolders
from dreamtui.kinds.lifecycle import decided, in_three_folders, moved
from dreamtui.kinds.row import QueueRow
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import AlreadyDecided, NotFound
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb
from toy import codec

FOLDERS = ThreeFolders.below(codec.TIPS, codec.row)


@dataclass(frozen=True, slots=True)
class TipFiles:
    """A tip with its file, wherever it lies."""

    pending: StoredFile | None
    accepted: StoredFile | None
    rejected: StoredFile | None


def _gathered(source: FileSource, row: QueueRow) -> Gathered[TipFiles]:
    files = TipFiles(*(source.filed(folder.path_of(row.id)) for folder in FOLDERS))
    own = files.pending or files.rejected or files.accepted
    if own is None:
        raise NotFound(f"{row.id} is gone")
    return Gathered(codec.to_item(codec.parse(own.data), own.path), files)


def _gather(source: FileSource) -> Gatherer[TipFiles]:
    return Apart(source, _gathered)


def _waits(held: Gathered[TipFiles]) -> StoredFile:
    if held.files.pending is None:
        raise AlreadyDecided(f"{held.item.id} is not in the queue")
    return held.files.pending


def accept(held: Gathered[TipFiles], words: Words, setting: Setting) -> Plan:
    """Take the tip."""
    source = _waits(held)
    made = decided(codec.parse(source.data), Status.ACCEPTED, words, setting)
    changes = moved(source, FOLDERS.accepted.path_of(held.item.id), held.files.accepted, setting, codec.render(made))
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.ACCEPT, words, setting))


ACTIONS = ItemActions(
    gather=_gather,
    plans={
        Verb.ACCEPT: accept,
        **in_three_folders(codec, lambda held: FOLDERS, _waits, "was taken; `dreamtui undo` undoes it"),
    },
)


TIP = ItemKind(
    codec.NAME,
    label="Tip",
    about="What somebody suggests.",
    sign="✚",
    folders=FOLDERS,
    entries=FOLDERS.entries(codec.NAME),
    actions=lambda: ACTIONS,
    slots=Slots(Verb.ACCEPT, Verb.REJECT, Verb.DEFER),
    final=frozenset({Status.ACCEPTED}),
    own_words=frozenset(),
    history=lambda item: frozenset({item.id}),
)


def rules(waiting: Mapping[str, bytes], rejected: Container[str]) -> IntakeRules[codec.Tip]:
    """How tips are taken in."""

    def refresh(found: codec.Tip, waits: str, data: bytes) -> tuple[codec.Tip, bytes]:
        known = codec.parse(data)
        kept = replace(known, title=found.title, place=found.place, quote=found.quote)
        return kept, codec.render(kept)

    return IntakeRules(
        Known(waiting, rejected),
        keys=lambda tip: (tip.id,),
        path=FOLDERS.pending.path_of,
        render=codec.render,
        row=lambda tip: codec.row(codec.render(tip), FOLDERS.rejected.path_of(tip.id), tip.id),
        refresh=refresh,
    )

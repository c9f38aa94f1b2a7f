"""Proposals: memories to be merged, split, moved or retired."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import Folder, ItemKind, Planner, Shelf, Slots
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.item import Status
from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.coach.challenge import Objection
    from dreamtui.kinds.item_files import Gathered, Words
    from dreamtui.kinds.proposal.plans import ProposalFiles
    from dreamtui.model.proposal import Choice
    from dreamtui.text.query.row import WeightTexts

NAME = "proposal"
PROPOSALS = ".agent/dream/proposals"
RECURRING = "recurring-proposals.json"


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.kinds.proposal.row import read

    return read(data, path, stem)


PENDING = Folder(PROPOSALS, _row, ".json", by_id=True)
AGREED = Folder(f"{PROPOSALS}/accepted", _row, ".json", by_id=True)
DECLINED = Folder(f"{PROPOSALS}/rejected", _row, ".json", by_id=True)


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterable[QueueEntry]:
    from dreamtui.kinds.standing import entries_in_three

    return entries_in_three(shelf, PENDING, AGREED, DECLINED, RECURRING)


def _plans() -> "Mapping[Verb, Planner[ProposalFiles]]":
    from dreamtui.kinds.proposal.plans import PLANS

    return PLANS


def _samples(held: "Gathered[ProposalFiles]", verb: Verb, words: "Words") -> "list[tuple[str, Words]]":
    from dreamtui.kinds.proposal.plans import samples

    return samples(held, verb, words)


def _objections(held: "Gathered[ProposalFiles]") -> "tuple[Objection, ...]":
    from dreamtui.kinds.proposal.plans import stale_mutations

    return stale_mutations(held.files)


def _weight(signal: str, weight: float) -> "WeightTexts":
    from dreamtui.kinds.proposal.strength import percent, strength
    from dreamtui.text.query.row import WeightTexts

    words = strength(signal, weight)
    return WeightTexts(percent(weight), words, words, words.capitalize(), f" · {words}")


def _choices(held: "Gathered[ProposalFiles]") -> "tuple[Choice, ...]":
    return held.files.filed.proposal.choices


PROPOSAL = ItemKind(
    NAME,
    label="Proposal",
    about="Memories to be merged, split, moved or retired.",
    sign="◆",
    folders=(PENDING, AGREED, DECLINED),
    entries=_entries,
    recurring=RECURRING,
    plans=_plans,
    slots=Slots(Verb.ACCEPT, Verb.REJECT, Verb.DEFER),
    final=frozenset({Status.ACCEPTED}),
    own_words=frozenset(),
    samples=_samples,
    objections=_objections,
    is_challenged=False,
    weight=_weight,
    choices=_choices,
    screen="proposal",
)

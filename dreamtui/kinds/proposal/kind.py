"""Proposals: memories to be merged, split, moved or retired."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import ItemActions, ItemKind, Shelf, ThreeFolders, TwoPlaces
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb
from dreamtui.text.paths import PRIVATE_HOME

if TYPE_CHECKING:
    from dreamtui.kinds.proposal.plans import ProposalFiles
    from dreamtui.text.query.row import WeightTexts

NAME = "proposal"
PROPOSALS = ".agent/dream/proposals"


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.kinds.proposal.codec import read_row

    return read_row(data, path, stem)


FOLDERS = TwoPlaces(
    private=ThreeFolders.below(f"{PRIVATE_HOME}/proposals", _row),
    shared=ThreeFolders.below(PROPOSALS, _row),
)
_IN_FOLDERS = FOLDERS.entries(NAME)


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterator[QueueEntry]:
    """As its folders say; what the last cycle found impossible waits for nobody, until it is found again."""
    for entry in _IN_FOLDERS(shelf, wanted):
        gone = entry.status in _WAITS and "vanished" in entry.row.flags.split()
        yield entry._replace(status=Status.EXPIRED) if gone else entry


_WAITS = frozenset({Status.PENDING, Status.DEFERRED})


def _weight(signal: str, weight: float) -> "WeightTexts":
    from dreamtui.text.query.row import WeightTexts

    words = strength(signal, weight)
    return WeightTexts(percent(weight), words, words, words.capitalize(), f" · {words}")


def _actions() -> "ItemActions[ProposalFiles]":
    from dreamtui.kinds.proposal.plans import ACTIONS

    return ACTIONS


PROPOSAL = ItemKind(
    NAME,
    label="Proposal",
    about="Memories to be merged, split, moved or retired.",
    sign="◆",
    folders=FOLDERS.folders,
    entries=_entries,
    actions=_actions,
    slots=Slots(Verb.ACCEPT, Verb.REJECT, Verb.DEFER),
    final=frozenset({Status.ACCEPTED}),
    own_words=frozenset(),
    is_challenged=False,
    weight=_weight,
    screen="proposal",
)


_ALIKE = frozenset({"merge", "contradiction", "superseded", "pair"})
"""What is proposed because memories say nearly the same; everything else for a reason of its own."""


def strength(signal: str, score: float) -> str:
    """`92 % alike` where memories were compared, `70 % sure` for other reasons; 100 % only for what is wholly so."""
    return f"{_hundredths(score)} % {'alike' if signal in _ALIKE else 'sure'}"


def percent(score: float) -> str:
    """The same for a column."""
    return f"{_hundredths(score)}%"


def _hundredths(score: float) -> int:
    return math.floor(max(0.0, min(1.0, score)) * 100 + 1e-9)

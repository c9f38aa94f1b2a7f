"""Training briefs: what an agent wrote at night for a vertical, for a person to mark."""

from typing import TYPE_CHECKING

from dreamtui.kinds.kind import Folder, ItemActions, ItemKind, ThreeFolders
from dreamtui.kinds.row import QueueRow
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.text.query.row import WeightTexts
    from dreamtui.training.briefs.plans import BriefFiles

NAME = "brief"
PREFIX = "b-"
TRAINING = ".agent/dream/training"
BRIEFS = f"{TRAINING}/briefs"
REVIEWS = f"{TRAINING}/reviews"
INBOX = f"{TRAINING}/inbox"


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.training.briefs.codec import read_row

    return read_row(data, path, stem)


def _none(data: bytes, path: str, stem: str) -> None:
    """What is written for agents to read is no item."""


FOLDERS = ThreeFolders.below(BRIEFS, _row)
WRITTEN = Folder(TRAINING, _none)
"""Training records, reviews and inboxes: what an accepted brief leaves beside itself."""


def _weight(signal: str, weight: float) -> "WeightTexts":
    from dreamtui.text.query.row import WeightTexts

    words = f"cycle {weight:g}"
    return WeightTexts(f"c{weight:g}", words, words, words.capitalize(), f" · {words}")


def _actions() -> "ItemActions[BriefFiles]":
    from dreamtui.training.briefs.plans import ACTIONS

    return ACTIONS


BRIEF = ItemKind(
    NAME,
    label="Brief",
    about="What an agent wrote at night for its training, to be marked.",
    sign="▤",
    word="brief",
    folders=(*FOLDERS, WRITTEN),
    entries=FOLDERS.entries(NAME),
    actions=_actions,
    slots=Slots(Verb.ACCEPT, Verb.REJECT, Verb.REPEAT),
    final=frozenset({Status.ACCEPTED}),
    own_words=frozenset({Verb.ACCEPT}),
    is_challenged=False,
    weight=_weight,
    together="Each brief is accepted with the marks that are proposed for it. To mark one yourself, accept it alone.",
)

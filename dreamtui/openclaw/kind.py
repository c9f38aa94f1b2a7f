"""Promotions: recalls of an OpenClaw workspace that may earn a line in MEMORY.md."""

from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import ItemActions, ItemKind, SharedFile, ThreeFolders
from dreamtui.kinds.row import QueueRow
from dreamtui.model.status import Status
from dreamtui.model.verb import Slots, Verb

if TYPE_CHECKING:
    from dreamtui.openclaw.plans import PromotionFiles
    from dreamtui.text.query.row import WeightTexts

NAME = "promotion"
PROMOTIONS = ".agent/dream/promotions"
MEMORY = "MEMORY.md"
_NOTES = "memory"
"""The folder of daily notes, which every workspace of OpenClaw has, wherever its recalls are."""
STORE = f"{_NOTES}/.dreams/short-term-recall.json"
"""The recall store of a workspace."""
LARGEST_STORE = 512 * 1024 * 1024
"""Bytes above which it is not read at all."""


def is_workspace(root: Path) -> bool:
    """Whether recalls have ever been recorded here."""
    return (root / STORE).parent.is_dir()


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.openclaw.promotion import read_row

    return read_row(data, path, stem)


FOLDERS = ThreeFolders.below(PROMOTIONS, _row)


def _weight(signal: str, weight: float) -> "WeightTexts":
    from dreamtui.kinds.proposal.kind import percent
    from dreamtui.text.query.row import WeightTexts

    words = f"score {weight:.3f}"
    return WeightTexts(percent(weight), words, f"weight {weight:g}", words.capitalize(), f" · {words}")


def _actions() -> "ItemActions[PromotionFiles]":
    from dreamtui.openclaw.plans import ACTIONS

    return ACTIONS


PROMOTION = ItemKind(
    NAME,
    label="Promotion",
    about="A recall that may earn a line in MEMORY.md.",
    sign="◇",
    word="promote",
    folders=FOLDERS,
    entries=FOLDERS.entries(NAME),
    actions=_actions,
    slots=Slots(Verb.ACCEPT, Verb.REJECT, Verb.DEFER),
    final=frozenset({Status.ACCEPTED}),
    own_words=frozenset({Verb.ACCEPT}),
    shared={MEMORY: SharedFile(_NOTES), STORE: SharedFile(_NOTES, LARGEST_STORE, is_live=True)},
    in_git=False,  # daily notes rarely are
    said_in=(MEMORY,),
    weight=_weight,
    together="Each promotion is written with its note's own words: one sentence for several would be wrong for most."
    " To say one better, accept it alone.",
)

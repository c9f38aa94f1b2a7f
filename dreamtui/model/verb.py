"""What a person can do to an item, and every word there is for it."""

from collections.abc import Mapping
from enum import StrEnum, unique
from types import MappingProxyType
from typing import Literal, NamedTuple

Slot = Literal["take", "refuse", "later", "reopen"]
"""A decision key: yes, no, later, back into the queue."""


@unique
class Verb(StrEnum):
    """What a person can do to an item."""

    GRADUATE = "graduate"
    ACCEPT = "accept"
    REJECT = "reject"
    DEFER = "defer"
    REPEAT = "repeat"
    REOPEN = "reopen"
    RETIRE = "retire"
    RERATIONALE = "rerationale"
    MOVE = "move"
    ADD = "add"
    EDIT = "edit"
    INDEX = "index"
    RESTORE = "restore"
    UNDO = "undo"
    REDO = "redo"

    @property
    def past(self) -> str:
        """What was done to the item."""
        return VERBS[self].past

    @property
    def label(self) -> str:
        """What a decision is called in a list of decisions."""
        return VERBS[self].label or self.value

    @property
    def key_word(self) -> str:
        """Shown beside its key."""
        return VERBS[self].key_word or self.value

    @property
    def slot(self) -> Slot | None:
        """Its key."""
        return VERBS[self].slot

    @property
    def explained(self) -> str:
        """What it does, where keys are explained."""
        return VERBS[self].explained

    @property
    def needs_reason(self) -> bool:
        """Whether it is refused without a written reason, in every front end; an undo outside a sitting is, too."""
        return VERBS[self].needs_reason


class VerbRow(NamedTuple):
    """One line of the table of verbs; a word that is left out is the verb itself."""

    past: str
    slot: Slot | None = None
    needs_reason: bool = False
    explained: str = ""
    key_word: str = ""
    label: str = ""


VERBS: Mapping[Verb, VerbRow] = MappingProxyType(
    {
        Verb.GRADUATE: VerbRow("graduated", "take", True, "graduate: make a rule of it"),
        Verb.ACCEPT: VerbRow("accepted", "take", True, "accept it"),
        Verb.REJECT: VerbRow("rejected", "refuse", True, "reject it, with a reason"),
        Verb.DEFER: VerbRow("deferred", "later", False, "decide later, on a date", "later"),
        Verb.REPEAT: VerbRow("sent back", "later", True, "send it back, to be done again", "send back", "sent back"),
        Verb.REOPEN: VerbRow("reopened", "reopen", False, "put it back into the queue"),
        Verb.RETIRE: VerbRow("retired", "refuse", True, "retire it: agents no longer read it"),
        Verb.RERATIONALE: VerbRow(
            "kept with a new reason", "take", True, "keep the rule, with a new reason", "keep it", "keep again"
        ),
        Verb.MOVE: VerbRow("moved", None, True, key_word="move it"),
        Verb.ADD: VerbRow("added"),
        Verb.EDIT: VerbRow("edited"),
        Verb.INDEX: VerbRow("indexed"),
        Verb.RESTORE: VerbRow("restored"),
        Verb.UNDO: VerbRow("undone"),
        Verb.REDO: VerbRow("redone"),
    }
)


class Slots(NamedTuple):
    """The verb of each decision key; None if it has none."""

    take: Verb | None = None
    refuse: Verb | None = None
    later: Verb | None = None
    reopen: Verb | None = None
    """The key that puts it back into the queue."""

    def verbs(self) -> tuple[Verb, ...]:
        """The verbs that apply, in the order of the keys."""
        return tuple(verb for verb in self if verb is not None)

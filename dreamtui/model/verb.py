"""What a person can do to an item; apart from decisions, because every list knows the verbs."""

from enum import StrEnum, unique


@unique
class Verb(StrEnum):
    """What a person can do to an item."""

    GRADUATE = "graduate"
    ACCEPT = "accept"
    REJECT = "reject"
    DEFER = "defer"
    REOPEN = "reopen"
    RETIRE = "retire"
    RERATIONALE = "rerationale"
    ADD = "add"
    EDIT = "edit"
    INDEX = "index"
    RESTORE = "restore"
    UNDO = "undo"
    REDO = "redo"


NEEDS_RATIONALE = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.REJECT, Verb.RETIRE, Verb.RERATIONALE})
"""Verbs that are refused without a written reason, in every front end (undo outside a sitting is the sixth)."""

"""Where an item stands: what a list needs to know of one, so that it imports no more."""

from enum import StrEnum, unique


@unique
class Status(StrEnum):
    PENDING = "pending"
    RECURRING = "recurring"
    DEFERRED = "deferred"
    GRADUATED = "graduated"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    RETIRED = "retired"
    EXPIRED = "expired"


@unique
class Disposition(StrEnum):
    """Why an item was rejected."""

    WRONG = "wrong"
    WORDING = "wording"
    DUPLICATE = "duplicate"
    NOT_NOW = "not-now"


DANGEROUS = frozenset({"secret", "hidden", "instructions"})
"""Flags that are a danger rather than a remark: they put an item on top of the queue."""


UNPLACED = 1_000_000
"""The place of what no run found: behind everything that has one."""


def is_risky(flags: str) -> bool:
    """Whether one of an item's flags is a danger rather than a remark."""
    return bool(flags) and not DANGEROUS.isdisjoint(flags.split())

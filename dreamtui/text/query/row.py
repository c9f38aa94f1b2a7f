"""What a row of the queue says about an item: sign, word, risk, age and weight. Pure, shared by every list."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from dreamtui.model.item import Kind, Status


class Listed(Protocol):
    """What a list, a filter and a sort need to know of an item."""

    @property
    def id(self) -> str:
        """Short id made from content."""

    @property
    def kind(self) -> str:
        """Kind of the item."""

    @property
    def signal(self) -> str:
        """Signal or method that found it, empty for none."""

    @property
    def title(self) -> str:
        """One line, as it was read."""

    @property
    def status(self) -> str:
        """Where it stands."""

    @property
    def flags(self) -> tuple[str, ...]:
        """Its risks."""

    @property
    def actors(self) -> tuple[str, ...]:
        """Who is involved."""

    @property
    def files(self) -> tuple[str, ...]:
        """Which files it is about."""

    @property
    def first_seen(self) -> str:
        """UTC time of its oldest evidence, ISO 8601."""

    @property
    def weight(self) -> float:
        """How much speaks for it."""

    @property
    def workspace(self) -> str:
        """The workspace it is in, where a queue holds those of several; else empty."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """An item as an index knows it: enough for the list, the filter and the sort."""

    id: str
    """Short id made from content."""
    kind: str
    """Kind of the item."""
    signal: str
    """Signal or method that found it, empty for none."""
    title: str
    """One line, as it was read."""
    status: str = "pending"
    """Where it stands."""
    flags: tuple[str, ...] = ()
    """Its risks."""
    actors: tuple[str, ...] = ()
    """Who is involved."""
    files: tuple[str, ...] = ()
    """Which files it is about."""
    first_seen: str = ""
    """UTC time of its oldest evidence, ISO 8601."""
    weight: float = 0
    """How much speaks for it."""
    workspace: str = ""
    """The workspace it is in, where a queue holds those of several."""


UNDECIDED = frozenset({Status.PENDING.value, Status.RECURRING.value})
"""Statuses that wait for a person now."""

RISKS = ("secret", "hidden", "instructions", "contradicts", "vanished", "stale", "similar")
"""Every flag, the worst first."""

_FLAG_SIGNS = {
    "secret": "⚠",
    "hidden": "⚠",
    "instructions": "⚠",
    "contradicts": "≠",
    "vanished": "?",
    "stale": "?",
    "similar": "≈",
}
_FLAG_WORDS = {
    "secret": "secret-like text",
    "hidden": "hidden characters",
    "instructions": "reads like instructions",
    "contradicts": "contradicts what is known",
    "vanished": "its signal is gone",
    "stale": "its files changed since",
    "similar": "similar to another item",
    "code": "reads like code",
    "fragment": "half a sentence",
    "log": "reads like a log",
    "metadata": "metadata of the dreaming",
}
_KIND_SIGNS = {
    Kind.CANDIDATE.value: "●",
    Kind.PROPOSAL.value: "◆",
    Kind.PROMOTION.value: "◇",
    Kind.INSIGHT.value: "★",
    Kind.BRIEF.value: "▣",
    Kind.REVIEW_DUE.value: "↻",
    Kind.NOTE.value: "▪",
}
_KIND_WORDS = {
    Kind.PROMOTION.value: "promote",
    Kind.INSIGHT.value: "insight",
    Kind.BRIEF.value: "brief",
    Kind.REVIEW_DUE.value: "due",
    Kind.NOTE.value: "note",
}
_SIGNAL_WORDS = {
    "revert_cluster": "revert",
    "repeat_fix": "repeat fix",
    "frequent_failure": "error",
    "cross_actor_anti": "known bug",
    "failing_command": "command",
    "manual": "by hand",
    "supersede": "replace",
    "deprecate": "retire",
    "contradiction": "conflict",
}


def kind_sign(kind: str) -> str:
    """One sign a kind, one cell wide."""
    return _KIND_SIGNS.get(kind, "○")


def kind_word(kind: str, signal: str) -> str:
    """The word beside the sign: the signal for candidates, the method for proposals, else the kind."""
    word = _KIND_WORDS.get(kind) or _SIGNAL_WORDS.get(signal) or signal or kind
    return word.replace("_", " ")


def worst_flag(flags: Iterable[str]) -> str:
    """The flag that matters most; unknown ones come after the known, in order of the alphabet; empty for none."""
    present = set(flags)
    return next((flag for flag in RISKS if flag in present), min(present, default=""))


def flag_sign(flags: Iterable[str]) -> str:
    """The sign of the worst flag, a space for none."""
    flag = worst_flag(flags)
    return _FLAG_SIGNS.get(flag, "!") if flag else " "


def flag_words(flag: str) -> str:
    """A flag in words."""
    return _FLAG_WORDS.get(flag, flag)


def weight_text(weight: float) -> str:
    """A count as it is, a score without its leading zero, in at most six characters."""
    if weight == int(weight) if abs(weight) < 1e6 else False:
        return str(int(weight))
    if abs(weight) >= 1e4 or weight != weight:
        return f"{weight:.0e}"
    short = f"{weight:.3f}" if abs(weight) < 1 else f"{weight:.1f}"
    short = short.rstrip("0").rstrip(".") if "." in short else short
    return short.replace("0.", ".", 1) if short.startswith(("0.", "-0.")) else short or "0"

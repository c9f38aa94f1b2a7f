"""What a row of the queue says about an item: sign, word, risk, age and weight. Pure, shared by every list."""

import re
from collections.abc import Iterable
from typing import NamedTuple, Protocol

from dreamtui.model.status import Status


class WeightTexts(NamedTuple):
    """How the weight of an item is shown: a count, a score, an importance."""

    cell: str
    words: str
    plain: str
    spoken: str
    """At the start of a sentence."""
    heading: str
    """Behind the kind, above the text of an item."""


class Listed(Protocol):
    """What a list, a filter and a sort need to know of an item."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def signal(self) -> str:
        """Signal or method that found it, empty for none."""

    @property
    def sign(self) -> str:
        """Of its kind, one cell wide."""

    @property
    def word(self) -> str:
        """Its word in lists, beside the sign."""

    @property
    def weight_texts(self) -> WeightTexts:
        """Its weight as shown."""

    @property
    def title(self) -> str:
        """One line, as it was read."""

    @property
    def status(self) -> str: ...

    @property
    def flags(self) -> tuple[str, ...]: ...

    @property
    def actors(self) -> tuple[str, ...]: ...

    @property
    def files(self) -> tuple[str, ...]: ...

    @property
    def place(self) -> int:
        """In which place it was found; what was not found by a run is behind all that was."""

    @property
    def last_seen(self) -> str:
        """UTC time of its newest evidence, ISO 8601."""

    @property
    def weight(self) -> float: ...

    @property
    def weeks(self) -> str:
        """When its evidence happened, as `text.query.weeks` reads it."""

    @property
    def workspace(self) -> str:
        """The workspace it is in, where a queue holds those of several; else empty."""


_COUNT = re.compile(r" (\d+) times in last \d+d$")
"""How the title of a candidate ends; the format is dotagent's."""


def bare_title(item: Listed) -> str:
    """The title without what stands beside it: the same count with its window, or its word at the end."""
    found = _COUNT.search(item.title)
    if found is not None and float(found[1]) == item.weight:
        return item.title[: found.start()]
    return item.title.removesuffix(f": {item.word}")


UNDECIDED = frozenset({Status.PENDING.value, Status.RECURRING.value})
"""Statuses that wait for a person now."""

RISKS = ("secret", "hidden", "instructions", "contradicts", "vanished", "stale", "similar", "agent")
"""Every flag, the worst first."""

_FLAG_SIGNS = {
    "secret": "⚠",
    "hidden": "⚠",
    "instructions": "⚠",
    "contradicts": "≠",
    "vanished": "?",
    "stale": "?",
    "similar": "≈",
    "agent": "»",
}
_FLAG_WORDS = {
    "secret": "secret-like text",
    "hidden": "hidden characters",
    "instructions": "reads like instructions",
    "contradicts": "contradicts what is known",
    "vanished": "its signal is gone",
    "stale": "its files changed since",
    "similar": "similar to another item",
    "agent": "filed inside an agent",
    "code": "reads like code",
    "fragment": "half a sentence",
    "log": "reads like a log",
    "metadata": "metadata of the dreaming",
}
_SIGNAL_WORDS = {
    "sync_comment": "in sync",
    "substitution": "swap",
    "registration": "companion",
    "changed_together": "together",
    "changelog_entry": "changelog",
    "stated_cause": "cause",
    "subject_template": "template",
    "reasoned_revert": "revert",
    "revert_cluster": "revert",
    "repeat_fix": "repeat fix",
    "frequent_failure": "error",
    "cross_actor_anti": "known bug",
    "semantic_cluster": "same theme",
    "failing_command": "command",
    "manual": "by hand",
    "supersede": "replace",
    "deprecate": "retire",
    "contradiction": "conflict",
}


def word_of(signal: str, kind: str = "") -> str:
    """The word beside the sign: the signal's name, else the kind's."""
    return (_SIGNAL_WORDS.get(signal) or signal or kind).replace("_", " ")


def worst_flag(flags: Iterable[str]) -> str:
    """The flag that matters most; unknown ones come after the known, in order of the alphabet; empty for none."""
    present = set(flags)
    return next((flag for flag in RISKS if flag in present), min(present, default=""))


def flag_sign(flags: Iterable[str]) -> str:
    """The sign of the worst flag, a space for none."""
    flag = worst_flag(flags)
    return _FLAG_SIGNS.get(flag, "!") if flag else " "


def flag_words(flag: str) -> str:
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


_CELL = 4
"""Characters of a count that leave room for its sign."""


def count_texts(weight: float) -> WeightTexts:
    """A weight that counts how often something was seen."""
    text = weight_text(weight)
    cell = text if len(text) > _CELL else f"{text}×"
    words = f"counted {'once' if weight == 1 else f'{text} times'}"
    return WeightTexts(cell, words, f"weight {weight:g}", f"Weight {text}", f" ×{text}")

"""From what was found to the files of insights: near-duplicates are dropped, what a person decided stays decided."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dreamtui.kinds.insight import codec
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.insight import Insight, InsightType
from dreamtui.model.item import Status
from dreamtui.text.words import content

ALIKE = 0.85
"""Cosine from which two insights are one."""
COMPARED = 200
"""New ones that are compared with each other, the most important; a run adds far fewer, the rest is held back."""
_ORDER = (InsightType.GAP, InsightType.CONNECTION, InsightType.PATTERN, InsightType.THEME)
"""Of two that are one, the more specific is kept."""


@dataclass(frozen=True, slots=True)
class KnownInsight:
    """An insight that is here already."""

    made: Insight
    """What it says."""
    data: bytes
    """Its file."""


@dataclass(frozen=True, slots=True)
class InsightIntake:
    """What a run does to the insights."""

    changes: ChangeSet
    """The files written."""
    new: tuple[Insight, ...] = ()
    """Insights that were not there."""
    updated: tuple[Insight, ...] = ()
    """Waiting ones with newer counts."""
    unchanged: int = 0
    """Waiting ones as they are."""
    recurring: tuple[Insight, ...] = ()
    """Rejected ones that are found again."""
    duplicates: tuple[tuple[str, str], ...] = ()
    """Ids that were dropped, each with the id it is like."""
    held_back: int = 0
    """New ones beyond the limit."""


def take_in(
    found: Sequence[Insight], known: Mapping[str, KnownInsight], *, now: str, today: str, most: int
) -> InsightIntake:
    """Sort what was found into the files; only what is not there yet, and like nothing that is, is new."""
    lasting = {key: one for key, one in known.items() if not _is_over(one.made, today)}
    updated: list[Insight] = []
    changes: list[Change] = []
    recurring: list[Insight] = []
    unchanged = 0
    fresh: list[Insight] = []
    for made in found:
        old = lasting.get(made.id)
        if old is None:
            fresh.append(made)
        elif old.made.status is Status.REJECTED:
            recurring.append(made)
        elif old.made.status is Status.PENDING:
            data = _refreshed(old, made)
            if data == old.data:
                unchanged += 1
            else:
                updated.append(made)
                changes.append(Change(old.made.path, old.data, data))
    fresh.sort(key=lambda one: (-one.importance, one.id))
    kept, duplicates = _unlike(fresh[:COMPARED], [one.made for one in lasting.values()])
    for made in kept[:most]:
        before = known[made.id].data if made.id in known else None
        changes.append(Change(made.path, before, codec.render(replace(made, created=now))))
    return InsightIntake(
        ChangeSet.of(*changes),
        tuple(kept[:most]),
        tuple(updated),
        unchanged,
        tuple(recurring),
        tuple(duplicates),
        len(kept[most:]) + len(fresh[COMPARED:]),
    )


def _is_over(made: Insight, today: str) -> bool:
    """Whether a not-now has come to its date."""
    return made.status is Status.REJECTED and bool(made.until) and made.until <= today


def _refreshed(old: KnownInsight, made: Insight) -> bytes:
    """The file with newer counts and quotes; one that a person edited keeps every other line."""
    newer = replace(
        made,
        created=old.made.created,
        first_seen=min(old.made.first_seen, made.first_seen),
        until=old.made.until,
        reopened=old.made.reopened,
    )
    if codec.render(old.made) == old.data:
        return codec.render(newer)
    return codec.with_fields(old.data, last_seen=newer.last_seen)


def _unlike(fresh: Sequence[Insight], there: Sequence[Insight]) -> tuple[list[Insight], list[tuple[str, str]]]:
    """Those that are like nothing there, decided or not, and like no better one of the same run."""
    ranked = sorted(fresh, key=lambda one: (_ORDER.index(one.type), -one.importance, one.id))
    seen = [(one.id, _words(one)) for one in sorted(there, key=lambda one: one.id)]
    kept: list[Insight] = []
    duplicates: list[tuple[str, str]] = []
    for made in ranked:
        words = _words(made)
        like = next((other for other, known in seen if cosine(words, known) >= ALIKE), "")
        if like:
            duplicates.append((made.id, like))
        else:
            kept.append(made)
            seen.append((made.id, words))
    return sorted(kept, key=lambda one: (-one.importance, one.id)), duplicates


def _words(made: Insight) -> frozenset[str]:
    """What an insight is about and rests on; without quotes, what it says."""
    quotes = " ".join(piece.quote for piece in made.evidence)
    return frozenset(content(f"{made.subject} {quotes}" if quotes else made.text))


def cosine(one: frozenset[str], two: frozenset[str]) -> float:
    """The cosine of two bags of words, each word counted once."""
    shared = len(one & two)
    return shared / math.sqrt(len(one) * len(two)) if shared else 0.0

"""Insights found by a run, taken in: near-duplicates are dropped, what a person decided stays decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dreamtui.kinds.insight import codec
from dreamtui.kinds.intake import IntakeRules, Known
from dreamtui.model.insight import Insight, InsightType
from dreamtui.model.status import Status
from dreamtui.text.similarity import cosine
from dreamtui.text.words import content

ALIKE = 0.85
"""Cosine from which two insights are one, unless a person says otherwise."""
COMPARED = 200
"""New ones that are compared with each other, the most important; a run adds far fewer, the rest is held back."""
_ORDER = (InsightType.GAP, InsightType.CONNECTION, InsightType.PATTERN, InsightType.THEME)
"""Of two that are one, the more specific is kept."""


@dataclass(frozen=True, slots=True)
class KnownInsight:
    made: Insight
    data: bytes


def rules(
    there: Mapping[str, KnownInsight], *, now: str, today: str, most: int, alike: float = ALIKE, steered: str = ""
) -> IntakeRules[Insight]:
    """How the insights of a run are taken in; only what is like nothing that is there is new.

    Those that say a word of what a person wants looked at (`steered`) come before the others.
    """
    asked = frozenset(content(steered))
    lasting = {key: one for key, one in there.items() if not _is_over(one.made, today)}
    by_status = {status: {k for k, one in lasting.items() if one.made.status is status} for status in Status}

    def unlike_known(fresh: list[Insight]) -> tuple[Sequence[Insight], Sequence[Insight]]:
        ranked = sorted(fresh, key=lambda one: (-one.importance, one.id))
        ranked.sort(key=lambda one: asked.isdisjoint(_words(one)))
        kept, _ = unlike(ranked[:COMPARED], [one.made for one in lasting.values()], alike)
        kept.sort(key=lambda one: asked.isdisjoint(_words(one)))
        return kept[:most], [*kept[most:], *ranked[COMPARED:]]

    return IntakeRules(
        Known({key: lasting[key].data for key in by_status[Status.PENDING]}, by_status[Status.REJECTED]),
        keys=lambda one: (one.id,),
        path=codec.path_of,
        render=lambda one: codec.render(replace(without_secrets(one), created=now)),
        row=lambda one: codec.read_row(codec.render(without_secrets(one)), one.path, one.id),
        refresh=lambda one, waits, data: (one, _refreshed(there[waits], one)),
        choose=unlike_known,
        lies_there={key: one.data for key, one in there.items()},
        is_taken=lambda one: one.id in by_status[Status.GRADUATED],
    )


def without_secrets(made: Insight) -> Insight:
    """An insight as it may be shared: what looks like a secret stays in the log that it was found in."""
    from dreamtui.text.danger.risks import mask

    return replace(
        made,
        title=mask(made.title),
        subject=mask(made.subject),
        text=mask(made.text),
        evidence=tuple(replace(piece, quote=mask(piece.quote)) for piece in made.evidence),
    )


def _is_over(made: Insight, today: str) -> bool:
    """Whether a not-now has come to its date."""
    return made.status is Status.REJECTED and bool(made.until) and made.until <= today


def _refreshed(old: KnownInsight, made: Insight) -> bytes:
    """The file with newer counts and quotes; one that a person edited keeps every other line."""
    newer = replace(
        without_secrets(made),
        created=old.made.created,
        first_seen=min(old.made.first_seen, made.first_seen),
        until=old.made.until,
        reopened=old.made.reopened,
    )
    if codec.render(old.made) == old.data:
        return codec.render(newer)
    return codec.with_fields(old.data, last_seen=newer.last_seen)


def unlike(
    fresh: Sequence[Insight], there: Sequence[Insight], alike: float = ALIKE
) -> tuple[list[Insight], list[tuple[str, str]]]:
    """Those that are like nothing there, decided or not, and like no better one of the same run."""
    ranked = sorted(fresh, key=lambda one: (_ORDER.index(one.type), -one.importance, one.id))
    seen = [(one.id, _words(one)) for one in sorted(there, key=lambda one: one.id)]
    kept: list[Insight] = []
    duplicates: list[tuple[str, str]] = []
    for made in ranked:
        words = _words(made)
        like = next((other for other, known in seen if cosine(words, known) >= alike), "")
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

"""The recalls as a console shows them: read once, held against thresholds that move, nothing written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dreamtui.desk.desk import Desk
from dreamtui.desk.promote import promote
from dreamtui.desk.promote.files import Recalls, obstacle
from dreamtui.kinds.promotion.codec import promotion_id
from dreamtui.kinds.promotion.kind import PENDING
from dreamtui.model.mining import no_collection
from dreamtui.model.promotion import Promotion
from dreamtui.model.recall import Exclusion, RecallEntry, Scored, Thresholds
from dreamtui.openclaw.scoring.explain import Explanation, explain
from dreamtui.openclaw.scoring.junk import junk_flags
from dreamtui.openclaw.scoring.locate import LocatedSnippet, SnippetPlace
from dreamtui.text.js import number_text, to_fixed

STEP = 0.05
"""By how much the lowest score moves."""


@dataclass(frozen=True, slots=True)
class Looked:
    """One recall in its note: what would be promoted, and what speaks against it."""

    promotion: Promotion
    """As an item, found again in its note."""
    place: SnippetPlace
    """Where its snippet stands now."""
    problem: str
    """Why it could not be promoted as it stands; empty when it can."""


@dataclass(frozen=True, slots=True)
class Lane:
    """All recalls of a workspace at one moment."""

    recalls: Recalls
    """They, ranked as the configuration says."""
    scored: tuple[Scored, ...]
    """Those that only thresholds could hold back, best first."""
    dropped: tuple[Exclusion, ...]
    """Those that no threshold would let through, with the reason."""
    entries: Mapping[str, RecallEntry]
    """Every entry by its key."""
    waiting: frozenset[str]
    """Ids of promotions that wait in the queue."""

    @property
    def thresholds(self) -> Thresholds:
        """What the configuration asks for."""
        return self.recalls.settings.thresholds

    @property
    def where(self) -> str:
        """The file the recalls come from; empty where there is none."""
        return self.recalls.source.where

    def waits(self, key: str) -> bool:
        """Whether a recall is in the queue."""
        return bool(self.waiting) and promotion_id(key) in self.waiting

    def why(self, key: str, needed: Thresholds) -> Explanation:
        """The components and gates of one entry under these thresholds."""
        return explain(self.entries[key], replace(self.recalls.rules, thresholds=needed))

    def look(self, key: str) -> Looked | None:
        """One recall found again in its note; nothing for one that no threshold would let through."""
        one = next((scored for scored in self.scored if scored.entry.key == key), None)
        if one is None:
            return None
        made, place = self.recalls.promotion(one)
        return Looked(made, place, obstacle(made, place)[0] if place.found is not LocatedSnippet.UNCHECKED else "")


def lane(desk: Desk) -> Lane:
    """Read all recalls."""
    found = promote.recalls(desk, promote.PromotionOptions())
    with no_collection():
        scored = tuple(promote.what_if(found))
        known = {one.entry.key for one in scored}
        dropped = sorted(
            (one for one in found.ranking.excluded if one.key not in known), key=lambda o: (o.reason, o.key)
        )
        entries = {entry.key: entry for entry in found.entries}
    waiting = frozenset(row.id for row in desk.queue().rows(PENDING))
    return Lane(found, scored, tuple(dropped), entries, waiting)


def at(desk: Desk, needed: Thresholds) -> Recalls:
    """The recalls read anew and ranked under thresholds that were moved."""
    asked = promote.PromotionOptions(
        min_score=needed.min_score, min_recalls=needed.min_recalls, min_queries=needed.min_queries
    )
    return promote.recalls(desk, asked)


def moved(needed: Thresholds, name: str, steps: int) -> Thresholds:
    """The thresholds with one of them moved; a score stays between 0 and 1, a count does not go below 0."""
    if name == "min_score":
        return replace(needed, min_score=round(min(1.0, max(0.0, needed.min_score + steps * STEP)), 6))
    if name == "min_recalls":
        return replace(needed, min_recalls=max(0, needed.min_recalls + steps))
    return replace(needed, min_queries=max(0, needed.min_queries + steps))


def short_of(one: Scored, needed: Thresholds) -> tuple[str, ...]:
    """The figures of every threshold that holds a recall back, as in `1 < 2 recalls`."""
    said = []
    if one.signals < needed.min_recalls:
        said.append(f"{one.signals} < {needed.min_recalls} recalls")
    if one.contexts < needed.min_queries:
        said.append(f"{one.contexts} < {needed.min_queries} queries")
    if needed.max_age_days is not None and one.age_days > needed.max_age_days:
        said.append(f"{to_fixed(one.age_days, 1)}d > {needed.max_age_days}d")
    if one.score < needed.min_score:
        said.append(f"{to_fixed(one.score, 3)} < {number_text(needed.min_score)}")
    return tuple(said)


def junk(one: Scored) -> tuple[str, ...]:
    """Why a recall may be no sentence worth keeping."""
    return junk_flags(one.entry.snippet)

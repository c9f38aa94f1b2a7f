"""How the training goes: cycles and levels, marks over time, who tells whom something, and who has gone quiet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from dreamtui.training.curriculum.curriculum import Vertical
from dreamtui.training.curriculum.levels import LEVELS, Level
from dreamtui.training.ledger import KnownBrief, Ledger
from dreamtui.training.marks.scores import Dimension, mean

_WINDOW = 3
"""Briefs on either side of a trend."""


@dataclass(frozen=True, slots=True)
class MarkedNight:
    """An accepted brief and its marks."""

    night: str
    brief: str
    headline: str
    where: str
    """The file a reader looks at."""
    marks: Mapping[Dimension, int]

    @property
    def score(self) -> float:
        return mean(self.marks)


@dataclass(frozen=True, slots=True)
class VerticalProgress:
    """One vertical."""

    vertical: Vertical
    cycles: int
    level: Level
    begun: int
    """Cycles done from which its level holds."""
    next_at: int | None
    """Cycles done from which the next level holds; None at the highest."""
    marked: tuple[MarkedNight, ...]
    """Its accepted briefs, the oldest first."""
    waiting: int
    quiet_nights: int | None
    """Nights since its last accepted brief, where they are more than one whole turn of all verticals; else None."""

    @property
    def next_level(self) -> Level | None:
        """None at the highest."""
        at = LEVELS.index(self.level) + 1
        return LEVELS[at] if at < len(LEVELS) else None

    @property
    def share(self) -> float:
        """How far it has come towards the next level, from 0 to 1."""
        if self.next_at is None:
            return 1.0
        return (self.cycles - self.begun) / max(1, self.next_at - self.begun)

    @property
    def scores(self) -> tuple[float, ...]:
        """The mean marks of its briefs, the oldest first."""
        return tuple(one.score for one in self.marked)

    @property
    def trend(self) -> float | None:
        """The last briefs against those before them; None where there are too few to compare."""
        last, before = self.scores[-_WINDOW:], self.scores[:-_WINDOW][-_WINDOW:]
        if not last or not before:
            return None
        return round(sum(last) / len(last) - sum(before) / len(before), 1)

    def of(self, dimension: Dimension) -> tuple[int, ...]:
        """Its marks in one dimension, the oldest first."""
        return tuple(one.marks[dimension] for one in self.marked if dimension in one.marks)


@dataclass(frozen=True, slots=True)
class CrossLink:
    """What one vertical has told another in accepted briefs."""

    sender: str
    to: str
    insights: tuple[tuple[str, str], ...]
    """Each with the id of its brief before it."""
    questions: tuple[tuple[str, str], ...]
    unanswered: frozenset[str]
    """Ids of the briefs whose question no accepted brief of the other has named."""


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    night: str
    verticals: tuple[VerticalProgress, ...]
    """In the order of the curriculum."""
    links: tuple[CrossLink, ...]
    """By sender, then by receiver."""

    @property
    def quiet(self) -> tuple[VerticalProgress, ...]:
        """Those that have gone quiet, the longest first."""
        found = [one for one in self.verticals if one.quiet_nights is not None]
        return tuple(sorted(found, key=lambda one: -(one.quiet_nights or 0)))


def progress(ledger: Ledger) -> TrainingProgress:
    """From the accepted briefs alone; what waits is only counted."""
    curriculum = ledger.curriculum
    first = min((one.made.night for one in ledger.accepted()), default="")
    standing = {one.vertical.name: one for one in ledger.standing()}
    found = []
    for vertical in curriculum.verticals:
        stands = standing[vertical.name]
        at = LEVELS.index(stands.level)
        marked = tuple(map(_marked, ledger.accepted(vertical.name)))
        later = curriculum.thresholds[at + 1] if at + 1 < len(LEVELS) else None
        quiet = _quiet(marked[-1].night if marked else first, ledger.night, len(curriculum.verticals))
        found.append(
            VerticalProgress(
                vertical, stands.cycles, stands.level, curriculum.thresholds[at], later, marked, stands.waiting, quiet
            )
        )
    names = [vertical.name for vertical in curriculum.verticals]
    return TrainingProgress(ledger.night, tuple(found), tuple(_links(ledger, names)))


def _marked(one: KnownBrief) -> MarkedNight:
    made = one.made
    headline = made.brief.headline
    return MarkedNight(made.night, made.id, headline.text if headline else "", one.where, made.marks)


def _quiet(last: str, tonight: str, verticals: int) -> int | None:
    """Nights since, where that is longer than everybody needs to have a turn; one that never trained counts from the
    first brief of all."""
    try:
        nights = (date.fromisoformat(tonight) - date.fromisoformat(last)).days
    except ValueError:
        return None
    return nights if nights > verticals else None


def _links(ledger: Ledger, names: Sequence[str]) -> list[CrossLink]:
    open_questions = {name: {one.brief for one in ledger.questions(name)} for name in names}
    told: dict[tuple[str, str], tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {}
    for one in ledger.accepted():
        for crossing in one.made.brief.crossings:
            to = ledger.curriculum.find(crossing.vertical) if crossing.vertical else None
            if to is None or to.name == one.made.vertical:
                continue
            insights, questions = told.setdefault((one.made.vertical, to.name), ([], []))
            insights += [(one.made.id, crossing.insight.text)] if crossing.insight else []
            questions += [(one.made.id, crossing.question.text)] if crossing.question else []
    return [
        CrossLink(sender, to, tuple(insights), tuple(questions), _among(questions, open_questions[to]))
        for (sender, to), (insights, questions) in sorted(told.items())
        if insights or questions
    ]


def _among(questions: Sequence[tuple[str, str]], unanswered: set[str]) -> frozenset[str]:
    return frozenset(brief for brief, _ in questions) & unanswered

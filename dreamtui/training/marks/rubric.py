"""Marks that are proposed for a brief, each with the lines it rests on; a person gives the marks.

Nothing is counted up: a dimension asks a few questions, and each is answered once two or three statements answer it.
More of the same raises nothing. A figure answers one only in a sentence that says what it measures and is backed, a
link only where a claim cites it. What is piled up, repeated or copied answers none, and lowers the marks that it was
meant for.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from dreamtui.model.claim import JudgedClaim
from dreamtui.training.briefs.brief import Brief
from dreamtui.training.checks.checks import MOST_WORDS, word_count
from dreamtui.training.checks.claims import is_unfounded
from dreamtui.training.marks.questions import actionability, depth, evidence, sources, specificity
from dreamtui.training.marks.reading import BriefReading, RubricAnswer, read_brief
from dreamtui.training.marks.scores import HIGHEST, LOWEST, Dimension, grade, mean
from dreamtui.training.marks.sentences import Pile


@dataclass(frozen=True, slots=True)
class MarkReason:
    """What speaks for or against a mark."""

    said: str
    speaks_for: bool
    line: int = 0
    """0 where it is about what is not there."""
    quote: str = ""


@dataclass(frozen=True, slots=True)
class ProposedMark:
    dimension: Dimension
    mark: int
    reasons: tuple[MarkReason, ...]

    @property
    def grade(self) -> str:
        """Its letter."""
        return grade(self.mark)


@dataclass(frozen=True, slots=True)
class ProposedMarks:
    """The five marks."""

    marks: tuple[ProposedMark, ...]

    @property
    def by_dimension(self) -> dict[Dimension, int]:
        """Each mark alone."""
        return {one.dimension: one.mark for one in self.marks}

    @property
    def mean(self) -> float:
        """To one decimal, as it is shown."""
        return mean(self.by_dimension)

    @property
    def grade(self) -> str:
        """The letter of the mean."""
        return grade(self.mean)


_ASKED: tuple[tuple[Dimension, Callable[[BriefReading], Iterable[RubricAnswer]], frozenset[Pile]], ...] = (
    (Dimension.SPECIFICITY, specificity, frozenset({Pile.FIGURES, Pile.NAMES})),
    (Dimension.EVIDENCE, evidence, frozenset({Pile.FIGURES, Pile.CITATIONS})),
    (Dimension.SOURCES, sources, frozenset({Pile.CITATIONS})),
    (Dimension.ACTIONABILITY, actionability, frozenset({Pile.FIGURES, Pile.NAMES})),
    (Dimension.DEPTH, depth, frozenset({Pile.FIGURES, Pile.NAMES})),
)
"""Each dimension, its questions, and the piles that were meant for it; what is repeated or copied counts for all."""
_ALWAYS = frozenset({Pile.AGAIN, Pile.COPIED, Pile.DENSE, Pile.MARKS, Pile.HEARSAY})
_FORGIVEN, _STEEP, _MOST_TAKEN = 0.04, 14.0, 4
"""Of the sentences so many may be a pile; each further share takes marks, up to so many."""
_TOO_MANY = 100
"""Words beyond the limit that take one more mark."""
_SHOWN = 2
"""Lines shown for one answer."""


def propose(brief: Brief, copied: Collection[int] = (), claims: Sequence[JudgedClaim] = ()) -> ProposedMarks:
    """The marks with their reasons; `copied` are lines of earlier briefs, `claims` what the repository says."""
    reading = read_brief(brief, copied, [one.claim for one in claims if is_unfounded(one)])
    marks = tuple(_mark(reading, *asked) for asked in _ASKED)
    over = word_count(brief) - MOST_WORDS
    return ProposedMarks(tuple(_shortened(one, over) for one in marks) if over > 0 else marks)


def _shortened(mark: ProposedMark, over: int) -> ProposedMark:
    """The mark of a brief that is too long: whoever reads it has to find what counts."""
    taken = min(_MOST_TAKEN, 2 + over // _TOO_MANY)
    why = MarkReason(f"{over} words more than the {MOST_WORDS} of a brief, which takes {taken} marks", False)
    return replace(mark, mark=max(LOWEST, mark.mark - taken), reasons=(*mark.reasons, why))


def _mark(
    reading: BriefReading,
    dimension: Dimension,
    questions: Callable[[BriefReading], Iterable[RubricAnswer]],
    piles: frozenset[Pile],
) -> ProposedMark:
    answers = list(questions(reading))
    whole = sum(one.weight for one in answers)
    reached = sum(one.weight * one.value for one in answers) / whole
    piled = [one for one in reading.sentences if one.piled in piles | _ALWAYS]
    taken = _taken(len(piled), len(reading.sentences))
    reasons = [reason for one in answers for reason in _reasons(one)]
    if taken:
        reasons += [
            MarkReason(f"counts for nothing, and takes a mark: {one.piled}", False, one.line, one.text)
            for one in piled[:_SHOWN]
        ]
    mark = round(LOWEST + (HIGHEST - LOWEST) * reached) - taken
    return ProposedMark(dimension, max(LOWEST, min(HIGHEST, mark)), tuple(reasons))


def _taken(piled: int, whole: int) -> int:
    """Marks that piles cost; a slip is forgiven."""
    share = piled / whole if whole else 0.0
    return min(_MOST_TAKEN, round((share - _FORGIVEN) * _STEEP + 0.5)) if piled > 1 and share > _FORGIVEN else 0


def _reasons(answer: RubricAnswer) -> list[MarkReason]:
    if answer.lines:
        good = answer.value >= 0.5
        return [MarkReason(answer.said, good, one.line, one.text) for one in answer.lines[:_SHOWN]]
    return [MarkReason(answer.said, answer.value >= 0.5)]

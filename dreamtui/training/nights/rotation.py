"""Whose turn it is: made from the briefs there are, so that nothing counts that is not there.

There is no counter to be kept. A cycle is an accepted brief whose decision stands; a brief that waits or was turned
down holds its vertical's turn and counts nothing; a night without a brief leaves no trace. So an undo, a process that
was killed, two runs in one night and nights that were missed need no rule of their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dreamtui.training.curriculum.curriculum import Curriculum, Vertical
from dreamtui.training.curriculum.levels import Level, OutputType, output_at


@dataclass(frozen=True, slots=True)
class TrainingTurn:
    """A brief as the rotation sees it."""

    vertical: str
    night: str
    """The date of the night it was written in."""
    recorded: str
    """When it was recorded, UTC."""
    accepted: bool = False
    sent_back: bool = False
    """Whether it is to be done again, and nothing newer of this vertical is there."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What is to be written next."""

    vertical: Vertical
    cycle: int
    """Cycles done before it."""
    level: Level
    output: OutputType
    why: str
    """Why this vertical, a sentence."""


def cycles_of(turns: Iterable[TrainingTurn]) -> dict[str, int]:
    """Cycles done, by vertical."""
    done: dict[str, int] = {}
    for turn in turns:
        if turn.accepted:
            done[turn.vertical] = done.get(turn.vertical, 0) + 1
    return done


def assigned(curriculum: Curriculum, turns: Iterable[TrainingTurn], vertical: Vertical, why: str) -> Assignment:
    """What a vertical writes next."""
    done = cycles_of(turns).get(vertical.name, 0)
    return Assignment(vertical, done, curriculum.level(done), output_at(done), why)


def upcoming(curriculum: Curriculum, turns: Sequence[TrainingTurn], night: str) -> tuple[Assignment, ...]:
    """Every vertical in the order of their turns: sent back first, then never trained, then longest ago."""
    last: dict[str, TrainingTurn] = {}
    for turn in sorted(turns, key=lambda turn: (turn.recorded, turn.night)):
        last[turn.vertical] = turn
    place = {vertical.name: number for number, vertical in enumerate(curriculum.verticals)}

    def due(vertical: Vertical) -> tuple[int, str, int]:
        turn = last.get(vertical.name)
        if turn is None:
            return 1, "", place[vertical.name]
        if turn.sent_back:
            return 0, turn.recorded, place[vertical.name]
        return 2, turn.recorded, place[vertical.name]

    ordered = sorted(curriculum.verticals, key=due)
    return tuple(assigned(curriculum, turns, one, _why(last.get(one.name), night)) for one in ordered)


def _why(last: TrainingTurn | None, night: str) -> str:
    if last is None:
        return "it has not trained yet"
    if last.sent_back:
        return f"its brief of {last.night} was sent back to be done again"
    if last.night == night:
        return "it trained tonight already, and its turn comes again"
    return f"it trained longest ago, in the night of {last.night}"

"""What is known of the training of a workspace: its curriculum, every brief with where it stands, whose turn it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused
from dreamtui.model.status import Status
from dreamtui.training.briefs import codec
from dreamtui.training.briefs.brief import Stated
from dreamtui.training.briefs.codec import TrainingBrief
from dreamtui.training.briefs.kind import NAME
from dreamtui.training.curriculum.curriculum import CURRICULUM, DEFAULT, Curriculum, Vertical, parse
from dreamtui.training.curriculum.levels import Level
from dreamtui.training.nights.rotation import Assignment, TrainingTurn, assigned, cycles_of, upcoming


@dataclass(frozen=True, slots=True)
class KnownBrief:
    """A brief and where it stands."""

    made: TrainingBrief
    status: Status
    path: str
    """Of its file."""
    decision: str = ""
    """Short id of the decision in force; empty for none."""

    @property
    def counts(self) -> bool:
        """Whether it is a cycle: a file among the accepted ones without a decision behind it is none."""
        return self.status is Status.ACCEPTED and bool(self.decision)

    @property
    def where(self) -> str:
        """The file a reader looks at."""
        return self.made.record if self.counts and self.made.record else self.path


@dataclass(frozen=True, slots=True)
class Received:
    """What another vertical said to one."""

    sender: str
    night: str
    brief: str
    """The id of the brief it stands in."""
    where: str
    said: Stated


@dataclass(frozen=True, slots=True)
class VerticalStanding:
    """Where a vertical stands."""

    vertical: Vertical
    cycles: int
    level: Level
    last_night: str
    """The last night for which it has a brief; empty for none."""
    waiting: int
    """Briefs that wait for a person."""


class Ledger:
    """Reads what is asked for once."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @cached_property
    def curriculum(self) -> Curriculum:
        """As the file says, else the default one."""
        data = self.desk.store.read(CURRICULUM)
        return DEFAULT if data is None else parse(data)

    @cached_property
    def briefs(self) -> tuple[KnownBrief, ...]:
        """Every brief, in the order in which they were recorded."""
        found = []
        for entry in self.desk.queue().entries(tuple(Status), "kind = ?", NAME):
            try:
                data = self.desk.store.read(entry.row.path)
                made = codec.parse(data) if data is not None else None
            except Refused:
                continue
            if made is not None:
                decision = entry.decision or ""
                short = "" if "/" in decision else decision
                found.append(KnownBrief(made, entry.status, entry.row.path, short))
        return tuple(sorted(found, key=lambda one: (one.made.recorded, one.made.id)))

    @cached_property
    def turns(self) -> tuple[TrainingTurn, ...]:
        """The same as the rotation sees them."""
        return tuple(
            TrainingTurn(one.made.vertical, one.made.night, one.made.recorded, one.counts, one.made.sent_back)
            for one in self.briefs
        )

    @property
    def night(self) -> str:
        """The date of tonight."""
        return self.curriculum.window.night_of(self.desk.now).isoformat()

    @property
    def tonight(self) -> tuple[KnownBrief, ...]:
        """The briefs of tonight."""
        return tuple(one for one in self.briefs if one.made.night == self.night)

    @cached_property
    def upcoming(self) -> tuple[Assignment, ...]:
        """Every vertical in the order of their turns."""
        return upcoming(self.curriculum, self.turns, self.night)

    def assignment(self, vertical: Vertical | None = None) -> Assignment:
        """What is written next, or what a vertical writes when it is asked for by name."""
        if vertical is None:
            return self.upcoming[0]
        found = next((one for one in self.upcoming if one.vertical == vertical), None)
        return found or assigned(self.curriculum, self.turns, vertical, "it was asked for")

    @cached_property
    def cycles(self) -> dict[str, int]:
        """Cycles done, by vertical."""
        return cycles_of(self.turns)

    def accepted(self, vertical: str = "") -> tuple[KnownBrief, ...]:
        """The accepted briefs, of one vertical or of all, in the order in which they were recorded."""
        return tuple(one for one in self.briefs if one.counts and vertical in ("", one.made.vertical))

    def standing(self) -> tuple[VerticalStanding, ...]:
        """Every vertical of the curriculum, in its order."""
        return tuple(self._standing(one) for one in self.curriculum.verticals)

    def _standing(self, vertical: Vertical) -> VerticalStanding:
        own = [one for one in self.briefs if one.made.vertical == vertical.name]
        done = self.cycles.get(vertical.name, 0)
        waiting = sum(one.status in (Status.PENDING, Status.DEFERRED) for one in own)
        last = max((one.made.night for one in own), default="")
        return VerticalStanding(vertical, done, self.curriculum.level(done), last, waiting)

    def strangers(self) -> tuple[str, ...]:
        """Verticals that have briefs and are not in the curriculum."""
        known = {one.name for one in self.curriculum.verticals}
        return tuple(sorted({one.made.vertical for one in self.briefs} - known))

    # What verticals tell each other

    def questions(self, vertical: str) -> tuple[Received, ...]:
        """Questions to a vertical that none of its accepted briefs answers by naming the brief they stand in."""
        answered = "\n".join(one.made.text for one in self.accepted(vertical))
        return tuple(one for one in self._received(vertical, questions=True) if one.brief not in answered)

    def insights(self, vertical: str) -> tuple[Received, ...]:
        """What others told a vertical since its last accepted brief was recorded."""
        own = self.accepted(vertical)
        since = own[-1].made.recorded if own else ""
        new = {one.made.id for one in self.accepted() if one.made.when > since}
        return tuple(one for one in self._received(vertical, questions=False) if one.brief in new)

    def _received(self, vertical: str, *, questions: bool) -> Iterable[Received]:
        for one in self.accepted():
            if one.made.vertical == vertical:
                continue
            for crossing in one.made.brief.crossings:
                to = self.curriculum.find(crossing.vertical) if crossing.vertical else None
                said = crossing.question if questions else crossing.insight
                if to is not None and to.name == vertical and said is not None:
                    yield Received(one.made.vertical, one.made.night, one.made.id, one.where, said)

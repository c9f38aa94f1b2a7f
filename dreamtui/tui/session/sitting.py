"""What belongs to one sitting: from opening the console to leaving it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.verb import Verb
from dreamtui.present.log import SittingNotice
from dreamtui.tui.session.outcomes import MadeDecision
from dreamtui.tui.session.refs import Ref

GUARD_SECONDS = 0.3
"""How long decision keys are dead after the screen changed under the fingers."""

REPEAT_SECONDS = 0.15
"""A key that is held down comes again faster than this."""


@dataclass(slots=True)
class KeyGuard:
    """Keeps a key pressed for one screen from deciding something on the next."""

    dead_until: float = 0.0
    """Moment on the app's clock until which decision keys are dead."""

    def arm(self, now: float) -> None:
        """Make decision keys dead from now on for a moment."""
        self.dead_until = now + GUARD_SECONDS

    def dead(self, now: float) -> bool:
        """Whether decision keys are dead."""
        return now < self.dead_until

    def stops(self, now: float) -> bool:
        """Whether a decision key that was pressed now is dead; one that is held down stays so until it is let go."""
        if not self.dead(now):
            return False
        self.dead_until = max(self.dead_until, now + REPEAT_SECONDS)
        return True


@dataclass(slots=True)
class Sitting:
    """What was decided and said since the console was opened."""

    done: list[tuple[MadeDecision, ...]] = field(default_factory=list)
    """Decisions in force, oldest first; a batch is one entry."""
    undone: list[tuple[MadeDecision, ...]] = field(default_factory=list)
    """Undos that a redo can take back, oldest first."""
    _taken_back: dict[Ref, MadeDecision] = field(default_factory=dict)
    """By the id of an undo: the decision it took back, which a redo brings back."""
    _elsewhere: set[Ref] = field(default_factory=set)
    """Ids of undos of decisions that were made before this sitting."""
    _redone: set[Ref] = field(default_factory=set)
    """Ids of undos made before this sitting that were taken back in it."""
    last: str = ""
    """What was decided or taken back last, a sentence with the key that undoes it."""
    tally: dict[Verb, int] = field(default_factory=dict)
    """How often each verb was recorded."""
    called: dict[Ref, str] = field(default_factory=dict)
    """By decision: what the row said that was decided, where the record is about something of another name."""
    settled: dict[Ref, int] = field(default_factory=dict)
    """By decision: how many items that came up again left the queue with it; they count as decided."""
    changes: list[Ref | None] = field(default_factory=list)
    """Items that were decided or taken back, in order, and none for each other write; a screen that has
    seen fewer of them is out of date."""
    said: list[SittingNotice] = field(default_factory=list)
    written: ChangeSet = field(default_factory=ChangeSet)
    """What its decisions wrote themselves into files that agents read: memory, promotions, one's own rules."""
    recent: list[str] = field(default_factory=list)
    """Ids of actions that were called, the newest last; the palette puts them first."""

    def record(self, decisions: tuple[MadeDecision, ...], written: tuple[Change, ...] = ()) -> None:
        self.written = ChangeSet.of(*self.written.changes, *written)
        self.changes += [decision.item for decision in decisions]
        for decision in decisions:
            self.tally[decision.verb] = self.tally.get(decision.verb, 0) + 1
        if not decisions:
            return
        about = {decision.undoes: decision.ref for decision in decisions}
        if decisions[0].verb is Verb.UNDO:
            own = {made.ref for together in self.done for made in together}
            self._elsewhere |= {undo for made, undo in about.items() if made not in own}
            self._take_out(about)
            self.undone.append(decisions)
        elif decisions[0].verb is Verb.REDO:
            self._redone |= about.keys() - self._elsewhere - self._taken_back.keys()
            self.undone = [together for together in self.undone if not any(made.ref in about for made in together)]
            if back := tuple(made for undo, made in self._taken_back.items() if undo in about):
                self.done.append(back)
            self._taken_back = {undo: made for undo, made in self._taken_back.items() if undo not in about}
            self._elsewhere -= about.keys()
        else:
            self.done.append(decisions)
            self.undone.clear()

    def call(self, made: Sequence[MadeDecision], row: Ref, title: str) -> None:
        """Remember what the row of a single decision said; the record of a rule's review is about the rule."""
        if len(made) == 1 and made[0].item != row:
            self.called[made[0].ref] = title

    def title_of(self, made: MadeDecision) -> str:
        """What the row of a decision said, or of the one that it takes back; empty if the record says the same."""
        known = self.called.get(made.ref) or self.called.get(made.undoes, "")
        if known:
            self.called[made.ref] = known
        return known

    def wrote(self) -> None:
        """Something was written that is no decision."""
        self.changes.append(None)

    def _take_out(self, about: dict[Ref, Ref]) -> None:
        """Remove what was taken back; `about` has the undo of each. Others of a batch stay."""
        left: list[tuple[MadeDecision, ...]] = []
        for together in self.done:
            gone = tuple(made for made in together if made.ref in about)
            self._taken_back |= {about[made.ref]: made for made in gone}
            if stay := tuple(made for made in together if made.ref not in about):
                left.append(stay)
        self.done = left

    @property
    def changed(self) -> bool:
        return bool(self.tally)

    def _newest(self) -> Counter[Verb]:
        """How many items each verb was applied to: the newest decision of this sitting about each counts, unless
        undone.
        """
        return Counter({made.item: made.verb for together in self.done for made in together}.values())

    @property
    def decided(self) -> int:
        """How many items this sitting decided; one that is back in the queue does not count, nor an index that was
        mended, which is none.
        """
        own = sum(count for verb, count in self._newest().items() if verb not in (Verb.REOPEN, Verb.INDEX))
        return own + sum(self.settled.get(made.ref, 0) for together in self.done for made in together)

    def summary(self) -> str:
        """`9 graduated, 6 rejected`, each item once and every mending; empty if nothing was decided or taken back."""
        counts = self._newest()
        mended = sum(made.verb is Verb.INDEX for together in self.done for made in together)
        counts[Verb.INDEX] = max(counts[Verb.INDEX], mended)
        said = [f"{counts[verb]} {verb.past}" for verb in Verb if counts[verb]]
        said += [
            f"{count} {word}"
            for count, word in ((len(self._elsewhere), "undone"), (len(self._redone), "redone"))
            if count
        ]
        return ", ".join(said)

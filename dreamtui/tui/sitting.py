"""What belongs to one sitting: from opening the console to leaving it."""

from dataclasses import dataclass, field

from dreamtui.model.decision import Decision, Verb

GUARD_SECONDS = 0.3
"""How long decision keys are dead after the screen changed under the fingers."""


@dataclass(slots=True)
class Guard:
    """Keeps a key pressed for one screen from deciding something on the next."""

    dead_until: float = 0.0
    """Moment on the app's clock until which decision keys are dead."""

    def arm(self, now: float) -> None:
        """Make decision keys dead from now on for a moment."""
        self.dead_until = now + GUARD_SECONDS

    def dead(self, now: float) -> bool:
        """Whether decision keys are dead."""
        return now < self.dead_until


@dataclass(frozen=True, slots=True)
class Said:
    """Something a person was told."""

    when: str
    """UTC time."""
    text: str
    """The sentence."""
    severity: str
    """information, warning or error."""


@dataclass(slots=True)
class Sitting:
    """What was decided and said since the console was opened."""

    done: list[tuple[Decision, ...]] = field(default_factory=list)
    """What stands, oldest first; decisions made together are one entry."""
    undone: list[tuple[Decision, ...]] = field(default_factory=list)
    """Undos that a redo can take back, oldest first."""
    _taken_back: dict[str, tuple[Decision, ...]] = field(default_factory=dict)
    """By the id of an undo: the decisions it took back, which a redo brings back."""
    tally: dict[Verb, int] = field(default_factory=dict)
    """How often each verb was recorded."""
    said: list[Said] = field(default_factory=list)
    """Every toast and notice."""
    recent: list[str] = field(default_factory=list)
    """Ids of actions that were called, the newest last; the palette puts them first."""

    def record(self, decisions: tuple[Decision, ...]) -> None:
        """Remember what was recorded."""
        for decision in decisions:
            self.tally[decision.verb] = self.tally.get(decision.verb, 0) + 1
        if not decisions:
            return
        about = {decision.undoes for decision in decisions}
        if decisions[0].verb is Verb.UNDO:
            gone = [together for together in self.done if any(made.id in about for made in together)]
            self.done = [together for together in self.done if together not in gone]
            self.undone.append(decisions)
            self._taken_back |= {undo.id: together for undo, together in zip(decisions, gone, strict=False)}
        elif decisions[0].verb is Verb.REDO:
            self.undone = [together for together in self.undone if not any(made.id in about for made in together)]
            self.done += [self._taken_back.pop(undo) for undo in sorted(about) if undo in self._taken_back]
        else:
            self.done.append(decisions)
            self.undone.clear()

    @property
    def changed(self) -> bool:
        """Whether anything was recorded."""
        return bool(self.tally)

    def summary(self) -> str:
        """`9 graduated, 6 rejected, 1 undone`; empty when nothing was decided."""
        past = {
            Verb.GRADUATE: "graduated",
            Verb.ACCEPT: "accepted",
            Verb.REJECT: "rejected",
            Verb.DEFER: "put off",
            Verb.REOPEN: "reopened",
            Verb.RETIRE: "retired",
            Verb.RERATIONALE: "kept with a new reason",
            Verb.EDIT: "edited",
            Verb.INDEX: "index mended",
            Verb.RESTORE: "brought back",
            Verb.UNDO: "undone",
            Verb.REDO: "redone",
        }
        return ", ".join(f"{self.tally[verb]} {word}" for verb, word in past.items() if verb in self.tally)

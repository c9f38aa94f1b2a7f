"""What was recorded, with its workspaces."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dreamtui.model.verb import Verb
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.model.change import Change
    from dreamtui.model.decision import Decision

_OURS = (".agent/", "memory/.dreams/")
"""What the paths of files begin with that no agent reads."""


@dataclass(frozen=True, slots=True)
class MadeDecision:
    """A decision and its workspace."""

    workspace: str
    """The name of the workspace in this console."""
    decision: "Decision"

    @property
    def ref(self) -> Ref:
        return Ref(self.workspace, self.decision.id)

    @property
    def item(self) -> Ref:
        return Ref(self.workspace, self.decision.item)

    @property
    def undoes(self) -> Ref:
        """The decision it takes back."""
        return Ref(self.workspace, self.decision.undoes)

    @property
    def verb(self) -> Verb:
        return self.decision.verb


@dataclass(frozen=True, slots=True)
class ConsoleOutcome:
    """What was done, in one workspace or several."""

    made: tuple[MadeDecision, ...]
    advice: tuple[str, ...] = ()
    """What there is to know of it."""
    coached: tuple[str, ...] = ()
    """Those of the advice that are about the words, which a box may have said while they were written."""
    failed: tuple[str, ...] = ()
    """What could not be done in other workspaces, a sentence each."""
    written: "tuple[Change, ...]" = ()
    """What it wrote itself into files that agents read, which a sync has no part in; with the workspace's name."""

    @classmethod
    def of(cls, workspace: str, outcome: "Outcome") -> "ConsoleOutcome":
        """What came of a call to one workspace."""
        made = tuple(MadeDecision(workspace, decision) for decision in outcome.decisions)
        name = f"{workspace}: " if workspace else ""
        others = (one for one in outcome.changes.changes if not one.path.startswith(_OURS))
        written = tuple(replace(one, path=f"{name}{one.path}") for one in others)
        return cls(made, outcome.advice, outcome.coached, outcome.failed, written)

    @classmethod
    def together(cls, each: "Iterable[ConsoleOutcome]", failed: Iterable[str]) -> "ConsoleOutcome":
        outcomes = list(each)
        return cls(
            tuple(one for outcome in outcomes for one in outcome.made),
            tuple(dict.fromkeys(line for outcome in outcomes for line in outcome.advice)),
            tuple(dict.fromkeys(line for outcome in outcomes for line in outcome.coached)),
            (*(line for outcome in outcomes for line in outcome.failed), *failed),
            tuple(one for outcome in outcomes for one in outcome.written),
        )

"""Puts the program together: the kinds of item there are, each with what the desk does for it.

The only module that names them all. A new kind is a package in `kinds/` and one line here.
"""

from collections.abc import Mapping
from pathlib import Path

from dreamtui.desk.desk import Desk, Seat
from dreamtui.desk.desk import open_desk as open_desk_with
from dreamtui.desk.kinds import DeskActions, DeskKind
from dreamtui.kinds.candidate.kind import CANDIDATE
from dreamtui.kinds.insight.kind import INSIGHT
from dreamtui.kinds.memory.kind import MEMORY
from dreamtui.kinds.note.kind import NOTE
from dreamtui.kinds.opposites.kind import OPPOSITES
from dreamtui.kinds.proposal.kind import PROPOSAL
from dreamtui.kinds.rule.kind import REVIEW_DUE
from dreamtui.kinds.undecided.kind import UNDECIDED
from dreamtui.openclaw.kind import PROMOTION
from dreamtui.training.briefs.kind import BRIEF


def _candidates() -> DeskActions:
    from dreamtui.desk.outputs.remembered import refuse_unseen

    return DeskActions(check=refuse_unseen)


def _rules() -> DeskActions:
    from dreamtui.desk.outputs.remembered import refuse_unseen
    from dreamtui.present.item import rule_details

    return DeskActions(check=refuse_unseen, details=rule_details)


def _notes() -> DeskActions:
    from dreamtui.present.item import text_details

    return DeskActions(details=text_details)


def _proposals() -> DeskActions:
    from dreamtui.desk.reorganize.cycle import plan_again
    from dreamtui.desk.reorganize.proposals import Proposals, consolidated
    from dreamtui.present.proposal import details

    return DeskActions(gather=Proposals, plan_again=plan_again, consolidates=consolidated, details=details)


def _promotions() -> DeskActions:
    from dreamtui.openclaw.actions import ACTIONS

    return ACTIONS


def _queue_recalls(desk: Desk) -> list[str]:
    """In an OpenClaw workspace alone."""
    from dreamtui.openclaw.kind import is_workspace

    if not is_workspace(desk.workspace.root):
        return []
    from dreamtui.openclaw.actions import queue_recalls

    return queue_recalls(desk)


def _has_recalls(desk: Desk) -> bool:
    from dreamtui.openclaw.kind import is_workspace

    return is_workspace(desk.workspace.root)


def _has_training(desk: Desk) -> bool:
    return desk.layout.real(".agent/dream/training").is_dir()


def _briefs() -> DeskActions:
    from dreamtui.training.briefs.actions import ACTIONS

    return ACTIONS


def _topics() -> DeskActions:
    from dreamtui.desk.memory.topics import TopicItems, find

    return DeskActions(gather=TopicItems, find=find)


def _undecided() -> DeskActions:
    from dreamtui.desk.decide.undecided import UndecidedItems, check_second
    from dreamtui.present.item import text_details

    return DeskActions(gather=UndecidedItems, check=check_second, details=text_details)


def _opposites() -> DeskActions:
    from dreamtui.desk.decide.opposites import OppositeItems
    from dreamtui.present.item import text_details

    return DeskActions(gather=OppositeItems, details=text_details)


KINDS = (
    DeskKind(CANDIDATE, _candidates),
    DeskKind(PROPOSAL, _proposals),
    DeskKind(PROMOTION, _promotions, _queue_recalls, _has_recalls),
    DeskKind(INSIGHT),
    DeskKind(BRIEF, _briefs, is_used=_has_training),
    DeskKind(REVIEW_DUE, _rules),
    DeskKind(NOTE, _notes),
    DeskKind(MEMORY, _topics),
    DeskKind(OPPOSITES, _opposites),
    DeskKind(UNDECIDED, _undecided),
)
"""Every kind of item, in the order in which help and lists name them."""


def parts() -> dict[str, DeskKind]:
    return {part.kind.name: part for part in KINDS}


def open_desk(
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    *,
    wait: float = 5.0,
    mend: bool = True,
    claude_dir: Path | None = None,
    memory_dir: Path | None = None,
    seat: Seat | None = None,
) -> Desk:
    """Open the workspace around a folder, with every kind of item."""
    return open_desk_with(
        parts(), folder, env, wait=wait, mend=mend, claude_dir=claude_dir, memory_dir=memory_dir, seat=seat
    )  # fmt: skip

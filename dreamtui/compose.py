"""Puts the program together: the kinds of item there are, each with what the desk does for it.

The only module that names them all. A new kind is a package in `kinds/` and one line here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dreamtui.desk.desk import Desk
from dreamtui.desk.desk import open_desk as open_desk_with
from dreamtui.desk.kinds import DeskKind
from dreamtui.kinds.brief.kind import BRIEF
from dreamtui.kinds.candidate.kind import CANDIDATE
from dreamtui.kinds.insight.kind import INSIGHT
from dreamtui.kinds.kind import DetailLine
from dreamtui.kinds.memory.kind import MEMORY
from dreamtui.kinds.note.kind import NOTE
from dreamtui.kinds.promotion.kind import PROMOTION
from dreamtui.kinds.proposal.kind import PROPOSAL
from dreamtui.kinds.rule.kind import REVIEW_DUE

if TYPE_CHECKING:
    from dreamtui.desk.memory.topic_items import TopicItems
    from dreamtui.desk.promote.files import PromotionBatch
    from dreamtui.desk.reorganize.proposal_files import Proposals
    from dreamtui.kinds.item_files import Gathered
    from dreamtui.kinds.proposal.plans import ProposalFiles
    from dreamtui.kinds.row import QueueRow
    from dreamtui.kinds.rule.plans import WithRule
    from dreamtui.model.decision import Mark, Plan
    from dreamtui.model.verb import Verb


def _not_unseen(desk: Desk, held: "Gathered[WithRule]", verb: "Verb", marks: "Sequence[Mark]") -> None:
    from dreamtui.desk.outputs.unseen import not_unseen

    not_unseen(desk, held, verb, marks)


def _proposals(desk: Desk) -> "Proposals":
    from dreamtui.desk.reorganize.proposal_files import Proposals

    return Proposals(desk)


def _plan_again(desk: Desk, references: Iterable[str], reason: str) -> None:
    from dreamtui.desk.reorganize.cycle import plan_again

    plan_again(desk, references, reason)


def _consolidated(desk: Desk, plans: "Sequence[Plan]") -> frozenset[str]:
    from dreamtui.desk.reorganize.consolidated import consolidated

    return consolidated(desk, plans)


def _promotions(desk: Desk) -> "PromotionBatch":
    from dreamtui.desk.promote.files import PromotionBatch

    return PromotionBatch(desk)


def _promoting(desk: Desk) -> AbstractContextManager[None]:
    from dreamtui.store.promotion_lock import promoting

    return promoting(desk.layout, desk.wait)


def _topics(desk: Desk) -> "TopicItems":
    from dreamtui.desk.memory.topic_items import TopicItems

    return TopicItems(desk)


def _topic(topics: Any, reference: str) -> "QueueRow | None":
    row: QueueRow | None = topics.row(reference)
    return row


def _proposal_details(desk: Desk, held: "Gathered[ProposalFiles]") -> Iterator[DetailLine]:
    from dreamtui.desk.reorganize.proposal_view import view_of
    from dreamtui.present.proposal import proposal_lines

    yield DetailLine()
    yield from proposal_lines(view_of(held))


KINDS = (
    DeskKind(CANDIDATE, check=_not_unseen),
    DeskKind(
        PROPOSAL, gather=_proposals, plan_again=_plan_again, consolidates=_consolidated, details=_proposal_details
    ),
    DeskKind(PROMOTION, gather=_promotions, lock=_promoting),
    DeskKind(INSIGHT),
    DeskKind(BRIEF),
    DeskKind(REVIEW_DUE, check=_not_unseen),
    DeskKind(NOTE),
    DeskKind(MEMORY, gather=_topics, find=_topic),
)
"""Every kind of item, in the order in which help and lists name them."""


def parts() -> dict[str, DeskKind]:
    """The kinds by name."""
    return {part.kind.name: part for part in KINDS}


def open_desk(
    folder: Path | None = None,
    env: Mapping[str, str] | None = None,
    *,
    wait: float = 5.0,
    mend: bool = True,
    claude_dir: Path | None = None,
    memory_dir: Path | None = None,
) -> Desk:
    """Open the workspace around a folder, with every kind of item."""
    return open_desk_with(
        parts(), folder, env, wait=wait, mend=mend, claude_dir=claude_dir, memory_dir=memory_dir
    )  # fmt: skip

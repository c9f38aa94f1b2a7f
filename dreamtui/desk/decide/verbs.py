"""What can be done to each kind of item, and which plan each verb makes."""

from collections.abc import Callable

from dreamtui.kinds.candidate import plans as candidates
from dreamtui.kinds.insight import plans as insights
from dreamtui.kinds.item_files import Setting, Sheaf, Words
from dreamtui.kinds.note import plans as memories
from dreamtui.kinds.promotion import plans as promotions
from dreamtui.kinds.proposal import plans as proposals
from dreamtui.model.decision import Plan, Verb
from dreamtui.model.item import Kind

Planner = Callable[[Sheaf, Words, Setting], Plan]

_CANDIDATE: dict[Verb, Planner] = {
    Verb.GRADUATE: candidates.graduate,
    Verb.REJECT: candidates.reject,
    Verb.DEFER: candidates.defer,
    Verb.REOPEN: candidates.reopen,
}
_REVIEW: dict[Verb, Planner] = {
    Verb.RERATIONALE: memories.rerationale,
    Verb.RETIRE: memories.retire,
    Verb.DEFER: memories.postpone,
}
_NOTE: dict[Verb, Planner] = {Verb.RETIRE: memories.retire}
_MEMORY: dict[Verb, Planner] = {Verb.RETIRE: memories.retire}
_PROMOTION: dict[Verb, Planner] = {
    Verb.ACCEPT: promotions.accept,
    Verb.REJECT: promotions.reject,
    Verb.DEFER: promotions.defer,
    Verb.REOPEN: promotions.reopen,
}
_PROPOSAL: dict[Verb, Planner] = {
    Verb.ACCEPT: proposals.accept,
    Verb.REJECT: proposals.reject,
    Verb.DEFER: proposals.defer,
    Verb.REOPEN: proposals.reopen,
}
_INSIGHT: dict[Verb, Planner] = {
    Verb.GRADUATE: insights.graduate,
    Verb.REJECT: insights.reject,
    Verb.DEFER: insights.defer,
    Verb.REOPEN: insights.reopen,
}
VERBS: dict[Kind, dict[Verb, Planner]] = {
    Kind.CANDIDATE: _CANDIDATE,
    Kind.REVIEW_DUE: _REVIEW,
    Kind.NOTE: _NOTE,
    Kind.MEMORY: _MEMORY,
    Kind.PROMOTION: _PROMOTION,
    Kind.PROPOSAL: _PROPOSAL,
    Kind.INSIGHT: _INSIGHT,
}
"""For each kind of item its verbs and their planners."""

"""What the coach says about the words of a decision, and what it refuses."""

from collections.abc import Sequence

from dreamtui.coach import rationale as coach
from dreamtui.kinds.decision import graph, record
from dreamtui.kinds.item_files import Setting
from dreamtui.model.decision import Mark, Words
from dreamtui.model.errors import Lack, Refused
from dreamtui.model.item import Item
from dreamtui.model.verb import Verb


def need_rationale(verb: Verb, rationale: str) -> None:
    if not verb.needs_reason:
        return
    if coach.judge(rationale, verb=verb, title="", compat=True).refusals:
        raise Refused(f"A reason is needed to {verb}", Lack.REASON)


def judged(item: Item, verb: Verb, words: Words, marks: Sequence[Mark], setting: Setting, *, batch: bool) -> list[str]:
    """The coach's advice; raises Refused with the first thing it refuses."""
    if not verb.needs_reason:
        return []

    def others(text: str) -> bool:
        """Whether a decision that stands gave the same reason."""
        key = record.words_key(text)
        same = [mark for mark in marks if mark.words == key and not (batch and mark.batch == setting.batch)]
        stands = graph.standing(marks) if same else {}
        return any(stands[mark.id] for mark in same)

    judgement = coach.judge(
        words.rationale,
        verb=verb,
        title=item.title,
        rule=words.rule,
        evidence=item.evidence,
        others=others,
        batch=batch,
        compat=setting.compat,
        files=item.files,
    )
    if judgement.refusals:
        raise Refused(judgement.refusals[0])
    if verb is not Verb.GRADUATE or setting.compat:
        return list(judgement.advice)
    ruled = coach.judge_rule(words.rule, item.title)
    if not words.rule.strip():
        raise Refused(f"there is no suggestion for {item.id}", Lack.RULE)
    if ruled.refusals:
        raise Refused(f"the rule: {ruled.refusals[0]}")
    return [*judgement.advice, *ruled.advice]

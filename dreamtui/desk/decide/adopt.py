"""Adopts rules without a decision: one reason for all of them, one record each; their files do not change."""

import uuid
from collections.abc import Collection, Sequence

from dreamtui.desk.decide.decide import Outcome, judged, need_rationale, printable
from dreamtui.desk.decide.gate import check_words
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.outputs.remembered import Held, remembered
from dreamtui.desk.outputs.sync import Synced
from dreamtui.desk.queue import lookup
from dreamtui.kinds.decision import graph
from dreamtui.kinds.grounds import Ground
from dreamtui.kinds.item_files import Setting, StoredFile
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.kinds.rule import plans as rules
from dreamtui.kinds.rule.codec import rule_item
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Words
from dreamtui.model.errors import Changed, Refused
from dreamtui.model.memory import Rule
from dreamtui.model.verb import Verb


def waiting(desk: Desk, references: Sequence[str] = ()) -> tuple[Held, ...]:
    """Rules without a decision: the ones named, else all that never had one.

    A rule whose words were changed, or that a person retired or took back, has to be named, so that it is not adopted
    along with forty others.
    """
    return _chosen(desk, remembered(desk).held, references)


def preview(desk: Desk, references: Sequence[str] = ()) -> Synced:
    """What a sync would write if these rules were adopted."""
    return outputs.plan(desk, adopted=[one.rule.path for one in waiting(desk, references)])


def adopt(
    desk: Desk,
    references: Sequence[str],
    rationale: str,
    shown: Sequence[Rule] | None = None,
    acknowledged: Collection[str] = (),
) -> Outcome:
    """Record that a person adopts these rules as they are; `shown` are the rules as the person saw them."""
    desk.decides()
    given = printable(rationale)
    need_rationale(Verb.ACCEPT, given)
    with desk.store.writing(desk.writer()) as transaction:
        chosen = _chosen(desk, remembered(desk).held, references)
        if not chosen:
            raise Refused("there is no rule that nobody decided")
        _as_shown(chosen, shown)
        marks = desk.store.audit.marks()
        several = len(chosen) > 1
        name = uuid.uuid5(uuid.NAMESPACE_OID, " ".join(one.rule.path for one in chosen)).hex[:12]
        setting = Setting(desk.actor, desk.now, batch=f"{name}-{len(marks)}" if several else "")
        plans, coached = [], []
        for one in chosen:
            check_words((("the reason", given), (one.rule.path, one.rule.text)), acknowledged)
            item = rule_item(one.rule) if one.note is None else note_format.to_item(one.note)
            words = Words(given, one.rule.text)
            coached += judged(item, Verb.ACCEPT, words, marks, setting, batch=several)
            filed = StoredFile(one.rule.path, desk.store.read(one.rule.path) or b"")
            plans.append(rules.adopt(item, filed, words, setting))
        decisions = transaction.record(plans, graph.heads(marks))
    coached_once = tuple(dict.fromkeys(coached))
    adopted = ChangeSet(tuple(change for plan in plans for change in plan.changes.changes))
    advice = (*coached_once, *outputs.unshown_after(desk, adopted))
    return Outcome(decisions, ChangeSet(), advice, coached=coached_once)


def _chosen(desk: Desk, held: Sequence[Held], references: Sequence[str]) -> tuple[Held, ...]:
    if not references:
        return tuple(one for one in held if one.is_new)
    look, by_path = lookup.Lookup(desk), {one.rule.path: one for one in held}
    paths = list(dict.fromkeys(look.rule_or_note(reference).path for reference in references))
    if decided := [path for path in paths if path not in by_path]:
        raise Refused(f"{decided[0]} needs no decision: its words are decided, or it is no rule")
    elsewhere = (by_path[path] for path in paths if by_path[path].ruling.ground in {Ground.APART, Ground.WAITING})
    if (other := next(elsewhere, None)) is not None:
        raise Refused(f"{other.said}; {other.way_out}")
    return tuple(by_path[path] for path in paths)


def _as_shown(chosen: Sequence[Held], shown: Sequence[Rule] | None) -> None:
    """Refuse if a rule differs from what was shown."""
    said = {one.rule.path: rule_format.said(one.rule) for one in chosen}
    if shown is not None and said != {rule.path: rule_format.said(rule) for rule in shown}:
        raise Changed("the rules changed since they were shown; look at them again and decide then")

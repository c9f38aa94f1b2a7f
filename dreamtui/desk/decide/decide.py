"""Deciding: plan, preview, transaction, record, log; one path for every verb, item and front end."""

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from dreamtui.coach import rationale as coach
from dreamtui.desk.decide import undo as undoing
from dreamtui.desk.decide.gate import check_author, check_plans, check_removals, check_words
from dreamtui.desk.decide.placed import PlacedFiles, where_rules_stay
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue import lookup
from dreamtui.kinds import meta
from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.kinds.decision import audit_record, graph
from dreamtui.kinds.item_files import Gathered, Setting
from dreamtui.kinds.kind import ItemKind, Planner
from dreamtui.kinds.row import QueueRow
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import NOTE_PATHS, RULE_FILES, Decision, Mark, Plan, Words
from dreamtui.model.errors import Changed, DreamtuiError, Lack, NotFound, OutOfDate, Refused, Usage
from dreamtui.model.item import Item
from dreamtui.model.status import Disposition, Status
from dreamtui.model.target import Target
from dreamtui.model.verb import Verb
from dreamtui.store.records import log
from dreamtui.text.inert import inert_line

T = TypeVar("T")


def with_retry(run: Callable[[], T], unless: ChangeSet | None = None) -> T:
    """The result of `run`, which plans and writes, so that a retry plans again from the files another writer changed.

    There is no retry if a person was shown a preview (`unless`) and has to look again. A second change at that moment
    is an error; proposals out of date are planned again by the code that proposes them.
    """
    try:
        return run()
    except Changed:
        if unless is not None:
            raise
        return run()


_AGENTS = "AGENTS.md"
OPEN = (Status.PENDING, Status.DEFERRED)
"""Statuses of items that can be decided."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done, for the front end to report."""

    decisions: tuple[Decision, ...]
    changes: ChangeSet
    advice: tuple[str, ...] = ()
    """What there is to know of it; nothing of it stopped the decision."""
    rules: tuple[str, ...] = ()
    """The words of rules that were suggested rather than given."""
    taken_back: tuple[Mark, ...] = ()
    """For an undo or redo: the decisions it takes back."""
    failed: tuple[str, ...] = ()
    """What could not be done in other workspaces, a sentence each."""
    coached: tuple[str, ...] = ()
    """Those of the advice that are about the words, which a front end may have said while they were written."""


def clean(words: Words) -> Words:
    """Words as they are kept: undecodable bytes replaced, everything else verbatim."""
    return replace(words, rationale=printable(words.rationale), rule=printable(words.rule))


def printable(text: str) -> str:
    """Text that can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _checked(desk: Desk, words: Words, verb: Verb) -> Words:
    """The words as they are recorded; refuses an unknown kind of rejection and an invalid date."""
    read = holds_until if verb in {Verb.GRADUATE, Verb.RERATIONALE} else day
    until = read(desk, words.until) if words.until else ""
    return replace(clean(words), disposition=check_disposition(words.disposition), until=until)


def preview(
    desk: Desk,
    reference: str,
    verb: Verb,
    words: Words,
    look: lookup.Lookup | None = None,
) -> Plan:
    """Exactly what the verb would change, and what agents would read then; without asking for words, without a lock."""
    plan = planned(desk, reference, verb, words, look)
    return replace(plan, then=forecast(desk, plan.changes.changes))


def planned(
    desk: Desk,
    reference: str,
    verb: Verb,
    words: Words,
    look: lookup.Lookup | None = None,
) -> Plan:
    """The plan of a verb as it would be recorded now."""
    look = look or lookup.Lookup(desk)
    row = find(look, reference, verb)
    held, kind = look.gathered(row), desk.kinds.of(row.kind)
    said = kind.actions().complete(held, verb, _checked(desk, words, verb))
    return _plan(PlacedFiles(desk), kind, held, verb, said, _setting(desk, row, None))


def forecast(desk: Desk, changes: Collection[Change]) -> ChangeSet:
    """What agents would read after these changes and a sync."""
    if not any(change.path.startswith((RULE_FILES, NOTE_PATHS)) for change in changes):
        return ChangeSet()
    from dreamtui.desk.outputs import sync as outputs

    return outputs.forecast(desk, changes)


def decide(
    desk: Desk,
    references: Sequence[str],
    verb: Verb,
    words: Words,
    *,
    compat: bool | None = None,
    expected: ChangeSet | None = None,
) -> Outcome:
    """Decide items all together or not at all: one record each, one batch; `expected` is the preview that was shown.

    Mutations skipped because their sources changed are planned again.
    """
    if not references:
        raise Usage("no item is named")
    desk.decides()
    try:
        outcome, again = with_retry(lambda: _decide(desk, references, verb, words, compat, expected), unless=expected)
    except OutOfDate as problem:
        look = lookup.Lookup(desk, references)
        _plan_again(desk, [find(look, reference, verb) for reference in references], str(problem))
        raise
    if again:
        try:
            _plan_again(desk, again, "; ".join(line for line in outcome.advice if " is skipped: " in line))
        except DreamtuiError as problem:
            said = f"what was skipped could not be planned again ({problem}); `dreamtui reorganize` does it"
            outcome = replace(outcome, advice=(*outcome.advice, said))
    return outcome


def _plan_again(desk: Desk, rows: Iterable[QueueRow], reason: str) -> None:
    by_kind: dict[str, list[str]] = {}
    for row in rows:
        by_kind.setdefault(row.kind, []).append(row.id)
    for kind, references in by_kind.items():
        desk.actions(kind).plan_again(desk, references, reason)


def _decide(
    desk: Desk, references: Sequence[str], verb: Verb, words: Words, compat: bool | None, expected: ChangeSet | None
) -> tuple[Outcome, list[QueueRow]]:
    """The decision under the lock, and the items of which a part was skipped."""
    given = _checked(desk, words, verb)
    need_rationale(verb, given.rationale)
    with ExitStack() as locks:
        transaction = locks.enter_context(desk.store.writing(desk.writer()))
        marks = desk.store.audit.marks()
        look = lookup.Lookup(desk, references)
        rows = _distinct([find(look, reference, verb) for reference in references])
        for name in dict.fromkeys(row.kind for row in rows):
            locks.enter_context(desk.actions(name).lock(desk))
        batch = uuid.uuid5(uuid.NAMESPACE_OID, " ".join(r.id for r in rows)).hex[:12] if len(rows) > 1 else ""
        plans, coached, advice, suggested = [], [], [], []
        files = PlacedFiles(desk)
        for row in rows:
            held, kind = look.gathered(row), desk.kinds.of(row.kind)
            said = _with_origin(desk, kind, held, verb, kind.actions().complete(held, verb, given))
            setting = replace(_setting(desk, row, compat), batch=f"{batch}-{len(marks)}" if batch else "")
            _planner(kind, held, verb)
            check_author(desk, held.item, verb)
            whose = f" of {row.id}" if batch else ""
            texts = (("the reason", said.rationale), (f"the rule{whose}", said.rule), ("the text", said.text))
            check_words(texts, said.acknowledged)
            desk.actions(row.kind).check(desk, held, verb, marks)
            coached += judged(held.item, verb, said, marks, setting, batch=bool(batch))
            advice += kind.actions().warnings(held, verb)
            if verb is Verb.GRADUATE and said.rule and not given.rule and not setting.compat:
                suggested.append(said.rule)
            plans.append(_plan(files, kind, held, verb, said, setting))
            files.planned(plans[-1])
            advice += plans[-1].advice
            look.planned(held, said, plans[-1])
        as_shown(plans, expected)
        check_plans(plans, given.acknowledged)
        check_removals((change for plan in plans for change in plan.changes.changes), given.most)
        with where_rules_stay(plans):
            decisions = transaction.record(plans, graph.heads(marks), _consolidated(desk, plans))
    written = ChangeSet(tuple(change for plan in plans for change in plan.changes.changes))
    changes = ChangeSet.of(*written.changes)
    advice += [*lost_memories(desk, changes), *_reaching_nobody(desk, written), *_waiting_for_somebody(desk, written)]
    again = [row for row, plan in zip(rows, plans, strict=True) if plan.again]
    every = tuple(dict.fromkeys([*coached, *advice]))
    return Outcome(decisions, changes, every, tuple(suggested), coached=tuple(dict.fromkeys(coached))), again


def _with_origin(desk: Desk, kind: ItemKind[Any], held: Gathered[Any], verb: Verb, words: Words) -> Words:
    """The words, and the model that drafted those of the rule, if any; only the desk sets that."""
    if verb is not Verb.GRADUATE:
        return words
    from dreamtui.desk.queue.model_draft import origin_of

    drafted_by, answer = origin_of(desk, held.item, words.rule, kind.actions().suggest(held))
    return replace(words, drafted_by=drafted_by, draft_answer=answer)


def as_shown(plans: Sequence[Plan], expected: ChangeSet | None) -> None:
    """Refuse when a file is not what the preview that was shown started from."""
    if expected is None:
        return
    now = ChangeSet.of(*(change for plan in plans for change in plan.changes.changes))
    seen = ChangeSet.of(*expected.changes)
    same = [(c.path, c.before) for c in now.changes] == [(c.path, c.before) for c in seen.changes]
    if not same:
        raise Changed("a file changed since this was shown; check the new preview and decide again")


def rules_made(desk: Desk, references: Sequence[str]) -> dict[str, str]:
    """The rules that graduating these items together makes, by reference; without those that it would refuse."""
    look, made = lookup.Lookup(desk, references), {}
    for reference in references:
        with suppress(Refused, NotFound):
            held = look.gathered(find(look, reference, Verb.GRADUATE))
            actions = desk.kinds.of(held.item.kind).actions()
            made[reference] = actions.complete(held, Verb.GRADUATE, Words()).rule
    return {reference: rule for reference, rule in made.items() if rule}


def find(look: lookup.Lookup, reference: str, verb: Verb) -> QueueRow:
    """The row a verb is meant for."""
    if verb in {Verb.RETIRE, Verb.RERATIONALE, Verb.MOVE}:
        row = look.rule_or_note(reference)
        if verb not in look.kind_of(row).actions().plans:
            has = "a target" if verb is Verb.MOVE else "a rationale"
            raise Refused(f"{row.id} is a {row.kind}; only rules have {has}")
        return row
    if verb is Verb.REOPEN:
        closed = (Status.RECURRING, Status.DEFERRED, Status.GRADUATED, Status.REJECTED, Status.RETIRED, Status.EXPIRED)
        return look.resolve(reference, closed).row
    return look.resolve(reference, OPEN).row


def _distinct(rows: Sequence[QueueRow]) -> list[QueueRow]:
    return list({row.id: row for row in rows}.values())


def _plan(
    files: PlacedFiles, kind: ItemKind[Any], held: Gathered[Any], verb: Verb, words: Words, setting: Setting
) -> Plan:
    """The plan, made again with the contents of the files it writes, until it writes to no further file."""
    planner = _planner(kind, held, verb)
    occupied: dict[str, bytes] = {}
    while True:
        around = replace(setting, occupied=dict(occupied))
        plan = files.of(planner(held, words, around), words, around)
        free = (c.path for c in plan.changes.changes if c.before is None and c.path not in occupied)
        found = {path: data for path in free if (data := files.desk.store.read(path)) is not None}
        if not found:
            return replace(plan, advice=(*plan.advice, *_standing_there(files.desk, verb, words)))
        occupied |= found


def _standing_there(desk: Desk, verb: Verb, words: Words) -> tuple[str, ...]:
    """That the rule stands in a person's own words in the file it goes to, where a sync would say it twice."""
    if verb is not Verb.GRADUATE or words.destination is None or words.destination.target is not Target.AGENTS:
        return ()
    from dreamtui.sources.rule_files import said_once

    lines = (desk.store.read(_AGENTS) or b"").decode("utf-8", "replace").splitlines()
    wanted = said_once(words.rule)
    at = next((n for n, line in enumerate(lines, 1) if wanted and said_once(line.lstrip("-*+ \t")) == wanted), 0)
    return (f"the rule is already at {_AGENTS}:{at}: a sync writes it there a second time",) if at else ()


def _planner(kind: ItemKind[Any], held: Gathered[Any], verb: Verb) -> Planner[Any]:
    """What plans the verb for this kind of item; Refused, with what is possible, where it does not apply."""
    planner = kind.actions().plans.get(verb)
    if planner is None:
        possible = ", ".join(kind.verbs()) or "nothing"
        raise Refused(f"{verb} does not apply to {held.item.id}, a {kind.name}; possible: {possible}")
    return planner


def _reaching_nobody(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """Of rules that were written, those that no configured output shows, a sentence each."""
    written = any(change.path.startswith(RULE_FILES) and change.after is not None for change in changes.changes)
    if not written or not desk.config["dreamtui.outputs"]:
        return ()
    from dreamtui.desk.outputs.sync import unshown_after

    return unshown_after(desk, changes)


def _waiting_for_somebody(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """Of rules that were written, those that agents are not given before a second person decides, a sentence each."""
    written = {change.path for change in changes.changes if change.after is not None}
    if desk.reviewers.asked() is None or not any(path.startswith(RULE_FILES) for path in written):
        return ()
    from dreamtui.desk.outputs.remembered import remembered
    from dreamtui.kinds.grounds import Ground

    held_now = (held for held in remembered(desk).held if held.rule.path in written)
    waiting = (held for held in held_now if held.ruling.ground is Ground.WAITING)
    return tuple(f"{held.ruling.said}; until then agents do not get it; {held.way_out}" for held in waiting)


def _setting(desk: Desk, row: QueueRow, compat: bool | None) -> Setting:
    chosen = writes_compat(desk, row) if compat is None else compat
    return Setting(desk.actor, desk.now, chosen)


def take_back(
    desk: Desk,
    reference: str | None,
    rationale: str,
    *,
    redo: bool = False,
    sitting: bool = False,
    whole_batch: bool = False,
    acknowledged: Collection[str] = (),
) -> Outcome:
    """Undo or redo a decision, or the newest one with its batch; outside one's own sitting an undo needs a reason.

    With `whole_batch` a named decision takes the rest of its batch with it. One's own words of a decision that was
    taken back become drafts again.
    """
    desk.decides()
    text = printable(rationale)
    check_words([("the reason", text)], acknowledged)
    if not redo and not sitting:
        refusals = coach.judge(text, verb=Verb.UNDO, title="", compat=True).refusals
        if refusals:
            raise Refused("an undo needs a reason", Lack.REASON)
    from dreamtui.desk.decide.undo import drop_words, keep_words

    done = with_retry(lambda: _take_back(desk, reference, text, redo=redo, sitting=sitting, whole_batch=whole_batch))
    (drop_words if redo else keep_words)(desk, done.taken_back)
    return done


def _take_back(
    desk: Desk, reference: str | None, text: str, *, redo: bool, sitting: bool, whole_batch: bool
) -> Outcome:
    """The undo or redo under the lock."""
    with ExitStack() as locks:
        transaction = locks.enter_context(desk.store.writing(desk.writer()))
        listed = graph.ordered(desk.store.audit.marks())
        targets, passed_over = undoing.targets(desk, listed, reference, redo=redo, whole_batch=whole_batch)
        for kind in dict.fromkeys(mark.kind for mark in targets):
            locks.enter_context(desk.actions(kind).lock(desk))
        for item in _known_items(desk, targets) if desk.origin.agent else ():
            check_author(desk, item, Verb.UNDO)
        plans = undoing.inverse_plans(desk, transaction, listed, targets, text, sitting=sitting)
        decisions = transaction.record(plans, graph.heads(listed))
    changes = ChangeSet.of(*(c for p in plans for c in p.changes.changes))
    advice = (*passed_over, *undoing.private_files(desk, changes), *lost_memories(desk, changes))
    return Outcome(decisions, changes, advice, taken_back=tuple(targets))


def _known_items(desk: Desk, targets: Sequence[Mark]) -> Iterator[Item]:
    """The items of decisions, as far as they are still there."""
    look = lookup.Lookup(desk, [mark.item for mark in targets])
    for mark in targets:
        with suppress(NotFound):
            yield look.gathered(look.resolve(mark.item, tuple(Status)).row).item


def check_disposition(name: str) -> str:
    if name and name not in tuple(Disposition):
        raise Usage(f"{name!r} is not a reason to reject; use one of {', '.join(Disposition)}")
    return name


def holds_until(desk: Desk, text: str) -> str:
    """Until when a rule holds: a date after today, or a version that is not reached yet."""
    from dreamtui.desk.queue.versions import WorkspaceVersions
    from dreamtui.text.versions import is_version

    typed = text.strip()
    if not is_version(typed):
        return day(desk, text)
    if WorkspaceVersions(desk.workspace.root).is_reached(typed):
        raise Usage(f"{inert_line(typed)} is already reached, by a tag or a manifest")
    return typed


def day(desk: Desk, text: str) -> str:
    """The date of `--until`; it has to be after today."""
    from dreamtui.text.dates import parse_date

    return parse_date(text, desk.now.date()).isoformat()


def writes_compat(desk: Desk, row: QueueRow) -> bool:
    """True when the configuration says so, or the candidate is bare and the last run mined in compat mode."""
    if not row.path.startswith(CANDIDATES):
        return False
    if desk.config["dreamtui.compat"] == "dotagent":
        return True
    data = desk.store.read(row.path)
    if data is None or meta.find(data) is not None:
        return False
    last = log.last_entry(desk.layout, "dream")
    return bool(last and last.get("compat"))


def need_rationale(verb: Verb, rationale: str) -> None:
    if not verb.needs_reason:
        return
    if coach.judge(rationale, verb=verb, title="", compat=True).refusals:
        raise Refused(f"A reason is needed to {verb.key_word}", Lack.REASON)


def judged(item: Item, verb: Verb, words: Words, marks: Sequence[Mark], setting: Setting, *, batch: bool) -> list[str]:
    """The coach's advice; raises Refused with the first thing it refuses."""
    if not verb.needs_reason:
        return []

    def others(text: str) -> bool:
        """Whether a decision in force gave the same reason."""
        key = audit_record.words_key(text)
        same = [mark for mark in marks if mark.words == key and not (batch and mark.batch == setting.batch)]
        stands = graph.in_force(marks) if same else {}
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


def _consolidated(desk: Desk, plans: Collection[Plan]) -> frozenset[str]:
    """Keys of the memory folders in which these decisions leave nothing to be decided."""
    by_kind: dict[str, list[Plan]] = {}
    for plan in plans:
        by_kind.setdefault(plan.draft.kind, []).append(plan)
    return frozenset[str]().union(*(desk.actions(kind).consolidates(desk, some) for kind, some in by_kind.items()))


def lost_memories(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """After a change of a memory folder: what vanished or shrank there outside our decisions, a sentence each."""
    if not any(desk.store.memory_key(change.path) for change in changes.changes):
        return ()
    from dreamtui.desk.memory.history import remarks

    return remarks(desk)

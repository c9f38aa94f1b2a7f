"""Undo and redo: which decisions are meant, whether they can be taken back here, and the plans for it.

A decision that touched private memory is taken back only where it was made, in that workspace: its record says
`@claude/…`, which is another folder for every person, and a repository can ship copied or forged records.
"""

import contextlib
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import takewhile

from dreamtui.desk import person
from dreamtui.desk.desk import Desk
from dreamtui.kinds import inverse
from dreamtui.kinds.decision import graph
from dreamtui.kinds.item_files import Setting
from dreamtui.kinds.note.kind import NOTES
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Decision, Mark, Plan
from dreamtui.model.errors import Lack, NotFound, Refused, WriteFailed
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.store.layout import OUTSIDE
from dreamtui.store.person.private_memory import made_here
from dreamtui.store.store import Transaction
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import PRIVATE_HOME, tilde

_NAMED = 2
"""Files that are named; of more it is said how many they are."""


def targets(
    desk: Desk, listed: Sequence[Mark], reference: str | None, *, redo: bool, whole_batch: bool = False
) -> tuple[list[Mark], tuple[str, ...]]:
    """Of all decisions in their order those that are meant, the newest first, and a sentence where newer ones were
    passed over.
    """
    if reference is None:
        return _newest(desk, listed, redo=redo)
    mark = graph.by_reference(listed, reference)
    stands = graph.in_force_of(listed)
    if not stands[mark.id]:
        raise Refused(f"{mark.verb} {mark.short} is already undone")
    if redo and mark.verb is not Verb.UNDO:
        raise Refused(f"{mark.short} is a {mark.verb}, not an undo")
    if not (whole_batch and mark.batch):
        return [mark], ()
    together = [m for m in listed if m.batch == mark.batch and m.verb is mark.verb and stands[m.id]]
    return together[::-1], ()


def _newest(desk: Desk, listed: Sequence[Mark], *, redo: bool) -> tuple[list[Mark], tuple[str, ...]]:
    """The newest decision with its batch, all of which can be taken back here."""
    every = graph.to_redo(listed) if redo else graph.to_undo(listed)
    barred = only_elsewhere(desk, every)
    foreign = [mark for mark in every if mark.id in barred]
    batches = {mark.batch for mark in foreign if mark.batch}
    first = next((mark for mark in every if mark.id not in barred and mark.batch not in batches), None)
    if first is None:
        nothing = "undone decision to redo" if redo else "decision to undo"
        if not foreign:
            raise NotFound(f"there is no {nothing}")
        raise Refused(f"there is no {nothing} here: {_foreign(foreign[0])}{_more(len(foreign) - 1)}")
    newer = [mark for mark in every[: every.index(first)] if mark.id in barred]
    passed = (f"skipped: {_foreign(newer[0])}{_more(len(newer) - 1)}",) if newer else ()
    return graph.with_batch(every, first), passed


def inverse_plans(
    desk: Desk, transaction: Transaction, listed: Sequence[Mark], meant: list[Mark], text: str, *, sitting: bool
) -> list[Plan]:
    """Plans newest first, each made from what the one before would leave; `listed` are all decisions in their order."""
    stands = graph.in_force_of(listed)
    left: dict[str, bytes | None] = {}
    batch = f"{meant[0].batch or meant[0].short}-{len(listed)}" if len(meant) > 1 else ""
    ours = made_here(desk.store.data_folder, desk.layout.root)
    plans = []

    def read(path: str) -> bytes | None:
        return left[path] if path in left else desk.store.read(path)

    def later(mark: Mark, path: str) -> Mark | None:
        newer = takewhile(lambda one: one is not mark, reversed(listed))
        return next((m for m in newer if path in m.paths and stands[m.id] and m not in meant), None)

    def undone(path: str) -> list[Decision]:
        gone = (m for m in listed if not stands[m.id] and m.verb not in graph.TAKES_BACK and path in m.paths)
        return [desk.store.audit.whole(m) for m in gone if m.id not in again]

    again = {mark.undoes for mark in meant if mark.verb is Verb.UNDO}
    for mark in meant:
        decision = desk.store.audit.whole(mark)
        # What the record itself says counts here: a mark may come from a cache that a repository shipped.
        if _is_private(entry.path for entry in decision.touched) and decision.id not in ours:
            raise Refused(_foreign(mark))
        if any(entry.is_lacking for entry in decision.touched):
            said = f"{mark.verb} {mark.short} cannot be undone here"
            raise Refused(f"{said}: the private words it replaced are not in your data folder")
        _only_ours(desk, decision)
        setting = Setting(desk.actor, transaction.writer.now, batch=batch, sitting=sitting)
        plan = inverse.plan(decision, desk.kinds.of(decision.kind), partial(later, mark), text, setting, read, undone)
        left.update({change.path: change.after for change in plan.changes.changes})
        plans.append(plan)
    return plans


def _only_ours(desk: Desk, decision: Decision) -> None:
    """Refuse to take back what no decision can have done: a forged record tries to have a file written."""
    for entry in decision.touched:
        if not entry.path.startswith(OUTSIDE) and not desk.store.may_decide(entry.path):
            said = f"{decision.verb} {decision.short} by {decision.actor} claims to have changed {entry.path}"
            folder = Lack.MEMORY_FOLDER if entry.path.endswith(".md") else None
            raise Refused(inert_line(f"{said}, which no decision changes here; nothing of it is undone"), folder)


def private_files(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """Which files in private folders were changed, where they really are; the record names them all."""
    by_folder: dict[str, list[str]] = {}
    for change in changes.changes:
        if change.path.startswith(OUTSIDE) and not change.path.startswith(f"{PRIVATE_HOME}/"):
            path = desk.layout.real(change.path)
            by_folder.setdefault(tilde(path.parent, desk.env), []).append(path.name)
    told = [f"{_some(names)} in {folder}" for folder, names in by_folder.items()]
    return (f"changed in private folders: {inert_line('; '.join(told))}",) if told else ()


def _some(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def only_elsewhere(desk: Desk, marks: Iterable[Mark]) -> frozenset[str]:
    """Ids of decisions that changed private memory in another workspace or machine, where alone they can be undone."""
    ours = made_here(desk.store.data_folder, desk.layout.root)
    return frozenset(mark.id for mark in marks if _is_private(mark.paths) and mark.id not in ours)


def _is_private(paths: Iterable[str]) -> bool:
    return any(path.startswith(OUTSIDE) for path in paths)


def _foreign(mark: Mark) -> str:
    """Why a decision is not taken back here."""
    said = f"{mark.verb} {mark.short} by {mark.actor} changed private memory on another machine or in another workspace"
    return inert_line(f"{said} and can be undone only there")


def _more(count: int) -> str:
    return f" (and {count} more like it)" if count else ""


def keep_words(desk: Desk, undone: Iterable[Mark]) -> None:
    """After an undo: one's own words of every decision taken back are a draft, unless others were begun meanwhile."""
    for mark in undone:
        draft = draft_of(desk, desk.store.audit.read(mark.name)) if mark.actor == desk.actor else None
        if draft and person.load_draft(desk, draft.item, draft.verb) is None:
            with contextlib.suppress(WriteFailed, OSError):
                person.save_draft(desk, draft)


def drop_words(desk: Desk, undos: Iterable[Mark]) -> None:
    """After a redo, drafts with the recorded words are dropped; drafts that were edited since stay."""
    again = {mark.undoes for mark in undos}
    for mark in (mark for mark in desk.store.audit.marks() if mark.id in again):
        draft = draft_of(desk, desk.store.audit.read(mark.name))
        if draft and person.load_draft(desk, draft.item, draft.verb) == draft:
            with contextlib.suppress(WriteFailed, OSError):
                person.drop_draft(desk, draft.item, draft.verb)


def draft_of(desk: Desk, made: Decision) -> SavedDraft | None:
    """The words of a decision as they were written; None if it needs no reason and has none."""
    if not (made.verb.needs_reason or (made.verb is Verb.DEFER and made.rationale.strip())):
        return None
    with_rule = made.verb in desk.kinds.of(made.kind).own_words
    as_note = made.verb is Verb.GRADUATE and any(one.path.startswith(f"{NOTES}/") for one in made.touched)
    until = made.until if made.disposition == Disposition.NOT_NOW else ""
    rule = made.rule if with_rule else ""
    return SavedDraft(made.item, made.verb.value, made.rationale, rule, made.disposition, as_note, until)

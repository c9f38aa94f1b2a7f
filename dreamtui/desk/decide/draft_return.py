"""Words that an undo frees: they stand again as drafts of their items, until they are recorded or discarded."""

import contextlib
from collections.abc import Iterable

from dreamtui.desk.desk import Desk
from dreamtui.kinds.note.kind import NOTES
from dreamtui.model.decision import Decision, Mark
from dreamtui.model.errors import WriteFailed
from dreamtui.model.item import Disposition
from dreamtui.model.verb import Verb
from dreamtui.store.person import drafts
from dreamtui.store.person.drafts import SavedDraft


def keep_words(desk: Desk, undone: Iterable[Mark]) -> None:
    """After an undo: one's own words of every decision taken back are a draft, unless others were begun meanwhile."""
    for mark in undone:
        draft = draft_of(desk, desk.store.audit.read(mark.name)) if mark.actor == desk.actor else None
        if draft and drafts.load(desk.layout, draft.item, draft.verb) is None:
            with contextlib.suppress(WriteFailed, OSError):
                drafts.save(desk.layout, draft)


def drop_words(desk: Desk, undos: Iterable[Mark]) -> None:
    """After a redo: words that are recorded again are no draft; what was written on since stays."""
    again = {mark.undoes for mark in undos}
    for mark in (mark for mark in desk.store.audit.marks() if mark.id in again):
        draft = draft_of(desk, desk.store.audit.read(mark.name))
        if draft and drafts.load(desk.layout, draft.item, draft.verb) == draft:
            with contextlib.suppress(WriteFailed, OSError):
                drafts.drop(desk.layout, draft.item, draft.verb)


def draft_of(desk: Desk, made: Decision) -> SavedDraft | None:
    """The words of a decision as they were written; none where no reason is asked for."""
    if not made.verb.needs_reason:
        return None
    with_rule = made.verb in desk.kinds.of(made.kind).own_words
    as_note = made.verb is Verb.GRADUATE and any(one.path.startswith(f"{NOTES}/") for one in made.touched)
    until = made.until if made.disposition == Disposition.NOT_NOW else ""
    rule = made.rule if with_rule else ""
    return SavedDraft(made.item, made.verb.value, made.rationale, rule, made.disposition, as_note, until)

"""Notes: writing, editing, and those near to a text."""

from collections.abc import Collection
from dataclasses import replace

from dreamtui.desk.decide.decide import Outcome, printable
from dreamtui.desk.decide.gate import check_words
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import not_undecided
from dreamtui.desk.queue import lookup
from dreamtui.kinds.decision import graph
from dreamtui.kinds.item_files import Setting
from dreamtui.kinds.memory import plans as topics
from dreamtui.kinds.memory.kind import MEMORY
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.note import plans as notes
from dreamtui.kinds.note.kind import NOTE, NOTES
from dreamtui.model.errors import Lack, NotFound, Usage
from dreamtui.model.memory import Note
from dreamtui.text.inert import one_line


def add_note(desk: Desk, made: Note, acknowledged: Collection[str] = ()) -> tuple[Outcome | None, str]:
    """A new note; the same title and text again give the existing id and change nothing."""
    desk.decides()
    title, text = one_line(printable(made.title)).strip(), printable(made.text).strip()
    if not title or not text:
        raise Usage("a note needs a title and a text")
    check_words((("the title", title), ("the text", text), ("the category", made.category)), acknowledged)
    with desk.store.writing(desk.writer()) as transaction:
        now = Setting(desk.actor, desk.now)
        note_id = note_format.note_id(title, text)
        path = f"{NOTES}/{note_id}.md"
        existing = desk.store.read(path)
        parsed = note_format.parse(existing, path) if existing is not None else None
        if parsed is not None and parsed.status == "active":
            return None, note_id
        whole = replace(made, id=note_id, title=title, text=text, created=now.when, updated=now.when)
        plan = notes.add(whole, replace(now, occupied={path: existing} if existing is not None else {}))
        marks = desk.store.audit.marks()
        decisions = transaction.record([plan], graph.heads(marks))
    return Outcome(decisions, plan.changes), note_id


def edit_note(
    desk: Desk,
    reference: str,
    title: str | None,
    text: str | None,
    description: str | None = None,
    acknowledged: Collection[str] = (),
) -> Outcome:
    """Change the title or text of a note, or of a memory of a memory folder, which has a description too."""
    desk.decides()
    title, text, description = (given and printable(given) for given in (title, text, description))
    named = (("the title", title or ""), ("the text", text or ""), ("the description", description or ""))
    check_words(named, acknowledged)
    with desk.store.writing(desk.writer()) as transaction:
        look = lookup.Lookup(desk)
        row = look.rule_or_note(reference)
        held, setting = look.gathered(row), Setting(desk.actor, desk.now)
        if row.kind == MEMORY.name:
            plan = topics.edit_topic(held, title, text, description, setting)
        elif row.kind != NOTE.name or description is not None:
            is_note = row.kind == NOTE.name
            what = "a note has no description" if is_note else f"{reference!r} is neither a note nor a memory file"
            raise NotFound(what, Lack.KNOWN_NOTE)
        else:
            if title is None or text is None:
                not_undecided(desk, held.files)
            plan = notes.edit(held.files, title, text, setting)
        marks = desk.store.audit.marks()
        decisions = transaction.record([plan], graph.heads(marks))
    return Outcome(decisions, plan.changes)


def near(desk: Desk, title: str, text: str) -> list[tuple[str, str]]:
    """Ids and titles of active notes that say nearly the same, the nearest first."""
    from dreamtui.text.similarity import nearest

    rows = {row.id: row for row in lookup.notes(desk) if row.status != "retired"}
    found = nearest(f"{title}\n{text}", [(i, f"{row.title}\n{row.words}") for i, row in rows.items()])
    return [(i, rows[i].title) for i, _ in found[:5]]

"""Notes: writing, editing, and those near to a text."""

from dataclasses import replace

from dreamtui.desk import items
from dreamtui.desk.decide import Outcome, printable
from dreamtui.desk.desk import Desk
from dreamtui.formats import note as note_format
from dreamtui.model.errors import NotFound, Usage
from dreamtui.model.memory import Note
from dreamtui.review import graph, memories
from dreamtui.review.sheaf import Setting
from dreamtui.store.layout import NOTES
from dreamtui.text.inert import one_line


def add_note(desk: Desk, made: Note) -> tuple[Outcome | None, str]:
    """A new note; the same title and text again give the existing id and change nothing."""
    title, text = one_line(printable(made.title)).strip(), printable(made.text).strip()
    if not title or not text:
        raise Usage("a note needs a title and a text")
    with desk.store.writing(desk.writer()) as transaction:
        now = Setting(desk.actor, desk.now)
        note_id = note_format.note_id(title, text)
        path = f"{NOTES}/{note_id}.md"
        existing = desk.store.read(path)
        parsed = note_format.parse(existing, path) if existing is not None else None
        if parsed is not None and parsed.status == "active":
            return None, note_id
        whole = replace(made, id=note_id, title=title, text=text, created=now.when, updated=now.when)
        plan = memories.add(whole, replace(now, occupied={path: existing} if existing is not None else {}))
        marks = desk.store.audit.marks()
        decisions = transaction.record([plan], marks, graph.heads(marks))
    return Outcome(decisions, plan.changes), note_id


def edit_note(desk: Desk, reference: str, title: str | None, text: str | None) -> Outcome:
    """Change a note's title or text."""
    with desk.store.writing(desk.writer()) as transaction:
        row = items.rule_or_note(desk, reference)
        filed = items.sheaf_of(desk, row).note
        if filed is None:
            raise NotFound(f"{reference!r} is not a note")
        plan = memories.edit(filed, title and printable(title), text and printable(text), Setting(desk.actor, desk.now))
        marks = desk.store.audit.marks()
        decisions = transaction.record([plan], marks, graph.heads(marks))
    return Outcome(decisions, plan.changes)


def near(desk: Desk, title: str, text: str) -> list[tuple[str, str]]:
    """Ids and titles of active notes that say nearly the same, the nearest first."""
    from dreamtui.text.similarity import nearest

    rows = {row.id: row for row in items.notes(desk) if row.due != "retired"}
    found = nearest(f"{title}\n{text}", [(i, f"{row.title}\n{row.words}") for i, row in rows.items()])
    return [(i, rows[i].title) for i, _ in found[:5]]

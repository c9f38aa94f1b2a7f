"""Plans for notes: add, edit, retire."""

from dataclasses import replace

from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft
from dreamtui.kinds.kind import Apart, FileSource, Gatherer, ItemActions
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.note.kind import NOTES
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Refused
from dreamtui.model.memory import Note, NoteStatus
from dreamtui.model.verb import Verb
from dreamtui.text.inert import one_line


def retire(held: Gathered[StoredFile], words: Words, setting: Setting) -> Plan:
    """The note becomes deprecated; nothing is deleted."""
    filed = held.files
    current = _note(filed)
    if current.status is NoteStatus.DEPRECATED:
        raise Refused(f"note {current.id} is retired already")
    after = note.edited(filed.data, status=NoteStatus.DEPRECATED, updated=setting.when)
    return Plan(ChangeSet.of(Change(filed.path, filed.data, after)), draft(held.item, Verb.RETIRE, words, setting))


def add(made: Note, setting: Setting) -> Plan:
    path = f"{NOTES}/{made.id}.md"
    item = note.to_item(replace(made, path=path))
    words = Words(rule=made.text)
    change = Change(path, setting.occupied.get(path), note.render(made))
    return Plan(ChangeSet.of(change), draft(item, Verb.ADD, words, setting))


def edit(filed: StoredFile, title: str | None, text: str | None, setting: Setting) -> Plan:
    """Change a note's title or text; its id and the rest of its front matter stay."""
    current = _note(filed)
    changed = replace(
        current,
        title=one_line(title) if title is not None else current.title,
        text=text if text is not None else current.text,
    )
    if (changed.title, changed.text) == (current.title, current.text):
        raise Refused(f"note {current.id} says that already")
    titled = {"title": changed.title} if changed.title != current.title else {}
    body = changed.text if changed.text != current.text else None
    after = note.edited(filed.data, body, **titled, updated=setting.when)
    words = Words(rule=changed.text)
    return Plan(
        ChangeSet.of(Change(filed.path, filed.data, after)), draft(note.to_item(changed), Verb.EDIT, words, setting)
    )


def _note(filed: StoredFile) -> Note:
    parsed = note.parse(filed.data, filed.path)
    if parsed is None:
        raise Refused(f"{filed.path} is not a note: its front matter has no id")
    return parsed


def _gather(source: FileSource) -> Gatherer[StoredFile]:
    return Apart(source, note.held)


ACTIONS = ItemActions(gather=_gather, plans={Verb.RETIRE: retire})

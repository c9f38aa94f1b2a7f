"""Plans for what is remembered: retire and rerationale rules, add, edit and retire notes."""

from dataclasses import replace

from dreamtui.kinds.candidate import decided
from dreamtui.kinds.candidate.plans import retired
from dreamtui.kinds.item_files import Setting, Sheaf, StoredFile, TopicFiles, Words, draft
from dreamtui.kinds.memory import edits
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Verb
from dreamtui.model.errors import Refused
from dreamtui.model.item import Item
from dreamtui.model.memory import Note, NoteStatus
from dreamtui.text.dates import add_days
from dreamtui.text.inert import one_line

_NOTES = ".agent/memory/notes"


def retire(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """A rule moves to expired/, a topic file to the archive; a note becomes deprecated. Nothing is deleted."""
    if sheaf.topic:
        changes = edits.archive(sheaf.topic.kept, _place(sheaf.topic, setting))
    elif sheaf.note:
        current = _note(sheaf.note)
        if current.status is NoteStatus.DEPRECATED:
            raise Refused(f"note {current.id} is retired already")
        after = note.edited(sheaf.note.data, status=NoteStatus.DEPRECATED, updated=setting.when)
        changes = [Change(sheaf.note.path, sheaf.note.data, after)]
    else:
        if sheaf.rule is None:
            raise Refused(f"{sheaf.item.id} has no live rule to retire")
        changes = retired(sheaf.rule, setting)
    return Plan(ChangeSet.of(*changes), draft(sheaf.item, Verb.RETIRE, words, setting))


def rerationale(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Add a rationale below all earlier ones and put the next review off."""
    live = _live(sheaf)
    review = add_days(setting.now, words.extend_days)
    after = rule.append_review(live.data, words.rationale, setting.actor, setting.when, review)
    said = replace(words, until=review)
    return Plan(ChangeSet.of(Change(live.path, live.data, after)), draft(sheaf.item, Verb.RERATIONALE, said, setting))


def adopt(item: Item, live: StoredFile, words: Words, setting: Setting) -> Plan:
    """Stand up for a rule as its file says it: the record names the file, and no byte of it changes."""
    unchanged = ChangeSet((Change(live.path, live.data, live.data),))
    return Plan(unchanged, draft(item, Verb.ACCEPT, words, setting))


def postpone(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Defer a review: the date stands in the rule's own comment."""
    live = _live(sheaf)
    after = decided.with_meta(live.data, review_deferred=words.until)
    return Plan(ChangeSet.of(Change(live.path, live.data, after)), draft(sheaf.item, Verb.DEFER, words, setting))


def add(made: Note, setting: Setting) -> Plan:
    """Write a new note."""
    path = f"{_NOTES}/{made.id}.md"
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


def edit_topic(sheaf: Sheaf, title: str | None, text: str | None, description: str | None, setting: Setting) -> Plan:
    """Change a topic file's name, text or description; its line is written again where the description changed."""
    if sheaf.topic is None:
        raise Refused(f"{sheaf.item.id} is no memory of a memory folder")
    changes = edits.edit(sheaf.topic.kept, title, text, description, _place(sheaf.topic, setting))
    if not changes:
        raise Refused(f"{sheaf.item.id} says that already")
    return Plan(ChangeSet.of(*changes), draft(sheaf.item, Verb.EDIT, Words(rule=text or ""), setting))


def _place(files: TopicFiles, setting: Setting) -> edits.TopicPlaces:
    return edits.TopicPlaces(setting, edits.Indexes(dict(files.indexes), setting.occupied, files.unread), {}, set())


def _note(filed: StoredFile) -> Note:
    parsed = note.parse(filed.data, filed.path)
    if parsed is None:
        raise Refused(f"{filed.path} is not a note: its front matter has no id")
    return parsed


def _live(sheaf: Sheaf) -> StoredFile:
    if sheaf.rule is None:
        raise Refused(f"{sheaf.item.id} has no live rule")
    return sheaf.rule

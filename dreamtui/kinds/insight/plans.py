"""Plans for insights: graduate as a note or a rule, reject, defer, reopen. Nothing else ever makes memory of one."""

from dreamtui.kinds.candidate.codec import evidence_line
from dreamtui.kinds.decision import record
from dreamtui.kinds.insight import codec
from dreamtui.kinds.item_files import Setting, Sheaf, StoredFile, Words, draft
from dreamtui.kinds.lifecycle import check_date
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Verb
from dreamtui.model.errors import AlreadyDecided, Refused
from dreamtui.model.evidence import Evidence
from dreamtui.model.insight import Insight
from dreamtui.model.item import Status
from dreamtui.model.memory import Note
from dreamtui.text.dates import add_days
from dreamtui.text.ids import rule_file_name

_RULES = ".agent/memory/semantic/rules/auto-dream"
_NOTES = ".agent/memory/notes"


def graduate(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Write the note or the rule in the person's words, and say in the insight what it became."""
    filed, made = _waiting(sheaf)
    text = words.rule.strip()
    if not text:
        raise Refused(f"{made.id} has no words of its own; say what is to be remembered with --rule")
    change, became = _note(made, text, setting) if words.as_note else _rule(sheaf, made, text, words, setting)
    fields = {"status": Status.GRADUATED.value, "by": setting.actor, "decided": setting.when, "became": became}
    after = codec.decided(filed.data, words.rationale, **fields, until="")
    return Plan(
        ChangeSet.of(Change(filed.path, filed.data, after), change), draft(sheaf.item, Verb.GRADUATE, words, setting)
    )


def _note(made: Insight, text: str, setting: Setting) -> tuple[Change, str]:
    new_id = note.note_id(made.title, text)
    path = f"{_NOTES}/{new_id}.md"
    written = Note(
        id=new_id,
        path=path,
        title=made.title,
        text=text,
        category=made.type.value,
        importance=made.importance or 0.5,
        created=setting.when,
        updated=setting.when,
        sources=tuple(str(piece.locator) for piece in made.evidence if piece.locator.ref),
    )
    return Change(path, setting.occupied.get(path), note.render(written)), new_id


def _rule(sheaf: Sheaf, made: Insight, text: str, words: Words, setting: Setting) -> tuple[Change, str]:
    graduation = rule.Graduation(
        words.rationale,
        setting.actor,
        setting.when,
        add_days(setting.now, rule.LIFETIME_DAYS),
        record.name(setting.when, Verb.GRADUATE, made.id),
    )
    path = f"{_RULES}/{rule_file_name(made.title)}"
    data = rule.render(made.title, text, sheaf.item, tuple(map(_located, made.evidence)), graduation)
    return Change(path, setting.occupied.get(path), data), path


def _located(piece: Evidence) -> str:
    line = evidence_line(piece)
    return f"{line} ({piece.locator})" if piece.locator.ref else line


def reject(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Record why it is not kept; it is not found again."""
    check_date(words)
    filed, _ = _waiting(sheaf)
    fields = {"status": Status.REJECTED.value, "by": setting.actor, "decided": setting.when, "until": words.until}
    if words.disposition:
        fields["disposition"] = words.disposition
    after = codec.decided(filed.data, words.rationale, **fields)
    return Plan(ChangeSet.of(Change(filed.path, filed.data, after)), draft(sheaf.item, Verb.REJECT, words, setting))


def defer(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Note the date in its own file; it comes back by itself."""
    filed, _ = _waiting(sheaf)
    after = codec.with_fields(filed.data, until=words.until)
    return Plan(ChangeSet.of(Change(filed.path, filed.data, after)), draft(sheaf.item, Verb.DEFER, words, setting))


def reopen(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Put a rejected or deferred insight back into the queue."""
    filed, made = _parsed(sheaf)
    if made.status is Status.GRADUATED:
        raise Refused(f"{made.id} became memory; `dreamtui undo` takes that back")
    fields = {"status": Status.PENDING.value, "until": "", "disposition": "", "by": "", "decided": ""}
    after = codec.with_fields(codec.undecided(filed.data), **fields, reopened=setting.when)
    return Plan(ChangeSet.of(Change(filed.path, filed.data, after)), draft(sheaf.item, Verb.REOPEN, words, setting))


def _waiting(sheaf: Sheaf) -> tuple[StoredFile, Insight]:
    filed, made = _parsed(sheaf)
    if made.status is not Status.PENDING:
        raise AlreadyDecided(f"{made.id} was {made.status} by {made.by} on {made.decided[:10]}")
    return filed, made


def _parsed(sheaf: Sheaf) -> tuple[StoredFile, Insight]:
    filed = sheaf.insight
    made = codec.parse(filed.data, filed.path) if filed else None
    if filed is None or made is None:
        raise Refused(f"{sheaf.item.id} is no insight")
    return filed, made

"""Plans for insights: graduate as a note or a rule, reject, defer, reopen. Nothing else ever makes memory of one."""

from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.insight import codec
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft
from dreamtui.kinds.kind import Apart, FileSource, Gatherer, ItemActions
from dreamtui.kinds.lifecycle import Lifecycle, reopened
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.note.kind import NOTES
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule.kind import RULES
from dreamtui.kinds.rule.plans import settled
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import AlreadyDecided, Lack, Refused
from dreamtui.model.insight import Insight
from dreamtui.model.memory import Note
from dreamtui.model.status import Status
from dreamtui.model.target import OUTPUTS
from dreamtui.model.verb import Verb
from dreamtui.text.dates import add_days
from dreamtui.text.ids import rule_file_name


def graduate(held: Gathered[StoredFile], words: Words, setting: Setting) -> Plan:
    """Write the note or the rule in the person's words, and say in the insight what it became."""
    filed, made = _waiting(held)
    text = words.rule.strip()
    if not text:
        raise Refused(f"{made.id} needs a rule or a note: it says only what was seen", Lack.MEMORY_WORDS)
    change, became = _note(made, text, setting) if words.as_note else _rule(held, made, text, words, setting)
    fields = {"status": Status.GRADUATED.value, "by": setting.actor, "decided": setting.when, "became": became}
    after = codec.decided(filed.data, words.rationale, **fields, until="")
    return Plan(
        ChangeSet.of(Change(filed.path, filed.data, after), change), draft(held.item, Verb.GRADUATE, words, setting)
    )


def _note(made: Insight, text: str, setting: Setting) -> tuple[Change, str]:
    new_id = note.note_id(made.title, text)
    path = f"{NOTES}/{new_id}.md"
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


def _rule(held: Gathered[StoredFile], made: Insight, text: str, words: Words, setting: Setting) -> tuple[Change, str]:
    review, version = rule.term(words.until, add_days(setting.now, rule.LIFETIME_DAYS))
    graduation = rule.Graduation(
        words.rationale,
        setting.actor,
        setting.when,
        review,
        audit_record.name(setting.when, Verb.GRADUATE, made.id),
    )
    path = f"{RULES}/{rule_file_name(made.title)}"
    goes = settled(words.destination, OUTPUTS, held.item.files)
    lines = tuple(map(rule.located_line, made.evidence))
    data = rule.render(made.title, text, held.item, lines, graduation, goes, version)
    return Change(path, setting.occupied.get(path), data), path


def _refused(data: bytes, words: Words, setting: Setting) -> bytes:
    fields = {"status": Status.REJECTED.value, "by": setting.actor, "decided": setting.when, "until": words.until}
    if words.disposition:
        fields["disposition"] = words.disposition
    return codec.decided(data, words.rationale, **fields)


def _put_off(data: bytes, until: str) -> bytes:
    return codec.with_fields(data, until=until)


def reopen(held: Gathered[StoredFile], words: Words, setting: Setting) -> Plan:
    """Put a rejected or deferred insight back into the queue."""
    filed, made = _parsed(held)
    if made.status is Status.GRADUATED:
        raise Refused(f"{made.id} became memory", Lack.UNDOING)
    fields = {"status": Status.PENDING.value, "until": "", "disposition": "", "by": "", "decided": ""}
    after = codec.with_fields(codec.undecided(filed.data), **fields, reopened=setting.when)
    return reopened(held, [Change(filed.path, filed.data, after)], words, setting)


def _waiting(held: Gathered[StoredFile]) -> tuple[StoredFile, Insight]:
    filed, made = _parsed(held)
    if made.status is not Status.PENDING:
        raise AlreadyDecided(f"{made.id} was {made.status} by {made.by} on {made.decided[:10]}")
    return filed, made


def _parsed(held: Gathered[StoredFile]) -> tuple[StoredFile, Insight]:
    filed = held.files
    made = codec.parse(filed.data, filed.path)
    if made is None:
        raise Refused(f"{held.item.id} is not an insight")
    return filed, made


def _rejected(held: Gathered[StoredFile]) -> tuple[str, StoredFile | None]:
    return held.files.path, held.files


def _source(held: Gathered[StoredFile]) -> StoredFile:
    return _waiting(held)[0]


_CYCLE = Lifecycle(_source, _refused, _put_off, _rejected)


def _gather(source: FileSource) -> Gatherer[StoredFile]:
    return Apart(source, codec.held)


ACTIONS = ItemActions(
    gather=_gather,
    plans={Verb.GRADUATE: graduate, Verb.REJECT: _CYCLE.reject, Verb.DEFER: _CYCLE.defer, Verb.REOPEN: reopen},
)

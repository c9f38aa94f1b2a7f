"""Plans for candidates: graduate, reject, defer, reopen."""

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import decided
from dreamtui.kinds.candidate.codec import evidence_line
from dreamtui.kinds.decision import record
from dreamtui.kinds.item_files import Setting, Sheaf, StoredFile, Words, draft, gone
from dreamtui.kinds.lifecycle import check_date
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Verb
from dreamtui.model.errors import AlreadyDecided, Refused
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Disposition
from dreamtui.model.memory import Note
from dreamtui.text.dates import add_days
from dreamtui.text.ids import rule_file_name

TO_KEEP_OR_RETIRE = "keep it with `rerationale`, or say --as wrong"
"""What the command line can do when a rejection would retire a live rule for a reason that is none against it."""

_DREAM = ".agent/dream"
_RULES = ".agent/memory/semantic/rules/auto-dream"
_NOTES = ".agent/memory/notes"


def graduate(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Move the candidate to graduated/ with its rationale, and write its rule (or note)."""
    source = _waiting(sheaf)
    clean = _cleaned(source.data)
    after = decided.append_graduation(clean, words.rationale, setting.actor, setting.when)
    target = f"{_DREAM}/graduated/{sheaf.item.id}.md"
    changes = [
        Change(source.path, source.data, None),
        Change(target, sheaf.graduated.data if sheaf.graduated else None, after),
        *gone(sheaf.rejected),
    ]
    changes += _memory_note(sheaf, words, setting) if words.as_note else _rule(sheaf, clean, after, words, setting)
    return Plan(ChangeSet.of(*changes), draft(sheaf.item, Verb.GRADUATE, words, setting))


def _rule(sheaf: Sheaf, clean: bytes, graduated: bytes, words: Words, setting: Setting) -> list[Change]:
    """The rule file: its title and name are fixed at the first graduation, and a retired one comes back."""
    earlier = sheaf.rule or sheaf.expired
    title = rule.parse(earlier.data, earlier.path).title if earlier else rule.heading(clean)
    path = sheaf.rule.path if sheaf.rule else f"{_RULES}/{rule_file_name(title)}"
    graduation = rule.Graduation(
        words.rationale,
        setting.actor,
        setting.when,
        add_days(setting.now, rule.LIFETIME_DAYS),
        record.name(setting.when, Verb.GRADUATE, sheaf.item.id),
    )
    if setting.compat:
        data = rule.render_compat(title, graduated, sheaf.item.id, graduation)
    else:
        lines = tuple(map(_located, sheaf.item.evidence))
        data = rule.render(title, words.rule, sheaf.item, lines, graduation)
    before = sheaf.rule.data if sheaf.rule else setting.occupied.get(path)
    return [Change(path, before, data), *gone(sheaf.expired)]


def _located(piece: Evidence) -> str:
    """An evidence line with its place, so that the rule file alone leads back to it."""
    line = evidence_line(piece)
    return f"{line} ({piece.locator})" if piece.locator.ref else line


def _memory_note(sheaf: Sheaf, words: Words, setting: Setting) -> list[Change]:
    text = words.rule.strip()
    made = Note(
        id=note.note_id(sheaf.item.title, text),
        path="",
        title=sheaf.item.title,
        text=text,
        category="graduated",
        created=setting.when,
        updated=setting.when,
        sources=tuple(str(piece.locator) for piece in sheaf.item.evidence if piece.locator.ref),
    )
    path = f"{_NOTES}/{made.id}.md"
    return [Change(path, setting.occupied.get(path), note.render(made))]


def reject(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Move the candidate to rejected/ with its rationale; a rule it had is retired."""
    check_date(words)
    if sheaf.rule and words.disposition not in {"", Disposition.WRONG}:
        raise Refused(f"{sheaf.item.id} has a live rule, which a rejection retires: {TO_KEEP_OR_RETIRE}")
    source = _waiting(sheaf)
    clean = _cleaned(source.data)
    if words.disposition and not setting.compat:
        clean = decided.with_meta(clean, disposition=words.disposition, until=words.until or None)
    after = decided.append_rejection(clean, words.rationale, setting.actor, setting.when)
    target = f"{_DREAM}/rejected/{sheaf.item.id}.md"
    changes = [
        Change(source.path, source.data, None),
        Change(target, sheaf.rejected.data if sheaf.rejected else None, after),
        *gone(sheaf.graduated),
        *retired(sheaf.rule, setting),
    ]
    return Plan(ChangeSet.of(*changes), draft(sheaf.item, Verb.REJECT, words, setting))


def defer(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Note the date in the candidate's own file; it comes back by itself."""
    source = _waiting(sheaf)
    after = decided.with_meta(source.data, until=words.until)
    return Plan(ChangeSet.of(Change(source.path, source.data, after)), draft(sheaf.item, Verb.DEFER, words, setting))


def reopen(sheaf: Sheaf, words: Words, setting: Setting) -> Plan:
    """Put an item back into the queue; what was decided before stays until it is decided again."""
    path = f"{_DREAM}/candidates/{sheaf.item.id}.md"
    source = sheaf.candidate
    if source is not None:
        after = decided.with_meta(source.data, until=None, reopened=setting.when)
    else:
        earlier = sheaf.graduated or sheaf.rejected
        if sheaf.fresh is None and earlier is None:
            raise Refused(f"{sheaf.item.id} has no file to reopen")
        base = sheaf.fresh if sheaf.fresh is not None else decided.undecided(earlier.data if earlier else b"")
        after = decided.with_meta(base, until=None, disposition=None, reopened=setting.when)
    change = Change(path, source.data if source else None, after)
    return Plan(ChangeSet.of(change), draft(sheaf.item, Verb.REOPEN, words, setting))


def retired(live: StoredFile | None, setting: Setting) -> list[Change]:
    """Move a live rule to expired/, bytes as they are."""
    if live is None:
        return []
    target = f"{_DREAM}/expired/{live.path.rsplit('/', 1)[-1]}"
    return [Change(live.path, live.data, None), Change(target, setting.occupied.get(target), live.data)]


def _waiting(sheaf: Sheaf) -> StoredFile:
    if sheaf.candidate is None:
        raise AlreadyDecided(f"{sheaf.item.id} is not in the queue")
    return sheaf.candidate


def _cleaned(data: bytes) -> bytes:
    """The candidate without marks that only concern its waiting."""
    found = comment.find(data)
    if not found or not ({"reopened", "disposition"} & found[2].keys() or found[2].get("until")):
        return data
    return decided.with_meta(data, until="", reopened=None, disposition=None)

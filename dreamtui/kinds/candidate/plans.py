"""Plans for candidates: graduate, reject, defer, reopen."""

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import decided
from dreamtui.kinds.candidate.codec import located_line
from dreamtui.kinds.candidate.files import CandidateFiles
from dreamtui.kinds.candidate.kind import CANDIDATES, GRADUATED, REJECTED
from dreamtui.kinds.decision import record
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, Words, draft, gone
from dreamtui.kinds.lifecycle import Lifecycle, reopened
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.note.kind import NOTES
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule.kind import RULES
from dreamtui.kinds.rule.plans import retired
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan
from dreamtui.model.errors import AlreadyDecided, Lack, Refused
from dreamtui.model.item import Disposition
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb
from dreamtui.text.dates import add_days
from dreamtui.text.ids import rule_file_name


def graduate(held: Gathered[CandidateFiles], words: Words, setting: Setting) -> Plan:
    """Move the candidate to graduated/ with its rationale, and write its rule (or note)."""
    source = _waiting(held)
    clean = _cleaned(source.data)
    after = decided.append_graduation(clean, words.rationale, setting.actor, setting.when)
    target = f"{GRADUATED}/{held.item.id}.md"
    changes = [
        Change(source.path, source.data, None),
        Change(target, held.files.graduated.data if held.files.graduated else None, after),
        *gone(held.files.rejected),
    ]
    changes += _memory_note(held, words, setting) if words.as_note else _rule(held, clean, after, words, setting)
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.GRADUATE, words, setting))


def _rule(
    held: Gathered[CandidateFiles], clean: bytes, graduated: bytes, words: Words, setting: Setting
) -> list[Change]:
    """The rule file: its title and name are fixed at the first graduation, and a retired one comes back."""
    earlier = held.files.rule or held.files.expired
    title = rule.parse(earlier.data, earlier.path).title if earlier else rule.heading(clean)
    path = held.files.rule.path if held.files.rule else f"{RULES}/{rule_file_name(title)}"
    graduation = rule.Graduation(
        words.rationale,
        setting.actor,
        setting.when,
        add_days(setting.now, rule.LIFETIME_DAYS),
        record.name(setting.when, Verb.GRADUATE, held.item.id),
    )
    if setting.compat:
        data = rule.render_compat(title, graduated, held.item.id, graduation)
    else:
        lines = tuple(map(located_line, held.item.evidence))
        data = rule.render(title, words.rule, held.item, lines, graduation)
    before = held.files.rule.data if held.files.rule else setting.occupied.get(path)
    return [Change(path, before, data), *gone(held.files.expired)]


def _memory_note(held: Gathered[CandidateFiles], words: Words, setting: Setting) -> list[Change]:
    text = words.rule.strip()
    made = Note(
        id=note.note_id(held.item.title, text),
        path="",
        title=held.item.title,
        text=text,
        category="graduated",
        created=setting.when,
        updated=setting.when,
        sources=tuple(str(piece.locator) for piece in held.item.evidence if piece.locator.ref),
    )
    path = f"{NOTES}/{made.id}.md"
    return [Change(path, setting.occupied.get(path), note.render(made))]


def _refused(data: bytes, words: Words, setting: Setting) -> bytes:
    clean = _cleaned(data)
    if words.disposition and not setting.compat:
        clean = decided.with_meta(clean, disposition=words.disposition, until=words.until or None)
    return decided.append_rejection(clean, words.rationale, setting.actor, setting.when)


def _beside(held: Gathered[CandidateFiles], setting: Setting) -> list[Change]:
    """What was decided before goes, and a rule it had is retired."""
    return [*gone(held.files.graduated), *retired(held.files.rule, setting)]


def reject(held: Gathered[CandidateFiles], words: Words, setting: Setting) -> Plan:
    """Move the candidate to rejected/ with its rationale; a rule it had is retired."""
    if held.files.rule and words.disposition not in {"", Disposition.WRONG}:
        raise Refused(f"{held.item.id} has a live rule, which a rejection retires", Lack.GROUND)
    return _CYCLE.reject(held, words, setting)


def reopen(held: Gathered[CandidateFiles], words: Words, setting: Setting) -> Plan:
    """Put an item back into the queue; what was decided before stays until it is decided again."""
    path = f"{CANDIDATES}/{held.item.id}.md"
    source = held.files.waiting
    if source is not None:
        after = decided.with_meta(source.data, until=None, reopened=setting.when)
    else:
        earlier = held.files.graduated or held.files.rejected
        if held.files.fresh is None and earlier is None:
            raise Refused(f"{held.item.id} has no file to reopen")
        base = held.files.fresh if held.files.fresh is not None else decided.undecided(earlier.data if earlier else b"")
        after = decided.with_meta(base, until=None, disposition=None, reopened=setting.when)
    change = Change(path, source.data if source else None, after)
    return reopened(held, [change], words, setting)


def _waiting(held: Gathered[CandidateFiles]) -> StoredFile:
    if held.files.waiting is None:
        raise AlreadyDecided(f"{held.item.id} is not in the queue")
    return held.files.waiting


def _cleaned(data: bytes) -> bytes:
    """The candidate without marks that only concern its waiting."""
    found = comment.find(data)
    if not found or not ({"reopened", "disposition"} & found[2].keys() or found[2].get("until")):
        return data
    return decided.with_meta(data, until="", reopened=None, disposition=None)


def _rejected(held: Gathered[CandidateFiles]) -> tuple[str, StoredFile | None]:
    return f"{REJECTED}/{held.item.id}.md", held.files.rejected


def _put_off(data: bytes, until: str) -> bytes:
    return decided.with_meta(data, until=until)


_CYCLE = Lifecycle(_waiting, _refused, _put_off, _rejected, _beside)
defer = _CYCLE.defer

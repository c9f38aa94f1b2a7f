"""Candidates with their files (waiting, decided, the rule it became), and the plans for them."""

from dataclasses import dataclass, replace
from functools import cached_property

from dreamtui.coach.challenge import Objection
from dreamtui.coach.suggest import suggest_rule
from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec
from dreamtui.kinds.candidate.kind import CANDIDATES, GRADUATED, NAME, REJECTED
from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft, removal
from dreamtui.kinds.kind import FileSource, ItemActions, UnrecordedVerdict
from dreamtui.kinds.lifecycle import Lifecycle, reopened
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.note.kind import NOTES
from dreamtui.kinds.row import QueueRow, risk_flags
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule import plans as rules
from dreamtui.kinds.rule.kind import EXPIRED, LIVE, RULES
from dreamtui.kinds.rule.plans import retired, review_item
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import AlreadyDecided, Lack, NotFound, Refused
from dreamtui.model.memory import Note
from dreamtui.model.status import Disposition, Status
from dreamtui.model.target import OUTPUTS
from dreamtui.model.verb import Verb
from dreamtui.text.dates import add_days
from dreamtui.text.ids import rule_file_name
from dreamtui.text.inert import one_line


@dataclass(frozen=True, slots=True)
class CandidateFiles:
    """All files of a candidate."""

    waiting: StoredFile | None = None
    graduated: StoredFile | None = None
    rejected: StoredFile | None = None
    rule: StoredFile | None = None
    expired: StoredFile | None = None
    fresh: bytes | None = None
    """For a recurring one: the file that the last run would have written."""


class CandidateGatherer:
    """The files of candidates; which rules there are is read once."""

    def __init__(self, source: FileSource) -> None:
        self._source = source

    @cached_property
    def _live(self) -> dict[str, str]:
        return {row.id: row.path for row in self._source.rows(LIVE)}

    @cached_property
    def _expired(self) -> dict[str, str]:
        return {row.id: row.path for row in self._source.rows(EXPIRED)}

    @cached_property
    def _seen(self) -> dict[str, str]:
        return {row.id: row.unwritten for row in self._source.seen_again(NAME)}

    def gather(self, row: QueueRow) -> Gathered[CandidateFiles]:
        """The candidate with all of its files, read now."""
        filed = self._source.filed
        waiting, graduated, rejected = (filed(f"{folder}/{row.id}.md") for folder in (CANDIDATES, GRADUATED, REJECTED))
        seen = self._seen.get(row.id)
        fresh = seen.encode("utf-8", "replace") if waiting is None and seen is not None else None
        own = waiting or (StoredFile(row.path, fresh) if fresh is not None else graduated or rejected)
        if own is None:
            if self._live.get(row.id) == row.path:
                return self._lone_rule(row)
            raise NotFound(f"{row.id} is gone")
        read = codec.parse(own.data, own.path, row.id)
        files = CandidateFiles(
            waiting,
            graduated,
            rejected,
            filed(self._live[row.id]) if row.id in self._live else None,
            filed(self._expired[row.id]) if row.id in self._expired else None,
            fresh,
        )
        return Gathered(replace(read.item, flags=risk_flags(read.item, read.meta)), files)

    def _lone_rule(self, row: QueueRow) -> Gathered[CandidateFiles]:
        """A rule whose candidate is nowhere: written by hand, or taken over from elsewhere."""
        found = self._source.filed(row.path)
        if found is None:
            raise NotFound(f"the rule {row.path} is gone")
        item = replace(review_item(found, row, {}), kind=NAME, signal=row.signal, subject="")
        return Gathered(replace(item, status=Status.GRADUATED), CandidateFiles(rule=found))

    def planned(self, held: Gathered[CandidateFiles], words: Words, plan: Plan) -> None:
        """Nothing that another candidate would see."""


def graduate(held: Gathered[CandidateFiles], words: Words, setting: Setting) -> Plan:
    """Move the candidate to graduated/ with its rationale, and write its rule (or note)."""
    source = _waiting(held)
    clean = _cleaned(source.data)
    after = codec.append_graduation(clean, words.rationale, setting.actor, setting.when)
    target = f"{GRADUATED}/{held.item.id}.md"
    changes = [
        Change(source.path, source.data, None),
        Change(target, held.files.graduated.data if held.files.graduated else None, after),
        *removal(held.files.rejected),
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
    review, version = rule.term(words.until, add_days(setting.now, rule.LIFETIME_DAYS))
    graduation = rule.Graduation(
        words.rationale,
        setting.actor,
        setting.when,
        review,
        audit_record.name(setting.when, Verb.GRADUATE, held.item.id),
    )
    if setting.compat:
        if words.destination is not None or version:
            raise Refused("dotagent's rules have no target and no version of their own")
        data = rule.render_compat(title, graduated, held.item.id, graduation)
    else:
        lines = tuple(map(rule.located_line, held.item.evidence))
        went = rule.parse(earlier.data, earlier.path).destination if earlier else OUTPUTS
        goes = rules.settled(words.destination, went, held.item.files)
        data = rule.render(title, words.rule, held.item, lines, graduation, goes, version)
    before = held.files.rule.data if held.files.rule else setting.occupied.get(path)
    return [Change(path, before, data), *removal(held.files.expired)]


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
        clean = comment.with_keys(clean, disposition=words.disposition, until=words.until or None)
    return codec.append_rejection(clean, words.rationale, setting.actor, setting.when)


def _beside(held: Gathered[CandidateFiles], setting: Setting) -> list[Change]:
    """Earlier decided files are removed, and its rule is retired."""
    return [*removal(held.files.graduated), *retired(held.files.rule, setting)]


def reject(held: Gathered[CandidateFiles], words: Words, setting: Setting) -> Plan:
    """Move the candidate to rejected/ with its rationale; a rule it had is retired."""
    if held.files.rule and words.disposition not in {"", Disposition.WRONG}:
        raise Refused(f"{held.item.id} has a live rule, which a rejection retires", Lack.GROUND)
    return _CYCLE.reject(held, words, setting)


def reopen(held: Gathered[CandidateFiles], words: Words, setting: Setting) -> Plan:
    """Put an item back into the queue; an earlier decision stays in force until it is decided again."""
    path = f"{CANDIDATES}/{held.item.id}.md"
    source = held.files.waiting
    if source is not None:
        after = comment.with_keys(source.data, until=None, reopened=setting.when)
    else:
        earlier = held.files.graduated or held.files.rejected
        if held.files.fresh is None and earlier is None:
            raise Refused(f"{held.item.id} has no file to reopen")
        base = held.files.fresh if held.files.fresh is not None else codec.undecided(earlier.data if earlier else b"")
        after = comment.with_keys(base, until=None, disposition=None, reopened=setting.when)
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
    return comment.with_keys(data, until="", reopened=None, disposition=None)


def _rejected(held: Gathered[CandidateFiles]) -> tuple[str, StoredFile | None]:
    return f"{REJECTED}/{held.item.id}.md", held.files.rejected


def _put_off(data: bytes, until: str) -> bytes:
    return comment.with_keys(data, until=until)


_CYCLE = Lifecycle(_waiting, _refused, _put_off, _rejected, _beside)


def complete(held: Gathered[CandidateFiles], verb: Verb, words: Words) -> Words:
    """The current rule, or the suggestion, if none was given."""
    if verb is not Verb.GRADUATE or words.rule.strip():
        return words
    return replace(words, rule=rule_at_first(held))


def rule_at_first(held: Gathered[CandidateFiles]) -> str:
    """The rule as it is, or was before it was retired; without one the suggestion."""
    earlier = held.files.rule or held.files.expired
    return rule.parse(earlier.data, earlier.path).text if earlier else suggest_rule(held.item)


def warnings(held: Gathered[CandidateFiles], verb: Verb) -> list[str]:
    """What a decision on a reopened candidate means for the existing rule."""
    live = held.files.rule
    if live is None:
        return []
    if verb is Verb.REJECT:
        said = one_line(rule.parse(live.data, live.path).text)
        return [f"the rule of {held.item.id} is retired with it: “{said}”; `dreamtui undo` restores it"]
    if verb is Verb.REOPEN:
        return [f"the rule of {held.item.id} stays live until it is decided again"]
    return []


def verdict(held: Gathered[CandidateFiles]) -> UnrecordedVerdict | None:
    """What the decided file says of its decision."""
    for verb, filed in ((Verb.GRADUATE, held.files.graduated), (Verb.REJECT, held.files.rejected)):
        rationale, actor, when = codec.verdict(filed.data) if filed is not None else ("", "", "")
        if actor:
            return UnrecordedVerdict(verb, actor, when, rationale)
    return None


def objections(held: Gathered[CandidateFiles]) -> tuple[Objection, ...]:
    """Of one that waits again although its rule is live: whose rule other words would replace."""
    filed = held.files.rule
    if filed is None or held.files.waiting is None:
        return ()
    live = rule.parse(filed.data, filed.path)
    whose = f" by {live.graduated_by}" if live.graduated_by else ""
    when = f" of {live.graduated_at[:10]}" if live.graduated_at else ""
    about = f"A live rule{whose}{when}"
    text = f"{about} would be rewritten by other words, and retired by a rejection."
    return (Objection("live-rule", text, filed.path, about),)


def _proposed(held: Gathered[CandidateFiles], verb: Verb) -> str:
    return rule_at_first(held)


def _proposed_name(held: Gathered[CandidateFiles]) -> str:
    files = held.files
    return "Rule as it stands" if files.rule else "Rule before it was retired" if files.expired else "Suggested rule"


def _suggest(held: Gathered[CandidateFiles]) -> str:
    return suggest_rule(held.item)


ACTIONS = ItemActions(
    gather=CandidateGatherer,
    plans={
        Verb.GRADUATE: graduate,
        Verb.REJECT: reject,
        Verb.DEFER: _CYCLE.defer,
        Verb.REOPEN: reopen,
        Verb.RERATIONALE: rules.rerationale,
        Verb.RETIRE: rules.retire,
        Verb.MOVE: rules.move,
    },
    complete=complete,
    warnings=warnings,
    suggest=_suggest,
    proposed=_proposed,
    proposed_name=_proposed_name,
    verdict=verdict,
    objections=objections,
)

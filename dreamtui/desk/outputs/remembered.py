"""What is remembered, and what of it may reach an agent: rules with a decision behind their words, and notes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision.opposites import ApartDecisions
from dreamtui.kinds.grounds import Ground, Judge, Ruling, Trail, judge
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.note.kind import NOTE_FILES
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.kinds.rule.plans import WithRule
from dreamtui.kinds.undecided.kind import NAME as UNDECIDED
from dreamtui.kinds.undecided.plans import item_id
from dreamtui.model.decision import Mark, Said
from dreamtui.model.errors import Refused
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.model.verb import Verb
from dreamtui.store.index.queue import Queue
from dreamtui.store.records.record_reader import Audit
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import short_path


@dataclass(frozen=True, slots=True)
class Held:
    """A rule, or a note, whose words no decision says."""

    rule: Rule
    """What agents would read."""
    ruling: Ruling
    note: Note | None = None
    """The note, where it is one."""
    item: str = ""
    """The id of the item in the queue that asks for a decision about it."""

    @property
    def said(self) -> str:
        """The file and what is wrong with it."""
        return inert_line(f"{short_path(self.rule.path)}: {self.ruling.said}")

    @property
    def is_new(self) -> bool:
        """Whether no decision ever said it, so that it can be taken over together with others like it."""
        return self.ruling.ground is Ground.NO_DECISION and not self.ruling.lapsed

    @property
    def way_out(self) -> str:
        """What a person can do, as a clause."""
        if self.ruling.apart is not None:
            return way_out_of(self.ruling.apart)
        if self.ruling.ground is Ground.WAITING:
            return f"`dreamtui show {self.item}` shows it: a reviewer accepts it with a reason, or rejects it"
        if self.ruling.ground is not Ground.OTHER_WORDS:
            return f"`dreamtui show {self.item}` shows its text: accept it with a reason, or reject it"
        ways = "accept it with a reason, put the decided words back, or reject it"
        return f"`dreamtui show {self.item}` shows it with what was decided: {ways}"


def ways_out(held: Sequence[Held]) -> tuple[str, ...]:
    """What a person can do about all of these; several that nobody ever decided are decided together."""
    new = [one for one in held if one.is_new]
    together = (
        f"`dreamtui list --kind {UNDECIDED}` has the {len(new)} that nobody ever decided: accept or reject each with a"
        f" reason, or all with one, `dreamtui accept --kind {UNDECIDED} --rationale …`"
    )
    each = (together if one.is_new and len(new) > 1 else one.way_out for one in held)
    return tuple(dict.fromkeys(each))


def way_out_of(apart: ApartDecisions) -> str:
    """What a person can do about decisions that contradict each other, as a clause."""
    first, second = (side.tip.short for side in (apart.one, apart.other))
    return f"`dreamtui show {apart.id}` shows both: accept it, and {first} stands, or reject it, and {second} does"


@dataclass(frozen=True, slots=True)
class Remembered:
    rules: tuple[Rule, ...]
    """What agents are given: the decided words, which may differ from those in the file."""
    notes: tuple[Note, ...]
    held: tuple[Held, ...] = ()
    """Rules and notes whose files say what no decision says, by path."""
    malformed: tuple[Held, ...] = ()
    """Unreadable rule files, of which only the path is known: their lines in an output stay."""
    unread: tuple[str, ...] = ()
    """Rules and notes that cannot be read, and records, of which it is not known what they decided, a sentence each."""

    @property
    def count(self) -> int:
        """Rules and active notes, decided or not."""
        given = {one.path for one in self.rules} | {one.path for one in self.notes if one.status is NoteStatus.ACTIVE}
        return len(given | {one.rule.path for one in self.held})


def rules_and_notes(desk: Desk) -> tuple[tuple[Rule, ...], tuple[Note, ...]]:
    """Everything that is remembered, read from its files, whether decided or not."""
    queue = desk.queue()
    return tuple(rule for rule, _ in _rules(desk, queue)), tuple(note for note, _ in _note_files(desk, queue))


def remembered(desk: Desk) -> Remembered:
    """Everything that is remembered, held against the decisions."""
    queue = desk.queue()
    files = list(_rules(desk, queue))
    filed = list(_note_files(desk, queue))
    unread = tuple(problem.said for problem in queue.problems)
    odd = [problem.path for problem in queue.problems if _on_one_way(problem.path, LIVE.path)]
    if not files and not odd and not filed:
        return Remembered((), (), unread=unread)
    audit = desk.store.audit
    marks, problems = audit.readable()
    judged = Judge(marks, lambda mark: audit.read(mark.name), desk.store.read, desk.reviewers.asked())
    trail = judged.trail
    rules: list[Rule] = []
    held: list[Held] = []
    for rule, data in files:
        ruling = judged(rule, data)
        if ruling.words is not None:
            rules.append(_in_words(rule, ruling.words))
        elif ruling.ground is Ground.DECIDED:
            rules.append(rule)
        if ruling.ground is not Ground.DECIDED:
            held.append(_held(rule, ruling, data))
    notes: list[Note] = []
    for note, data in filed:
        if note.status is not NoteStatus.ACTIVE:
            notes.append(note)
            continue
        told = note_format.as_rule(note)
        ruling = judged(told, data)
        if ruling.ground is Ground.DECIDED:
            notes.append(note)
            continue
        held.append(_held(told, ruling, data, note))
        if ruling.words is not None:
            notes.append(replace(note, title=ruling.words.title, text=ruling.words.text))
    seen = {rule.path for rule, _ in files}
    behind = {path for mark in marks for path, *_ in mark.rules if path not in seen and _lies_in(path, odd)}
    malformed = [Held(rule, _lasting(rule, trail, audit)) for rule in map(_unreadable, sorted({*odd, *behind}))]
    rules += [_in_decided_words(one, trail) for one in malformed if one.ruling.words is not None]
    held.sort(key=lambda one: one.rule.path)
    unread += tuple(inert_line(str(problem)) for problem in problems)
    return Remembered(tuple(rules), tuple(notes), tuple(held), tuple(malformed), unread)


def _held(told: Rule, ruling: Ruling, data: bytes, note: Note | None = None) -> Held:
    item = ruling.apart.id if ruling.apart is not None else item_id(StoredFile(told.path, data))
    return Held(told, ruling, note, item)


def _on_one_way(path: str, other: str) -> bool:
    """Whether one of two paths contains the other, or is it."""
    return f"{path}/".startswith(f"{other}/") or f"{other}/".startswith(f"{path}/")


def _lies_in(path: str, folders: Iterable[str]) -> bool:
    return any(path.startswith(f"{folder}/") for folder in folders)


def _unreadable(path: str) -> Rule:
    """A rule of which only the path is known."""
    return Rule(id="", path=path, title=path.rsplit("/", 1)[-1].removesuffix(".md"), text="", says_files=False)


def _lasting(rule: Rule, trail: Trail, audit: Audit) -> Ruling:
    """What was decided of a rule whose file is empty or unreadable now."""
    return judge(rule, b"", trail, lambda mark: audit.read(mark.name), lambda path: None)


def _in_decided_words(one: Held, trail: Trail) -> Rule:
    """The rule as its record says it, in its place among the others."""
    words, by = one.ruling.words, one.ruling.by
    assert words is not None and by is not None
    told = _in_words(one.rule, words)
    made = trail.graduated(one.rule.path) or by
    reviewed = by.when if by is not made else ""
    return replace(told, id=made.item, graduated_by=made.actor, graduated_at=made.when, last_reviewed=reviewed)


def _in_words(rule: Rule, words: Said) -> Rule:
    """A rule as it was decided, with where it goes."""
    return replace(rule, title=words.title, text=words.text, files=words.files, destination=words.destination)


def ruling_on(desk: Desk, path: str, data: bytes, marks: Sequence[Mark]) -> Ruling:
    audit = desk.store.audit
    rule = rule_format.parse(data, path)
    return judge(rule, data, Trail(marks), lambda mark: audit.read(mark.name), desk.store.read)


def _rules(desk: Desk, queue: Queue) -> Iterator[tuple[Rule, bytes]]:
    for row in queue.rows(LIVE):
        data = desk.store.read(row.path)
        if data is not None:
            yield rule_format.parse(data, row.path), data


def _note_files(desk: Desk, queue: Queue) -> Iterator[tuple[Note, bytes]]:
    for row in queue.rows(NOTE_FILES):
        data = desk.store.read(row.path)
        parsed = note_format.parse(data, row.path) if data is not None else None
        if data is not None and parsed is not None:
            yield parsed, data


def not_undecided(desk: Desk, filed: StoredFile) -> None:
    """Refuse to change a part of a note that nobody decided: whoever does stands up for the rest, unseen."""
    note = note_format.parse(filed.data, filed.path)
    if note is None or note.status is not NoteStatus.ACTIVE:
        return
    audit = desk.store.audit
    told, trail = note_format.as_rule(note), Trail(audit.marks())
    ruling = judge(told, filed.data, trail, lambda mark: audit.read(mark.name), desk.store.read)
    if ruling.ground is not Ground.DECIDED:
        raise Refused(f"{filed.path}: {ruling.said}; {_held(told, ruling, filed.data, note).way_out}")


def refuse_unseen(desk: Desk, held: Gathered[WithRule], verb: Verb, marks: Sequence[Mark]) -> None:
    """Refuse to keep a rule whose words were changed: to keep it means those that were decided."""
    live = held.files.rule
    if verb not in {Verb.RERATIONALE, Verb.MOVE} or live is None:
        return
    ruling = ruling_on(desk, live.path, live.data, marks)
    if ruling.ground is Ground.OTHER_WORDS:
        advice = f"restore them, or read the others with `dreamtui show {item_id(live)}`"
        raise Refused(f"{live.path}: {ruling.said}; {advice}")

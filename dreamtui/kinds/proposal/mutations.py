"""What a mutation does to files: the result is written with its lineage, the sources are retired with links to it."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from dreamtui.coach import rationale as coach
from dreamtui.kinds.candidate import decided
from dreamtui.kinds.candidate.kind import NAME as CANDIDATE
from dreamtui.kinds.decision import record
from dreamtui.kinds.item_files import Setting, StoredMemory
from dreamtui.kinds.memory import edits
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.change import Change
from dreamtui.model.item import Item, Status
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.model.proposal import Mutation, MutationKind
from dreamtui.model.verb import Verb
from dreamtui.text.dates import add_days
from dreamtui.text.ids import rule_file_name
from dreamtui.text.inert import one_line

TOPIC = edits.TOPIC
_RULES = ".agent/memory/semantic/rules/auto-dream"
_NOTES = ".agent/memory/notes"
_EXPIRED = ".agent/dream/expired"


@dataclass(slots=True)
class Effect:
    """The changes of one mutation."""

    changes: list[Change] = field(default_factory=list)
    """In the order they are made."""
    made: list[str] = field(default_factory=list)
    """Ids of the memories written."""
    retired: list[str] = field(default_factory=list)
    """Ids of the memories retired."""
    advice: list[str] = field(default_factory=list)
    """What a person should know."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Everything a mutation is carried out with."""

    item: Item
    """The proposal."""
    rationale: str
    """The written reason."""
    setting: Setting
    """Who decides and when."""
    taken: set[str] = field(default_factory=set)
    """Paths that this plan writes to already, where nothing stood."""
    indexes: dict[str, bytes] = field(default_factory=dict)
    """Indexes of memory folders as this plan leaves them so far."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """Key of the memory folder of each scope that a memory can be moved to."""
    unread: Collection[str] = ()
    """Logical path of each index that is no plain file and is left alone."""

    @property
    def place(self) -> edits.TopicPlaces:
        """The same for topic files."""
        indexes = edits.Indexes(self.indexes, self.setting.occupied, self.unread)
        return edits.TopicPlaces(self.setting, indexes, self.homes, self.taken)


def carry_out(mutation: Mutation, memories: Mapping[str, StoredMemory], deed: Deed) -> Effect:
    """The changes of a mutation whose sources are as they were when it was planned."""
    sources = [memories[source.id] for source in mutation.sources]
    effect = Effect()
    if mutation.kind is MutationKind.MOVE:
        _move(mutation, sources, effect, deed)
    elif mutation.kind is MutationKind.DEPRECATE:
        _retire(sources, effect, deed, {})
    elif mutation.kind is MutationKind.SUPERSEDE and not mutation.text.strip():
        replaced = [kept for kept in sources if kept.memory.id != mutation.keeps]
        _retire(replaced, effect, deed, {"superseded_by": mutation.keeps})
    elif mutation.kind is MutationKind.SPLIT and sources[0].memory.kind == TOPIC:
        changes, made = edits.split(sources[0], mutation, deed.place)
        effect.changes += changes
        effect.made += made
        effect.retired.append(sources[0].memory.id)
    elif mutation.kind is MutationKind.SPLIT:
        ids = [_note_id(mutation, title, text) for title, text in mutation.parts]
        _retire(sources, effect, deed, {"merged_into": ", ".join(ids)})
        for part, (title, text) in zip(ids, mutation.parts, strict=True):
            _write_note(part, title, text, mutation, sources, effect, deed)
    else:
        _replace(mutation, sources, effect, deed)
    return effect


def _replace(mutation: Mutation, sources: Sequence[StoredMemory], effect: Effect, deed: Deed) -> None:
    """One memory in place of the sources: a rule where one of them is a rule and the words can be one.

    Else the newest topic file among them gets the words, and without one a new note does.
    """
    title = one_line(mutation.title).strip() or sources[0].memory.title
    rules = [kept for kept in sources if kept.memory.kind == "rule"]
    as_rule = bool(rules) and not coach.judge_rule(mutation.text, "").refusals
    if not as_rule and any(kept.memory.kind == TOPIC for kept in sources):
        _gather(mutation, sources, effect, deed)
        _leaving_rules(rules, effect)
        return
    new_id = mutation.id if as_rule else _note_id(mutation, title, mutation.text)
    link = "superseded_by" if mutation.kind is MutationKind.SUPERSEDE else "merged_into"
    _retire(sources, effect, deed, {link: new_id})
    if as_rule:
        _write_rule(title, mutation, sources, effect, deed)
        return
    _write_note(new_id, title, mutation.text, mutation, sources, effect, deed)
    _leaving_rules(rules, effect)


def _leaving_rules(rules: Sequence[StoredMemory], effect: Effect) -> None:
    if rules:
        effect.advice.append(
            f"{', '.join(kept.memory.id for kept in rules)}: the result cannot be a rule (it has headings, or the "
            "like), so it is no rule any more and these words leave CLAUDE.md"
        )


def _gather(mutation: Mutation, sources: Sequence[StoredMemory], effect: Effect, deed: Deed) -> None:
    """The words go into the newest topic file, which keeps its name; everything else is retired."""
    stays = edits.newest(sources)
    others = [kept for kept in sources if kept is not stays]
    effect.changes += edits.gather(stays, others, mutation, deed.place)
    effect.made.append(stays.memory.id)
    _retire(others, effect, deed, {"merged_into": stays.memory.id})


def _note_id(mutation: Mutation, title: str, text: str) -> str:
    """An id of its own even where the result says exactly what a source says."""
    return note.note_id(title, f"{text}\n{mutation.id}")


def _write_note(
    new_id: str, title: str, text: str, mutation: Mutation, sources: Sequence[StoredMemory], effect: Effect, deed: Deed
) -> None:
    path = f"{_NOTES}/{new_id}.md"
    parsed = [found for kept in sources if (found := note.parse(kept.filed.data, kept.filed.path)) is not None]
    places = [place for found in parsed for place in found.sources]
    made = Note(
        id=new_id,
        path=path,
        title=one_line(title).strip(),
        text=text.strip(),
        category=mutation.category or _commonest([kept.memory.category for kept in sources]),
        importance=max(kept.memory.importance for kept in sources),
        created=deed.setting.when,
        updated=deed.setting.when,
        merged_from=tuple(kept.memory.id for kept in sources),
        sources=tuple(dict.fromkeys(places)),
    )
    effect.changes.append(Change(path, deed.setting.occupied.get(path), note.render(made)))
    effect.made.append(new_id)


def _commonest(words: Sequence[str]) -> str:
    """The most frequent of some words, the first by alphabet among equals; empty ones do not count."""
    counted = Counter(word for word in words if word)
    return min(counted, key=lambda word: (-counted[word], word), default="")


def _write_rule(title: str, mutation: Mutation, sources: Sequence[StoredMemory], effect: Effect, deed: Deed) -> None:
    """A rule file like a graduated one; where it comes from stands in its provenance and its comment."""
    parsed = [rule.parse(kept.filed.data, kept.filed.path) for kept in sources if kept.memory.kind == "rule"]
    setting = deed.setting
    graduation = rule.Graduation(
        deed.rationale,
        setting.actor,
        setting.when,
        add_days(setting.now, rule.LIFETIME_DAYS),
        record.name(setting.when, Verb.ACCEPT, deed.item.id),
    )
    item = Item(
        kind=CANDIDATE,
        id=mutation.id,
        signal=_commonest([found.signal for found in parsed]),
        title=title,
        status=Status.GRADUATED,
        path="",
        files=tuple(dict.fromkeys(file for found in parsed for file in found.files)),
        subject=_shared_subject(parsed),
    )
    lines = tuple(dict.fromkeys(line for found in parsed for line in found.evidence))
    path = f"{_RULES}/{rule_file_name(title)}"
    data = rule.render(title, mutation.text, item, lines, graduation)
    data = decided.with_meta(data, merged_from=[kept.memory.id for kept in sources])
    effect.changes.append(Change(path, setting.occupied.get(path), data))
    effect.made.append(mutation.id)


def _shared_subject(parsed: Sequence[Rule]) -> str:
    """What all rules are about, where they are about the same."""
    subjects = {found.subject for found in parsed}
    return subjects.pop() if len(subjects) == 1 else ""


def _retire(sources: Sequence[StoredMemory], effect: Effect, deed: Deed, links: Mapping[str, str]) -> None:
    """A note becomes deprecated, a rule moves to expired/, each with a link to what holds its words now.

    A topic file is Claude Code's: it goes to the archive as it is.
    """
    for kept in sources:
        before = kept.filed
        if kept.memory.kind == TOPIC:
            effect.changes += edits.archive(kept, deed.place)
        elif kept.memory.kind == "rule":
            target = _free(f"{_EXPIRED}/{before.path.rsplit('/', 1)[-1]}", kept.memory.id, deed.taken)
            after = decided.with_meta(before.data, **links) if links else before.data
            effect.changes.append(Change(before.path, before.data, None))
            effect.changes.append(Change(target, deed.setting.occupied.get(target), after))
        else:
            fields = {"status": NoteStatus.DEPRECATED.value, "updated": deed.setting.when, **links}
            effect.changes.append(Change(before.path, before.data, note.edited(before.data, **fields)))
        effect.retired.append(kept.memory.id)


def _free(path: str, memory_id: str, taken: set[str]) -> str:
    """A path in expired/ that no other rule of this plan goes to."""
    chosen = path if path not in taken else f"{path.removesuffix('.md')}-{memory_id}.md"
    taken.add(chosen)
    return chosen


def _move(mutation: Mutation, sources: Sequence[StoredMemory], effect: Effect, deed: Deed) -> None:
    for kept in sources:
        if mutation.to:
            effect.changes += edits.to_scope(kept, mutation.to, deed.place)
            continue
        if kept.memory.kind == TOPIC:
            effect.changes += edits.retype(kept, mutation.category)
            continue
        after = note.edited(kept.filed.data, category=mutation.category, updated=deed.setting.when)
        effect.changes.append(Change(kept.filed.path, kept.filed.data, after))

"""Plans for proposals: accept whole or in part, reject, defer, reopen.

A mutation whose sources changed meanwhile is skipped with the reason, never forced.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dreamtui.coach import rationale as coach
from dreamtui.coach.challenge import Objection
from dreamtui.kinds import meta as comment
from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, StoredMemory, draft, removal
from dreamtui.kinds.kind import ItemActions, ThreeFolders
from dreamtui.kinds.lifecycle import decided, in_three_folders, moved
from dreamtui.kinds.memory import plans as topic_plans
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.note.kind import NOTES
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule.kind import CANDIDATE_KIND, EXPIRED, RULES
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import ALL, Plan, Words
from dreamtui.model.errors import AlreadyDecided, Lack, Missing, OutOfDate, Refused
from dreamtui.model.item import Item
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.model.proposal import (
    Applied,
    Became,
    Choice,
    Fate,
    FiledProposal,
    Memory,
    MemorySource,
    Mutation,
    MutationKind,
    Statement,
)
from dreamtui.model.status import Status
from dreamtui.model.target import OUTPUTS
from dreamtui.model.verb import Verb
from dreamtui.text.dates import add_days
from dreamtui.text.ids import rule_file_name
from dreamtui.text.inert import inert_line, one_line
from dreamtui.text.lines import Line
from dreamtui.text.words import normalise

WRITES = frozenset({MutationKind.MERGE, MutationKind.SPLIT})
"""Mutations that always write a text; a supersede does where it has one."""

Check = Callable[[Sequence[Memory], Mutation], tuple[Statement, ...]]
"""What becomes of every statement of some memories under a mutation with its final text."""


@dataclass(frozen=True, slots=True)
class ProposalFiles:
    """A proposal with its files and the current memories it is about."""

    filed: FiledProposal
    memories: Mapping[str, StoredMemory]
    """Live memories by id; a missing source is gone or retired."""
    check: Check
    pending: StoredFile | None = None
    accepted: StoredFile | None = None
    rejected: StoredFile | None = None
    indexes: Mapping[str, bytes] = field(default_factory=dict)
    """Current indexes of memory folders by logical path."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """Key of the memory folder of each scope that a memory can be moved to."""
    unread: Collection[str] = ()
    """Logical path of each index that is no plain file and is left alone."""


def accept(held: Gathered[ProposalFiles], words: Words, setting: Setting) -> Plan:
    """Apply the chosen mutations whose sources are as they were; at least one of them has to be."""
    files = held.files
    source = _waiting(held)
    choice, chosen, left = _chosen(files.filed, words)
    final = _edited(chosen, words)
    deed = Deed(
        held.item, words.rationale, setting, indexes=dict(files.indexes), homes=files.homes, unread=files.unread
    )
    changes: list[Change] = []
    outcomes: list[Applied] = []
    advice: list[str] = []
    touched: dict[str, Mutation] = {}
    for mutation in final:
        why = skip_reason(mutation, files.memories) or _twice(mutation, touched)
        if why:
            outcomes.append(Applied(mutation.id, mutation.kind, Became.SKIPPED, why, sources=mutation.sources))
            advice.append(f"{named(mutation)} is skipped: {why}; it is planned again")
            continue
        lost = losses(mutation, files)
        _acknowledged(mutation, lost, words)
        effect = carry_out(mutation, files.memories, deed)
        touched.update({one.id: mutation for one in mutation.sources})
        changes += effect.changes
        advice += effect.advice
        outcomes.append(
            Applied(mutation.id, mutation.kind, Became.APPLIED, "", tuple(effect.made), tuple(effect.retired), lost)
        )
    if final and not any(one.became is Became.APPLIED for one in outcomes):
        raise OutOfDate(f"nothing of {held.item.id} can be applied: {outcomes[0].reason}; it is planned again")
    outcomes += [Applied(one.id, one.kind, Became.LEFT, sources=one.sources) for one in left]
    accepted = replace(
        decided(files.filed, Status.ACCEPTED, words, setting),
        choice=choice.id if choice else "",
        outcomes=tuple(outcomes),
    )
    target = _folders(held).accepted.path_of(held.item.id)
    changes += moved(source, target, files.accepted, setting, codec.render(accepted))
    changes += removal(files.rejected)
    written = tuple(codec.parts_text(one) for one in final if _writes(one))
    recorded = draft(held.item, Verb.ACCEPT, replace(words, rule=written[0] if len(written) == 1 else ""), setting)
    again = any(one.became is Became.SKIPPED for one in outcomes)
    return Plan(ChangeSet.of(*changes), recorded, tuple(advice), _log(outcomes), again)


def _log(outcomes: Sequence[Applied]) -> tuple[tuple[str, object], ...]:
    """What the log says of each mutation."""
    listed = [
        {"mutation": one.mutation, "kind": one.kind.value, "outcome": one.became.value, "reason": one.reason}
        for one in outcomes
    ]
    return (("outcomes", listed),)


_DEEDS = {
    MutationKind.MERGE: "the merge of",
    MutationKind.SUPERSEDE: "the change of",
    MutationKind.DEPRECATE: "the retirement of",
    MutationKind.SPLIT: "the split of",
    MutationKind.MOVE: "the move of",
}
_NAMED = 2
"""Sources that are named where a change is."""


def named(mutation: Mutation) -> str:
    """A change as people know it: what it does to which memories."""
    gone = [source for source in mutation.sources if source.id != mutation.keeps]
    titles = list(dict.fromkeys(map(_titled, gone)))
    more = [f"{len(titles) - _NAMED} more"] if len(titles) > _NAMED else []
    return f"{_DEEDS[mutation.kind]} {' and '.join((*titles[:_NAMED], *more))}"


def _titled(source: MemorySource) -> str:
    """A memory by its title, else by its id."""
    return f"“{inert_line(source.title)[:80]}”" if source.title.strip() else source.id


def skip_reason(mutation: Mutation, memories: Mapping[str, StoredMemory]) -> str:
    """Why a mutation cannot be applied now, a sentence; empty when it can."""
    for source in mutation.sources:
        kept = memories.get(source.id)
        shown = _titled(source)
        if kept is None:
            return f"{shown} has been retired or removed"
        if kept.memory.hash != source.hash:
            return f"{shown} has changed since"
        if kept.memory.pinned or kept.memory.static:
            return f"{shown} is {'pinned' if kept.memory.pinned else 'static'} and is never touched"
        if mutation.kind is MutationKind.MOVE and kept.memory.kind == "rule":
            return f"{shown} is a rule, which has no category to move to"
        if mutation.to and not kept.folder:
            return f"{shown} is in no memory folder"
    if mutation.keeps and mutation.keeps not in memories:
        return f"{mutation.keeps}, which was to stay, has been retired or removed"
    least = 2 if mutation.kind is MutationKind.MERGE else 1
    if len({source.id for source in mutation.sources}) < least:
        return "it has too few sources"
    if _writes(mutation) and not codec.parts_text(mutation).strip():
        return "it has no text"
    return ""


def spent(held: Gathered[ProposalFiles]) -> str:
    """Why every change of a waiting proposal is skipped; empty while one of them can be carried out."""
    files = held.files
    every = codec.mutations_of(files.filed.proposal)
    if files.pending is None or not every:
        return ""
    reasons = [skip_reason(one, files.memories) for one in every]
    return "; ".join(dict.fromkeys(reasons)) if all(reasons) else ""


def _twice(mutation: Mutation, touched: Mapping[str, Mutation]) -> str:
    other = next((touched[one.id] for one in mutation.sources if one.id in touched), None)
    return f"{named(other)} in the same proposal takes one of its sources already" if other is not None else ""


def _writes(mutation: Mutation) -> bool:
    return mutation.kind in WRITES or (mutation.kind is MutationKind.SUPERSEDE and bool(mutation.text.strip()))


_OPEN = {codec.PAIR: "two memories on one subject are", codec.RECHECK: "what held for a time is"}


def _chosen(filed: FiledProposal, words: Words) -> tuple[Choice | None, list[Mutation], list[Mutation]]:
    """The choice, the mutations that are wanted and those that are left out."""
    made = filed.proposal
    choice = None
    if made.choices:
        wanted_choice = words.choose or made.default
        choice = next((one for one in made.choices if one.id == wanted_choice), None)
        if choice is None:
            what = _OPEN.get(made.kind, "a contradiction is")
            named = f"{words.choose!r} is not one of its choices" if words.choose else f"{what} settled by a choice"
            raise Refused(named, Missing(Lack.CHOICE, tuple(one.id for one in made.choices)))
    elif words.choose:
        raise Refused(f"{made.id} has no choices", Lack.CHANGES)
    every = list(choice.mutations if choice else made.mutations)
    if not words.only:
        return choice, every, []
    wanted = [_named(reference, every) for reference in words.only]
    return choice, [one for one in every if one in wanted], [one for one in every if one not in wanted]


def _named(reference: str, every: Sequence[Mutation]) -> Mutation:
    found = [one for one in every if one.id == reference] or [one for one in every if one.id.startswith(reference)]
    if len(found) != 1 or not reference:
        ids = ", ".join(one.id for one in every) or "none"
        raise Refused(f"{reference!r} is not a change of this proposal; use one of {ids}")
    return found[0]


def _edited(chosen: Sequence[Mutation], words: Words) -> list[Mutation]:
    """The chosen mutations, with the text as the person edited it."""
    if not words.text.strip():
        return list(chosen)
    writing = [one for one in chosen if _writes(one)]
    if len(writing) != 1:
        raise Refused("an edited text goes with exactly one change that writes one", Lack.ONE_CHANGE)
    if writing[0].kind is MutationKind.SPLIT:
        parts = codec.parts_from(words.text)
        if not parts or not all(title and text for title, text in parts):
            raise Refused("the text of a split has a `# ` heading with the title of each part and words below each")
        return [replace(one, parts=parts) if one is writing[0] else one for one in chosen]
    return [replace(one, text=words.text.strip("\r\n")) if one is writing[0] else one for one in chosen]


def losses(mutation: Mutation, files: ProposalFiles) -> tuple[str, ...]:
    """Statements that no memory would say afterwards, each once."""
    sources = [files.memories[one.id].memory for one in mutation.sources if one.id in files.memories]
    found = files.check(sources, mutation)
    return tuple(dict.fromkeys(one.text for one in found if one.fate is Fate.LOST))


def _acknowledged(mutation: Mutation, lost: Sequence[str], words: Words) -> None:
    known = {normalise(said) for said in words.acknowledged}
    open_ones = [said for said in lost if ALL not in words.acknowledged and normalise(said) not in known]
    if open_ones:
        first = " ".join(inert_line(open_ones[0]).split())[:120]
        more = f" and {len(open_ones) - 1} more" if len(open_ones) > 1 else ""
        raise Refused(f"{named(mutation)} would lose “{first}”{more}", Lack.LOSSES)


def _folders(held: Gathered[ProposalFiles]) -> ThreeFolders:
    return codec.folders_of(held.files.filed.proposal)


def _waiting(held: Gathered[ProposalFiles]) -> StoredFile:
    if held.files.pending is None:
        made = held.files.filed
        raise AlreadyDecided(f"{made.proposal.id} was {made.status} by {made.actor} on {made.when[:10]}")
    return held.files.pending


def _objections(held: Gathered[ProposalFiles]) -> tuple[Objection, ...]:
    """Of a waiting proposal: that its sources contradict each other, and which changes cannot be applied now."""
    files = held.files
    made = files.filed.proposal
    if files.pending is None:
        return ()
    opposed = made.reason or "What it is made from contradicts itself."
    found = [Objection("contradicts", opposed)] if made.kind == codec.CONTRADICTION else []
    if why := spent(held):
        return (*found, Objection("file-changed", f"Nothing of it is left to do: {why}."))
    for one in codec.mutations_of(made):
        if why := skip_reason(one, files.memories):
            text = named(one)
            found.append(Objection("file-changed", f"{text[:1].upper()}{text[1:]} would be skipped: {why}."))
    return tuple(found)


def samples(held: Gathered[ProposalFiles], verb: Verb, words: Words) -> list[tuple[str, Words]]:
    """The name of each preview of a verb with its words; a contradiction has one for each way out."""
    if verb is not Verb.ACCEPT:
        return [(verb.value, words)]
    whole = replace(words, acknowledged=(ALL,))
    choices = held.files.filed.proposal.choices
    if not choices:
        return [(verb.value, whole)]
    return [(f"{verb.value} {one.id}", replace(whole, choose=one.id)) for one in choices]


@dataclass(slots=True)
class Effect:
    changes: list[Change] = field(default_factory=list)
    """In the order they are made."""
    made: list[str] = field(default_factory=list)
    retired: list[str] = field(default_factory=list)
    advice: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Deed:
    """Everything a mutation is carried out with."""

    item: Item
    rationale: str
    setting: Setting
    taken: set[str] = field(default_factory=set)
    """New paths that this plan writes already."""
    indexes: dict[str, bytes] = field(default_factory=dict)
    """Indexes of memory folders as this plan leaves them so far."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """Key of the memory folder of each scope that a memory can be moved to."""
    unread: Collection[str] = ()
    """Logical path of each index that is no plain file and is left alone."""

    @property
    def place(self) -> topic_plans.TopicPlaces:
        """The same for topic files."""
        indexes = topic_plans.Indexes(self.indexes, self.setting.occupied, self.unread)
        return topic_plans.TopicPlaces(self.setting, indexes, self.homes, self.taken)


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
    elif mutation.kind is MutationKind.SPLIT and sources[0].memory.kind == topic_plans.TOPIC:
        changes, made = topic_plans.split(sources[0], mutation, deed.place)
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
    if not as_rule and any(kept.memory.kind == topic_plans.TOPIC for kept in sources):
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
            "like), so it is not a rule any more and these words leave CLAUDE.md"
        )


def _gather(mutation: Mutation, sources: Sequence[StoredMemory], effect: Effect, deed: Deed) -> None:
    """The words go into the newest topic file, which keeps its name; everything else is retired."""
    stays = topic_plans.newest(sources)
    others = [kept for kept in sources if kept is not stays]
    effect.changes += topic_plans.gather(stays, others, mutation, deed.place)
    effect.made.append(stays.memory.id)
    _retire(others, effect, deed, {"merged_into": stays.memory.id})


def _note_id(mutation: Mutation, title: str, text: str) -> str:
    """An id of its own even if the result says exactly what a source says."""
    return note.note_id(title, f"{text}\n{mutation.id}")


def _write_note(
    new_id: str, title: str, text: str, mutation: Mutation, sources: Sequence[StoredMemory], effect: Effect, deed: Deed
) -> None:
    path = f"{NOTES}/{new_id}.md"
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
    """A rule file like a graduated one; its origin is in its provenance and its comment."""
    parsed = [rule.parse(kept.filed.data, kept.filed.path) for kept in sources if kept.memory.kind == "rule"]
    setting = deed.setting
    graduation = rule.Graduation(
        deed.rationale,
        setting.actor,
        setting.when,
        add_days(setting.now, rule.LIFETIME_DAYS),
        audit_record.name(setting.when, Verb.ACCEPT, deed.item.id),
    )
    item = Item(
        kind=CANDIDATE_KIND,
        id=mutation.id,
        signal=_commonest([found.signal for found in parsed]),
        title=title,
        status=Status.GRADUATED,
        path="",
        files=tuple(dict.fromkeys(file for found in parsed for file in found.files)),
        subject=_shared_subject(parsed),
    )
    lines = tuple(dict.fromkeys(line for found in parsed for line in found.evidence))
    path = f"{RULES}/{rule_file_name(title)}"
    goes = {found.destination for found in parsed}
    data = rule.render(title, mutation.text, item, lines, graduation, goes.pop() if len(goes) == 1 else OUTPUTS)
    data = comment.with_keys(data, merged_from=[kept.memory.id for kept in sources])
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
        if kept.memory.kind == topic_plans.TOPIC:
            effect.changes += topic_plans.archive(kept, deed.place)
        elif kept.memory.kind == "rule":
            target = _free(f"{EXPIRED.path}/{before.path.rsplit('/', 1)[-1]}", kept.memory.id, deed.taken)
            after = comment.with_keys(before.data, **links) if links else before.data
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
            effect.changes += topic_plans.to_scope(kept, mutation.to, deed.place)
            continue
        if kept.memory.kind == topic_plans.TOPIC:
            effect.changes += topic_plans.retype(kept, mutation.category)
            continue
        after = note.edited(kept.filed.data, category=mutation.category, updated=deed.setting.when)
        effect.changes.append(Change(kept.filed.path, kept.filed.data, after))


def _choices(held: Gathered[ProposalFiles]) -> tuple[Choice, ...]:
    return held.files.filed.proposal.choices


def _above(held: Gathered[ProposalFiles], safe: Callable[[str], str]) -> Iterator[Line]:
    from dreamtui.kinds.proposal.effect import effect

    return effect(held, safe)


def _unsettled(held: Gathered[ProposalFiles]) -> bool:
    """Whether a waiting proposal needs a choice, or that its losses are let go or kept; a way out says what goes."""
    made, files = held.files.filed.proposal, held.files
    if files.pending is None or made.choices:
        return files.pending is not None and not made.default
    return any(losses(one, files) for one in made.mutations if not skip_reason(one, files.memories))


_SETTLED = "was accepted and cannot be applied again; `dreamtui undo` undoes it"

ACTIONS = ItemActions(
    plans={Verb.ACCEPT: accept, **in_three_folders(codec, _folders, _waiting, _SETTLED)},
    samples=samples,
    objections=_objections,
    choices=_choices,
    above=_above,
    unsettled=_unsettled,
    spent=spent,
)

"""Everything about one item: text, evidence and whether it resolves, history, challenge, previews."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dreamtui.coach.challenge import Facts, Objection, challenge, dangers
from dreamtui.coach.covered import KnownStatement
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import asked
from dreamtui.desk.queue import lookup, model_draft, raised
from dreamtui.desk.queue.evidence import resolve as resolves
from dreamtui.kinds.decision import graph
from dreamtui.kinds.item_files import Gathered
from dreamtui.kinds.kind import ItemKind, UnrecordedVerdict
from dreamtui.kinds.note.kind import NOTE_FILES
from dreamtui.kinds.row import QueueEntry
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.model.decision import Decision, Mark, Plan, Words
from dreamtui.model.errors import Refused
from dreamtui.model.item import Item
from dreamtui.model.model_draft import ModelDraft
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import add_days, iso

_MOST_SKILLS = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """One item and what is known around it."""

    entry: QueueEntry
    held: Gathered[Any]
    """The item and its files."""
    kind: ItemKind[Any]
    """What sort of thing it is."""
    resolved: tuple[bool | None, ...]
    """For each piece of evidence whether it still resolves."""
    history: tuple[Mark, ...]
    """Earlier decisions on the same fingerprint, oldest first."""
    objections: tuple[Objection, ...]
    suggestion: str
    """The rule we would propose."""
    draft: ModelDraft | None = None
    """What a model drafted for it."""
    draft_is_current: bool = True
    """Whether that was made from the evidence there is now."""
    unrecorded: UnrecordedVerdict | None = None
    """A decision without a record of ours."""

    @property
    def rule(self) -> str:
        """The rule a graduation would write by default: the current or former rule, else the suggestion."""
        return self.kind.actions().proposed(self.held, Verb.GRADUATE) or self.suggestion

    @property
    def proposed(self) -> dict[str, str]:
        """What each verb takes where nothing is typed; only verbs for which there is something."""
        proposed = self.kind.actions().proposed
        found = ((verb.value, proposed(self.held, verb)) for verb in self.kind.actions().plans)
        return {verb: words for verb, words in found if words}

    @property
    def item(self) -> Item:
        return self.held.item


def masked(shown: Shown) -> Shown:
    """The same with secret-like text replaced, as everybody sees it who did not ask for more."""
    item = shown.item
    pieces = tuple(replace(piece, quote=mask(piece.quote)) for piece in item.evidence)
    at_head = item.at_head and replace(
        item.at_head, read=tuple(replace(piece, quote=mask(piece.quote)) for piece in item.at_head.read)
    )
    alike = item.alike and item.alike.changed(mask)
    hidden = replace(item, title=mask(item.title), text=mask(item.text), evidence=pieces, at_head=at_head, alike=alike)
    objections = tuple(replace(one, text=mask(one.text), about=mask(one.about)) for one in shown.objections)
    told = shown.unrecorded._replace(rationale=mask(shown.unrecorded.rationale)) if shown.unrecorded else None
    made = shown.draft and shown.draft.changed(mask)
    held = replace(shown.held, item=hidden)
    suggestion = mask(shown.suggestion)
    return replace(shown, held=held, objections=objections, suggestion=suggestion, draft=made, unrecorded=told)


def show(desk: Desk, reference: str, look: lookup.Lookup | None = None) -> Shown:
    """Read everything about an item."""
    look = look or lookup.Lookup(desk)
    return show_entry(desk, look.resolve(reference, tuple(Status)), look)


def show_listed(desk: Desk, item_id: str, status: str) -> Shown:
    """The same for an item of a list, if the index still has it with this status."""
    known = desk.queue().select(tuple(Status), "id = ? AND stands = ?", item_id, status)
    return show_entry(desk, known[0]) if known else show(desk, item_id)


def show_entry(desk: Desk, entry: QueueEntry, look: lookup.Lookup | None = None) -> Shown:
    """Read everything about an item whose row is known, without looking through the queue."""
    held = (look or lookup.Lookup(desk)).gathered(entry.row)
    kind = desk.kinds.of(held.item.kind)
    recorded = history(desk, held.item)
    made = model_draft.load(desk, held.item)
    unrecorded = None if recorded else kind.actions().verdict(held)
    found = _objections(desk, kind, held)
    flags = (*held.item.flags, *entry.row.flags.split())
    return Shown(
        entry,
        held,
        kind,
        tuple(resolves(desk, held.item.evidence)),
        recorded,
        (
            *raised.flagged(flags, held.item, found),
            *raised.decided_before(desk, entry, recorded, unrecorded),
            *found,
            *raised.rules_on_the_same(desk, entry, held.item),
            *raised.doubted(made),
        ),
        kind.actions().suggest(held),
        made,
        made is None or model_draft.is_current(made, held.item),
        unrecorded,
    )


def _objections(desk: Desk, kind: ItemKind[Any], held: Gathered[Any]) -> tuple[Objection, ...]:
    """What speaks against an item: what its own files say, and what is known of the repository."""
    if not kind.is_challenged:
        return (*dangers(held.item), *kind.actions().objections(held))
    return (*kind.actions().objections(held), *challenge(held.item, facts(desk, held.item)))


def history(desk: Desk, item: Item) -> tuple[Mark, ...]:
    """Decisions on this item or on one of its aliases."""
    about = desk.kinds.of(item.kind).history(item)
    return tuple(mark for mark in graph.ordered(desk.store.audit.marks()) if mark.item in about)


def facts(desk: Desk, item: Item) -> Facts:
    """What the challenge needs to know: files now, what is said already."""
    from dreamtui.sources.git.objects import last_touched, tracked_files

    root = desk.workspace.root
    kept = desk.workspace.git_dir is not None and desk.kinds.of(item.kind).in_git
    tracked = asked(lambda: tracked_files(root)) if kept and not desk.workspace.bare else None
    touched = (asked(lambda: last_touched(root, item.files)) or {}) if kept and item.files else {}
    return Facts(
        now=iso(desk.now),
        tracked=tracked or None,
        last_touched=touched,
        said=tuple(said_already(desk, item)),
        has_others=len(desk.queue().actors()) > 1,
    )


def said_already(desk: Desk, item: Item) -> list[KnownStatement]:
    """Lines of CLAUDE.md outside our region, rules, notes and Claude Code's memories, each with its place."""
    said = project_lines(desk, *desk.kinds.of(item.kind).said_in)
    queue = desk.queue()
    said += [KnownStatement(row.words, row.path) for row in queue.rows(LIVE) if row.id not in {item.id, item.subject}]
    if desk.memory.folders:
        from dreamtui.desk.mine.coverage import said_in_memories

        said += said_in_memories(desk, item)
    said += [
        KnownStatement(row.words, row.path)
        for row in queue.rows(NOTE_FILES)
        if row.id != item.id and row.status == Status.ACCEPTED
    ]
    return said


def project_lines(desk: Desk, *more: str) -> list[KnownStatement]:
    """Lines of what agents are given here and of further named files, outside our regions, each with its place.

    Those are CLAUDE.md with its imports, .claude/rules, AGENTS.md and skills, as far as they are in the workspace.
    """
    said: list[KnownStatement] = []
    for name in dict.fromkeys(("CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md", *more, *_given_here(desk))):
        try:
            data = desk.store.read_output(name)
        except Refused:
            continue
        said += [KnownStatement(line, f"{name}:{number}") for number, line in _own_lines(data or b"")]
    return said


def _given_here(desk: Desk) -> Iterator[str]:
    """Files of the workspace that agents are given or that tell them how something is done."""
    from dreamtui.desk.outputs.agent_context import loaded
    from dreamtui.sources.context import LoadReason

    for file in loaded(desk).files:
        if not file.path.startswith(("/", "..")) and file.why is not LoadReason.MEMORY:
            yield file.path
    skills = sorted(desk.workspace.root.glob(".claude/skills/*/SKILL.md"))
    yield from (path.relative_to(desk.workspace.root).as_posix() for path in skills[:_MOST_SKILLS])


def _own_lines(data: bytes) -> list[tuple[int, str]]:
    """Numbered lines of some length outside our regions."""
    from dreamtui.render.found import read_region

    ours = [range(r.first_line, r.first_line + r.body.count(b"\n") + 2) for r in read_region(data).regions]
    numbered = enumerate(data.decode("utf-8", "replace").split("\n"), 1)
    return [(n, line.strip()) for n, line in numbered if len(line.strip()) > 12 and not any(n in r for r in ours)]


def decisions_on(desk: Desk, shown: Shown) -> tuple[tuple[Decision, bool], ...]:
    """The earlier decisions with their words, and whether each is in force."""
    stands = graph.in_force(desk.store.audit.marks()) if shown.history else {}
    return tuple((desk.store.audit.read(mark.name), stands.get(mark.id, False)) for mark in shown.history)


def previews(desk: Desk, reference: str, look: lookup.Lookup | None = None) -> dict[str, Plan]:
    """The exact changes of each verb that applies, with placeholder words and dates."""
    look = look or lookup.Lookup(desk)
    entry = look.resolve(reference, tuple(Status))
    kind, held = desk.kinds.of(entry.row.kind), look.gathered(entry.row)
    made: dict[str, Plan] = {}
    for verb in kind.verbs():
        for name, words in kind.actions().samples(held, verb, _sample_words(desk, verb)):
            try:
                made[name] = decide.preview(desk, entry.row.id, verb, words, look=look)
            except Refused:
                continue
    return made


def _sample_words(desk: Desk, verb: Verb) -> Words:
    until = add_days(desk.now, 7) if verb is Verb.DEFER else ""
    rationale = "" if verb in {Verb.DEFER, Verb.REOPEN} else "…"
    return Words(rationale=rationale, rule="", until=until)

"""Which of two decisions stands: its files as it left them, and those of the other as they were before it.

A merge may have left anything in these files: both sides with git's markers between them, a mixture of both, or one
side alone. So the bytes are taken from where they are found whole, and recognised by the hashes in the records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dreamtui.kinds.decision.graph import TAKES_BACK
from dreamtui.kinds.decision.opposites import ApartDecisions, Side
from dreamtui.kinds.item_files import Gathered, Setting
from dreamtui.kinds.kind import ItemActions, Planner
from dreamtui.kinds.opposites.kind import NAME
from dreamtui.model.change import Change, ChangeSet, digest
from dreamtui.model.decision import NOTE_PATHS, RULE_FILES, Decision, Draft, Plan, Touched, Words
from dreamtui.model.errors import Refused
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.diff.spans import invert
from dreamtui.text.inert import inert_line


@dataclass(frozen=True, slots=True)
class OppositeFiles:
    """Two decisions with their records, and the files that they touched."""

    apart: ApartDecisions
    records: Mapping[str, Decision]
    """The records of every side by id, with their spans."""
    now: Mapping[str, bytes | None]
    """The files as they are, by logical path."""
    known: Mapping[str, bytes]
    """Contents that were found anywhere, by their sha256."""
    torn: frozenset[str] = frozenset()
    """Files in which git's conflict markers stand."""
    later: frozenset[str] = frozenset()
    """Files that a decision changed which is of no side and came after one of them."""


def to_item(apart: ApartDecisions, one: Decision, other: Decision) -> Item:
    """The item that asks which of them stands."""
    return Item(
        kind=NAME,
        id=apart.id,
        signal=NAME,
        title=apart.said,
        status=Status.PENDING,
        path=f".agent/dream/audit/{apart.id}",
        first_seen=min(one.when, other.when),
        last_seen=max(one.when, other.when),
        weight=len(apart.sides),
        actors=tuple(sorted({one.actor, other.actor})),
        files=tuple(sorted(apart.rules)),
        evidence=(_evidence(apart.one, one), _evidence(apart.other, other)),
        subject=one.item,
        aliases=tuple(dict.fromkeys(made.item for made in (other,) if made.item != one.item)),
        text=_text(apart, one, other),
    )


def _evidence(side: Side, made: Decision) -> Evidence:
    """A decision as a quote of its reason, with its record."""
    quote = made.rationale.strip() or f"{side.said}, without a reason"
    return Evidence(quote, Locator(Where.FILE, side.tip.name), made.when, made.actor, made.id[:16])


def _text(apart: ApartDecisions, one: Decision, other: Decision) -> str:
    parts = [
        f"# {one.title}\n",
        "Both decisions stand, and neither knew of the other. Until one is chosen nothing of it reaches an agent.\n",
    ]
    for verb, side, made in ((Verb.ACCEPT, apart.one, one), (Verb.REJECT, apart.other, other)):
        parts.append(f"## {verb.value}: {side.said} stands\n")
        parts += [f"> {line}" for line in made.rule.strip().split("\n")] + [""] if made.rule.strip() else []
        parts.append(f"{made.rationale.strip() or 'No reason was given.'}\n")
    if apart.others:
        parts.append(f"Neither stays of: {'; '.join(side.said for side in apart.others)}.\n")
    return "\n".join(parts)


def _first(held: Gathered[OppositeFiles], words: Words, setting: Setting) -> Plan:
    return _let_stand(held.files, held.files.apart.one, words, setting)


def _second(held: Gathered[OppositeFiles], words: Words, setting: Setting) -> Plan:
    return _let_stand(held.files, held.files.apart.other, words, setting)


def _let_stand(files: OppositeFiles, kept: Side, words: Words, setting: Setting) -> Plan:
    """Let one side stand; what the others decided is out of force then."""
    gone = [side for side in files.apart.sides if side is not kept]
    own = [files.records[mark.id] for mark in kept.marks]
    dropped = [files.records[mark.id] for side in gone for mark in side.marks]
    changes = []
    for path in dict.fromkeys(
        entry.path for made in (*own, *dropped) for entry in made.touched if entry.path in files.now
    ):
        change = _change(files, path, _entries(own, path), _entries(dropped, path))
        if change.before != change.after or path.startswith((RULE_FILES, NOTE_PATHS)):
            changes.append(change)
    made = files.records[kept.tip.id]
    return Plan(
        ChangeSet(tuple(changes)),
        Draft(
            item=made.item,
            kind=made.kind,
            fingerprint=made.fingerprint,
            title=made.title,
            verb=_verb(kept, own),
            actor=setting.actor,
            when=setting.when,
            rationale=words.rationale,
            rule=made.rule,
            disposition=made.disposition,
            until=made.until,
            batch=setting.batch,
            evidence=tuple((f"file:{side.tip.name}", side.tip.id[:16]) for side in files.apart.sides),
            overrules=tuple(one.id for one in dropped),
        ),
    )


def _verb(kept: Side, own: Sequence[Decision]) -> Verb:
    """What the side decided; for an undo what that comes to."""
    tip = own[-1]
    if tip.verb not in TAKES_BACK:
        return tip.verb
    rules = any(entry.path.startswith((RULE_FILES, NOTE_PATHS)) for made in own for entry in made.touched)
    if kept.keeps:
        return Verb.RERATIONALE if rules else Verb.ACCEPT
    return Verb.RETIRE if rules else Verb.REJECT


def _entries(made: Sequence[Decision], path: str) -> list[tuple[Decision, Touched]]:
    return [(one, entry) for one in made for entry in one.touched if entry.path == path]


def _change(
    files: OppositeFiles, path: str, own: Sequence[tuple[Decision, Touched]], others: Sequence[tuple[Decision, Touched]]
) -> Change:
    """What becomes of a file: as the side that stands left it, else as it was before the others."""
    now = files.now[path]
    by, wanted = (own[-1][0], own[-1][1].after) if own else (others[0][0], others[0][1].before)
    if digest(now) == wanted:
        return Change(path, now, now)
    is_later = path in files.later and path not in files.torn
    if own and is_later:
        return Change(path, now, now)
    mixed = now is not None and path not in files.torn and digest(now) not in {entry.after for _, entry in others}
    if not own and now is not None and mixed and (wanted or is_later):
        return Change(path, now, _taken_back(path, now, others))
    if not wanted:
        return Change(path, now, None)
    if wanted not in files.known:
        said = f"{path} as it was {'after' if own else 'before'} {by.verb} {by.short} by {by.actor} is missing here"
        raise Refused(inert_line(f"{said}; restore it from git, and decide then"))
    return Change(path, now, files.known[wanted])


def _taken_back(path: str, now: bytes, others: Sequence[tuple[Decision, Touched]]) -> bytes:
    """A file that somebody changed since, with what the others did to it taken back."""
    data: bytes | None = now
    for _, entry in reversed(others):
        data = invert(data, entry.spans) if data is not None and entry.before and entry.after else None
    if data is None:
        made = others[-1][0]
        raise Refused(
            inert_line(f"{path} has changed since {made.verb} {made.short} by {made.actor}; nothing is changed")
        )
    return data


_STANDS: Mapping[Verb, Planner[OppositeFiles]] = {Verb.ACCEPT: _first, Verb.REJECT: _second}

ACTIONS = ItemActions(plans=_STANDS)

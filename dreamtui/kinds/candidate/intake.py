"""Candidates found by a run: as items, taken in, and brought up to date without touching what the reviewer wrote."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec
from dreamtui.kinds.candidate.kind import CANDIDATES, NAME
from dreamtui.kinds.intake import IntakeRules, Known
from dreamtui.kinds.row import QueueRow
from dreamtui.kinds.rule.codec import evidence_line
from dreamtui.model.item import Finding, Item
from dreamtui.model.status import Status
from dreamtui.text.ids import candidate_id

MANUAL = "manual"
"""The signal of candidates filed by hand; a run never touches them."""
IMPORTED = "imported"
"""The signal of rules that came from another tool or workspace; a run never touches them either."""


@dataclass(frozen=True, slots=True)
class Limits:
    max_new: int
    """New items, in the order found, and first of all one of each signal; the rest is counted and said."""
    now: str
    compat: bool = False
    """Write dotagent's bytes; mark nothing as vanished."""
    complete: bool = True
    """Whether every signal ran, so that what is not found has vanished."""
    since: str = ""
    """Where the run's window begins."""
    unasked: frozenset[str] = frozenset()
    """Signals whose source was not read; nothing of them has vanished."""


def ids_of(finding: Finding) -> tuple[str, ...]:
    """The ids under which it may be known, its own first."""
    return tuple(candidate_id(finding.signal, subject) for subject in (finding.subject, *finding.aliases))


def to_item(finding: Finding, place: int = 0) -> Item:
    """A finding as an item; `place` is the one in which a person should see it."""
    item_id, *aliases = ids_of(finding)
    return Item(
        kind=NAME,
        id=item_id,
        signal=finding.signal,
        title=finding.title,
        status=Status.PENDING,
        path=_path(item_id),
        first_seen=finding.first_seen,
        last_seen=finding.last_seen,
        weight=finding.weight,
        actors=finding.actors,
        files=finding.files,
        evidence=finding.evidence,
        subject=finding.subject,
        aliases=tuple(aliases),
        rule=finding.rule,
        against=finding.against,
        at_head=finding.at_head,
        alike=finding.alike,
        place=place,
    )


def without_secrets(item: Item) -> Item:
    """A found item as it may be shared: what looks like a secret stays where it was found, masked here.

    The id and the digests are of what was found, so that it is recognised and resolves all the same.
    """
    from dreamtui.text.danger.risks import mask

    return replace(
        item,
        title=mask(item.title),
        subject=mask(item.subject),
        rule=mask(item.rule),
        against=tuple(map(mask, item.against)),
        evidence=tuple(replace(piece, quote=mask(piece.quote)) for piece in item.evidence),
        alike=item.alike and item.alike.changed(mask),
    )


def rules(known: Known, limits: Limits, as_kept: Callable[[Item], Item]) -> IntakeRules[Item]:
    """How the candidates of a run are taken in; each that is kept is first made what it is `as_kept`."""

    def refreshed(item: Item, waits: str, old: bytes) -> tuple[Item, bytes]:
        kept = replace(as_kept(item), id=waits, path=_path(waits))
        return kept, _refreshed(old, kept, limits)

    def chosen(found: list[Item]) -> tuple[Sequence[Item], Sequence[Item]]:
        firsts: dict[str, Item] = {}
        for item in found:
            firsts.setdefault(item.signal, item)
        leading = {item.id for item in firsts.values()}
        ranked = sorted(found, key=lambda item: item.id not in leading)
        taken = {item.id for item in ranked[: limits.max_new]}
        return [as_kept(item) for item in found if item.id in taken], [item for item in found if item.id not in taken]

    def vanished(item_id: str, seen: Set[str]) -> bytes | None:
        """Mined candidates that a whole run did not find get a mark; they stay until a person decides."""
        if limits.compat or not limits.complete:
            return None
        row = known.rows[item_id]
        is_known = not {item_id, *row.alias_ids}.isdisjoint(seen) or item_id in known.decided
        is_known |= row.signal in limits.unasked
        if (
            is_known
            or row.signal in {MANUAL, IMPORTED}
            or "vanished" in row.flags.split()
            or _is_cut(row, limits.since)
        ):
            return None
        return comment.with_keys(known.waiting[item_id], vanished=limits.now)

    return IntakeRules(
        known,
        keys=lambda item: (item.id, *item.aliases),
        path=_path,
        render=lambda item: codec.render(item, limits.now, bare=limits.compat),
        row=codec.seen_row,
        refresh=refreshed,
        choose=chosen,
        again=as_kept,
        gone=vanished,
    )


def _path(item_id: str) -> str:
    return f"{CANDIDATES}/{item_id}.md"


def _refreshed(old: bytes, item: Item, limits: Limits) -> bytes:
    """The file brought up to date; first_seen only ever moves back, a deferral and the reviewer's text stay."""
    before = codec.parse(old, item.path, item.id)
    earliest = min(filter(None, (before.item.first_seen, item.first_seen)), default="")
    since = earliest if before.meta else item.first_seen
    current = replace(item, first_seen=since, until=before.item.until, place=before.item.place)
    data = _with_our_lines(old, before, current, bare=limits.compat)
    found = comment.find(data)
    return comment.with_keys(data, vanished=None) if found and "vanished" in found[2] else data


def _is_cut(item: QueueRow, since: str) -> bool:
    """Whether the window begins within the item's evidence, so that it could not be found whole."""
    return item.first_seen < since <= item.last_seen


def refresh(old: bytes, item: Item, path: str) -> bytes:
    """The file with our lines updated and every line of the reviewer's left in place."""
    return _with_our_lines(old, codec.parse(old, path, item.id), item, bare=False)


def _with_our_lines(old: bytes, before: codec.ParsedCandidate, item: Item, *, bare: bool) -> bytes:
    """The same where it is known what the file said."""
    generated_at = before.generated_at or item.first_seen
    known = {**before.meta}
    new = codec.render(item, generated_at, bare=bare, known=known)
    if bare and before.meta:
        new = comment.replace(new, codec.to_meta(item, generated_at, known))
    base = _as_last_written(before, item.id).encode("utf-8", "replace").decode("utf-8")
    mine = _without_comment(old)
    if base == mine:
        return new
    merged = _merge(base.split("\n"), mine.split("\n"), _without_comment(new).split("\n"))
    tail = comment.find(new)
    merged_bytes = "\n".join(merged).encode("utf-8", "replace")
    return comment.replace(merged_bytes, tail[2]) if tail else merged_bytes


def _as_last_written(before: codec.ParsedCandidate, item_id: str) -> str:
    """What we wrote last, rebuilt from the comment; for dotagent's own files, from the lines in its shape."""
    if "signal" in before.meta:
        item = replace(before.item, title=str(before.meta.get("title") or before.item.title))
        return codec.body(item, before.generated_at, tuple(evidence_line(p) for p in item.evidence))
    return codec.body(replace(before.item, id=item_id), before.generated_at, before.lines)


def _without_comment(data: bytes) -> str:
    found = comment.find(data)
    if not found:
        return data.decode("utf-8", "replace")
    start, end, _ = found
    head = data[:start]
    head = head[:-1] if head.endswith(b"\n\n") else head
    return (head + data[end:]).decode("utf-8", "replace")


def _slot(line: str, section: str) -> str:
    """The part of our text that a line is: lines of one slot replace each other across versions."""
    if line.startswith("# "):
        return "title"
    entry = codec.FIELD.match(line)
    if entry and section == "":
        return f"field {entry.group(1)}"
    if section == "Evidence" and line.startswith("- "):
        return "evidence"
    return ""


def _slots(lines: list[str]) -> list[str]:
    section, slots = "", []
    for line in lines:
        if line.startswith("## "):
            section = line[3:].strip()
        slots.append(_slot(line, section))
    return slots


def _merge(base: list[str], mine: list[str], new: list[str]) -> list[str]:
    """Three-way by slots: our unchanged lines give way to the new ones, the reviewer's stay."""
    fresh: dict[str, list[str]] = {}
    for line, slot in zip(new, _slots(new), strict=True):
        fresh.setdefault(slot, []).append(line)
    out: list[str] = []
    written: set[str] = set()
    slots = _slots(base)
    for tag, b0, b1, m0, m1 in SequenceMatcher(None, base, mine, autojunk=False).get_opcodes():
        if tag == "equal":
            for index in range(b0, b1):
                slot = slots[index]
                if not slot:
                    out.append(base[index])
                elif slot not in written:
                    written.add(slot)
                    out.extend(fresh.get(slot, []))
            continue
        out.extend(mine[m0:m1])
        written.update(slot for slot in slots[b0:b1] if slot and slot != "evidence")
    return out

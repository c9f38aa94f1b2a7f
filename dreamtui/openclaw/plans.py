"""Plans for recalls: accept (into MEMORY.md, and marked in the recall store), reject, defer, reopen; and the undo.

Both files are shared with OpenClaw and with other promotions, so an undo names what it takes back by its meaning: the
lines of this promotion, and the members of its entry that still say what it wrote.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft, removal
from dreamtui.kinds.kind import ItemActions, Reads, Undone
from dreamtui.kinds.lifecycle import decided, in_three_folders
from dreamtui.model.change import Change, ChangeSet, Span
from dreamtui.model.decision import Decision, Plan, Touched, Words
from dreamtui.model.errors import AlreadyDecided, Lack, Missing, Refused
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw import recall_store
from dreamtui.openclaw.js import collapse, cut_units, epoch_ms, iso_ms, trim_end, units
from dreamtui.openclaw.kind import FOLDERS, MEMORY, NAME, STORE
from dreamtui.openclaw.memory_file import HEADER, Fit, PromotionLine, appended, bullet, fit, marker, markers, section
from dreamtui.openclaw.promotion import Promotion
from dreamtui.openclaw.scoring.profiles import MemoryForm
from dreamtui.text.diff import spans as difference
from dreamtui.text.jsons import read_json

_NAMES = ("startLine", "endLine", "snippet", "promotedAt")
_MEMBER = re.compile(rb'^ *"(startLine|endLine|snippet|promotedAt|updatedAt)": (.*?),?\r?$', re.MULTILINE)
_TITLE = HEADER.strip().encode()
_SECTION = re.compile(r"## Promoted From Short-Term Memory \([^)\n]*\)\s*\Z")
_GROUP = re.compile(r"### (?:Global|Project: .[^\n]*+)\s*+\Z")


# Undo


def invert(now: bytes, entry: Touched, decision: Decision, read: Reads, undone: Undone) -> bytes | None:
    """The file with the promotion taken back, None when it was itself changed since; empty bytes for a file to go."""
    if entry.path == STORE:
        return _store(now, entry, decision, undone)
    return _entry_taken_back(now, entry, decision, read, undone)


def _store(now: bytes, entry: Touched, decision: Decision, undone: Undone) -> bytes | None:
    key = _key(decision)
    before, after = _members(entry.spans, key, old=True), _members(entry.spans, key, old=False)
    if before is None or after is None:
        return difference.invert(now, entry.spans)
    try:
        text = recall_store.decode(now, STORE)
        found = recall_store.entry_member(text, key)
        if found is None:
            return None if "promotedAt" in before else now
        fields = _inverse_fields(before, after, recall_store.value_at(text, found))
        if fields is None:
            return None
        text = recall_store.set_fields(text, found.value_start, fields)
        stamp = recall_store.find(text, text.index("{"), "updatedAt")
        if stamp and "updatedAt" in after and recall_store.value_at(text, stamp) == after["updatedAt"]:
            earlier = _stamp_before(str(before.get("updatedAt", "")), entry.path, undone)
            text = recall_store.set_fields(text, text.index("{"), {"updatedAt": earlier})
        return text.encode("utf-8")
    except (Refused, ValueError, IndexError):
        return None


def _key(decision: Decision) -> str:
    """The recall key a decision is about."""
    return decision.fingerprint.partition(":")[2]


def _members(changed: Sequence[Span], key: str, *, old: bool) -> dict[str, Any] | None:
    """The members that the spans hold, each once; None otherwise."""
    found: dict[str, Any] = {}
    for span in changed:
        for match in _MEMBER.finditer(span.before if old else span.after):
            name = match[1].decode()
            try:
                value = read_json(match[2])
            except ValueError:
                return None
            if name in found:
                return None
            found[name] = value
    return found or _of_whole(changed, key, old=old)


def _of_whole(changed: Sequence[Span], key: str, *, old: bool) -> dict[str, Any] | None:
    """The same from a store on one line, which is one span."""
    if len(changed) != 1:
        return {}
    try:
        store = read_json(changed[0].before if old else changed[0].after)
        entry = store["entries"][key]
        return {name: entry[name] for name in _NAMES if name in entry} | {"updatedAt": store["updatedAt"]}
    except (ValueError, KeyError, TypeError):
        return {}


def _inverse_fields(before: dict[str, Any], after: dict[str, Any], current: Any) -> dict[str, object] | None:
    """What to set in the entry; what another writer changed since stays, except for the mark itself."""
    if not isinstance(current, dict):
        return None
    fields: dict[str, object] = {}
    for name in _NAMES[:3]:
        if name in before and name in after and current.get(name) == after[name]:
            fields[name] = before[name]
    mark_before, mark_after = before.get("promotedAt"), after.get("promotedAt")
    if current.get("promotedAt") != mark_after:
        return None
    fields["promotedAt"] = recall_store.GONE if mark_before is None else mark_before
    return fields


def _stamp_before(stamp: str, path: str, undone: Undone) -> str:
    """The time the store had, or if a promotion that is not in force wrote it, the time before that."""
    earlier: dict[str, str] = {}
    for decision in undone(path):
        for entry in decision.touched:
            if entry.path != path:
                continue
            key = _key(decision)
            was, now = _members(entry.spans, key, old=True) or {}, _members(entry.spans, key, old=False) or {}
            if "updatedAt" in was and "updatedAt" in now:
                earlier[str(now["updatedAt"])] = str(was["updatedAt"])
    while stamp in earlier:
        stamp = earlier.pop(stamp)
    return stamp


def _entry_taken_back(now: bytes, entry: Touched, decision: Decision, read: Reads, undone: Undone) -> bytes | None:
    if any(_removes(span) for span in entry.spans):
        return difference.invert(now, entry.spans)
    written = _written(decision, read)
    if written is None:
        return difference.invert(now, entry.spans) if entry.before else None
    try:
        text = now.decode("utf-8")
    except UnicodeDecodeError:
        return None
    rest = without(text, _key(decision), written)
    if rest is None:
        return None
    return _as_before(rest.encode("utf-8"), (decision, *undone(entry.path)))


def _removes(span: Span) -> bool:
    """Whether a span took away more than the missing end of a last line."""
    return bool(span.before.strip()) and not span.after.startswith(span.before)


def _as_before(rest: bytes, gone: Sequence[Decision]) -> bytes:
    """Also without what promotions that are not in force put around their sections: the file, its header, a newline."""
    for decision in gone:
        for entry in decision.touched:
            if decision.kind != NAME or entry.path != MEMORY:
                continue
            if not entry.before and rest.strip() in (b"", _TITLE):
                return b""
            for span in entry.spans:
                if not span.offset and span.after.startswith(_TITLE) and rest.strip() == _TITLE:
                    rest = rest.removeprefix(HEADER.encode())
                ended = span.before + b"\n"
                if span.before.strip() and span.after.startswith(ended) and rest.endswith(ended):
                    rest = rest[:-1]
    return rest


def _written(decision: Decision, read: Reads) -> str | None:
    """The line that the promotion wrote, from its own file."""
    try:
        data = read(FOLDERS.accepted.path_of(decision.item))
        return promotion_item.parse(data).written if data is not None else None
    except (Refused, ValueError):
        return None


def without(memory: str, key: str, written: str) -> str | None:
    """MEMORY.md without one promotion: its marker and line, and headings that are left without content."""
    lines = memory.split("\n")
    marked = [n for n, line in enumerate(lines) if line == marker(key)]
    places = [n + 1 for n in marked if n + 1 < len(lines) and lines[n + 1] == written]
    if not places:
        places = [n for n, line in enumerate(lines) if line == written] if not marked else []
    if len(places) != 1:
        return None
    at = places[0]
    start = at - 1 if lines[at - 1] == marker(key) else at
    del lines[start : at + 1]
    return "\n".join(_tidied(lines, start))


def _tidied(lines: list[str], at: int) -> list[str]:
    """Remove the project's heading, then the section's, if they are left without content."""
    for is_heading, of_section in ((_GROUP.match, False), (_SECTION.match, True)):
        above = at
        while above > 0 and not lines[above - 1].strip():
            above -= 1
        below = at
        while below < len(lines) and not lines[below].strip():
            below += 1
        ends = below == len(lines) or lines[below].startswith("#")
        if above and ends and is_heading(lines[above - 1]):
            if of_section:
                start = above - 1 - (above >= 2 and not lines[above - 2].strip())
                lines[start:at] = []
                at = start
            else:
                last = at + (at + 1 < len(lines) and not lines[at].strip())
                lines[above - 1 : below if below < len(lines) else last] = []
                at = above - 1
    return lines


LONGEST_SENTENCE = 640
"""Characters a promoted sentence can have in the newer forms."""
_STORED_UNITS = 800


@dataclass(frozen=True, slots=True)
class PromotionFiles:
    """A recall with every file that its promotion would change."""

    promotion: Promotion
    """The recall, found again in the live note where that can be."""
    form: MemoryForm
    day: str
    """The date the section is headed with."""
    pending: StoredFile | None = None
    accepted: StoredFile | None = None
    rejected: StoredFile | None = None
    store: bytes | None = None
    """The recall store; None if there is none that may be written."""
    memory: bytes | None = None
    base: bytes | None = None
    """MEMORY.md before the first promotion of the same batch."""
    begun: tuple[PromotionLine, ...] = ()
    """What the batch has written into its section already."""
    problem: str = ""
    """Why it cannot be promoted, a sentence; empty if it can."""
    mendable: bool = False
    """Whether a person's own sentence would do away with the problem."""


def accept(held: Gathered[PromotionFiles], words: Words, setting: Setting) -> Plan:
    """Write the recall into MEMORY.md and mark it in the store, both or neither."""
    files = held.files
    sentence = _sentence(words.rule)
    if files.problem and not (sentence and files.mendable):
        raise Refused(files.problem)
    made = files.promotion
    line = line_of(files, words)
    memory = _decoded(files.memory, MEMORY)
    written = line.key not in markers(memory) or not files.form.marks
    accepted = replace(
        decided(made, Status.ACCEPTED, words, setting),
        sentence=sentence,
        written=bullet(line, files.form) if written else "",
    )
    changes = [*removal(files.pending), *removal(files.rejected)]
    path = FOLDERS.accepted.path_of(made.id)
    before = files.accepted.data if files.accepted else setting.occupied.get(path)
    changes.append(Change(path, before, promotion_item.render(accepted)))
    advice: list[str] = []
    if written:
        after, said = _memory(files, line, words.room)
        changes.append(Change(MEMORY, files.memory, after))
        advice += said
    else:
        advice.append(f"the marker of {made.key} stands in {MEMORY} already, so nothing is written there")
    marked, said = _marked(files, setting)
    changes += marked
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.ACCEPT, words, setting), (*advice, *said))


def line_of(files: PromotionFiles, words: Words) -> PromotionLine:
    """What MEMORY.md will say: a person's sentence, else the words of the note."""
    return line_for(files.promotion, _sentence(words.rule))


def line_for(made: Promotion, sentence: str = "") -> PromotionLine:
    """The line of a promotion, with a person's sentence if there is one."""
    return PromotionLine(
        made.key,
        made.path,
        made.found_start or made.start,
        made.found_end or made.end,
        sentence or made.text,
        made.score,
        made.recalls,
        made.signals,
        made.average,
        made.tags,
        made.project,
    )


def _sentence(raw: str) -> str:
    """A person's own sentence on one line; refused if it is not valid in a promotion's line."""
    sentence = collapse(raw)
    if "<!--" in sentence or "-->" in sentence:
        raise Refused("a promoted sentence cannot hold a comment mark (<!-- or -->)")
    if units(sentence) > LONGEST_SENTENCE:
        raise Refused(f"the sentence has {units(sentence)} characters; {LONGEST_SENTENCE} are kept")
    return sentence


def room_for(files: PromotionFiles, line: PromotionLine) -> Fit:
    """How MEMORY.md fits its budget with this promotion."""
    return fit(_decoded(files.base, MEMORY), section((*files.begun, line), files.day, files.form))


def _memory(files: PromotionFiles, line: PromotionLine, room: str) -> tuple[bytes, list[str]]:
    """The bytes of MEMORY.md with the promotion; the budget is never exceeded without being told to."""
    base, lines = _decoded(files.base, MEMORY), (*files.begun, line)
    found = room_for(files, line)
    said: list[str] = []
    if not found.fits and room != "over":
        if room != "make" or not found.dropped:
            raise _full(found)
        base = found.memory
        if units(base) + units(section(lines, files.day, files.form)) > found.budget:
            raise _full(replace(found, dropped=()))
        said.append(f"dropped from {MEMORY}: the promotions of {', '.join(found.dropped)}")
    elif not found.fits:
        said.append(f"{MEMORY} has {found.size:,} of {found.budget:,} characters now; agents may be given less of it")
    text = appended(base if files.base is not None else None, lines, files.day, files.form)
    return text.encode("utf-8"), said


def _full(found: Fit) -> Refused:
    size = f"{MEMORY} would have {found.size:,} of {found.budget:,} characters"
    nothing = "" if found.dropped else " and none of it can be dropped"
    return Refused(f"{size}{nothing}", Missing(Lack.ROOM, found.dropped))


def _marked(files: PromotionFiles, setting: Setting) -> tuple[list[Change], list[str]]:
    """The store with the entry marked as promoted, at the place where it was found."""
    made = files.promotion
    if files.store is None:
        return [], ["the recall store cannot be written here, so only MEMORY.md says that this was promoted"]
    text = recall_store.decode(files.store, STORE)
    known = recall_store.entry_member(text, made.key)
    if known is None:
        return [], [f"{STORE} has no entry {made.key} any more, so nothing is marked there"]
    now = iso_ms(epoch_ms(setting.now))
    fields: dict[str, object] = {"promotedAt": now}
    if made.found_start:
        snippet = trim_end(cut_units(made.found_text, _STORED_UNITS)) if files.form.marks else made.found_text
        fields = {"startLine": made.found_start, "endLine": made.found_end, "snippet": snippet, **fields}
    entry = recall_store.value_at(text, known)
    changed = {name: value for name, value in fields.items() if entry.get(name) != value}
    after = recall_store.set_entry(text, made.key, changed, now, STORE)
    return [Change(STORE, files.store, after.encode("utf-8"))], []


def _waiting(held: Gathered[PromotionFiles]) -> StoredFile:
    if held.files.pending is None:
        raise AlreadyDecided(f"{held.item.id} is not in the queue")
    return held.files.pending


def _decoded(data: bytes | None, shown: str) -> str:
    try:
        return (data or b"").decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{shown} is not valid UTF-8; it is left alone") from None


def _proposed(held: Gathered[PromotionFiles], verb: Verb) -> str:
    return held.files.promotion.text if verb is Verb.ACCEPT else ""


_SETTLED = "was promoted; `dreamtui undo` undoes it"

ACTIONS = ItemActions(
    plans={Verb.ACCEPT: accept, **in_three_folders(promotion_item, lambda held: FOLDERS, _waiting, _SETTLED)},
    take_back=invert,
    proposed=_proposed,
)

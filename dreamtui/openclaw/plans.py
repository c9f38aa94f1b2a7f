"""Plans for recalls: accept (into MEMORY.md, and marked in the recall store), reject, defer, reopen."""

from dataclasses import dataclass, replace

from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft, gone
from dreamtui.kinds.kind import ItemActions
from dreamtui.kinds.lifecycle import decided, in_three_folders
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import AlreadyDecided, Lack, Missing, Refused
from dreamtui.model.item import Status
from dreamtui.model.verb import Verb
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw import recall_store
from dreamtui.openclaw.js import collapse, cut_units, epoch_ms, iso_ms, trim_end, units
from dreamtui.openclaw.kind import FOLDERS, MEMORY, STORE
from dreamtui.openclaw.memory_file import Fit, PromotionLine, appended, bullet, fit, markers, section
from dreamtui.openclaw.promotion import Promotion
from dreamtui.openclaw.scoring.profiles import MemoryForm
from dreamtui.openclaw.undo import invert

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
    """The recall store; None where there is none that may be written."""
    memory: bytes | None = None
    base: bytes | None = None
    """MEMORY.md before the first promotion of the same batch."""
    begun: tuple[PromotionLine, ...] = ()
    """What the batch has written into its section already."""
    problem: str = ""
    """Why it cannot be promoted, a sentence; empty where it can."""
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
    changes = [*gone(files.pending), *gone(files.rejected)]
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
    """The line of a promotion, with a person's sentence where there is one."""
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
    """A person's own sentence on one line; refused where it could not stand in a promotion's line."""
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
    nothing = "" if found.dropped else " and nothing of it is ours to drop"
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


_SETTLED = "was promoted; `dreamtui undo` takes that back"

ACTIONS = ItemActions(
    plans={Verb.ACCEPT: accept, **in_three_folders(promotion_item, FOLDERS, _waiting, _SETTLED)},
    take_back=invert,
    proposed=_proposed,
)

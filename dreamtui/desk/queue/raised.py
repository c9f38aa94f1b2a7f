"""What else speaks against an item: its flags, earlier decisions, rules on the same evidence, a model's doubts.

Everything that is flagged where an item is listed has its sentence here, so that no screen says that nothing speaks
against what another one warns of.
"""

from collections.abc import Iterable, Iterator

from dreamtui.coach.challenge import Objection, danger
from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision import graph
from dreamtui.kinds.kind import UnrecordedVerdict
from dreamtui.kinds.row import QueueEntry
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.model.decision import Mark
from dreamtui.model.item import Item
from dreamtui.model.model_draft import DraftOutcome, ModelDraft
from dreamtui.model.status import DANGEROUS, Status
from dreamtui.model.verb import Verb
from dreamtui.text.dates import humanise
from dreamtui.text.inert import one_line
from dreamtui.text.query.row import flag_words

_OPEN = frozenset({Status.PENDING, Status.RECURRING, Status.DEFERRED})
_MOST_RULES = 500
"""Rules whose evidence is looked through; each is a file that is read."""
_SAID_BY = {
    "hidden": ("hidden",),
    "contradicts": ("contradicts",),
    "stale": ("file-changed", "file-gone"),
    "instructions": ("instructions",),
}
"""Objections that say what a flag says, only better."""
_SENTENCES = {
    "contradicts": "It contradicts what is known already.",
    "vanished": "Its signal is gone: no run finds it any more.",
    "stale": "Its files changed since.",
    "agent": "It was filed inside an agent, not by a person.",
    "fragment": "It is half a sentence.",
    "metadata": "It is metadata of the dreaming and says nothing of the repository.",
}


def flagged(flags: Iterable[str], item: Item, found: Iterable[Objection]) -> Iterator[Objection]:
    """A sentence for every flag that no objection speaks of yet."""
    said = {one.kind for one in found}
    for flag in dict.fromkeys(flags):
        if flag in said or not said.isdisjoint(_SAID_BY.get(flag, ())):
            continue
        if flag in DANGEROUS:
            yield danger(flag)
        elif flag == "similar":
            others = f": {', '.join(item.similar_to)}" if item.similar_to else ""
            yield Objection(flag, f"It is similar to another item{others}.")
        else:
            yield Objection(flag, _SENTENCES.get(flag, f"It {flag_words(flag)}."))


def decided_before(
    desk: Desk, entry: QueueEntry, history: Iterable[Mark], unrecorded: UnrecordedVerdict | None
) -> Iterator[Objection]:
    """Rejections of the same thing that stand, and decisions that may not have been those of the named person."""
    if unrecorded is not None and entry.status in _OPEN and unrecorded.verb in (Verb.REJECT, Verb.RETIRE):
        when = humanise(unrecorded.when, desk.now)
        yield Objection("rejected-before", f"The same was {unrecorded.verb.past} by {unrecorded.actor}, {when}.")
    marked = [mark for mark in history if mark.verb in (Verb.REJECT, Verb.RETIRE) or mark.doubts]
    stands = graph.in_force(desk.store.audit.marks()) if marked else {}
    for mark in marked:
        if not stands.get(mark.id, False):
            continue
        said = f"{mark.verb.past} by {mark.signed}, {humanise(mark.when, desk.now)} (decision {mark.short})"
        if mark.verb in (Verb.REJECT, Verb.RETIRE) and entry.status in _OPEN:
            yield Objection("rejected-before", f"The same was {said}.")
        elif mark.doubts:
            yield Objection("doubtful", f"It may not have been {mark.actor} who decided: {said}.")


def rules_on_the_same(desk: Desk, entry: QueueEntry, item: Item) -> Iterator[Objection]:
    """Other rules that were graduated from evidence that this item rests on, too."""
    places = {str(piece.locator) for piece in item.evidence if piece.locator.ref}
    if entry.status not in _OPEN or not places:
        return
    own = {item.id, item.subject, *item.aliases}
    rows = [row for row in desk.queue().rows(LIVE) if row.id not in own]
    for row in rows[:_MOST_RULES]:
        data = desk.store.read(row.path) or b""
        shared = sum(f"({place})".encode("utf-8", "replace") in data for place in places)
        if shared:
            pieces = "its only piece" if len(places) == 1 else f"{shared} of its {len(places)} pieces"
            text = f"A rule rests on {pieces} of evidence already: “{one_line(row.words).strip()}”"
            yield Objection("same-evidence", text, row.path)


def doubted(made: ModelDraft | None) -> Iterator[Objection]:
    """What the model that drafted a rule says against it."""
    if made is not None and made.outcome is DraftOutcome.RULE:
        for doubt in made.against:
            yield Objection("model", f"The model that drafted its rule says: {one_line(doubt)}")

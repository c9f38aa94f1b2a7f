"""Plans for training briefs: accept with marks, reject, send back, defer, reopen.

An accepted brief is a cycle of its vertical by lying where it lies; nothing is counted. Every file that it leaves for
agents is its own, so that an undo takes all of them back and touches nothing of another brief.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dreamtui.coach.challenge import Objection
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft, removal
from dreamtui.kinds.kind import ItemActions
from dreamtui.kinds.lifecycle import decided, in_three_folders, moved
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import AlreadyDecided, Refused
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.training.briefs import codec, delivered
from dreamtui.training.briefs.brief import Crossing
from dreamtui.training.briefs.codec import REDO, TrainingBrief
from dreamtui.training.briefs.kind import FOLDERS, REVIEWS, TRAINING
from dreamtui.training.briefs.told import told
from dreamtui.training.checks.challenge import objections
from dreamtui.training.curriculum.curriculum import DEFAULT, Curriculum
from dreamtui.training.curriculum.levels import output_at
from dreamtui.training.marks.scores import HIGHEST, LOWEST, Dimension, grade, mean, read_marks, write_marks
from dreamtui.training.marks.weighing import NOT_WEIGHED, WeighedBrief, finding_words, sentence_of

_LOW = 5.0
"""Below this mean the protocol sends a brief back."""

_TOO_LOW = f"below {_LOW:g} the protocol sends a brief back to be done again"


@dataclass(frozen=True, slots=True)
class BriefFiles:
    """A brief with what its decision depends on."""

    made: TrainingBrief
    pending: StoredFile | None = None
    accepted: StoredFile | None = None
    rejected: StoredFile | None = None
    curriculum: Curriculum = DEFAULT
    cycles: int = 0
    """Cycles its vertical has done."""
    weighed: WeighedBrief = NOT_WEIGHED
    """What the checks found, and the marks that are proposed."""
    known: frozenset[str] = frozenset()
    """Ids of its insights that are candidates already, decided or not."""
    taken: frozenset[str] = frozenset()
    """Paths that the batch writes already."""

    @property
    def proposed(self) -> dict[Dimension, int]:
        """The marks that are proposed."""
        return {one.dimension: one.mark for one in self.weighed.marks}

    @property
    def checked(self) -> tuple[str, ...]:
        """What the checks found, a sentence each."""
        return tuple(map(finding_words, self.weighed.findings))

    @property
    def crossings(self) -> tuple[Crossing, ...]:
        """What is for other verticals of the curriculum."""
        own = self.made.vertical
        known = (one for one in self.made.brief.crossings if one.insight or one.question)
        found = ((one, self.curriculum.find(one.vertical)) for one in known if one.vertical)
        return tuple(replace(one, vertical=to.name) for one, to in found if to is not None and to.name != own)


def accept(held: Gathered[BriefFiles], words: Words, setting: Setting) -> Plan:
    """The cycle counts: the brief, its marks, its review, its insights, and what it tells others."""
    files = held.files
    source = _waiting(held)
    marks, notes = read_marks(words.rule, files.proposed)
    made = decided(files.made, Status.ACCEPTED, words, setting)
    vertical = files.curriculum.find(made.vertical)
    folder = vertical.folder if vertical and vertical.folder else made.vertical
    taken = files.taken | setting.occupied.keys()
    made = replace(
        made,
        scores=tuple((one.value, mark) for one, mark in marks.items()),
        notes=notes,
        record=delivered.named(f"{TRAINING}/{folder}", f"training-{made.night}", taken),
        review=delivered.named(REVIEWS, f"review-{made.night}-{folder}", taken),
    )
    changes = moved(source, FOLDERS.accepted.path_of(made.id), files.accepted, setting, codec.render(made))
    changes += removal(files.rejected)
    following = f"{output_at(files.cycles + 1)} at level {files.curriculum.level(files.cycles + 1)}."
    changes.append(Change(made.record, None, delivered.training_record(made)))
    changes.append(Change(made.review, None, delivered.review(made, files.checked, files.crossings, following)))
    for crossing in files.crossings:
        to = files.curriculum.need(crossing.vertical)
        path = delivered.inbox_path(to.folder or to.name, made)
        changes.append(Change(path, setting.occupied.get(path), delivered.inbox_note(made, crossing)))
    brief = made.brief
    for one in delivered.insight_candidates(made, brief):
        if one.id not in files.known and one.path not in files.taken:
            changes.append(Change(one.path, setting.occupied.get(one.path), one.data))
    said = replace(words, rule=write_marks(marks, notes))
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.ACCEPT, said, setting), _advice(files, marks))


def _advice(files: BriefFiles, marks: Mapping[Dimension, int]) -> tuple[str, ...]:
    score = mean(marks)
    told = [f"score {score} of {HIGHEST}, grade {grade(score)}", *([_TOO_LOW] if score < _LOW else [])]
    told += [said] if (said := _filed(files)) else []
    reached = {one.vertical for one in files.crossings}
    lost = [one.vertical or "nobody" for one in files.made.brief.crossings if _target(files, one) not in reached]
    told += [f"what it says for {name} was delivered to no other vertical of the curriculum" for name in lost]
    return tuple(told)


def _filed(files: BriefFiles) -> str:
    """How many candidates an accepted brief puts into the queue; empty for none."""
    made = delivered.insight_candidates(files.made, files.made.brief)
    new = sum(one.id not in files.known and one.path not in files.taken for one in made)
    return f"{new} candidate{' goes' if new == 1 else 's go'} into the queue: its headline" if new else ""


def _cautions(held: Gathered[BriefFiles], verb: Verb, typed: str) -> str:
    """What accepting puts into the queue, and marks so low that the protocol would have the brief done again."""
    if verb is not Verb.ACCEPT:
        return ""
    filed = f"{said[:1].upper()}{said[1:]}." if (said := _filed(held.files)) else ""
    return " ".join(filter(None, (_of_marks(held, typed), filed)))


def _of_marks(held: Gathered[BriefFiles], typed: str) -> str:
    """What is to be known of marks that are very low; empty for others."""
    try:
        marks, _ = read_marks(typed, held.files.proposed)
    except Refused:  # said when they are recorded, and no marks while they are typed
        return ""
    score = mean(marks)
    if score >= _LOW:
        return ""
    return f"The marks come to {score} ({grade(score)}): {_TOO_LOW}; accepted, it counts as a cycle all the same."


def _target(files: BriefFiles, crossing: Crossing) -> str:
    found = files.curriculum.find(crossing.vertical) if crossing.vertical else None
    return found.name if found else ""


def send_back(held: Gathered[BriefFiles], words: Words, setting: Setting) -> Plan:
    """Its vertical is to do it again: its turn comes next, and nothing counts."""
    source = _waiting(held)
    made = replace(decided(held.files.made, Status.REJECTED, words, setting), disposition=REDO, notes=words.rationale)
    changes = moved(source, FOLDERS.rejected.path_of(made.id), held.files.rejected, setting, codec.render(made))
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.REPEAT, words, setting))


def _waiting(held: Gathered[BriefFiles]) -> StoredFile:
    if held.files.pending is None:
        raise AlreadyDecided(f"{held.item.id} is not in the queue")
    return held.files.pending


def _proposed(held: Gathered[BriefFiles], verb: Verb) -> str:
    return write_marks(held.files.proposed) if verb is Verb.ACCEPT else ""


def _objections(held: Gathered[BriefFiles]) -> tuple[Objection, ...]:
    """Of a waiting brief: where the protocol is not kept, then what its own words are asked."""
    files = held.files
    if files.pending is None:
        return ()
    failed = (one for one in files.weighed.findings if one.fails)
    found = (Objection("check", sentence_of(one)) for one in failed)
    return (*found, *objections(files.made.brief))


_SETTLED = "was accepted; `dreamtui undo` undoes it"

ACTIONS = ItemActions(
    plans={
        Verb.ACCEPT: accept,
        Verb.REPEAT: send_back,
        **in_three_folders(codec, lambda held: FOLDERS, _waiting, _SETTLED),
    },
    proposed=_proposed,
    objections=_objections,
    below=told,
    proposed_name=lambda held: f"Proposed marks, {LOWEST} to {HIGHEST}",
    cautions=_cautions,
)

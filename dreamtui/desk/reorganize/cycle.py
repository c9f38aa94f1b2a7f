"""A cycle of reorganization: read every memory, find what could be merged or retired, queue it for a person."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dreamtui.desk.config import SHARED
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import history
from dreamtui.desk.memory.all import every_memory
from dreamtui.desk.memory.repo_facts import world_of
from dreamtui.desk.memory.topics import USER
from dreamtui.desk.model_command import ModelCommand, ask, own_command, shared_command
from dreamtui.desk.reorganize.definite import definite_proposals
from dreamtui.desk.reorganize.line_days import with_days
from dreamtui.desk.reorganize.proposals import statements
from dreamtui.kinds.intake import Intake
from dreamtui.kinds.item_files import StoredMemory
from dreamtui.kinds.kind import Folder, ThreeFolders
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.proposal.intake import QueuedProposals, strongest, take_in_all
from dreamtui.kinds.proposal.kind import FOLDERS, NAME
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.proposal import FiledProposal, KeptApart, Memory, Proposal
from dreamtui.store.index import recurrence
from dreamtui.store.index.queue import Queue
from dreamtui.text.dates import iso

if TYPE_CHECKING:
    from dreamtui.memory.reorganize import FindSettings

INSTRUCTIONS_LIMIT = 4096
"""Characters of instructions that are kept."""


@dataclass(frozen=True, slots=True)
class ReorganizeRequest:
    """What a person asked of a cycle; None and empty mean the defaults."""

    threshold: float | None = None
    """Likeness from which memories are proposed to be merged."""
    scorer: str = ""
    instructions: str = ""
    lookback_days: int | None = None
    """Only what touches a memory changed within so many days."""
    dry_run: bool = False
    """Say what would be proposed, write nothing."""
    model: bool = False
    """Run the model command even where only the repository's own configuration names it."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """What a cycle found and did to the queue."""

    proposals: tuple[FiledProposal, ...]
    """Everything it found, the strongest first."""
    kept_apart: tuple[KeptApart, ...]
    """What looks alike and was kept apart, with the reason."""
    intake: Intake[FiledProposal]
    scanned: int
    eligible: int
    """Of these, those that may be touched."""
    left_out: int
    """Weaker proposals beyond the most that one cycle makes; they come once these are decided."""
    scorer: str
    threshold: float
    instructions: str
    """What was asked for, as it was recorded."""
    remarks: tuple[str, ...] = ()
    """What else is to be known, a sentence each."""


def reorganize(desk: Desk, request: ReorganizeRequest, *, cancelled: Callable[[], bool] | None = None) -> Cycle:
    """Find and queue; nothing of it touches a memory."""
    from dreamtui.memory.reorganize import propose

    looked = history.snapshot(desk, keep=not request.dry_run)
    settings = settle(desk, request)
    instructions = request.instructions.strip()[:INSTRUCTIONS_LIMIT]
    every = every_memory(desk)
    memories = with_days(desk, (kept for kept in every.values() if kept.memory.scope != USER))
    world = world_of(desk, memories)
    found = propose(memories, settings, world, cancelled)
    if cancelled is not None and cancelled():
        raise Refused("Reading the memories was stopped; nothing was kept.")
    asked_model, remarks = _from_model(desk, memories, found.proposals, instructions, request.model)
    if (command := own_command(desk)) is not None and not request.dry_run:
        taken = {one.id for one in (*found.proposals, *asked_model)}
        definite, more = definite_proposals(desk, command, memories, every, cancelled)
        asked_model = (*asked_model, *(one for one in definite if one.id not in taken))
        remarks += more
    remarks += [world.history.said] if world.history.said else []
    made = [
        _filed(one, settings, instructions, request.lookback_days, iso(desk.now))
        for one in (*found.proposals, *asked_model)
    ]
    hashes = hashes_of(every)
    details = {
        "instructions": instructions,
        "scorer": settings.scorer,
        "threshold": settings.threshold,
        "lookback_days": request.lookback_days,
        "scanned": found.scanned,
        "remarks": remarks,
        **({"left_out": found.left_out} if found.left_out else {}),
    }
    intake = _take_in(desk, made, hashes, details, dry_run=request.dry_run)
    return Cycle(
        tuple(strongest(made)),
        found.kept_apart,
        intake,
        found.scanned,
        found.eligible,
        found.left_out,
        settings.scorer,
        settings.threshold,
        instructions,
        (*remarks, *history.sentences(desk, looked)),
    )


def settle(desk: Desk, request: ReorganizeRequest) -> "FindSettings":
    """How the cycle looks; wrong words are usage errors."""
    from dreamtui.memory.reorganize import SCORERS, FindSettings, threshold_for

    base = FindSettings()
    scorer = request.scorer or base.scorer
    if scorer not in SCORERS:
        raise Usage(f"{scorer!r} is not a scorer; use one of {', '.join(sorted(SCORERS))}")
    threshold = threshold_for(scorer) if request.threshold is None else request.threshold
    if not 0 < threshold <= 1:
        raise Usage(f"the threshold {threshold:g} is not between 0 and 1")
    return FindSettings(threshold, scorer, iso(desk.now), request.lookback_days, base.max_mutations)


def _from_model(
    desk: Desk, memories: Sequence[Memory], found: Sequence[Proposal], instructions: str, wanted: bool
) -> tuple[tuple[Proposal, ...], list[str]]:
    """Further proposals of the configured model command, if any; its failure is a remark."""
    command = own_command(desk)
    if command is None and (command := shared_command(desk)) is not None and not wanted:
        why = "because a repository cannot run commands by itself: use --model"
        return (), [f"the model command of {SHARED} was not run, {why}"]
    if command is None:
        return (), []
    return ask_model(desk, command, memories, found, instructions)


def _filed(made: Proposal, settings: "FindSettings", instructions: str, days: int | None, now: str) -> FiledProposal:
    return FiledProposal(made, now, now, settings.scorer, settings.threshold, instructions, days)


def _take_in(
    desk: Desk, made: Sequence[FiledProposal], hashes: dict[str, str], details: dict[str, Any], *, dry_run: bool
) -> Intake[FiledProposal]:
    """Sort what was found into the queue under the lock, with a line in the log that names every proposal."""
    if dry_run:
        return sorted_in(desk, made, hashes)
    with desk.store.writing(desk.writer()) as transaction:
        intake = sorted_in(desk, made, hashes)
        counts = {
            "new": [one.proposal.id for one in intake.new],
            "updated": [one.proposal.id for one in intake.updated],
            "recurring": [one.proposal.id for one in intake.recurring],
            "withdrawn": list(intake.vanished),
        }
        transaction.apply(intake.changes, "reorganize", **counts, **details)
    rows = list(intake.rows)
    if "again" in details:  # only some memories were looked at, so what recurred elsewhere still does
        found = {row.id for row in rows}
        rows += [row for row in recurrence.read(desk.layout, NAME, desk.kinds) if row.id not in found]
    recurrence.save(desk.layout, NAME, rows)
    return intake


def sorted_in(desk: Desk, made: Sequence[FiledProposal], hashes: Mapping[str, str]) -> Intake[FiledProposal]:
    """What becomes of proposals in the queue as it is."""
    queue = desk.queue()
    shared, private = (_queued(desk, queue, folders, hashes) for folders in (FOLDERS.shared, FOLDERS.private))
    return take_in_all(made, shared, private, iso(desk.now))


def _queued(desk: Desk, queue: Queue, folders: ThreeFolders, hashes: Mapping[str, str]) -> QueuedProposals:
    pending = {made.proposal.id: data for made, data in _read(desk, queue, folders.pending)}
    rejected = {
        made.proposal.id: made
        for made, _ in _read(desk, queue, folders.rejected)
        if not (made.until and made.until <= desk.today)
    }
    accepted = {made.proposal.id: made for made, _ in _read(desk, queue, folders.accepted)}
    return QueuedProposals(folders, pending, rejected, accepted, hashes)


def hashes_of(every: Mapping[str, StoredMemory]) -> dict[str, str]:
    """The hash of every memory that may be touched."""
    memories = (kept.memory for kept in every.values())
    return {memory.id: memory.hash for memory in memories if not (memory.pinned or memory.static)}


def _read(desk: Desk, queue: Queue, folder: Folder) -> Iterable[tuple[FiledProposal, bytes]]:
    """The proposals of a folder; unreadable files are reported by the queue and skipped here."""
    for row in queue.rows(folder):
        try:
            data = desk.store.read(row.path)
            if data is not None:
                yield codec.parse(data), data
        except (Refused, ValueError):
            continue


def plan_again(desk: Desk, references: Iterable[str], reason: str) -> None:
    """Look again at the memories of proposals whose mutations were skipped, and log what was skipped."""
    from dreamtui.memory.reorganize import FindSettings, propose, scope_move

    wanted: set[str] = set()
    moves: set[tuple[str, str]] = set()
    last: FiledProposal | None = None
    for item_id in references:
        for folder in (*FOLDERS.pending, *FOLDERS.accepted):
            data = desk.store.read(folder.path_of(item_id))
            if data is not None:
                last = codec.parse(data)
                wanted |= {source.id for source in codec.sources_of(last.proposal)}
                moves |= {(m.sources[0].id, m.to) for m in last.proposal.mutations if m.to and m.sources}
                break
    if last is None:
        return
    every = every_memory(desk)
    base = FindSettings()
    settings = FindSettings(last.threshold or base.threshold, last.scorer or base.scorer, iso(desk.now))
    again = with_days(desk, (one for key, one in every.items() if key in wanted and one.memory.scope != USER))
    found = propose(again, settings, world_of(desk, again))
    moved = [scope_move(every[key].memory, to) for key, to in sorted(moves) if key in every]
    made = [
        _filed(one, settings, last.instructions, last.lookback_days, iso(desk.now))
        for one in (*found.proposals, *moved)
    ]
    _take_in(desk, made, hashes_of(every), {"again": sorted(references), "skipped": reason}, dry_run=False)


def ask_model(
    desk: Desk, command: ModelCommand, memories: Sequence[Memory], found: Sequence[Proposal], instructions: str
) -> tuple[tuple[Proposal, ...], list[str]]:
    """What the model proposes and nothing found before, and what is to be said about it."""
    from dreamtui.memory.model_answer import BadAnswer, build, read_answer

    prompt = build(memories, found, instructions)
    answer = ask(desk, command, prompt.text)
    kept = "; what was found without it stays, and the instructions are recorded"
    if answer.problem:
        return (), [f"{answer.problem}{kept}"]
    try:
        read = read_answer(answer.text, memories, statements)
    except BadAnswer as problem:
        return (), [f"{problem}{kept}"]
    known = {made.id for made in found}
    fresh = tuple(made for made in read.proposals if made.id not in known)
    said = [f"the model command proposed {len(read.proposals)}, {len(fresh)} of them not found otherwise"]
    said += [f"{read.dropped} parts of its answer could not be used"] if read.dropped else []
    said += [f"{prompt.left_out} of the oldest memories did not fit into its prompt"] if prompt.left_out else []
    return fresh, said

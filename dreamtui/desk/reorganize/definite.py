"""Vague sentences of memories, for which the model command is asked for a definite one that their evidence supports."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.desk.model_command import ModelCommand
from dreamtui.desk.queue.model_draft import ask_about
from dreamtui.kinds.item_files import StoredMemory
from dreamtui.model.errors import Refused
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.model_draft import DraftOutcome, ModelDraft
from dreamtui.model.proposal import Memory, Proposal
from dreamtui.sources.workspace import data_home

if TYPE_CHECKING:
    from dreamtui.memory.definite import Vague

MOST_ASKED = 3
"""Memories that the model is asked about in one cycle; each answer is kept until its evidence changes."""


def definite_proposals(
    desk: Desk,
    command: ModelCommand,
    memories: Iterable[Memory],
    every: dict[str, StoredMemory],
    cancelled: Callable[[], bool] | None = None,
) -> tuple[tuple[Proposal, ...], list[str]]:
    """What the model made definite, every clause quoted from the memory's own evidence; and what is to be said."""
    from dreamtui.memory.definite import proposal_of, unquoted_numbers, vague_sentences

    made: list[Proposal] = []
    asked, said = 0, list[str]()
    for vague in vague_sentences(memories):
        evidence = _evidence(desk, vague, every)
        if not evidence:
            continue
        draft = _kept(desk, vague, evidence)
        if draft is None and asked < MOST_ASKED and not said:
            asked += 1
            try:
                answer = ask_about(desk, command, _key(vague), vague.sentence, evidence, cancelled, definite=True)
            except Refused as problem:
                answer = str(problem)
            if isinstance(answer, str):
                said.append(f"vague memories were not made definite: {answer}")
            else:
                draft = answer
        if draft is not None and draft.outcome is DraftOutcome.RULE and not unquoted_numbers(draft):
            made.append(proposal_of(vague, draft))
    return tuple(made), said


def _evidence(desk: Desk, vague: "Vague", every: dict[str, StoredMemory]) -> tuple[Evidence, ...]:
    """What the memory says itself, with what its file names as its sources; of commits those that are there."""
    from dreamtui.memory.definite import own_evidence

    pieces = [*own_evidence(vague), *_filed(every[vague.memory.id])]
    commits = [piece for piece in pieces if piece.locator.where is Where.COMMIT]
    there = _known(desk, [piece.locator.ref for piece in commits])
    return tuple(piece for piece in pieces if piece.locator.where is not Where.COMMIT or piece.locator.ref in there)


def _filed(stored: StoredMemory) -> list[Evidence]:
    from dreamtui.desk.memory.all import NOTE, RULE
    from dreamtui.kinds.note import codec as note
    from dreamtui.kinds.rule import codec as rule

    data, path = stored.filed.data, stored.filed.path
    if stored.memory.kind == RULE:
        return [Evidence(line, Locator(Where.TEXT)) for line in rule.parse(data, path).evidence]
    parsed = note.parse(data, path) if stored.memory.kind == NOTE else None
    places = map(Locator.parse, parsed.sources) if parsed else ()
    return [Evidence(f"commit {place.ref}", place) for place in places if place.where is Where.COMMIT]


def _known(desk: Desk, shas: Sequence[str]) -> frozenset[str]:
    """Those of the commits that are in the repository."""
    from dreamtui.desk.mine.reading import asked
    from dreamtui.sources.git import objects

    root = desk.workspace.root
    return frozenset(sha for sha in shas if asked(partial(objects.show, root, sha)) is not None)


def _kept(desk: Desk, vague: "Vague", evidence: tuple[Evidence, ...]) -> ModelDraft | None:
    """What the model said before of this sentence and this evidence."""
    from dreamtui.coach.model_draft import basis_of
    from dreamtui.store.person.model_drafts import load

    made = load(desk.own_layout, data_home(desk.env), _key(vague))
    return made if made is not None and made.basis == basis_of(evidence) else None


def _key(vague: "Vague") -> str:
    """Names the draft by the sentence and its memory."""
    said = f"{vague.memory.id}\0{vague.sentence}"
    return f"definite-{sha256(said.encode('utf-8', 'replace')).hexdigest()[:16]}"

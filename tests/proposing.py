"""Notes, rules and proposals to test with: written by hand, so that nothing depends on what a cycle would find."""

from collections.abc import Iterable
from dataclasses import replace

from sandbox import Sandbox

from dreamtui.desk.memory.all import live_memories
from dreamtui.desk.memory.notes import add_note
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.proposal.codec import folders_of
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.model.item import Item
from dreamtui.model.memory import Note
from dreamtui.model.proposal import Choice, FiledProposal, MemorySource, Mutation, MutationKind, Proposal
from dreamtui.model.status import Status

NOTES = {
    "cents": ("Money", "All amounts are in cents.\nRounding happens once, at the end."),
    "cents2": ("Amounts", "All amounts are in cents.\nThe invoice shows euros."),
    "team": ("Team", "The team has 8 people."),
    "team11": ("Team now", "The team grew to 11 people."),
    "old": ("Old host", "The build runs on host nine."),
    "wide": ("Two things", "Deploys happen on Tuesday.\n\nThe cache is Redis."),
}


def put_notes(box: Sandbox) -> dict[str, str]:
    """All notes, added as a person would; their ids by name."""
    found = {}
    for name, (title, text) in NOTES.items():
        box.steps += 1
        found[name] = add_note(box.desk(), Note("", "", title, text, category="project"))[1]
    return found


def put_rule(box: Sandbox, number: int, text: str) -> str:
    """A live rule; its id."""
    item = Item(
        "candidate", f"bbbbbbbbb{number}", "manual", f"Seen {number}", Status.GRADUATED, "", files=("src/a.py",)
    )
    known = rule_format.Graduation(f"Because of {number}.", "bob", "2026-11-01T00:00:00Z", "2027-06-30", "x")
    data = rule_format.render(item.title, text, item, (f"- 2026-10-0{number} bob: seen",), known)
    path = box.desk(mend=False).layout.real(f".agent/memory/semantic/rules/auto-dream/{number}0000000-seen.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return item.id


def mutation(box: Sandbox, kind: str, ids: Iterable[str], **fields: object) -> Mutation:
    """A mutation of memories as they are now."""
    live = live_memories(box.desk(mend=False))
    sources = tuple(MemorySource(m.id, m.path, m.hash, m.title) for m in (live[one].memory for one in sorted(ids)))
    made = Mutation(codec.mutation_id(kind, (one.id for one in sources)), MutationKind(kind), sources, score=0.9)
    return replace(made, **fields)  # type: ignore[arg-type]


def proposal(*mutations: Mutation, choices: tuple[Choice, ...] = (), **fields: object) -> Proposal:
    """A proposal of some mutations."""
    kind = "contradiction" if choices else "mutations"
    every = (*mutations, *(one for choice in choices for one in choice.mutations))
    item_id = codec.proposal_id(kind, (source.id for one in every for source in one.sources))
    made = Proposal(item_id, kind, "Two notes say the same", mutations, choices, reason="they look alike", score=0.9)
    return replace(made, **fields)  # type: ignore[arg-type]


def queue(box: Sandbox, made: Proposal) -> str:
    """Put a proposal into the queue; its id."""
    data = codec.render(FiledProposal(made, box.now, box.now, "bow", 0.92))
    path = box.desk(mend=False).layout.real(folders_of(made).pending.path_of(made.id))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return made.id


def merge_of(box: Sandbox, ids: dict[str, str], text: str = "") -> Proposal:
    """A merge of the two notes about money."""
    whole = "All amounts are in cents.\n\nRounding happens once, at the end.\n\nThe invoice shows euros."
    return proposal(mutation(box, "merge", (ids["cents"], ids["cents2"]), title="Money", text=text or whole))


def note(box: Sandbox, item_id: str) -> Note:
    """A note as it stands in its file."""
    path = f".agent/memory/notes/{item_id}.md"
    data = box.desk(mend=False).store.read(path)
    assert data is not None
    parsed = note_format.parse(data, path)
    assert parsed is not None
    return parsed

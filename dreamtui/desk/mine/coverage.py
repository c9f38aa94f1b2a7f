"""What Claude Code has saved already: memories that answer for a finding, so that it need not be proposed again."""

from collections.abc import Iterable, Sequence

from dreamtui.coach.covered import COVERABLE, CoveringMemory, KnownStatement, covering, near, statements
from dreamtui.desk.desk import Desk
from dreamtui.kinds.intake import Known
from dreamtui.model.evidence import Event, Where
from dreamtui.model.item import Item

Answered = tuple[tuple[Item, str], ...]
"""Items that are not put into the queue, each with the path of the memory that says it."""


def memories(desk: Desk) -> list[CoveringMemory]:
    """Every topic file of the workspace's memory folders, by what it says."""
    from dreamtui.desk.memory.topics import topic_memories
    from dreamtui.kinds.memory import topic

    found = []
    for kept in topic_memories(desk):
        parsed = topic.parse(kept.filed.data, kept.filed.path)
        found.append(CoveringMemory(parsed.path, statements(parsed.description or parsed.title, parsed.text)))
    return found


def said_in_memories(desk: Desk, item: Item) -> list[KnownStatement]:
    """Statements of the memories that may concern an item, each with its file."""
    return [KnownStatement(words, path) for path, words in near(item, memories(desk))]


def set_aside(
    desk: Desk, found: Sequence[Item], queued: Known, moments: Iterable[Event]
) -> tuple[list[Item], Answered]:
    """The findings that go on, and those that would be new although a memory says them already."""
    fresh = [item for item in found if item.signal in COVERABLE and not is_known((item.id, *item.aliases), queued)]
    if not fresh or not desk.memory.folders:
        return list(found), ()
    known = memories(desk)
    saved = [event for event in moments if event.kind == "saved"]
    answers = {item.id: covering(item, known, _saved_after(item, saved)) for item in fresh}
    kept = [item for item in found if not answers.get(item.id)]
    return kept, tuple((item, answers[item.id]) for item in found if answers.get(item.id))


def is_known(ids: Iterable[str], queued: Known) -> bool:
    """Whether an item of these ids waits or was decided, so that a person has seen it."""
    return any(name in queued.waiting or name in queued.decided for name in ids)


def _saved_after(item: Item, saved: Sequence[Event]) -> set[str]:
    """Names of memory files that Claude wrote in a conversation after the item's evidence was said there."""
    first: dict[str, str] = {}
    for piece in item.evidence:
        if piece.locator.where is Where.RECORD:
            file = piece.locator.ref.rpartition("#")[0]
            first[file] = min(first.get(file, piece.when), piece.when)
    return {
        event.subject
        for event in saved
        if (file := event.locator.ref.rpartition("#")[0]) in first and event.ts >= first[file]
    }

"""Plans for the memories of memory folders: edit, retire."""

from collections.abc import Collection
from dataclasses import dataclass

from dreamtui.kinds.item_files import Gathered, Setting, StoredMemory, Words, draft
from dreamtui.kinds.memory import edits
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan
from dreamtui.model.errors import Refused
from dreamtui.model.verb import Verb


@dataclass(frozen=True, slots=True)
class TopicFiles:
    """A memory of a memory folder with the indexes that may name it."""

    kept: StoredMemory
    """The memory and its file."""
    indexes: dict[str, bytes]
    """Logical path of each index and its bytes."""
    unread: Collection[str] = ()
    """Logical path of each index that is no plain file and is left alone."""


def retire(held: Gathered[TopicFiles], words: Words, setting: Setting) -> Plan:
    """The topic file moves to the archive, and its index line goes."""
    changes = edits.archive(held.files.kept, _place(held.files, setting))
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.RETIRE, words, setting))


def edit_topic(
    held: Gathered[TopicFiles], title: str | None, text: str | None, description: str | None, setting: Setting
) -> Plan:
    """Change a topic file's name, text or description; its line is written again where the description changed."""
    changes = edits.edit(held.files.kept, title, text, description, _place(held.files, setting))
    if not changes:
        raise Refused(f"{held.item.id} says that already")
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.EDIT, Words(rule=text or ""), setting))


def _place(files: TopicFiles, setting: Setting) -> edits.TopicPlaces:
    return edits.TopicPlaces(setting, edits.Indexes(dict(files.indexes), setting.occupied, files.unread), {}, set())

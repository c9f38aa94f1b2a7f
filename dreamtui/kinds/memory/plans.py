"""What becomes of files of a memory folder: edited, joined, split, moved, archived, with the lines that name them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from dreamtui.kinds.item_files import Gathered, Setting, StoredMemory, draft
from dreamtui.kinds.kind import ItemActions
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.line import same_name
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Lack, Refused
from dreamtui.model.proposal import Mutation
from dreamtui.model.verb import Verb
from dreamtui.text.inert import inert_line, one_line
from dreamtui.text.markup.markdown import LinePart, classify, lines_of
from dreamtui.text.paths import PRIVATE_HOME, is_private

TOPIC = "topic"
_ARCHIVE = ".agent/archive"
_PRIVATE_ARCHIVE = f"{PRIVATE_HOME}/archive"
_TEAM = "team"
_LONGEST_HOOK = 100


@dataclass(slots=True)
class Indexes:
    """The indexes of memory folders as a plan leaves them so far."""

    now: dict[str, bytes]
    """Logical path of each index, second-level ones too, and its bytes."""
    occupied: Mapping[str, bytes] = field(default_factory=dict)
    """The bytes of files that exist where none was known."""
    unread: Collection[str] = ()
    """Logical path of each index that is no plain file and is left alone."""

    def without(self, folder: str, name: str) -> list[Change]:
        """Remove the line of a deleted file from every index."""
        return [
            self._becomes(path, memory_index.without(self.now[path], [target]))
            for path, target in self._naming(folder, name)
        ]

    def with_entry(self, folder: str, name: str, title: str, hook: str) -> list[Change]:
        """A line for a file: in place of its own one, else in the first index."""
        path, target, _ = self._entry(folder, name) or (f"{folder}/{memory_index.INDEX}", name, None)
        return [self._becomes(path, memory_index.with_entry(self.now.get(path, b""), target, title, hook))]

    def names(self, kept: StoredMemory) -> bool:
        """Whether an index names a file."""
        return self._entry(kept.folder, name_of(kept)) is not None

    def words(self, kept: StoredMemory) -> tuple[str, str]:
        """Title and hook of a file's line; empty without one."""
        found = self._entry(kept.folder, name_of(kept))
        return (found[2].title, found[2].hook) if found else ("", "")

    def _entry(self, folder: str, name: str) -> tuple[str, str, memory_index.IndexLink] | None:
        """The index that names a file, how it does, and its line."""
        for path, target in self._naming(folder, name):
            for entry in memory_index.read(self.now[path]).entries:
                if same_name(entry.target) == same_name(target):
                    return path, target, entry
        return None

    def _naming(self, folder: str, name: str) -> list[tuple[str, str]]:
        """The indexes that may name a file, each with the name it would use: one of a subfolder names files there."""
        found = []
        for path in sorted({*self.now, *self.unread}):
            above = path.rpartition("/")[0]
            if above == folder or (above.startswith(f"{folder}/") and f"{folder}/{name}".startswith(f"{above}/")):
                if path in self.unread:
                    raise Refused(
                        f"{inert_line(path)}, which may name {inert_line(name)}, is not a plain file that can be read;"
                        " put a plain file in its place first"
                    )
                found.append((path, f"{folder}/{name}"[len(above) + 1 :]))
        return found

    def _becomes(self, path: str, after: bytes) -> Change:
        before = self.now.get(path, self.occupied.get(path))
        self.now[path] = after
        return Change(path, before, after)


@dataclass(frozen=True, slots=True)
class TopicPlaces:
    """Where topic files may go, and what is known of their indexes."""

    setting: Setting
    indexes: Indexes
    """The indexes as they are left so far."""
    homes: Mapping[str, str]
    """Key of the folder of each scope a memory can be moved to: project, user."""
    taken: set[str]
    """Paths this plan writes to already."""


def archive(kept: StoredMemory, place: TopicPlaces) -> list[Change]:
    """The file goes to the archive, never away, and its line with it; a private one to that of the person."""
    name = name_of(kept)
    top = _PRIVATE_ARCHIVE if is_private(kept.filed.path) else _ARCHIVE
    target = f"{top}/{kept.folder.removeprefix('@').replace('/', '-')}/{name}"
    there = place.setting.occupied.get(target)
    if target in place.taken or (there is not None and there != kept.filed.data):
        target = f"{target.removesuffix('.md')}-{kept.memory.hash[:8]}.md"
    place.taken.add(target)
    return [
        Change(kept.filed.path, kept.filed.data, None),
        Change(target, place.setting.occupied.get(target), kept.filed.data),
        *place.indexes.without(kept.folder, name),
    ]


def name_of(kept: StoredMemory) -> str:
    """The file's path below its folder, as an index names it."""
    return kept.filed.path[len(kept.folder) + 1 :]


def newest(sources: Sequence[StoredMemory]) -> StoredMemory:
    """The topic file that stays when some become one: the one that was changed last."""
    topics = [kept for kept in sources if kept.memory.kind == TOPIC]
    return max(topics, key=lambda kept: (kept.memory.updated or kept.memory.created, kept.memory.id))


def gather(stays: StoredMemory, others: Sequence[StoredMemory], mutation: Mutation, place: TopicPlaces) -> list[Change]:
    """The text goes into the file that stays; its other fields are filled only where it has none.

    Where only the files that go were named in the index, the one that stays is named there from now on.
    """
    own = topic.parse(stays.filed.data, stays.filed.path)
    read = [topic.parse(kept.filed.data, kept.filed.path) for kept in others if kept.memory.kind == TOPIC]
    fields = {}
    if others and own.has_front and not own.description:
        fields["description"] = next((found.description for found in read if found.description), "")
    if others and own.has_front and not own.type:
        fields["type"] = mutation.category
    fields = {name: value for name, value in fields.items() if value}
    after = topic.edited(stays.filed.data, text=mutation.text, **fields)
    changes = [Change(stays.filed.path, stays.filed.data, after)]
    name, indexes = name_of(stays), place.indexes
    named = any(indexes.names(kept) for kept in others if kept.memory.kind == TOPIC)
    if "description" in fields or (named and not indexes.names(stays)):
        hook = fields.get("description") or own.description
        changes += indexes.with_entry(stays.folder, name, one_line(stays.memory.title), one_line(hook))
    return changes


def split(kept: StoredMemory, mutation: Mutation, place: TopicPlaces) -> tuple[list[Change], list[str]]:
    """A file for each part beside the one that is archived; the changes and the ids of the new files."""
    parsed = topic.parse(kept.filed.data, kept.filed.path)
    beside = kept.filed.path.rpartition("/")[0]
    newline = "\r\n" if b"\r\n" in kept.filed.data else "\n"
    changes = archive(kept, place)
    used = {path.rpartition("/")[2] for path in (*place.setting.occupied, *place.taken) if _beside(path, beside)}
    made: list[str] = []
    for title, text in mutation.parts:
        name = topic.file_name(title, used | {kept.filed.path.rpartition("/")[2]})
        used.add(name)
        path, words = f"{beside}/{name}", one_line(title).strip()
        hook = _hook(text) or words
        data = topic.render(words, hook, parsed.type, text, session=parsed.session, newline=newline)
        place.taken.add(path)
        changes.append(Change(path, None, data))
        changes += place.indexes.with_entry(kept.folder, path[len(kept.folder) + 1 :], words, hook)
        made.append(topic.topic_id(path))
    return changes, made


def _beside(path: str, folder: str) -> bool:
    return path.rpartition("/")[0] == folder


def _hook(text: str) -> str:
    """The first words of a text that are no heading, code or ruler; empty where there are none."""
    lines = lines_of(text)
    told = (line for line, part in zip(lines, classify(lines), strict=True) if part is LinePart.TEXT)
    words = (line.strip(" \t\r\n#*->|") for line in told if not line.startswith("#"))
    first = one_line(next((line for line in words if any(map(str.isalnum, line))), "")).strip()
    return first if len(first) <= _LONGEST_HOOK else first[: _LONGEST_HOOK - 1].rsplit(" ", 1)[0] + "…"


def edit(
    kept: StoredMemory, title: str | None, text: str | None, description: str | None, place: TopicPlaces
) -> list[Change]:
    """Another name, text or description, and the line in the index where the description changed."""
    given = {"name": title, "description": description}
    fields = {name: one_line(value) for name, value in given.items() if value is not None}
    after = topic.edited(kept.filed.data, text, **fields)
    if after == kept.filed.data:
        return []
    changes = [Change(kept.filed.path, kept.filed.data, after)]
    was, now = (topic.parse(data, kept.filed.path) for data in (kept.filed.data, after))
    if now.description != was.description:
        words = place.indexes.words(kept)[0] or one_line(now.title)
        changes += place.indexes.with_entry(kept.folder, name_of(kept), words, one_line(now.description))
    return changes


def retype(kept: StoredMemory, category: str) -> list[Change]:
    """The type of a memory changes and nothing else."""
    return [Change(kept.filed.path, kept.filed.data, topic.edited(kept.filed.data, type=category))]


def to_scope(kept: StoredMemory, to: str, place: TopicPlaces) -> list[Change]:
    """The file goes to another scope as it is, and its line with it; one that is there already is not overwritten."""
    target_folder, name = destination(kept, to, place.homes)
    target = f"{target_folder}/{name}"
    if target == kept.filed.path:
        raise Refused(f"{inert_line(kept.filed.path)} is a memory of the {to} already")
    if target in place.setting.occupied or target in place.taken:
        raise Refused(f"{inert_line(target)} already exists; rename one of the two files first")
    place.taken.add(target)
    old = name_of(kept)
    title, hook = place.indexes.words(kept)
    parsed = topic.parse(kept.filed.data, kept.filed.path)
    changes = [Change(kept.filed.path, kept.filed.data, None), Change(target, None, kept.filed.data)]
    changes += place.indexes.without(kept.folder, old)
    if to != "user":
        words = title or one_line(kept.memory.title), hook or one_line(parsed.description) or _hook(parsed.text)
        changes += place.indexes.with_entry(target_folder, name, *words)
    return changes


def destination(kept: StoredMemory, to: str, homes: Mapping[str, str]) -> tuple[str, str]:
    """The folder a memory goes to and its path in there."""
    base = kept.filed.path.rpartition("/")[2]
    from_rules = kept.folder == homes.get("user")
    folder = homes.get("user" if to == "user" else "project", "") if from_rules or to == "user" else kept.folder
    if not folder:
        raise Refused(f"there is no folder for memories of the {to} here", Lack.CLAUDE_FOLDER)
    if to == "user":
        return folder, base
    return folder, f"{_TEAM}/{base}" if to == _TEAM else base


@dataclass(frozen=True, slots=True)
class TopicFiles:
    """A memory of a memory folder with the indexes that may name it."""

    kept: StoredMemory
    indexes: dict[str, bytes]
    """Logical path of each index and its bytes."""
    unread: Collection[str] = ()
    """Logical path of each index that is no plain file and is left alone."""


def retire(held: Gathered[TopicFiles], words: Words, setting: Setting) -> Plan:
    """The topic file moves to the archive, and its index line goes."""
    changes = archive(held.files.kept, _place(held.files, setting))
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.RETIRE, words, setting))


def edit_topic(
    held: Gathered[TopicFiles], title: str | None, text: str | None, description: str | None, setting: Setting
) -> Plan:
    """Change a topic file's name, text or description; its line is written again where the description changed."""
    changes = edit(held.files.kept, title, text, description, _place(held.files, setting))
    if not changes:
        raise Refused(f"{held.item.id} says that already")
    return Plan(ChangeSet.of(*changes), draft(held.item, Verb.EDIT, Words(rule=text or ""), setting))


def _place(files: TopicFiles, setting: Setting) -> TopicPlaces:
    return TopicPlaces(setting, Indexes(dict(files.indexes), setting.occupied, files.unread), {}, set())


ACTIONS = ItemActions(plans={Verb.RETIRE: retire})

"""Changes of memories outside our decisions: snapshots, losses, and restoring a version."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.kinds.memory.kind import NAME
from dreamtui.model.change import Change, ChangeSet, digest
from dreamtui.model.decision import Draft, Plan
from dreamtui.model.errors import Lack, Missing, NotFound, Refused, Usage
from dreamtui.model.verb import Verb
from dreamtui.sources.claude.places import AUTO, INDEX
from dreamtui.store.claude.history import Look, Lost, MemoryHistory, Version, by_file, losses
from dreamtui.store.claude.memory_transaction import folder_of, history_of
from dreamtui.text.dates import iso
from dreamtui.text.inert import inert_line

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome

_MOST_SAID = 5


@dataclass(frozen=True, slots=True)
class LostMemory:
    """A memory that vanished or shrank outside our decisions."""

    path: str
    """Logical path of the file."""
    lost: Lost
    """What it was and what became of it."""
    kept: bool
    """Whether we have what it said."""

    @property
    def said(self) -> str:
        """What happened, in a sentence without its stop."""
        before, name = self.lost.before, inert_line(self.path)
        now = "vanished" if self.lost.vanished else f"shrank from {before.size:,} to {self.lost.now:,} bytes"
        back = f"`dreamtui memory restore {name}` restores it" if self.kept else "what it said is not kept"
        days = dict.fromkeys((before.when[:10], self.lost.after.when[:10]))
        return (
            f"{name} {now} outside dreamtui ({' to '.join(days)}); {back},"
            f" `dreamtui memory history --acknowledge {name}` says that this was intended"
        )


@dataclass(frozen=True, slots=True)
class FolderHistory:
    """The history of one memory folder, to be shown."""

    key: str
    """First part of the logical paths of its files."""
    history: MemoryHistory
    look: Look

    @property
    def by_file(self) -> Mapping[str, Sequence[Version]]:
        """The versions of each file, oldest first."""
        return by_file(self.look.versions)

    @property
    def findings(self) -> tuple[LostMemory, ...]:
        return tuple(
            LostMemory(f"{self.key}/{lost.file}", lost, self.history.is_kept(lost.before.sha))
            for lost in losses(self.look.versions)
        )

    @property
    def unread(self) -> str:
        """What cannot be read there, in a sentence without its stop; empty when everything can."""
        names = [inert_line(f"{self.key}/{name}" if name else self.key) for name in self.look.unread]
        if not names:
            return ""
        more = f" and {len(names) - _MOST_SAID} more" if len(names) > _MOST_SAID else ""
        return f"{', '.join(names[:_MOST_SAID])}{more} cannot be read, so what became of it is unknown"


def snapshot(desk: Desk, *, keep: bool = True) -> list[FolderHistory]:
    """Look at every memory folder and keep what is new; where that cannot be written, the look has to do."""
    found = []
    for key, history in _histories(desk):
        try:
            look = history.snapshot(desk.now) if keep else history.look(desk.now)
        except Refused as problem:
            look = history.look(desk.now)
            if str(problem) not in desk.store.remarks:
                desk.store.remarks.append(str(problem))
        found.append(FolderHistory(key, history, look))
    return found


def check(desk: Desk, *, keep: bool = True) -> list[LostMemory]:
    """A snapshot, and every memory that was lost outside our decisions and that was not dealt with."""
    return [finding for told in snapshot(desk, keep=keep) for finding in told.findings]


def remarks(desk: Desk, *, keep: bool = True) -> tuple[str, ...]:
    """The same, a sentence each, with what could not be kept."""
    return sentences(desk, snapshot(desk, keep=keep))


def sentences(desk: Desk, looked: Sequence[FolderHistory]) -> tuple[str, ...]:
    """What a look at the folders showed, a sentence each, with what the store could not keep until now."""
    said = [finding.said for told in looked for finding in told.findings]
    more = len(said) - _MOST_SAID
    if more > 0:
        said = [*said[:_MOST_SAID], f"{more} more memories were lost; `dreamtui memory history` names them"]
    return (*said, *(told.unread for told in looked if told.unread), *desk.store.remarks)


def acknowledge(desk: Desk, name: str) -> str:
    """Say that the loss of a file is well; its logical path."""
    told, file = _resolved(desk, name)
    if all(finding.lost.file != file for finding in told.findings):
        raise Refused(f"{inert_line(file)} neither vanished nor shrank outside dreamtui; nothing to acknowledge")
    told.history.acknowledge(file, desk.now)
    return f"{told.key}/{file}"


def versions_of(desk: Desk, name: str) -> tuple[FolderHistory, str, list[Version]]:
    """The folder of a file, its path there, and its versions, the newest first."""
    told, file = _resolved(desk, name)
    return told, file, [v for v in reversed(told.look.versions) if v.file == file]


def restore(desk: Desk, name: str, version: str = "", *, dry_run: bool = False) -> "Outcome":
    """Restore a version of a memory and its line in the index; recorded, and undone like a decision.

    Without a version: the one before the loss, else the newest that differs from the file. What a decision removed is
    restored by an undo of that decision.
    """
    from dreamtui.desk.decide.decide import Outcome, with_retry
    from dreamtui.desk.memory.topics import retired
    from dreamtui.kinds.decision import graph

    told, file, versions = versions_of(desk, name)
    if not version:
        by_us = next((one for one in retired(desk) if one.here and one.path == f"{told.key}/{file}"), None)
        if by_us is not None:
            raise Refused(by_us.said)
    chosen = _chosen(desk, told, file, versions, version.lower())
    content = told.history.content(chosen.sha)
    if content is None:
        raise Refused(f"the bytes of {inert_line(file)} of {chosen.when[:10]} are not kept or are damaged")
    if not folder_of(desk.store, told.key).is_dir() or told.key not in desk.store.memory:
        raise Refused(f"{inert_line(str(told.history.folder))} is gone; make the folder again, then restore")
    if dry_run:
        plan = _plan(desk, told, file, chosen, content)
        return Outcome((), plan.changes, plan.advice)

    def write() -> Outcome:
        with desk.store.writing(desk.writer()) as transaction:
            plan = _plan(desk, told, file, chosen, content)
            marks = desk.store.audit.marks()
            decisions = transaction.record([plan], graph.heads(marks))
        return Outcome(decisions, plan.changes, plan.advice)

    return with_retry(write)


def _histories(desk: Desk) -> Iterator[tuple[str, MemoryHistory]]:
    """The histories of the existing folders, and of the main one if it was deleted."""
    for folder in desk.memory.folders:
        history = history_of(desk.store, folder.key)
        if history is not None:
            yield folder.key, history
    main = desk.memory.main
    if desk.store.data_folder is not None and not main.exists():
        history = MemoryHistory(main, desk.store.data_folder, desk.store.port)
        if history.place.is_dir():
            yield next((key for key, path in desk.layout.folders.items() if path == main), AUTO), history


def _resolved(desk: Desk, name: str) -> tuple[FolderHistory, str]:
    """The folder and the file a name means: a logical path, or a path from a memory folder, with or without `.md`."""
    wanted = {name, f"{name}.md"}
    found: list[tuple[FolderHistory, str]] = []
    for told in snapshot(desk):
        files = dict.fromkeys(version.file for version in told.look.versions)
        found += [(told, file) for file in files if file in wanted or f"{told.key}/{file}" in wanted]
    exact = [(told, file) for told, file in found if name in {file, f"{told.key}/{file}"}]
    found = exact or found
    if not found:
        raise NotFound(f"no memory file is or was called {inert_line(name)}", Lack.KNOWN_MEMORY)
    if len(found) > 1:
        names = ", ".join(inert_line(f"{told.key}/{file}") for told, file in found)
        raise Refused(f"{inert_line(name)} could be {len(found)} files: {names}")
    return found[0]


def _chosen(desk: Desk, told: FolderHistory, file: str, versions: list[Version], wanted: str) -> Version:
    if wanted:
        if not all(char in "0123456789abcdef" for char in wanted):
            raise Usage(f"{inert_line(wanted)} is not a version", Missing(Lack.KNOWN_VERSION, (inert_line(file),)))
        found = {v.sha: v for v in reversed(versions) if v.sha.startswith(wanted)}
        if len(found) != 1:
            said = "no version" if not found else f"{len(found)} versions"
            raise NotFound(f"{said} of {inert_line(file)} begins with {wanted}")
        return next(iter(found.values()))
    lost = next((finding.lost.before for finding in told.findings if finding.lost.file == file), None)
    if lost is not None:
        return lost
    standing = digest(desk.store.read(f"{told.key}/{file}"))
    other = next((v for v in versions if v.sha and v.sha != standing and told.history.is_kept(v.sha)), None)
    if other is None:
        raise NotFound(f"no other version of {inert_line(file)} is kept")
    return other


def _plan(desk: Desk, told: FolderHistory, file: str, chosen: Version, content: bytes) -> Plan:
    """The file as it was, and its line in the index where it lost it."""
    from dreamtui.kinds.memory import topic

    path = f"{told.key}/{file}"
    standing = desk.store.read(path)
    if standing == content:
        raise Refused(f"{inert_line(path)} is already as it was on {chosen.when[:10]}; nothing to restore")
    changes = [Change(path, standing, content)]
    advice: tuple[str, ...] = ()
    if file != INDEX and file.endswith(".md"):
        line = _index_line(desk, told, file)
        changes += [line] if line is not None else []
        if line is None and not _is_listed(desk.store.read(f"{told.key}/{INDEX}"), file):
            advice = (f"{INDEX} has no line for {inert_line(file)}; `dreamtui memory index` writes one",)
    draft = Draft(
        item=topic.topic_id(path),
        kind=NAME,
        fingerprint=path,
        title=f"{file} as of {chosen.when[:10]} ({chosen.sha[:8]})",
        verb=Verb.RESTORE,
        actor=desk.actor,
        when=iso(desk.now),
    )
    return Plan(ChangeSet.of(*changes), draft, advice)


def _is_listed(index: bytes | None, file: str) -> bool:
    """Whether the index has a line for a file."""
    from dreamtui.kinds.memory.index import reading as memory_index

    return index is not None and any(entry.target == file for entry in memory_index.read(index).entries)


def _index_line(desk: Desk, told: FolderHistory, file: str) -> Change | None:
    """The newest line that the index had for a file, put back; None if it has one or none is known."""
    from dreamtui.kinds.memory.index import reading as memory_index

    path = f"{told.key}/{INDEX}"
    index = desk.store.read(path)
    if index is None or _is_listed(index, file):
        return None
    for version in reversed(told.look.versions):
        data = told.history.content(version.sha) if version.file == INDEX else None
        for entry in memory_index.read(data).entries if data is not None else ():
            if entry.target == file:
                return Change(path, index, memory_index.with_entry(index, file, entry.title, entry.hook))
    return None

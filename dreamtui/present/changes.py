"""A set of changes as files to be compared: what people and agents read first, then what moves, the records last."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dreamtui.model.change import Change, ChangeSet
from dreamtui.text.danger.risks import mask_versions
from dreamtui.text.paths import PRIVATE_HOME

RETIRED = (".agent/dream/expired/", ".agent/archive/", f"{PRIVATE_HOME}/archive/")
"""Folders of what agents read no longer."""

_READ = (".claude/", ".agent/memory/semantic/", ".agent/memory/notes/")
_BOOKS = (".agent/dream/", "memory/.dreams/", f"{PRIVATE_HOME}/proposals/")
_MOVES = len(_READ) + 4
_RECORDS = _MOVES + 1


@dataclass(frozen=True, slots=True)
class FileDiff:
    """One file before and after, as text; None for a missing file."""

    path: str
    """What the heading says; empty for a lone text without a heading."""
    before: str | None
    after: str | None
    moves: bool = False
    """Whether the file goes from one place to another; `path` then has both, with ` → ` between them."""
    record: bool = False
    """Whether it is a record that few people read; beside other files it is folded to one line."""
    ours: bool = False
    """Whether it is in our home, where the line of JSON that we keep in a file is folded."""


def masked_file(file: FileDiff) -> FileDiff:
    """The file with secret-like text replaced."""
    before, after = mask_versions(file.before, file.after)
    return replace(file, before=before, after=after)


def decode(data: bytes | None) -> str | None:
    """Bytes as text for a diff: what is not UTF-8 becomes a surrogate, and is marked when it is shown."""
    return None if data is None else data.decode("utf-8", "surrogateescape")


def files_of(changes: ChangeSet) -> list[FileDiff]:
    """The files of the changes; one that goes while one of the same name comes is shown as it moves."""
    moved: set[str] = set()
    files: list[tuple[int, FileDiff]] = []
    for change in changes.changes:
        if change.path in moved:
            continue
        partner = _partner(change, changes.changes) if change.after is None else None
        if partner is not None:
            moved.add(partner.path)
            path = f"{change.path} → {partner.path}"
            rank = max(_rank(change.path), _rank(partner.path)) if change.path.startswith(_BOOKS) else _MOVES
            files.append((rank, FileDiff(path, decode(change.before), decode(partner.after), moves=True)))
        elif not (change.before is None and _leaver(change, changes.changes)):
            files.append((_rank(change.path), FileDiff(change.path, decode(change.before), decode(change.after))))
    return _in_order(files)


def in_reading_order(files: Iterable[FileDiff]) -> list[FileDiff]:
    """Files by how near they are to what is read, the records folded."""
    return _in_order([(_rank(file.path), file) for file in files])


def files_by_workspace(changes: ChangeSet, names: Sequence[str]) -> list[FileDiff]:
    """The same for changes of several workspaces, whose paths begin with the name of theirs: one after the other."""
    if not names:
        return files_of(changes)
    found: list[FileDiff] = []
    for name in names:
        start = f"{name}: "
        own = [c for c in changes.changes if c.path.startswith(start)]
        local = ChangeSet(tuple(replace(change, path=change.path.removeprefix(start)) for change in own))
        found += [replace(file, path=f"{start}{file.path}") for file in files_of(local)]
    return found


def _in_order(ranked: Sequence[tuple[int, FileDiff]]) -> list[FileDiff]:
    """By rank, each file with what it is to us."""
    return [
        replace(file, record=rank == _RECORDS, ours=file.path.startswith(".agent/"))
        for rank, file in sorted(ranked, key=lambda pair: pair[0])
    ]


def _partner(gone: Change, changes: Sequence[Change]) -> Change | None:
    """The new file a file that goes moves to: the one of the same name."""
    name = gone.path.rsplit("/", 1)[-1]
    return next((c for c in changes if c.before is None and c.path.rsplit("/", 1)[-1] == name), None)


def _leaver(come: Change, changes: Sequence[Change]) -> bool:
    name = come.path.rsplit("/", 1)[-1]
    gone = [c for c in changes if c.after is None and c.path.rsplit("/", 1)[-1] == name]
    return bool(gone) and _partner(gone[0], changes) is come


def _rank(path: str) -> int:
    """How near to what is read a file is: outputs, memory, rules and notes, what left them, records."""
    name = path.rsplit("/", 1)[-1]
    if path.startswith(RETIRED):
        return _MOVES
    if path.startswith(_BOOKS):
        return _RECORDS
    if name in ("CLAUDE.md", "MEMORY.md"):
        return ("CLAUDE.md", "MEMORY.md").index(name)
    return next((place for place, start in enumerate(_READ, 3) if path.startswith(start)), 2)

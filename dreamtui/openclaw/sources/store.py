"""The recall store of a workspace, wherever this version of OpenClaw keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dreamtui.disk.opening import NotRegular, TooLarge, read_whole
from dreamtui.kinds.promotion.recall_store import OPENCLAW_LIMIT, PHASES, STORE, parse, parse_phases
from dreamtui.model.errors import Refused
from dreamtui.model.recall import PhaseHits, RawStore

LARGEST = 512 * 1024 * 1024
"""Bytes above which a store is not read at all."""


@dataclass(frozen=True, slots=True)
class RecallSource:
    """What was read."""

    store: RawStore
    """The entries."""
    phases: Mapping[str, PhaseHits] = field(default_factory=dict)
    """What the phases found."""
    where: str = ""
    """The file the entries come from; empty for none."""
    size: int = 0
    """Its bytes."""
    writable: bool = True
    """Whether promotions may be marked in it."""
    remarks: tuple[str, ...] = ()
    """What a person should know, a sentence each."""


def is_workspace(root: Path) -> bool:
    """Whether recalls have ever been recorded here."""
    return (root / "memory" / ".dreams").is_dir()


def read_recalls(root: Path, env: Mapping[str, str]) -> RecallSource:
    """The entries of the file; where OpenClaw has moved on to its database, those of the database, for reading only."""
    folder = root / "memory" / ".dreams"
    moved = sorted(folder.glob("short-term-recall.json.migrated*")) if folder.is_dir() else []
    from_database = _database(root, env, moved=bool(moved))
    if from_database is not None:
        return from_database
    path = root / STORE
    data = _bytes(path)
    phases = parse_phases(_bytes(root / PHASES))
    if data is None and moved:
        newest = moved[-1]
        archived = _bytes(newest)
        said = (
            f"OpenClaw has moved its recalls into a database that was not found; {newest.name} is what they were then,"
            " and it is only read",
        )
        return RecallSource(parse(archived), phases, _named(newest, root), len(archived or b""), False, said)
    if data is None:
        return RecallSource(RawStore({}), phases)
    remarks = []
    if len(data) > OPENCLAW_LIMIT:
        remarks.append(
            f"{STORE} has {len(data) / 1048576:.1f} MiB; OpenClaw stops promoting at {OPENCLAW_LIMIT // 1048576} MiB,"
            " and it is read here all the same"
        )
    if moved:
        remarks.append(
            f"{STORE} stands beside {moved[-1].name}: OpenClaw keeps recalls in a database now, so it is only read"
        )
    return RecallSource(parse(data), phases, STORE, len(data), not moved, tuple(remarks))


def _database(root: Path, env: Mapping[str, str], *, moved: bool) -> RecallSource | None:
    from dreamtui.openclaw.sources.database import find_database, read_database

    path = find_database(env) if moved or not (root / STORE).is_file() else None
    if path is None:
        return None
    found = read_database(path, root)
    if found is None or not (found.entries or moved):
        return None
    said = [f"recalls are in OpenClaw's database {path}, which is only read: MEMORY.md alone says what was promoted"]
    said += [f"some of {path} was not read, because OpenClaw is writing it"] if found.partial else []
    store = RawStore(found.entries)
    return RecallSource(store, found.phases, str(path), path.stat().st_size, False, tuple(said))


def _bytes(path: Path) -> bytes | None:
    """The bytes of a regular file, reached without a symbolic link; None when there is none."""
    try:
        return read_whole(path, LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotRegular:
        raise Refused(f"{path.name} is not a regular file") from None
    except TooLarge as problem:
        raise Refused(f"{path.name} has {problem.strerror}") from None
    except OSError as problem:
        raise Refused(f"{path.name} cannot be read: {problem.strerror}") from None


def _named(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()

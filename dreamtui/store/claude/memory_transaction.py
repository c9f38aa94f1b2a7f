"""Every write below a memory folder goes through here: Claude Code's lock is held, and the history kept around it."""

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.model.change import ChangeSet
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.store.claude import lock as consolidate_lock
from dreamtui.store.claude.history import OURS, MemoryHistory, Ours
from dreamtui.store.claude.lock import LockLedger
from dreamtui.store.files.small import read_or_none

if TYPE_CHECKING:
    from dreamtui.store.commit.recovery import Recovered
    from dreamtui.store.store import Store, Writer


@dataclass(frozen=True, slots=True)
class Errand:
    """What is written to memory folders, and in whose name."""

    changes: ChangeSet
    decisions: Mapping[str, str]
    """Which decision changes a path; what is not named is called by `label`."""
    label: str
    whole: Collection[str] = ()
    """Keys of the folders that are consolidated with this."""


@contextmanager
def into_memory(store: "Store", writer: "Writer", errand: Errand, seal_key: bytes) -> Iterator[None]:
    """Hold the locks of the memory folders that are written to, and record the versions before and after.

    A folder that is consolidated without being written to gets a new lock time, if its lock is free.
    """
    touched = {key for change in errand.changes.changes if (key := store.memory_key(change.path))}
    if not touched and not errand.whole:
        yield
        return
    whole = _lasting(store, errand.whole)
    ledger = LockLedger(store.layout.state, seal_key)
    locked = [folder_of(store, key) for key in sorted(touched) if store.memory[key]]
    with consolidate_lock.holding(locked, writer.wait, ledger=ledger, whole=whole, port=store.port):
        for key in sorted(touched):
            _keep(store, key, writer.now)
        yield
    for key in sorted(touched):
        _keep(store, key, writer.now, _ours(key, errand))
    others = [folder for folder in whole if folder not in locked]
    with suppress(DreamtuiError), consolidate_lock.holding(others, 0, ledger=ledger, whole=others, port=store.port):
        pass


def mend_memory(store: "Store", now: datetime, settled: Iterable["Recovered"], seal_key: bytes) -> None:
    """Release the locks of a killed process, and record the files that an interrupted change of ours left."""
    ledger = LockLedger(store.layout.state, seal_key)
    if os.path.lexists(ledger.path):
        consolidate_lock.mend(ledger, [folder_of(store, key) for key in store.memory], store.port)
    for one in settled:
        names: dict[str, dict[str, tuple[bytes | None, str]]] = {}
        for path in one.paths:
            logical = store.layout.logical(path)
            key = store.memory_key(logical)
            if key and path not in one.left:
                names.setdefault(key, {})[logical.removeprefix(f"{key}/")] = (_standing(path), f"{OURS}{one.label}")
        for key, ours in sorted(names.items()):
            _keep(store, key, now, ours)


def folder_of(store: "Store", key: str) -> Path:
    return store.layout.folders.get(key) or store.layout.root / key


def history_of(store: "Store", key: str) -> MemoryHistory | None:
    """The history of a memory folder; None if the person has no folder for data."""
    if store.data_folder is None:
        return None
    return MemoryHistory(folder_of(store, key), store.data_folder, store.port)


def _lasting(store: "Store", keys: Collection[str]) -> list[Path]:
    """Folders whose lock keeps the time of their consolidation; a repository without a lock gets none."""
    counted = [key for key in sorted(keys) if store.memory.get(key)]
    folders = [(key, folder_of(store, key)) for key in counted]
    return [folder for key, folder in folders if key.startswith("@") or consolidate_lock.last_dream(folder) is not None]


def _ours(key: str, errand: Errand) -> Ours:
    """The files of a folder as we left them."""
    return {
        change.path.removeprefix(f"{key}/"): (
            change.after,
            f"{OURS}{errand.decisions.get(change.path, errand.label)}",
        )
        for change in errand.changes.changes
        if change.path.startswith(f"{key}/")
    }


def _standing(path: Path) -> bytes | None:
    """The bytes of a file that an interrupted change was about; what cannot be read is looked at as anything else."""
    try:
        return read_or_none(path)
    except Refused:
        return None


def _keep(store: "Store", key: str, now: datetime, ours: Ours | None = None) -> None:
    """A snapshot; a failure is reported and stops no decision."""
    history = history_of(store, key)
    if history is None:
        return
    try:
        history.snapshot(now, ours)
    except DreamtuiError as problem:
        if str(problem) not in store.remarks:
            store.remarks.append(str(problem))

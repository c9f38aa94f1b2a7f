"""Which locks of Claude Code's we hold, noted for whoever has to give them back when we are killed.

The note lies with the person's own data, one for each home, because a repository could ship one and have us empty or
rewind locks. The home's state folder only holds a mark that there may be something to look up; its words say nothing.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from dreamtui.store.blobs import load_blob, remove_blob, save_blob
from dreamtui.store.layout import CONSOLIDATING
from dreamtui.store.port import Port
from dreamtui.text.jsons import read_json

_LARGEST_PID = 2**31 - 1
_LARGEST_TIME = 2**63 - 1


@dataclass(frozen=True, slots=True)
class HeldNote:
    """Where it is noted."""

    told: Path
    """With the person's own data: the process and the time each lock file had."""
    mark: Path
    """In the state folder: that the note is to be looked for."""

    def keep(self, before: Mapping[Path, int | None], port: Port) -> bool:
        """Note what is held, or that nothing is; false when that failed. The mark is there as long as the note is."""
        if not before:
            return self.drop(port)
        listed = {os.fspath(folder): time for folder, time in before.items()}
        words = json.dumps({"pid": os.getpid(), "folders": listed}).encode()
        return save_blob(self.mark, b"{}\n", port) and save_blob(self.told, words, port)

    def drop(self, port: Port) -> bool:
        """Remove both; false when one is still there."""
        return remove_blob(self.told, port) and remove_blob(self.mark, port)

    def read(self) -> tuple[int, dict[Path, int | None]]:
        """The process and what it held; nothing for a note that is not as we write it, in any part."""
        nothing: tuple[int, dict[Path, int | None]] = (0, {})
        try:
            told = read_json(load_blob(self.told) or b"{}")
        except (ValueError, RecursionError):
            return nothing
        pid, folders = (told.get("pid"), told.get("folders")) if isinstance(told, dict) else (None, None)
        if not _is_number(pid, 1, _LARGEST_PID) or not isinstance(folders, dict):
            return nothing
        if not all(time is None or _is_number(time, 0, _LARGEST_TIME) for time in folders.values()):
            return nothing
        return pid, {Path(path): time for path, time in folders.items()}


def note_of(state: Path, data_folder: Path) -> HeldNote:
    """Where what is held under the write lock of this state folder is noted."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(state))).hexdigest()[:16]
    return HeldNote(data_folder / "dreamtui" / "held-locks" / f"{name}.json", state / CONSOLIDATING)


def _is_number(value: object, least: int, most: int) -> TypeGuard[int]:
    return type(value) is int and least <= value <= most

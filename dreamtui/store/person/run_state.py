"""How the runs that nobody watches went here, and the lock by which only one runs.

Why one failed may quote what it read, so that is among the person's own data; the lock is for everybody's runs.
"""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path

from dreamtui.disk.opening import open_regular
from dreamtui.model.errors import Refused
from dreamtui.store.commit.lock import Owner, is_at, open_shared, read_owner, try_flock, write_owner
from dreamtui.store.files.private import prepare_private_state
from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.store.layout import Layout
from dreamtui.text.jsons import read_json

DREAM = "dream"
"""The kind of run whose files have no name of their own; each other has files with its name."""
TASKS = (DREAM, "promote", "train")
_LARGEST = 64 * 1024


@dataclass(frozen=True, slots=True)
class RunState:
    succeeded: str = ""
    """When one last came to its end, UTC; empty for never."""
    trigger: str = ""
    """What started that one."""
    failed: str = ""
    """When one last failed, if none has succeeded since."""
    failures: int = 0
    """How many failed in a row."""
    why: str = ""
    """Why the last one failed, a sentence."""
    began: str = ""
    """When the last one that a schedule was due for began."""


def load(layout: Layout, task: str = DREAM) -> RunState:
    """What is known; nothing for a file that is missing or was not written by us."""
    data = load_blob(_saved(layout, task), _LARGEST)
    try:
        saved = read_json(data) if data else {}
        kinds = {field.name: field.type for field in fields(RunState)}
        return RunState(**{name: value for name, value in saved.items() if type(value) is kinds.get(name)})
    except (ValueError, TypeError, AttributeError):
        return RunState()


def save(layout: Layout, state: RunState, task: str = DREAM) -> bool:
    """Remember it; false where it cannot be written."""
    try:
        prepare_private_state(layout)
    except (Refused, OSError):
        return False
    return save_blob(_saved(layout, task), json.dumps(asdict(state)).encode())


def _saved(layout: Layout, task: str) -> Path:
    return layout.private_state / f"{_name(task)}.json"


def _lock(layout: Layout, task: str) -> Path:
    return layout.state / f"{_name(task)}.lock"


def _name(task: str) -> str:
    return "unattended" if task == DREAM else f"unattended-{task}"


def only_one(layout: Layout, who: str, now: datetime, task: str = DREAM) -> int | None:
    """The open lock file of the one run of its kind, held until it is closed; None while another one runs.

    A process that is forked holds it too. Raises OSError where nothing can be written.
    """
    from dreamtui.store.index.schema import prepare_state

    try:
        prepare_state(layout)
    except Refused as problem:
        raise OSError(str(problem)) from None
    path = _lock(layout, task)
    handle = open_shared(path)
    with suppress(OSError):
        if try_flock(handle) and is_at(handle, path):
            write_owner(handle, Owner.here(who, now))
            return handle
    os.close(handle)
    return None


def running(layout: Layout, task: str = DREAM) -> Owner | None:
    """Who runs one now; None if nobody does. The lock is tried only where an owner is named, as trying takes it."""
    path = _lock(layout, task)
    owner = read_owner(path)
    if owner is None:
        return None
    try:
        handle, _ = open_regular(path)
    except OSError:
        return None
    try:
        return None if try_flock(handle) else owner
    except OSError:
        return None
    finally:
        os.close(handle)


def released(handle: int) -> None:
    """Let the next one run."""
    write_owner(handle, None)
    os.close(handle)

"""How the runs that nobody watches went on this machine, in the state folder, and the lock by which only one runs."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from dreamtui.disk.opening import open_regular
from dreamtui.model.errors import Refused
from dreamtui.store.commit.lock import Owner, is_at, open_shared, read_owner, try_flock, write_owner
from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.store.layout import Layout
from dreamtui.text.jsons import read_json

_FILE, _LOCK = "unattended.json", "unattended.lock"
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


def load(layout: Layout) -> RunState:
    """What is known; nothing for a file that is missing or was not written by us."""
    data = load_blob(layout.state / _FILE, _LARGEST)
    try:
        saved = read_json(data) if data else {}
        kinds = {field.name: field.type for field in fields(RunState)}
        return RunState(**{name: value for name, value in saved.items() if type(value) is kinds.get(name)})
    except (ValueError, TypeError, AttributeError):
        return RunState()


def save(layout: Layout, state: RunState) -> bool:
    """Remember it; false where it cannot be written."""
    return save_blob(layout.state / _FILE, json.dumps(asdict(state)).encode())


def only_one(layout: Layout, who: str, now: datetime) -> int | None:
    """The open lock file of the one run there may be, held until it is closed; None while another one runs.

    A process that is forked holds it too. Raises OSError where nothing can be written.
    """
    from dreamtui.store.index.schema import prepare_state

    try:
        prepare_state(layout)
    except Refused as problem:
        raise OSError(str(problem)) from None
    path = layout.state / _LOCK
    handle = open_shared(path)
    with suppress(OSError):
        if try_flock(handle) and is_at(handle, path):
            write_owner(handle, Owner.here(who, now))
            return handle
    os.close(handle)
    return None


def running(layout: Layout) -> Owner | None:
    """Who runs one now; None if nobody does."""
    path = layout.state / _LOCK
    try:
        handle, _ = open_regular(path)
    except OSError:
        return None
    try:
        return None if try_flock(handle) else read_owner(path)
    except OSError:
        return None
    finally:
        os.close(handle)


def released(handle: int) -> None:
    """Let the next one run."""
    write_owner(handle, None)
    os.close(handle)

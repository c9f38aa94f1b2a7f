"""Writing something into a new file that a person named: never over anything, never through a link."""

import os
from pathlib import Path

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.store.port import NO_FOLLOW
from dreamtui.text.inert import inert_line


def write_new(path: Path, data: bytes) -> None:
    """A new file with these bytes; Refused when something is there already, `WriteFailed` when it cannot be."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | NO_FOLLOW, 0o666)
    except FileExistsError:
        raise Refused(f"{inert_line(str(path))} is there already; choose another name") from None
    except OSError as error:
        raise WriteFailed(f"{inert_line(str(path))} cannot be written ({error.strerror})") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise WriteFailed(f"{inert_line(str(path))} could not be written ({error.strerror})") from error

"""The key of this person on this machine: what is sealed with it was written here, and no repository can know it."""

import hashlib
import hmac
import os
import re
from contextlib import suppress
from pathlib import Path

from dreamtui.model.errors import Refused, Unavailable
from dreamtui.store.files.port import DISK, Port, make_folders
from dreamtui.store.files.private import no_folder
from dreamtui.store.files.small import load_blob
from dreamtui.text.inert import inert_line

_FILE = "machine-key"
_KEY = re.compile(rb"[0-9a-f]{64}\n")


def machine_key(data_folder: Path | None, port: Port = DISK) -> bytes:
    """The key, created if missing; raises `Unavailable` if none can be kept.

    Without a key no change is started: the next start could not tell it from a forged one.
    """
    if data_folder is None:
        raise _no_key("this workspace is opened without a folder for a person's own data")
    path = data_folder / "dreamtui" / ".state" / _FILE
    try:
        key = _read(path) or _made(path, port)
    except NotADirectoryError:
        raise _no_key(str(no_folder(path.parent))) from None
    except OSError as error:
        raise _no_key(f"{inert_line(str(path))} can be neither read nor created: {error.strerror}") from error
    except Refused as problem:
        raise _no_key(str(problem)) from problem
    if not key:
        raise _no_key(f"{inert_line(str(path))} belongs to another user")
    return key


def known_key(data_folder: Path) -> bytes:
    """The key, or empty if none was made yet: then nothing here can be sealed with it."""
    try:
        return _read(data_folder / "dreamtui" / ".state" / _FILE)
    except (OSError, Refused):
        return b""


def _no_key(why: str) -> Unavailable:
    return Unavailable(
        f"cannot write without the key that seals changes: {why}; reading still works; make that folder writable,"
        " or set XDG_DATA_HOME to one that is"
    )


def seal_of(key: bytes, data: bytes) -> str:
    return hmac.new(key, data, hashlib.sha256).hexdigest()


def _read(path: Path) -> bytes:
    """The key in the file; empty if it is missing, malformed or another user's."""
    data = load_blob(path, 65)
    if data is None or not _KEY.fullmatch(data):
        return b""
    return data if path.stat().st_uid == os.geteuid() else b""


def _made(path: Path, port: Port) -> bytes:
    """A new key; of two processes that make one at the same time both get the same."""
    make_folders(path.parent, port)
    beside = path.with_name(f".{_FILE}.{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        port.write(beside, os.urandom(32).hex().encode() + b"\n", 0o600)
        port.sync(beside)
        try:
            port.link(beside, path)
        except FileExistsError:
            if not _read(path):
                port.rename(beside, path)
        port.sync_folder(path.parent)
    finally:
        with suppress(FileNotFoundError):
            port.remove(beside)
    return _read(path)

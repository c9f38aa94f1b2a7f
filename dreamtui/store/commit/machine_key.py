"""The key of this person on this machine: what is sealed with it was written here, and no repository can know it."""

import hashlib
import hmac
import os
import re
from contextlib import suppress
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.store.files.port import DISK, Port, make_folders
from dreamtui.store.files.small import load_blob

_FILE = "machine-key"
_KEY = re.compile(rb"[0-9a-f]{64}\n")


def machine_key(data_folder: Path | None, port: Port = DISK) -> bytes:
    """The key, made when there is none; empty where none can be kept."""
    if data_folder is None:
        return b""
    path = data_folder / "dreamtui" / ".state" / _FILE
    with suppress(OSError, Refused):
        return _read(path) or _made(path, port)
    return b""


def seal_of(key: bytes, data: bytes) -> str:
    """The seal of some bytes."""
    return hmac.new(key, data, hashlib.sha256).hexdigest()


def _read(path: Path) -> bytes:
    """The key that stands there; empty for none, and for a file that is not as we write it or is somebody else's."""
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

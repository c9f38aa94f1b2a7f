"""Small files outside git with a seal that only this person can make on this machine.

A repository can ship such a file; without the seal it says nothing.
"""

import hmac
from pathlib import Path

from dreamtui.store.commit.machine_key import known_key, machine_key, seal_of
from dreamtui.store.files.small import load_blob, save_blob


def save_sealed(path: Path, data_folder: Path, about: bytes, body: bytes) -> bool:
    """Whether it could be written; `about` is what the seal is for, so that no file is taken for another.

    Raises `Unavailable` where there is no key.
    """
    return save_blob(path, sealed(data_folder, about, body))


def sealed(data_folder: Path, about: bytes, body: bytes) -> bytes:
    """The bytes that `load_sealed` takes; raises `Unavailable` where there is no key."""
    return seal_of(machine_key(data_folder), about + body).encode() + b"\n" + body


def load_sealed(path: Path, data_folder: Path, about: bytes, largest: int) -> bytes | None:
    """What was sealed here, or None."""
    data = load_blob(path, largest)
    if data is None:
        return None
    seal, _, body = data.partition(b"\n")
    key = known_key(data_folder)
    sound = key and hmac.compare_digest(seal, seal_of(key, about + body).encode())
    return body if sound else None

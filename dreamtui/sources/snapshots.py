"""Snapshots of what was read as bytes, for the store to keep or for another process."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import dreamtui

T = TypeVar("T")


def encode_snapshot(value: object) -> bytes:
    import msgspec

    return msgspec.msgpack.encode(value)


def decode_snapshot(data: bytes, shape: type[T]) -> T | None:
    """What `encode_snapshot` wrote; None for anything else, however hostile."""
    import msgspec

    try:
        return msgspec.msgpack.decode(data, type=shape)
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return None


@cache
def code_stamp(*rooms: str) -> str:
    """Which version of these folders of the package this is: another one may find something else."""
    return "\n".join(_modules(rooms))


def _modules(rooms: tuple[str, ...]) -> Iterator[str]:
    pending = [Path(dreamtui.__file__).parent / room for room in rooms]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_dir():
                    pending.append(Path(entry.path))
                elif entry.name.endswith((".py", ".json")):
                    status = entry.stat()
                    yield f"{entry.path} {status.st_size} {status.st_mtime_ns}"

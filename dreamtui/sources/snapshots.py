"""Snapshots of what was read as bytes, for the store to keep or for another process."""

from typing import TypeVar

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

"""What a scan leaves for the next one as MessagePack, which holds no code; whatever is not ours is no snapshot."""

from typing import TypeVar

import msgspec

T = TypeVar("T")


def encode(value: object) -> bytes:
    """A snapshot as bytes."""
    return msgspec.msgpack.encode(value)


def decode(data: bytes, shape: type[T]) -> T | None:
    """What `encode` wrote; None for anything else, however hostile."""
    try:
        return msgspec.msgpack.decode(data, type=shape)
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError):
        return None

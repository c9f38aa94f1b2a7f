"""What shapes are made with: the words of their fields, and a shape from a noun whose attributes have its names."""

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Meta, Struct

S = TypeVar("S", bound=Struct)


def says(words: str) -> Meta:
    """What a field holds, for its schema."""
    return Meta(description=words)


def alike(shape: type[S], noun: object, **more: Any) -> S:
    """The shape with what the noun calls the same; `more` are the fields that it calls otherwise or not at all."""
    return shape(**{name: getattr(noun, name) for name in shape.__struct_fields__ if name not in more}, **more)


def each(shape: type[S], nouns: Iterable[object]) -> tuple[S, ...]:
    """The same of several."""
    return tuple(alike(shape, noun) for noun in nouns)

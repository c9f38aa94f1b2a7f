"""What one way to confine a program is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Rights:
    """What a confined program may write; everything else it may only read."""

    own: Path
    """A folder of its own, thrown away afterwards."""
    more: tuple[Path, ...] = ()
    """What the person lets it write besides; what does not exist is passed over."""


@dataclass(frozen=True, slots=True)
class Way:
    name: str
    """As people call it."""
    absent: Callable[[Mapping[str, str]], str]
    """Why it is not to be had on this machine, a few words; empty where it can be tried."""
    wrap: Callable[[Sequence[str], Rights, Mapping[str, str]], list[str]]
    """The words to run in place of a program (its whole path first) and its arguments."""

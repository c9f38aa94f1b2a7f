"""What the readers of events and the miners of signals know about each other, so that neither imports the other.

A reader makes batches of records and feeds them to miners; miners remember what matters and can be merged, packed
into bytes and unpacked again, so that files can be read by two processes and only new bytes are read the next time.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, Self


class MinedRecord(Protocol):
    """One event as a miner sees it: a line of an event log or a commit."""

    @property
    def ts(self) -> datetime:
        """When; always with a timezone."""

    @property
    def actor(self) -> str:
        """Who."""

    @property
    def kind(self) -> str:
        """Free word: commit, revert, edit, test-fail, and so on; `revert` whenever something is taken back."""

    @property
    def summary(self) -> str:
        """One line, whole."""

    @property
    def files(self) -> Sequence[str]:
        """Paths relative to the repository."""

    @property
    def session(self) -> str:
        """Session id, empty when unknown."""

    @property
    def sha(self) -> str:
        """Full commit sha, empty when the event names none."""

    @property
    def coauthors(self) -> Sequence[str]:
        """Further actors."""

    @property
    def reverted(self) -> str:
        """Normalised subject of the change that is taken back, empty when it is no revert or is not known."""


class Batch(Protocol):
    """Some hundred records that are fed together."""

    @property
    def records(self) -> Sequence[MinedRecord]:
        """The records, in the order they were read."""

    @property
    def aside(self) -> set[int] | None:
        """Collects the index of each record that names a commit and matters; None: such records count at once."""

    def place(self, index: int) -> tuple[str, int, str]:
        """Locator without line, line (0 for none) and digest of a record; asked only for quotes that are kept."""


class Miners(Protocol):
    @property
    def key(self) -> str:
        """Hash of everything but the window that decides what is remembered; another key, other memories."""

    @property
    def floor(self) -> str:
        """UTC time; nothing older is remembered."""

    def fresh(self, floor: str) -> Self:
        """Empty miners of the same kind."""

    def feed(self, batch: Batch) -> None:
        """Remember what matters of these records."""

    def absorb(self, other: Self) -> None:
        """Remember also what the other remembers; the order of merging makes no difference."""

    def pack(self) -> Iterable[bytes]:
        """What is remembered, as bytes, part by part so that it is never in memory twice."""

    def absorb_packed(self, parts: Iterable[bytes]) -> bool:
        """Remember also what was packed by miners with the same key; False, and no more use, when it is damaged."""


@dataclass(frozen=True, slots=True)
class MineSettings:
    """Thresholds and window of one run."""

    since: str
    """UTC time, ISO 8601 with Z; nothing older counts."""
    since_text: str
    """The window as titles show it: `30d`, or the time as it was given."""
    until: str = ""
    """UTC time of the run; events dated after it are counted too, clocks differ."""
    min_cluster_size: int = 3
    """How many events make a repeat_fix or a frequent_failure."""
    min_reverts: int = 2
    """How many reverts make a revert_cluster."""
    min_actors: int = 2
    """How many different actors make a cross_actor_anti."""
    min_correction_sessions: int = 2
    """In how many sessions the same thing has to be corrected to make a correction."""
    min_command_failures: int = 2
    """How often a command has to fail to make a failing_command."""
    compat: bool = False
    """Mine exactly as dotagent does."""
    ignored: tuple[str, ...] | None = None
    """Patterns of paths that never count; None stands for the built-in list."""
    embeddings: bool = True
    """Whether events are compared by meaning too, where there is a model."""
    only: str | None = None
    """Name of the one signal that is wanted; None for all."""


@contextmanager
def no_collection() -> Iterator[None]:
    """Pause the search for reference cycles; records and findings make none, and it takes a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class ScanStopped(Exception):
    """The scan was cancelled; the snapshot it began with is still good."""

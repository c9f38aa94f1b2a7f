"""All signals together: fed by the readers, merged, packed between runs, asked for findings."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Self

from dreamtui.mining.noise import DEFAULT_IGNORED, Ignored
from dreamtui.mining.signals.base import Signal
from dreamtui.mining.signals.commits import SeenBatch, TimedRecord, see
from dreamtui.mining.signals.frequent_failure import FrequentFailure
from dreamtui.mining.signals.moments import hear, is_moment
from dreamtui.mining.signals.names import SIGNALS
from dreamtui.mining.signals.repeat_fix import RepeatFix
from dreamtui.mining.signals.revert_cluster import RevertCluster
from dreamtui.mining.signals.sieve import Likely, sift
from dreamtui.mining.signals.tally import Names, check_times, seconds_of
from dreamtui.model.evidence import Event
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings, no_collection
from dreamtui.model.mining.registry import RegistryEntry

_VERSION = 4
"""Raised when the packed state, or how it is computed, changes."""
LOGGED_ONLY = frozenset({RepeatFix.name, RevertCluster.name, FrequentFailure.name})
"""Signals of event logs and of the commits that logs name. In all other commits the signals of the history look for
fixes and reverts, and an error in a subject is one that was fixed, not one that is back."""
_OF_ALL_COMMITS = tuple(name for name in SIGNALS if name not in LOGGED_ONLY)

Named = tuple[float, str, str, str, list[str], str, str, int, str]
"""An event that names a commit: seconds, actor, kind, summary, files, session, locator, line, digest."""


class EventMiners:
    """Every signal over event logs and commits; windows and thresholds are applied when findings are asked for.

    Events that name a commit are held back until the commits are known: then the commit counts and the event does
    not. An event whose commit is missing counts itself, once.
    """

    def __init__(
        self, floor: str, registry: Sequence[RegistryEntry] = (), ignored: Sequence[str] | None = None
    ) -> None:
        self.floor = floor
        self.registry = tuple(registry)
        self.patterns = tuple(DEFAULT_IGNORED if ignored is None else ignored)
        self.names = Names()
        self.aside: dict[str, Named] = {}
        self._wanted = {20: bytearray(), 32: bytearray()}
        self._floor = seconds_of(floor)
        self._paths = Ignored(self.patterns)
        self.signals: dict[str, Signal] = {
            name: signal(self.names, self._paths, self.registry, self._floor) for name, signal in SIGNALS.items()
        }
        self._last: tuple[tuple[MineSettings, bool], float, float, list[Event], list[Finding]] | None = None

    @property
    def key(self) -> str:
        """Hash of the signals, the registry and the ignored paths."""
        about = [_VERSION, sorted(SIGNALS), [(e.id, e.files) for e in self.registry], self.patterns]
        return hashlib.sha256(repr(about).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def fresh(self, floor: str) -> Self:
        """Empty miners for the same registry and paths."""
        return type(self)(floor, self.registry, self.patterns)

    def feed(self, batch: Batch) -> None:
        self._last = None
        records = batch.records
        likely = self._feed(batch, self.signals)
        if batch.aside is None:
            return
        wanted: list[str] = []
        for index in likely.named:
            record = records[index]
            if index in batch.aside:
                named: Named = (
                    record.ts.timestamp(), record.actor, record.kind, record.summary, list(record.files),
                    record.session, *batch.place(index),
                )  # fmt: skip
                self._put_aside(record.sha, named)
            elif not record.summary and not record.files:
                wanted.append(record.sha)
        if wanted:
            self._want(wanted)

    def _feed(self, batch: Batch, names: Iterable[str]) -> Likely:
        """Feed records to some of the signals; returns what passed the sieve."""
        signals = [self.signals[name] for name in names]
        for signal in signals:
            signal.look_at(batch.records)
        known = [signal.known for signal in signals if signal.known]
        likely = sift(batch.records, known[0] if len(known) == 1 else frozenset().union(*known))
        for signal in signals:
            signal.feed(batch, likely)
        return likely

    def _put_aside(self, sha: str, named: Named) -> None:
        known = self.aside.get(sha)
        self.aside[sha] = named if known is None else min(known, named)

    def _want(self, shas: list[str]) -> None:
        """Store full shas as bytes; all in one step if they are all valid."""
        try:
            raw = bytes.fromhex("".join(shas))
        except ValueError:
            raw = b""
        if len(raw) == 20 * len(shas) and set(map(len, shas)) == {40}:
            self._wanted[20] += raw
        elif len(shas) > 1:
            for sha in shas:
                self._want([sha])
        elif len(raw) in self._wanted:
            self._wanted[len(raw)] += raw

    def wanted_shas(self) -> list[str]:
        """Commits that a log only names; the rest is read from git."""
        return sorted(
            {data[n : n + size].hex() for size, data in self._wanted.items() for n in range(0, len(data), size)}
        )

    def absorb(self, other: Self) -> None:
        numbers = self._absorb_head(other)
        for name, signal in self.signals.items():
            signal.absorb(other.signals[name], numbers)

    def _absorb_head(self, other: Self) -> list[int]:
        """Merge everything but the signals; returns the map from the other's actor numbers to ours."""
        self._last = None
        for sha, named in other.aside.items():
            self._put_aside(sha, named)
        for size, data in other._wanted.items():
            self._wanted[size] += data
        return [self.names[name] for name in other.names.names]

    def findings(
        self, settings: MineSettings, commits: Iterable[Event] = (), *, whole_history: bool = False
    ) -> list[Finding]:
        """The findings of logs, commits and moments: by signal, then the strongest first.

        With `whole_history`, and if one signal is asked for by name, every signal counts in all commits.

        The result is cached, and stays valid while the window moves without an event leaving it.
        """
        events = list(commits)
        since = seconds_of(settings.since)
        question = replace(settings, since="", until=""), whole_history
        if self._last is not None:
            asked, earliest, latest, before, answer = self._last
            if asked == question and earliest <= since <= latest and before == events:
                return list(answer)
        found: list[Finding] = []
        with no_collection():
            everywhere = whole_history or settings.only is not None
            for name, signal in self._with(events, SIGNALS if everywhere else _OF_ALL_COMMITS).signals.items():
                if settings.only in (None, name):
                    mine = signal.findings(since, settings)
                    found += sorted(mine, key=lambda finding: (-finding.weight, finding.subject))
        latest = min((seconds_of(finding.first_seen) for finding in found), default=float("inf"))
        self._last = (question, since, latest, events, found)
        return list(found)

    def _with(self, events: Sequence[Event], of_all: Iterable[str]) -> Self:
        """A copy with commits and moments, and with the events held back whose commit is missing.

        In commits that no log names only the signals `of_all` count.
        """
        commits, (moments, likely) = see(event for event in events if not is_moment(event)), hear(events)
        there = {commit.sha for commit in commits}
        alone = [_unpack_named(sha, named) for sha, named in self.aside.items() if sha not in there]
        if not commits and not alone and not moments.records:
            return self
        logged = self.aside.keys() | set(self.wanted_shas())
        whole = self.fresh(self.floor)
        whole.absorb(self)
        whole.feed(SeenBatch([*(commit for commit in commits if commit.sha in logged), *alone]))
        whole._feed(SeenBatch([commit for commit in commits if commit.sha not in logged]), of_all)
        for signal in whole.signals.values():
            signal.feed(moments, likely)
        return whole

    def pack(self) -> Iterator[bytes]:
        """The state as MessagePack, part by part."""
        import msgspec

        wanted = {str(size): bytes(data) for size, data in self._wanted.items()}
        yield msgspec.msgpack.encode([_VERSION, self.names.names, self.aside, wanted])
        for signal in self.signals.values():
            yield signal.pack()

    def absorb_packed(self, parts: Iterable[bytes]) -> bool:
        """Merge state packed by miners with the same key; False if it is damaged: then these miners are unusable."""
        import msgspec

        shape = tuple[int, list[str], dict[str, Named], dict[str, bytes]]
        given = iter(parts)
        empty = not self.names.names
        try:
            version, names, aside, wanted = msgspec.msgpack.decode(next(given), type=shape)
            other = self.fresh(self.floor)
            if version != _VERSION or [other.names[name] for name in names] != list(range(len(names))):
                return False
            check_times(named[0] for named in aside.values())
            other.aside = aside
            for size, shas in other._wanted.items():
                shas += wanted[str(size)]
            numbers = self._absorb_head(other)
            for name, signal in list(self.signals.items()):
                theirs = other.signals.pop(name)
                theirs.unpack(next(given))
                if empty:
                    theirs.names, self.signals[name] = self.names, theirs
                else:
                    signal.absorb(theirs, numbers)
        except (msgspec.MsgspecError, ValueError, KeyError, OverflowError, RecursionError, StopIteration):
            return False
        return True


def _unpack_named(sha: str, named: Named) -> TimedRecord:
    """An event held back, as a record."""
    seconds, actor, kind, summary, files, session, ref, line, digest = named
    return TimedRecord(
        ts=datetime.fromtimestamp(seconds, UTC),
        actor=actor,
        kind=kind,
        summary=summary,
        files=files,
        session=session,
        sha=sha,
        coauthors=(),
        reverted="",
        place=(ref, line, digest),
    )

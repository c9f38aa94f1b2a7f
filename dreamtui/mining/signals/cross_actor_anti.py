"""Several people or agents change the files of a known bug."""

from collections.abc import Iterable, Sequence

from dreamtui.mining.noise import Ignored
from dreamtui.mining.signals.base import CountingSignal, Hit
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import Names
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MinedRecord, MineSettings
from dreamtui.model.mining.registry import RegistryEntry
from dreamtui.text.paths import is_glob, matches

_REMEMBERED = 200_000
"""Size of the cache of paths that belong to no entry."""


class CrossActorAnti(CountingSignal):
    """At least `min_actors` different actors on the files of one registry entry; the subject is its id."""

    name = "cross_actor_anti"

    def __init__(self, names: Names, ignored: Ignored, registry: Sequence[RegistryEntry], floor: float) -> None:
        super().__init__(names, ignored, registry, floor)
        self._ids: dict[str, tuple[str, ...]] = {}
        self._named: dict[str, tuple[str, ...]] = {}
        self._globs = [(glob, entry.id) for entry in registry for glob in entry.files if is_glob(glob)]
        self._elsewhere: set[str] = set()
        for entry in registry:
            for path in entry.files:
                if not is_glob(path):
                    self._named[path] = (*self._named.get(path, ()), entry.id)
        for path in self._named:
            self._ids[path] = self._match(path)
        self.known = self._seen = set(self._ids)

    def _match(self, path: str) -> tuple[str, ...]:
        globbed = (entry for glob, entry in self._globs if matches(glob, path))
        return tuple(dict.fromkeys((*self._named.get(path, ()), *globbed)))

    def _learn(self, paths: set[str]) -> None:
        """Look up the entries of new paths."""
        if len(self._elsewhere) > _REMEMBERED:
            self._elsewhere.clear()
        for path in paths:
            found = self._match(path)
            if found and not self.ignored[path]:
                self._ids[path] = found
                self._seen.add(path)
            else:
                self._elsewhere.add(path)

    def look_at(self, records: Sequence[MinedRecord]) -> None:
        """Look up which files of these records belong to an entry."""
        if self._globs:
            self._learn(set().union(*[record.files for record in records]).difference(self._ids, self._elsewhere))

    def feed(self, batch: Batch, likely: Likely) -> None:
        records, ids = batch.records, self._ids
        hits: list[Hit] = []
        for index in likely.known:
            known = [path for path in records[index].files if path in ids]
            if not known:
                continue
            entries = (
                ids[known[0]] if len(known) == 1 else dict.fromkeys(entry for path in known for entry in ids[path])
            )
            hits.append((index, entries, known))
        self.count(batch, hits)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        entries = {entry.id: entry for entry in reversed(self.registry)}
        for subject, total in self.totals(since, 1):
            weight = len(total.actors)
            if weight >= settings.min_actors and subject in entries:
                title = f"bug `{subject}` ({entries[subject].title}) hit by {weight} actors"
                files = tuple(sorted(path for path in total.files if subject in self._match(path)))
                yield total.finding(self.name, subject, title, files, weight)

"""The same error turns up again and again."""

import re
from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal, Hit
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import once, times, window
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings

_ERROR = re.compile(r"([A-Z](?<!\w[A-Z])[A-Za-z0-9_]+(?:Error|Exception))\b")
"""A name that ends so and begins a word; it starts with a letter class because that is what is searched for fast."""


class FrequentFailure(CountingSignal):
    """At least `min_cluster_size` events that name the same error; one event counts once, however often it says it."""

    name = "frequent_failure"

    def feed(self, batch: Batch, likely: Likely) -> None:
        """Count each event once for each error it names."""
        hits: list[Hit] = []
        records = batch.records
        for index in likely.errors:
            words = records[index].summary
            if ("Error" in words or "Exception" in words) and (found := _ERROR.findall(words)):
                hits.append((index, once(found), records[index].files))
        self.count(batch, hits)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """One for each error that was named often enough."""
        for error, total in self.totals(since, settings.min_cluster_size):
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            title = f"`{error}` appeared {times(total.count)} {window(settings)}"
            yield total.finding(self.name, error, title, files, total.count)

"""The same error turns up again and again."""

import re
from collections.abc import Iterable

from dreamtui.dream.signals.base import CountingSignal
from dreamtui.dream.signals.tally import times, window
from dreamtui.model.item import Finding
from dreamtui.model.mining import Batch, MineSettings

_ERROR = re.compile(r"([A-Z](?<!\w[A-Z])[A-Za-z0-9_]+(?:Error|Exception))\b")
"""A name that ends so and begins a word; it starts with a letter class because that is what is searched for fast."""


class FrequentFailure(CountingSignal):
    """At least `min_cluster_size` events that name the same error; one event counts once, however often it says it."""

    name = "frequent_failure"

    def feed(self, batch: Batch) -> None:
        """Count each event once for each error it names."""
        hits = []
        for index, words in enumerate(batch.summaries):
            if "E" in words and ("Error" in words or "Exception" in words) and (found := _ERROR.findall(words)):
                hits.append((index, found if len(found) == 1 else set(found)))
        self.count(batch, hits, with_files=True)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """One for each error that was named often enough."""
        for error, total in self.totals(since, settings.min_cluster_size):
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            title = f"`{error}` appeared {times(total.count)} {window(settings)}"
            yield total.finding(self.name, error, title, files, total.count)

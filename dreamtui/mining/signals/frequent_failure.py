"""The same error occurs repeatedly."""

import re
from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal, Hit
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import once, times, window
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings

_ERROR = re.compile(r"([A-Z](?<!\w[A-Z])[A-Za-z0-9_]+(?:Error|Exception))\b")
"""Names of errors. A letter class comes first because the regex engine searches that fast."""


class FrequentFailure(CountingSignal):
    """At least `min_cluster_size` events that name the same error; an event counts once per error."""

    name = "frequent_failure"

    def feed(self, batch: Batch, likely: Likely) -> None:
        hits: list[Hit] = []
        records = batch.records
        for index in likely.errors:
            words = records[index].summary
            if ("Error" in words or "Exception" in words) and (found := _ERROR.findall(words)):
                hits.append((index, once(found), records[index].files))
        self.count(batch, hits)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        for error, total in self.totals(since, settings.min_cluster_size):
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            title = f"`{error}` appeared {times(total.count)} {window(settings)}"
            yield total.finding(self.name, error, title, files, total.count)

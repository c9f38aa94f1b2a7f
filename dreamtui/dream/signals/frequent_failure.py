"""The same error turns up again and again."""

import re
from collections.abc import Iterable

from dreamtui.dream.signals.base import CountingSignal
from dreamtui.dream.signals.tally import times, window
from dreamtui.model.item import Finding
from dreamtui.model.mining import Batch, MineSettings

_ERROR = re.compile(r"\b([A-Z][A-Za-z0-9_]+(?:Error|Exception))\b")


class FrequentFailure(CountingSignal):
    """At least `min_cluster_size` events that name the same error; one event counts once, however often it says it."""

    name = "frequent_failure"

    def feed(self, batch: Batch) -> None:
        """Count each event once for each error it names."""
        summaries, ignored = batch.summaries, self.ignored
        for index in [
            n for n, words in enumerate(summaries) if "E" in words and ("Error" in words or "Exception" in words)
        ]:
            found = _ERROR.findall(summaries[index])
            if found:
                files = [path for path in batch.records[index].files if not ignored[path]]
                self.count(batch, index, dict.fromkeys(found) if len(found) > 1 else found, files)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """One for each error that was named often enough."""
        for error, total in self.totals(since, settings.min_cluster_size):
            title = f"`{error}` appeared {times(total.count)} {window(settings)}"
            yield total.finding(self.name, error, title, tuple(sorted(total.files)), total.count)

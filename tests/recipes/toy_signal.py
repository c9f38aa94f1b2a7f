"""A signal: files whose events say that a test is flaky."""

from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import times, window
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings


class FlakyTests(CountingSignal):
    """At least `min_cluster_size` events that call a test flaky and touch the same file."""

    name = "flaky_tests"

    def feed(self, batch: Batch, likely: Likely) -> None:
        """Count each event once for each of its files."""
        said = ((index, record) for index, record in enumerate(batch.records) if "flaky" in record.summary)
        self.count(batch, ((index, record.files, record.files) for index, record in said))

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        """One for each file."""
        for path, total in self.totals(since, settings.min_cluster_size):
            title = f"`{path}` was called flaky {times(total.count)} {window(settings)}"
            yield total.finding(self.name, path, title, (path,), total.count)

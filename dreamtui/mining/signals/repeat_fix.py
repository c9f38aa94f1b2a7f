"""The same file is fixed repeatedly."""

import re
from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import once, times, window
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings

_FIX = re.compile(r"(?:fix(?:es|ed)?|hotfix|bug(?:fix)?)[: (!]", re.IGNORECASE)


class RepeatFix(CountingSignal):
    """At least `min_cluster_size` fixes that touch the same file; the subject is its path."""

    name = "repeat_fix"

    def admits(self, subject: str) -> bool:
        """No lock files, generated or vendored files."""
        return bool(subject) and not self.ignored[subject]

    def feed(self, batch: Batch, likely: Likely) -> None:
        records = batch.records
        found = [n for n in likely.fixes if records[n].files and _FIX.match(records[n].summary)]
        self.count(batch, [(n, once(records[n].files), ()) for n in found])

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        for path, total in self.totals(since, settings.min_cluster_size):
            title = f"`{path}` was fix-touched {times(total.count)} {window(settings)}"
            yield total.finding(self.name, path, title, (path,), total.count)

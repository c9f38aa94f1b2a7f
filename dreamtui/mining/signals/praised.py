"""A person praised how something was done."""

from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal
from dreamtui.mining.signals.moments import PRAISE, said
from dreamtui.mining.signals.sieve import Likely
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings


class PraisedSignal(CountingSignal):
    """What worked and is liked, where the words say what it is; once is enough."""

    name = "praised"

    def feed(self, batch: Batch, likely: Likely) -> None:
        records = batch.records
        self.count(
            batch, [(n, (about,), records[n].files) for n, about in likely.told.items() if records[n].kind == PRAISE]
        )

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        for subject, total in self.totals(since, 1):
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            yield total.finding(self.name, subject, f"{said(subject, total)}: user liked this", files, total.count)

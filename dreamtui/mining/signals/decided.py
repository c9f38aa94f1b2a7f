"""A person said in a conversation what was decided."""

from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal
from dreamtui.mining.signals.moments import DECIDED, said
from dreamtui.mining.signals.sieve import Likely
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings


class DecidedSignal(CountingSignal):
    """What was decided, as "we decided to …" or "let's go with … instead of …"; once is enough."""

    name = "decided"

    def feed(self, batch: Batch, likely: Likely) -> None:
        records = batch.records
        self.count(
            batch, [(n, (about,), records[n].files) for n, about in likely.told.items() if records[n].kind == DECIDED]
        )

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        for subject, total in self.totals(since, 1):
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            yield total.finding(self.name, subject, f"{said(subject, total)}: user decided this", files, total.count)

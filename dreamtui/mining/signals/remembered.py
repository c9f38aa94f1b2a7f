"""A person asked the agent to remember something."""

from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal, Hit
from dreamtui.mining.signals.moments import CORRECTED, CORRECTION, REJECTION, REMEMBER, said
from dreamtui.mining.signals.sieve import Likely
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings


class RememberedSignal(CountingSignal):
    """An explicit "remember", "always" or "never"; once is enough. One that is also a correction is left to
    `correction`.
    """

    name = "remembered"

    def feed(self, batch: Batch, likely: Likely) -> None:
        records = batch.records
        hits: list[Hit] = []
        for index, subject in likely.told.items():
            kind = records[index].kind
            if kind == REMEMBER:
                hits.append((index, (subject,), records[index].files))
            elif kind in (CORRECTION, REJECTION):
                hits.append((index, (CORRECTED + subject,), ()))
        self.count(batch, hits)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        every = dict(self.totals(since, 1))
        for subject, total in every.items():
            if subject.startswith(CORRECTED) or CORRECTED + subject in every:
                continue
            title = f"{said(subject, total)}: user asked to remember this"
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            yield total.finding(self.name, subject, title, files, total.count)

"""A person makes the same correction repeatedly, or says explicitly that it holds from now on."""

from collections.abc import Iterable, Mapping

from dreamtui.mining.signals.base import CountingSignal, Hit
from dreamtui.mining.signals.moments import ASKED, CORRECTION, REFUSED, REJECTION, REMEMBER, said
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import Total
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings


class Correction(CountingSignal):
    """The same correction in `min_correction_sessions` sessions, or once with "remember" or as the reason of a
    refusal.
    """

    name = "correction"

    def feed(self, batch: Batch, likely: Likely) -> None:
        """Count each correction; the reason of a refusal is one too."""
        records = batch.records
        hits: list[Hit] = []
        for index, subject in likely.told.items():
            kind, files = records[index].kind, records[index].files
            if kind == CORRECTION:
                hits.append((index, (subject,), files))
            elif kind == REJECTION:
                hits.append((index, (subject, REFUSED + subject), files))
            elif kind == REMEMBER:
                hits.append((index, (ASKED + subject,), ()))
        self.count(batch, hits)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        every = dict(self.totals(since, 1))
        for subject, total in every.items():
            how = "" if subject.startswith((ASKED, REFUSED)) else _how(subject, every, settings)
            if how:
                files = tuple(sorted(path for path in total.files if not self.ignored[path]))
                yield total.finding(self.name, subject, f"{said(subject, total)}: {how}", files, total.count)


def _how(subject: str, every: Mapping[str, Total], settings: MineSettings) -> str:
    """Why a correction is frequent or explicit enough, in words; empty if it is not."""
    sessions = len(every[subject].sessions)
    if sessions >= settings.min_correction_sessions:
        return f"user corrected this in {sessions} session{'' if sessions == 1 else 's'}"
    if ASKED + subject in every:
        return "user corrected this and asked to remember it"
    return "user refused a step because of this" if REFUSED + subject in every else ""

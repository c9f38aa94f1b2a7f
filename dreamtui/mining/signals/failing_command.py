"""The same command fails repeatedly."""

import re
from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal
from dreamtui.mining.signals.moments import COMMAND_FAIL
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import times
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings

_CONFLICTS = re.compile(r"git (?:rebase|merge|cherry-pick|revert|am|stash|apply|show|diff|log|rev-parse)\b")
"""Commands whose failure is a state (a conflict, no match), not a problem."""


class FailingCommand(CountingSignal):
    """A command that failed at least `min_command_failures` times, in any number of sessions; it is the subject."""

    name = "failing_command"

    def admits(self, subject: str) -> bool:
        """Conflicts and searches without a match are no failures."""
        return bool(subject) and not _CONFLICTS.match(subject)

    def feed(self, batch: Batch, likely: Likely) -> None:
        records = batch.records
        failed = [(n, told) for n, told in likely.told.items() if records[n].kind == COMMAND_FAIL]
        self.count(batch, [(n, (command,), records[n].files) for n, command in failed])

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        for command, total in self.totals(since, settings.min_command_failures):
            sessions = len(total.sessions)
            where = f"in {sessions} sessions" if sessions > 1 else "in one session"
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            title = f"`{command}` failed {times(total.count)} {where}"
            yield total.finding(self.name, command, title, files, total.count)

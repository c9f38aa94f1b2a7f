"""The same command fails repeatedly."""

import re
from collections.abc import Iterable

from dreamtui.mining.signals.base import CountingSignal, Hit
from dreamtui.mining.signals.moments import COMMAND_FAIL, COMMAND_FIX, MENDED
from dreamtui.mining.signals.sieve import Likely
from dreamtui.mining.signals.tally import times
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import Batch, MineSettings

_CONFLICTS = re.compile(r"git (?:rebase|merge|cherry-pick|revert|am|stash|apply|show|diff|log|rev-parse)\b")
"""Commands whose failure is a state (a conflict, no match), not a problem."""


class FailingCommand(CountingSignal):
    """A command that failed at least `min_command_failures` times, in any number of sessions, where another command or
    a person's words told what to run instead; it is the subject.
    """

    name = "failing_command"

    def admits(self, subject: str) -> bool:
        """Conflicts and searches without a match are no failures."""
        return bool(subject) and not _CONFLICTS.match(subject.removeprefix(MENDED))

    def feed(self, batch: Batch, likely: Likely) -> None:
        records = batch.records
        hits: list[Hit] = []
        for index, command in likely.told.items():
            kind = records[index].kind
            if kind in (COMMAND_FAIL, COMMAND_FIX):
                hits.append((index, (command if kind == COMMAND_FAIL else MENDED + command,), records[index].files))
        self.count(batch, hits)

    def findings(self, since: float, settings: MineSettings) -> Iterable[Finding]:
        every = dict(self.totals(since, 1))
        for command, total in every.items():
            mended = every.get(MENDED + command)
            if command.startswith(MENDED) or mended is None or total.count < settings.min_command_failures:
                continue
            how = max(mended.quotes)[2].partition(f", `{command}` failed")[0] if mended.quotes else ""
            sessions = len(total.sessions)
            where = f"in {sessions} sessions" if sessions > 1 else "in one session"
            files = tuple(sorted(path for path in total.files if not self.ignored[path]))
            total.quotes += mended.quotes
            title = f"`{command}` failed {times(total.count)} {where}; {how}"
            yield total.finding(self.name, command, title, files, total.count)

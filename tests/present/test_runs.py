"""Runs as rows and lines."""

from datetime import UTC, datetime

import pytest

from dreamtui.desk.workspace.runs import RunRecord, RunsStatus
from dreamtui.present import runs

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
WHEN = "2026-11-18T07:00:00Z"


@pytest.mark.parametrize(
    ("one", "row"),
    [
        (
            RunRecord(WHEN, "dream", "cron", seconds=1.25, read="3 events", new=("a", "b")),
            ("2h", "dream", "cron", "1.2 s", "3 events", "2 new"),
        ),
        (RunRecord(WHEN, "promote", "systemd", seconds=240), ("2h", "promote", "systemd", "4 min", "", "nothing new")),
        (RunRecord(WHEN, "train", "cron", failed="no key"), ("2h", "train", "cron", "", "", "failed: no key")),
    ],
)
def test_a_row_says_what_came_of_a_run(one: RunRecord, row: tuple[str, ...]) -> None:
    """How long it took where that is known; a failure with its reason."""
    assert runs.table_row(one, NOW) == row
    assert runs.cells(one, NOW)[0].text == ("✗" if one.failed else "✓")
    assert runs.lines(one, NOW)[0].parts == (("heading", f"{one.task}, started by {one.trigger}"),)


def test_failures_and_the_next_run_are_said() -> None:
    """In a row, and of which task; nothing where nothing failed or ran."""
    assert runs.failing(RunsStatus()) == ""
    assert runs.failing(RunsStatus(failures=1, why="no key")) == "1 unattended run failed, the last: no key"
    assert runs.failing(RunsStatus(failures=3, why="no key", failing="train")) == (
        "3 unattended runs (train) failed in a row, the last: no key"
    )
    assert runs.summary([], RunsStatus(), NOW) == "no run yet, none is scheduled"
    assert runs.summary([], RunsStatus(going_on="train"), NOW) == "train is running now"
    went = RunsStatus(next="2026-11-19T02:00:00Z", next_by="cron")
    assert runs.summary([RunRecord(WHEN, "dream", "stop")], went, NOW) == "last run 2h ago (stop), next in 17h (cron)"

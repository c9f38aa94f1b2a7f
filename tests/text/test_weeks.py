"""When the evidence of a row happened, as bars of the last weeks."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.query.weeks import SHOWN, spark, weeks_of

KEPT = weeks_of(["2026-11-10T08:00:00Z", "2026-11-11", "2026-10-20T01:00:00Z", "no day", "", "2020-01-01"])


@pytest.mark.parametrize(
    ("day", "shown", "plain"),
    [
        ("2026-11-15", "▁▁▁▁▅▁▁█", "____=__#"),
        ("2026-11-16", "▁▁▁▅▁▁█▁", "___=__#_"),
        ("2026-12-28", "█▁▁▁▁▁▁▁", "#_______"),
        ("2027-03-01", "        ", "        "),
        ("2026-01-01", "▁▁▁▁▅▁▁█", "____=__#"),
    ],
)
def test_the_last_weeks_are_bars(day: str, shown: str, plain: str) -> None:
    """The current week is the last; nothing in the last weeks is blank, and a clock that is behind changes nothing."""
    now = datetime.fromisoformat(day).replace(tzinfo=UTC)
    assert spark(KEPT, now) == shown and spark(KEPT, now, plain=True) == plain


@given(times=st.lists(st.dates().map(str) | st.text(max_size=12)), now=st.datetimes())
def test_any_times_are_eight_cells(times: list[str], now: datetime) -> None:
    """Whatever a file says."""
    kept = weeks_of(times)
    assert len(spark(kept, now)) == len(spark(kept, now, plain=True)) == SHOWN
    assert spark(kept, now, plain=True).isascii() and len(kept) < 20
    assert spark("", now).strip() == ""

"""systemd's units and launchd's file: what those programs read is what was meant."""

import plistlib
import shutil
import subprocess
from pathlib import Path

import pytest

from dreamtui.model.errors import Refused
from dreamtui.schedule.schedulers import units
from dreamtui.schedule.schedulers.job import ScheduledJob, job
from dreamtui.schedule.tasks import DAILY, LOCAL, UTC_ZONE, cadence
from dreamtui.text.cron_times import parse_cron

ODD = "/srv/a b's 100% $HOME \\ möbel"


def made(root: str = ODD, times: str = "", zone: str = LOCAL, **more: object) -> ScheduledJob:
    env = {"PATH": "/usr/bin:/opt/50% off", "DREAMTUI_ACTOR": 'al"ice'}
    when = cadence(times, zone) if times else cadence(DAILY, UTC_ZONE)
    return job(Path(root), env, Path("/home/me/log"), when, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("times", "lines"),
    [
        ("0 2 * * *", ["*-*-* 02:00:00"]),
        ("30 9 * * 1-5", ["Mon,Tue,Wed,Thu,Fri *-*-* 09:30:00"]),
        ("*/30 * 1 jan *", ["*-01-01 *:00,30:00"]),
        ("0 0 1 * mon", ["*-*-01 00:00:00", "Mon *-*-* 00:00:00"]),
    ],
)
def test_calendars(times: str, lines: list[str]) -> None:
    """A day that fits either of two restrictions takes two lines."""
    assert units.calendar(parse_cron(times)) == lines


@pytest.mark.parametrize(("times", "zone"), [("", LOCAL), ("0 */6 * * *", "Europe/Berlin"), ("30 4 1 * mon", LOCAL)])
def test_units_pass_systemd_s_own_check(tmp_path: Path, times: str, zone: str) -> None:
    """Both of them, for a path that holds everything that means something to systemd; also in another time zone."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed here")
    one = made(instructions='look at "x" and %n', times=times, zone=zone)
    for end, text in (("service", units.service(one)), ("timer", units.timer(one))):
        (tmp_path / f"{units.unit_name(one)}.{end}").write_text(text)
    files = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True, check=False)
    ours = [said for said in done.stderr.splitlines() if units.unit_name(one) in said]
    assert ours == [], done.stderr
    lines = [line.removeprefix("OnCalendar=") for line in units.timer(one).splitlines() if "OnCalendar" in line]
    assert len(lines) == len(units.calendar(one.cadence.times))
    for text in lines:
        words = ["systemd-analyze", "calendar", text]
        assert subprocess.run(words, capture_output=True, check=False).returncode == 0


def test_the_service_runs_the_words_that_were_meant() -> None:
    """Quoted as systemd reads it: backslashes, quotes, percent and dollar signs."""
    one = made()
    start = next(line for line in units.service(one).splitlines() if line.startswith("ExecStart="))
    words = start.removeprefix("ExecStart=")[1:-1].split('" "')
    plain = [w.replace("$$", "$").replace("%%", "%").replace('\\"', '"').replace("\\\\", "\\") for w in words]
    assert plain == one.command("systemd")
    assert 'Environment="DREAMTUI_ACTOR=al\\"ice"' in units.service(one)
    assert 'Environment="PATH=/usr/bin:/opt/50%% off"' in units.service(one)


def test_launchd_s_file() -> None:
    """Read back with its own format: the command, the environment, the times, the log."""
    one = made(times="0 9 * * 1", name="weekly", lookback_days=30)
    value = plistlib.loads(units.agent(one, "/home/me/log"))
    assert value["Label"] == f"io.github.dreamtui.{one.key}.weekly"
    assert value["ProgramArguments"] == one.command("launchd")
    assert value["ProgramArguments"][-2:] == ["--lookback-days", "30"]
    assert value["StartCalendarInterval"] == [{"Weekday": 1, "Hour": 9, "Minute": 0}]
    assert value["EnvironmentVariables"]["PATH"] == "/usr/bin:/opt/50% off"
    assert (value["StandardOutPath"], value["RunAtLoad"]) == ("/home/me/log", False)


@pytest.mark.parametrize(
    ("times", "entries"),
    [
        ("0 2 * * *", [{"Hour": 2, "Minute": 0}]),
        ("* * * * *", [{}]),
        ("0 0 1 * mon", [{"Day": 1, "Hour": 0, "Minute": 0}, {"Weekday": 1, "Hour": 0, "Minute": 0}]),
        ("0,30 4 * * *", [{"Hour": 4, "Minute": 0}, {"Hour": 4, "Minute": 30}]),
    ],
)
def test_launchd_is_given_each_time(times: str, entries: list[dict[str, int]]) -> None:
    """Without what may be anything."""
    assert units.intervals(parse_cron(times)) == entries


def test_too_many_times_for_launchd_are_refused() -> None:
    """Rather than a file of thousands of entries."""
    with pytest.raises(Refused):
        units.intervals(parse_cron("1-59/2 1-23 * * *"))

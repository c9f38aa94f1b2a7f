"""Our block in a crontab: it goes in and out, and every other byte stays."""

import os
import re
import shlex
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.schedule.schedulers.crontab import jobs_in, line, name_of, with_jobs, without_jobs
from dreamtui.schedule.schedulers.job import ScheduledJob, job, key_of
from dreamtui.schedule.tasks import DAILY, LOCAL, UTC_ZONE, Task, cadence

ROOT = Path("/srv/shop")
LINES = st.sampled_from(
    [
        b"", b"# a comment", b"MAILTO=me@corp.example", b"0 1 * * * date +\\%Y", b"# dreamtui:begin", b"# dreamtui:end",
        b"\t", b"@reboot echo \xff\xfe", b"0 2 * * * dotagent dream run # dotagent-dream /srv/shop",
    ]
)  # fmt: skip


def made(root: Path = ROOT, name: str = "", times: str = "", **more: object) -> ScheduledJob:
    when = cadence(times, LOCAL) if times else cadence(DAILY, UTC_ZONE)
    return job(root, {"PATH": "/usr/bin:/opt/100% mine/bin"}, Path("/home/me/log"), when, name=name, **more)  # type: ignore[arg-type]


@st.composite
def crontabs(draw: st.DrawFn) -> bytes | None:
    """Lines of others, with blocks of other workspaces between them, however they end; or no crontab."""
    if draw(st.integers(0, 9)) == 0:
        return None
    end = draw(st.sampled_from([b"\n", b"\r\n"]))
    text = b"".join(one + end for one in draw(st.lists(LINES, max_size=5)))
    if draw(st.booleans()):
        text = with_jobs(text, [made(Path("/srv/shop2")), made(Path("/srv/shop2"), "weekly")])
    text += draw(LINES)
    return text


def test_a_line_that_is_too_long_for_cron_does_without_folders_that_no_run_needs(tmp_path: Path) -> None:
    """Git's and the system's stay, in their order; what cannot be short enough is refused, as cron would."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "git").touch(0o755)
    path = ":".join(
        ["/opt/first", *(f"/opt/{number:03}{'x' * 40}" for number in range(30)), str(tools), "/usr/bin", "/bin"]
    )
    many = job(ROOT, {"PATH": path}, Path("/home/me/log"), cadence(DAILY, UTC_ZONE))
    made_line = line(many)
    (kept,) = re.findall(r"PATH=(\S+)", made_line)
    assert 800 < len(made_line.encode()) < 1000 and kept.startswith("/opt/first:/opt/000x")
    system = [folder for folder in ("/usr/bin", "/bin") if folder in os.defpath.split(os.pathsep)]
    assert kept.split(":")[-len(system) - 1 :] == [str(tools), *system] and len(kept.split(":")) > 5
    with pytest.raises(Refused, match="bytes longer than"):
        line(made(instructions="look " * 300))


@given(crontabs(), st.integers(1, 3))
def test_in_and_out_leaves_every_byte(before: bytes | None, times: int) -> None:
    """However often it is put in; the lines of a workspace whose path begins with ours are not touched."""
    after = before
    for _ in range(times):
        after = with_jobs(after, [made()])
    assert after is not None
    assert jobs_in(after, made().key) == [line(made()).encode()]
    assert (before or b"") == b"" or after.startswith(before or b"")
    assert without_jobs(after, made().key) == before


@given(crontabs(), LINES)
def test_what_was_added_behind_ours_stays(before: bytes | None, more: bytes) -> None:
    """A line that somebody wrote after us, on a line of its own."""
    after = with_jobs(before, [made()]) + more + b"\n"
    left = without_jobs(after, made().key)
    assert left is not None
    gap = b"\n" if before and not before.endswith(b"\n") else b""
    assert left == (before or b"") + gap + more + b"\n"


def test_several_schedules_of_a_workspace() -> None:
    """Told apart by their names; the same name again takes the place of the first."""
    text = with_jobs(with_jobs(b"# mine\n", [made()]), [made(name="weekly", times="0 9 * * 1", lookback_days=30)])
    text = with_jobs(text, [made(times="30 4 * * *", name="daily")])
    daily, weekly = sorted(jobs_in(text, made().key))[1], sorted(jobs_in(text, made().key))[0]
    assert daily.startswith(b"30 4 * * * ")
    assert weekly.startswith(b"0 9 * * 1 ")
    assert b"--lookback-days 30" in weekly
    one = without_jobs(text, made().key, "weekly")
    assert one is not None
    assert [name_of(left) for left in jobs_in(one, made().key)] == ["daily"]
    assert without_jobs(text, made().key, "unknown") == text
    assert without_jobs(one, made().key, "daily") == without_jobs(text, made().key) == b"# mine\n"


def test_a_task_has_a_name_of_its_own() -> None:
    """So that a dream, a promotion and training stand side by side; only dreams look back."""
    jobs = [made(task=task) for task in Task]
    assert [(one.name, one.words) for one in jobs] == [
        ("daily", ()), ("promote", ("--task", "promote")), ("train", ("--task", "train")),
    ]  # fmt: skip
    with pytest.raises(DreamtuiError):
        made(task=Task.TRAIN, lookback_days=3)


@pytest.mark.parametrize(
    "name", ["a b", "it's", "100%", 'say "x"', "möbel", "$HOME", "`id`", ";rm -rf x", "a\\b", "#1"]
)
def test_a_shell_reads_the_words_that_were_meant(name: str) -> None:
    """Cron takes the escapes from the percent signs and gives the rest to a shell."""
    one = made(Path("/srv") / name, instructions=f"look at {name}", times="0 9 * * 1")
    given_to_shell = line(one).removeprefix("0 9 * * 1 ").replace(r"\%", "%")
    assert "%" not in line(one).replace(r"\%", "")
    shown = given_to_shell.replace(shlex.quote(one.command("cron")[0]), "printf '%s\\n'", 1).rpartition(" >> ")[0]
    done = subprocess.run(["/bin/sh", "-c", shown], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == one.command("cron")[1:], done


@pytest.mark.parametrize(
    "given", [{"times": "nonsense"}, {"name": "Not One"}, {"instructions": "two\nlines"}, {"root": Path("/a\nb")}]
)
def test_what_no_line_can_hold_is_refused(given: dict[str, object]) -> None:
    """A line break would begin a line of its own, with a command of its own."""
    with pytest.raises(DreamtuiError):
        made(**given)  # type: ignore[arg-type]


def test_keys_are_of_whole_paths() -> None:
    """One that begins with another is another."""
    assert len({key_of(Path(path)) for path in ("/w/a", "/w/ab", "/w/a/b", "/w")}) == 4


def test_daily_is_two_in_utc() -> None:
    """Unless times are named, which are the machine's own."""
    assert (made().cadence.zone, made().cadence.times.text) == ("UTC", "0 2 * * *")
    now = datetime(2026, 11, 18, 9, tzinfo=UTC)
    assert [at.astimezone(UTC).hour for at in made().next_times(now)] == [2, 2, 2]
    assert made(times="0 2 * * *").cadence.zone == "local"

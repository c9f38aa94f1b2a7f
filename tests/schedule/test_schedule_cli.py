"""`schedule`: installed, shown, run and taken out, with a crontab of the test's own; and with a real cron daemon."""

import ctypes
import json
import os
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fake_crontab import put_crontab
from workbench import Bench, fixes, log_events, make_bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace in a folder with an odd name, and a `crontab`."""
    made = make_bench(tmp_path / "it's 100% möbel")
    tools = put_crontab(made.top / "tools")
    log_events(made, *fixes("src/a.py", 4))
    return made.at(PATH=f"{tools}:{os.environ['PATH']}", TZ="Asia/Kolkata")


def crontab_of(bench: Bench) -> Path:
    return Path(bench.env["HOME"]) / "crontab"


def test_a_schedule_goes_in_and_out(bench: Bench) -> None:
    """With the next three runs and the difference of the times; the lines of others stay."""
    crontab_of(bench).write_bytes(b"MAILTO=me\n# mine\r\n0 1 * * * true")
    before = crontab_of(bench).read_bytes()
    shown = bench.ok("schedule", "install", "cron", "--dry-run")
    assert "schedule run --trigger cron" in shown.out
    assert crontab_of(bench).read_bytes() == before
    said = bench.spawn("schedule", "install", "cron").err  # a process of its own, in its own time zone
    assert "02:00 UTC is 07:30 here today" in said
    assert "the next runs: 2026-11-19T07:30+05:30, 2026-11-20T07:30+05:30, 2026-11-21T07:30+05:30" in said
    assert b"\n30 7 * * * " in crontab_of(bench).read_bytes()
    found = bench.spawn("schedule", "status", "--json").data
    assert [(one["name"], one["next"]) for one in found["schedules"]] == [("daily", "2026-11-19T02:00:00Z")]
    assert len(found["installed"]) == 1
    status = bench.spawn("status", "--json").data
    assert (status["next_run"], status["next_by"]) == ("2026-11-19T02:00:00Z", "cron")
    assert "next in 17h (cron)" in bench.spawn("status").out
    bench.ok("schedule", "uninstall", "cron")
    assert crontab_of(bench).read_bytes() == before
    assert bench.ok("status", "--json").data["next_run"] is None


def test_the_installed_line_fills_the_queue(bench: Bench) -> None:
    """Given to a shell as cron gives it: almost no environment, another folder."""
    bench.ok("schedule", "install", "cron", "--schedule", "0 9 * * 1", "--lookback-days", "30", "--name", "weekly")
    line = next(one for one in crontab_of(bench).read_text().splitlines() if "schedule run" in one)
    command = line.removeprefix("0 9 * * 1 ").replace(r"\%", "%")
    env = {"HOME": bench.env["HOME"], "PATH": "/usr/bin:/bin", "PYTHONPATH": bench.env["PYTHONPATH"]}
    done = subprocess.run(["/bin/sh", "-c", command], cwd="/", env=env, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert len(bench.items()) == 1
    (run,) = (e for e in map(json.loads, bench.only(".agent/dream/log/**/alice-*.jsonl").read_text().splitlines())
              if e["what"] == "dream")  # fmt: skip
    assert run["trigger"] == "cron"


def test_without_a_crontab_nothing_is_lost(bench: Bench) -> None:
    """No program, one that fails, one that refuses what it is given: a clear error each, and the old lines stand."""
    empty = bench.top / "empty"
    empty.mkdir()
    (empty / "git").symlink_to(shutil.which("git") or "/usr/bin/git")
    assert "no `crontab` on this machine" in bench.at(PATH=str(empty)).refused(1, "schedule", "install", "cron")
    shown = bench.at(PATH=str(empty)).ok("schedule", "install", "cron", "--dry-run")
    assert "dreamtui" in shown.out and "no `crontab` on this machine" in shown.err
    broken = empty / "crontab"
    broken.write_text("#!/bin/sh\necho 'permission denied by policy' >&2\nexit 1\n")
    broken.chmod(0o755)
    assert "permission denied by policy" in bench.at(PATH=f"{empty}:/bin").refused(1, "schedule", "install", "cron")
    broken.write_text('#!/bin/sh\ntest "$1" = -l && { echo "0 1 * * * x"; exit 0; }\necho "bad minute" >&2\nexit 1\n')
    assert "bad minute" in bench.at(PATH=f"{empty}:/bin").refused(1, "schedule", "install", "cron")


@pytest.mark.parametrize(
    "words",
    [("cron", "--schedule", "61 * * * *"), ("at",), ("cron", "--name", "Not One"), ("cron", "--schedule", "* *")],
)
def test_wrong_words_are_usage_errors(bench: Bench, words: tuple[str, ...]) -> None:
    """In one line, with nothing changed."""
    bench.refused(2, "schedule", "install", *words)
    assert not crontab_of(bench).exists()


def test_units_are_written_and_removed(bench: Bench) -> None:
    """In the person's own folder; where systemd does not run, how to begin is said."""
    folder = Path(bench.env["XDG_CONFIG_HOME"]) / "systemd" / "user"
    away = bench.at(PATH=str(bench.top / "tools") + ":/bin")
    away.ok("schedule", "install", "systemd")
    assert sorted(path.suffix for path in folder.glob("dreamtui-*")) == [".service", ".timer"]
    assert "OnCalendar=*-*-* 02:00:00 UTC" in next(folder.glob("*.timer")).read_text()
    away.ok("schedule", "uninstall", "systemd")
    assert list(folder.glob("dreamtui-*")) == []
    agents = Path(bench.env["HOME"]) / "Library" / "LaunchAgents"
    assert "launchctl bootstrap" in bench.ok("schedule", "install", "launchd").err
    assert len(list(agents.iterdir())) == 1
    bench.ok("schedule", "uninstall", "launchd")
    assert list(agents.iterdir()) == []


@pytest.mark.skipif(sys.platform == "darwin", reason="every file name is UTF-8 there")
@pytest.mark.parametrize("kind", ["systemd", "launchd"])
def test_a_folder_that_is_not_utf8_is_refused(bench: Bench, kind: str) -> None:
    """Where the scheduler's files cannot hold its name; nothing is written."""
    odd = Path(os.fsdecode(os.fsencode(bench.top) + b"/caf\xe9"))
    shutil.copytree(bench.root, odd)
    for words in ((), ("--dry-run",)):
        assert "is not UTF-8" in bench.at(root=odd).refused(1, "schedule", "install", kind, *words)
    folders = (Path(bench.env["XDG_CONFIG_HOME"]) / "systemd", Path(bench.env["HOME"]) / "Library")
    assert not any(folder.exists() for folder in folders)


def test_an_agent_schedules_nothing(bench: Bench) -> None:
    """A person says what runs by itself."""
    assert "claude-code" in bench.at(CLAUDECODE="1").refused(1, "schedule", "install", "cron")


def test_a_run_is_alone(bench: Bench) -> None:
    """While one runs the next says so, exit 3; a failure is counted, said by status, and ends with the next success."""
    from dreamtui.desk.workspace.runs import runs
    from dreamtui.store.person.run_state import only_one, released

    lock = only_one(bench.desk().own_layout, "test", bench.desk().now)
    assert lock is not None
    bench.refused(3, "schedule", "run")
    assert runs(bench.desk(), 0).going_on == "dream"
    released(lock)
    assert runs(bench.desk(), 0).going_on == ""
    (bench.agent / "config.yaml").write_text("dream: {window_days: nonsense}\n")
    assert "window_days" in bench.run("schedule", "run", "--trigger", "cron").problem
    (bench.agent / "config.yaml").write_text("dream: {window_days: 30}\n")
    assert bench.ok("status", "--json").data["failures"] == 1
    assert "1 unattended run failed since" in bench.ok("status").out
    assert not [path for path in bench.agent.rglob(".state/*.json") if "window_days" in path.read_text()]
    full = bench.ok("status", "--full", "--json").data
    assert "failing" in {one["kind"] for one in full["wrong"]}
    assert ": 1 new" in bench.ok("schedule", "run").out
    assert bench.ok("status", "--json").data["failures"] == 0


def test_a_queue_that_nobody_decides_is_said(bench: Bench) -> None:
    """Twenty items and a week without a decision."""
    bench.file(*(f"Observation number {n}" for n in range(20)))
    assert bench.ok("status", "--json").data["undecided_days"] is None
    later = bench.at(now="2026-11-27T09:00:00Z")
    assert later.ok("status", "--json").data["undecided_days"] == 9
    assert "nothing decided in 9 days" in later.ok("status").out
    assert "nothing was decided in 9 days, and 20 items wait" in " ".join(later.ok("status", "--full").out.split())


def test_a_real_cron_daemon_runs_the_line(tmp_path: Path) -> None:
    """Debian's cron, in a mount of its own so that nobody's crontab is touched; it comes within a minute."""
    if os.environ.get("DREAMTUI_TEST_CRON", "") != "1":
        pytest.skip("waits up to a minute for cron; DREAMTUI_TEST_CRON=1 runs it")
    if os.getuid() != 0 or None in map(shutil.which, ("cron", "crontab", "unshare")):
        pytest.skip("needs cron, unshare and root: `apt-get install cron`")
    bench = make_bench(tmp_path / "it's 100% möbel")
    log_events(bench, *fixes("src/a.py", 4))
    env = {name: value for name, value in bench.env.items() if name != "DREAMTUI_NOW"}
    words = [sys.executable, "-m", "dreamtui", "-C", str(bench.root), "schedule", "install", "cron"]
    script = tmp_path / "inside.sh"
    script.write_text(
        "set -e\nmount -t tmpfs tmpfs /var/spool\nmkdir -p /var/spool/cron\nmkdir -m 1730 /var/spool/cron/crontabs\n"
        "mount -t tmpfs tmpfs /run\nexport HOME XDG_DATA_HOME\n"
        '"$@"\nexec cron -f\n'
    )
    candidates = bench.agent / "dream" / "candidates"
    candidates.mkdir(parents=True, exist_ok=True)
    arrivals = arrivals_in(candidates)
    process = subprocess.Popen(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", str(script), *words, "--schedule", "* * * * *",
         "--lookback-days", "365"],
        env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    ended = os.pidfd_open(process.pid)
    try:
        select.select([arrivals, ended], [], [], 90)
    finally:
        process.kill()
        _, said = process.communicate()
        os.close(arrivals)
        os.close(ended)
    if b"mount" in said and b"denied" in said:
        pytest.skip("this machine allows no mount of its own")
    assert list(candidates.glob("*.md")), said


def arrivals_in(folder: Path) -> int:
    """A handle that can be read as soon as a file is renamed into a folder (Linux's inotify)."""
    libc = ctypes.CDLL(None, use_errno=True)
    handle = int(libc.inotify_init1(os.O_CLOEXEC))
    moved_to = 0x80
    assert libc.inotify_add_watch(handle, os.fsencode(folder), moved_to) >= 0, os.strerror(ctypes.get_errno())
    return handle

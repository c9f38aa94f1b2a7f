"""Promotions at the cadence of their mode and training in its window: scheduled, run, and side by side."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from fake_crontab import put_crontab
from training_briefs import brief
from workbench import Bench, make_bench

from dreamtui.model.errors import Refused, Usage
from dreamtui.schedule.tasks import Task, cadence, own_cadence

NOTE = "memory/2026-11-17.md"
FACT = "The gateway listens on the loopback only."


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace of OpenClaw's with a recall that qualifies, a `crontab`, and a model command that answers a brief."""
    made = make_bench(tmp_path, git=True)
    tools = put_crontab(made.top / "tools")
    (made.root / "memory" / ".dreams").mkdir(parents=True)
    (made.root / NOTE).write_text(f"# Day\n\n{FACT}\n")
    for day in (16, 17, 18):
        for query in ("gateway", "loopback", f"day {day}"):
            at = made.at(f"2026-11-{day}T07:00:00Z")
            at.ok("promote", "record", "--query", query, "--result", f"{NOTE}:3-3=0.95:{FACT}")
    return made.at(PATH=f"{tools}:{os.environ['PATH']}", TZ="UTC")


def with_model(bench: Bench, answer: str) -> None:
    program = bench.top / "model.py"
    program.write_text(f"import sys\nsys.stdin.read()\nprint({answer!r})\n", encoding="utf-8")
    config = Path(bench.env["XDG_CONFIG_HOME"]) / "dreamtui" / "config.yaml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f"dreamtui:\n  model_command: {sys.executable} {program}\n  model_unconfined: home\n")


def ran(bench: Bench) -> list[dict[str, Any]]:
    """The runs as `schedule status` has them, the oldest first."""
    return list(reversed(bench.ok("schedule", "status", "--json").data["runs"]))


@pytest.mark.parametrize(("mode", "cron"), [("core", "0 3 * * *"), ("rem", "0 */6 * * *"), ("deep", "0 */12 * * *")])
def test_each_mode_comes_at_its_cadence(bench: Bench, mode: str, cron: str) -> None:
    """In UTC where the configuration names no zone; turned off, there is nothing to schedule."""
    bench.ok("promote", "mode", mode)
    found = own_cadence(bench.desk(), Task.PROMOTE)
    assert (found.times.text, found.zone) == (cron, "UTC")
    bench.ok("promote", "mode", "off")
    assert "mode is off" in bench.refused(1, "schedule", "install", "cron", "--task", "promote")


def test_the_zone_is_the_configuration_s(bench: Bench) -> None:
    """OpenClaw's own file says mode, times and zone; systemd is given the zone by its name."""
    dreaming = {"mode": "deep", "timezone": "America/Chicago", "frequency": "30 4 * * *"}
    entries = {"memory-core": {"config": {"dreaming": dreaming}}}
    (bench.root / "openclaw.json").write_text(json.dumps({"plugins": {"entries": entries}}))
    said = bench.ok("schedule", "install", "systemd", "--task", "promote", "--dry-run").out
    assert "OnCalendar=*-*-* 04:30:00 America/Chicago" in said
    line = bench.spawn("schedule", "install", "cron", "--task", "promote", "--dry-run").out
    assert "+30 9,10 * * * " in line
    assert "--due '30 4 * * *' --zone America/Chicago" in line


def test_a_promotion_fills_the_queue_and_nothing_else(bench: Bench) -> None:
    """The run is in the log with what started it, how long it took and what was new; MEMORY.md is as it was."""
    bench.ok("promote", "mode", "core")
    bench.ok("schedule", "run", "--task", "promote", "--trigger", "cron")
    (item,) = bench.items().values()
    assert (item["kind"], item["status"]) == ("promotion", "pending")
    assert not (bench.root / "MEMORY.md").exists()
    (run,) = ran(bench)
    assert (run["task"], run["trigger"], run["failed"]) == ("promote", "cron", "")
    assert run["new"] == [item["id"]]
    assert run["seconds"] is not None
    bench.ok("promote", "mode", "off")
    assert "mode is off" in bench.ok("schedule", "run", "--task", "promote").out


def test_a_night_of_training_comes_in_its_window(bench: Bench) -> None:
    """Each hour while it is open; once there is a brief of tonight, and while it is shut, nothing is asked."""
    with_model(bench, brief("gateway", 0, "Buckets starve batch jobs"))
    bench.ok("train", "init", "--eleven", "--timezone", "America/Chicago")
    found = own_cadence(bench.desk(), Task.TRAIN)
    assert (found.times.text, found.zone) == ("0 1,2,3 * * *", "America/Chicago")
    run = ("schedule", "run", "--task", "train", "--json")
    assert "is shut" in bench.at("2026-11-18T12:00:00Z").ok(*run).data["said"]
    night = bench.at("2026-11-19T07:00:00Z")
    assert "gateway has a brief of 2026-11-19: 1 new" in night.ok(*run).data["said"]
    assert "has a brief of tonight already" in bench.at("2026-11-19T08:00:00Z").ok(*run).data["said"]
    assert [one["task"] for one in ran(night)] == ["train"]
    assert [item["kind"] for item in bench.items().values()] == ["brief"]


def test_a_night_that_fails_does_not_hold_dreams_back(bench: Bench) -> None:
    """Each kind of run has a lock and failures of its own; the failure is in the log and in status."""
    with_model(bench, "I am sorry.")
    bench.ok("train", "init", "--eleven", "--timezone", "America/Chicago")
    night = bench.at("2026-11-19T07:00:00Z")
    failed = night.run("schedule", "run", "--task", "train", "--trigger", "systemd")
    assert failed.code == 1
    assert "has no brief" in failed.problem
    night.ok("schedule", "run", "--trigger", "cron")
    assert [(one["task"], bool(one["failed"])) for one in ran(night)] == [("train", True), ("dream", False)]
    assert "(train) failed" in night.ok("schedule", "status").err
    assert night.ok("status", "--json").data["failures"] == 1


def test_several_stand_side_by_side(bench: Bench) -> None:
    """A dream, a deep one each week, a promotion and training; one goes by its name, and then all."""
    with_model(bench, "")
    bench.ok("promote", "mode", "rem")
    before = (Path(bench.env["HOME"]) / "crontab", b"# mine\r\n0 1 * * * true")
    before[0].write_bytes(before[1])
    bench.ok("schedule", "install", "cron")
    weekly = ("--name", "weekly", "--schedule", "0 9 * * 1", "--zone", "UTC", "--lookback-days", "30")
    bench.ok("schedule", "install", "cron", *weekly, "--instructions", "deep dream")
    for task in ("promote", "train"):
        bench.ok("schedule", "install", "cron", "--task", task)
    found = bench.ok("schedule", "status", "--json").data
    assert {one["name"]: (one["task"], one["zone"]) for one in found["schedules"]} == {
        "daily": ("dream", "UTC"), "weekly": ("dream", "UTC"), "promote": ("promote", "UTC"), "train": ("train", "UTC"),
    }  # fmt: skip
    assert {one["name"] for one in found["installed"]} == {"daily", "weekly", "promote", "train"}
    bench.ok("schedule", "uninstall", "cron", "--name", "weekly")
    left = bench.ok("schedule", "status", "--json").data
    assert "weekly" not in {one["name"] for one in (*left["schedules"], *left["installed"])}
    assert len(left["installed"]) == 3
    bench.ok("schedule", "uninstall", "cron")
    assert before[0].read_bytes() == before[1]
    assert bench.ok("schedule", "status", "--json").data["schedules"] == []


def test_a_run_that_is_not_due_does_nothing(bench: Bench) -> None:
    """A scheduler that knows local time alone starts it at every hour that may be meant."""
    due = ("schedule", "run", "--trigger", "cron", "--due", "0 2 * * *", "--zone", "UTC")
    for at in ("01:30", "02:00", "03:00"):
        bench.at(f"2026-11-19T{at}:00Z").ok(*due)
    assert [one["when"][:16] for one in ran(bench)] == ["2026-11-19T01:30", "2026-11-19T02:00"]
    bench.refused(2, "schedule", "run", "--due", "nonsense")


@pytest.mark.parametrize(
    "words",
    [
        ("install", "cron", "--task", "sleep"),
        ("install", "cron", "--zone", "UTC"),
        ("install", "cron", "--schedule", "0 2 * * *", "--zone", "Nowhere/At_All"),
        ("install", "github-action", "--task", "train"),
        ("uninstall", "github-action", "--name", "daily"),
        ("run", "--task", "promote", "--lookback-days", "3"),
    ],
)
def test_wrong_words_are_usage_errors(bench: Bench, words: tuple[str, ...]) -> None:
    """With nothing changed."""
    bench.refused(2, "schedule", *words)


def test_what_cannot_be_run_is_not_scheduled(tmp_path: Path) -> None:
    """No recalls, no model command: said when it is asked for, not every night in a log."""
    bare = make_bench(tmp_path)
    for task, why in ((Task.PROMOTE, "no recalls"), (Task.TRAIN, "no model command")):
        with pytest.raises(Refused, match=why):
            own_cadence(bare.desk(), task)
    with pytest.raises(Usage):
        cadence("0 2 * *", "UTC")

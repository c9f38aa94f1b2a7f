"""A run that nobody watches: one at a time, not too often, and what became of it is kept where it can be read."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.schedule.kept import Kept
from dreamtui.store.layout import Layout
from dreamtui.store.person import run_state
from dreamtui.store.person.run_state import RunState
from dreamtui.text.dates import iso, read_instant

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.schedule.tasks import Cadence

_PAUSE, _LONGEST = timedelta(minutes=10), timedelta(hours=6)
"""After one failure, and at most after several: a hook comes after every answer."""

_SAID = 400
"""Characters of a failure that the workspace's log keeps, which others read too."""


@dataclass(frozen=True, slots=True)
class RunWish:
    """What is to be run."""

    trigger: str
    """What starts it: stop, session-end, post-commit, cron, systemd, launchd, github-action, manual."""
    task: str = run_state.DREAM
    """What is run: dream, promote, train."""
    lookback_days: int | None = None
    """How far back it looks; None for what the settings say."""
    instructions: str = ""
    interval_hours: float = 0.0
    """Hours that have to lie between two of them; zero for none."""
    grows: bool = False
    """Whether it becomes a whole one as soon as the gates of a dream are open."""
    max_new: int | None = None
    scheduled: bool = False
    """Whether its schedule asks first if it is due."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    said: str
    """What came of it, a sentence without its stop."""
    good: bool = True
    new: tuple[str, ...] = ()
    """Ids of what it put into the queue."""
    updated: int = 0


def too_early(state: RunState, wish: RunWish, now: datetime) -> bool:
    """Whether one succeeded, or failed, so short a time ago that this one waits; a time ahead of the clock is none."""
    last = read_instant(state.succeeded) if state.succeeded else None
    if last is not None and timedelta() <= now - last < timedelta(hours=wish.interval_hours):
        return True
    failed = read_instant(state.failed) if state.failed and state.failures and wish.interval_hours else None
    pause = min(_LONGEST, _PAUSE * 2 ** min(state.failures - 1, 10)) if failed is not None else _PAUSE
    return failed is not None and timedelta() <= now - failed < pause


def has_come(layout: Layout, wish: RunWish, due: "Cadence", now: datetime) -> bool:
    """Whether a schedule came since the last run of its kind that a schedule began."""
    began = run_state.load(layout, wish.task).began
    return due.has_come(read_instant(began) if began else None, now)


def begin(layout: Layout, wish: RunWish, now: datetime) -> int | None:
    """Take the lock of the one run there may be; None if it is too early, or one runs already."""
    if too_early(run_state.load(layout, wish.task), wish, now):
        return None
    handle = run_state.only_one(layout, wish.trigger, now, wish.task)
    if handle is not None and too_early(run_state.load(layout, wish.task), wish, now):
        run_state.released(handle)
        return None
    return handle


def carry_out(root: Path, env: Mapping[str, str], wish: RunWish, lock: int) -> RunOutcome:
    """Do it under the lock, which is let go of at the end; a failure is kept and goes no further."""
    from dreamtui.compose import open_desk
    from dreamtui.store.person.errorlog import note_run
    from dreamtui.text.danger.risks import mask
    from dreamtui.text.inert import inert_line

    kept = Kept()
    outcome = RunOutcome("")
    with kept:
        desk = open_desk(root, env)
        layout, now = desk.own_layout, desk.now
        began = iso(now) if wish.scheduled else ""
        with kept:
            outcome = _done(desk, wish)
        if kept.problem:
            state = run_state.load(layout, wish.task)
            failed = replace(state, failed=iso(now), failures=state.failures + 1, why=kept.problem)
            run_state.save(layout, replace(failed, began=began or state.began), wish.task)
            with Kept():
                _note(desk, "run-failed", wish, why=mask(inert_line(kept.problem))[:_SAID])
        else:
            began = began or run_state.load(layout, wish.task).began
            run_state.save(layout, RunState(succeeded=iso(now), trigger=wish.trigger, began=began), wish.task)
    if kept.problem:
        outcome = RunOutcome(kept.problem, good=False)
    run_state.released(lock)
    task = "" if wish.task == run_state.DREAM else f" {wish.task}"
    note_run(f"{wish.trigger}{task} {root}: {'' if outcome.good else 'failed: '}{outcome.said}", env)
    return outcome


def _done(desk: "Desk", wish: RunWish) -> RunOutcome:
    """Do what is wished, noted in the workspace's log; a dream notes itself there."""
    if wish.task == run_state.DREAM:
        return _dream(desk, wish)
    from dreamtui.schedule import tasks

    began = time.monotonic()
    done = tasks.promote(desk) if wish.task == tasks.Task.PROMOTE else tasks.train(desk)
    if not done.idle:
        _note(desk, "run", wish, seconds=round(time.monotonic() - began, 1), said=done.said, new=list(done.new))
    return RunOutcome(done.said, new=done.new)


def _note(desk: "Desk", what: str, wish: RunWish, **details: object) -> None:
    with desk.store.writing(desk.writer()) as transaction:
        transaction.note(what, task=wish.task, trigger=wish.trigger, **details)


def _dream(desk: "Desk", wish: RunWish) -> RunOutcome:
    from dreamtui.desk.mine import unattended
    from dreamtui.desk.mine.run import DreamRequest
    from dreamtui.desk.workspace.workspaces import remember_here

    grown = wish.grows and unattended.held_back(desk) is None
    days = None if grown else wish.lookback_days
    partial = days is not None and days < int(desk.config["dream.window_days"])
    request = DreamRequest(
        lookback_days=days,
        instructions=wish.instructions,
        max_new=wish.max_new,
        trigger=wish.trigger,
        partial=partial,
    )
    done = unattended.dream(desk, request)
    remember_here(desk)
    read, intake = done.run.read, done.run.intake
    whole = "" if partial else "whole, "
    insights = f", {len(done.run.insights.new)} new insights" if done.run.insights and done.run.insights.new else ""
    proposals = f", {len(done.cycle.intake.new)} new proposals" if done.cycle and done.cycle.intake.new else ""
    counts = f"{len(intake.new)} new, {len(intake.updated)} updated, {len(intake.recurring)} already decided"
    said = f"{whole}{read.events} events, {read.commits} commits: {counts}{insights}{proposals}"
    return RunOutcome(said, new=unattended.added(done), updated=len(intake.updated))

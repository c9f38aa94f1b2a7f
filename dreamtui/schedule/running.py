"""A run that nobody watches: one at a time, not too often, and what became of it is kept where it can be read."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from dreamtui.store.layout import Layout
from dreamtui.store.person import run_state
from dreamtui.store.person.run_state import RunState
from dreamtui.text.dates import iso, read_instant

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk

_PAUSE, _LONGEST = timedelta(minutes=10), timedelta(hours=6)
"""After one failure, and at most after several: a hook comes after every answer."""


@dataclass(frozen=True, slots=True)
class RunWish:
    """What is to be run."""

    trigger: str
    """What starts it: stop, session-end, post-commit, cron, systemd, launchd, github-action, manual."""
    lookback_days: int | None = None
    """How far back it looks; None for what the settings say."""
    instructions: str = ""
    interval_hours: float = 0.0
    """Hours that have to lie between two of them; zero for none."""
    grows: bool = False
    """Whether it becomes a whole one as soon as the gates of a dream are open."""
    max_new: int | None = None


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


def begin(layout: Layout, wish: RunWish, now: datetime) -> int | None:
    """Take the lock of the one run there may be; None if it is too early, or one runs already."""
    if too_early(run_state.load(layout), wish, now):
        return None
    handle = run_state.only_one(layout, wish.trigger, now)
    if handle is not None and too_early(run_state.load(layout), wish, now):
        run_state.released(handle)
        return None
    return handle


def carry_out(root: Path, env: Mapping[str, str], wish: RunWish, lock: int) -> RunOutcome:
    """Do it under the lock, which is let go of at the end; a failure is kept and goes no further."""
    from dreamtui.compose import open_desk
    from dreamtui.store.person.errorlog import note_run

    kept = Kept()
    outcome = RunOutcome("")
    with kept:
        desk = open_desk(root, env)
        layout, now = desk.own_layout, desk.now
        with kept:
            outcome = _dream(desk, wish)
        if kept.problem:
            state = run_state.load(layout)
            failures = state.failures + 1
            run_state.save(layout, replace(state, failed=iso(now), failures=failures, why=kept.problem))
        else:
            run_state.save(layout, RunState(succeeded=iso(now), trigger=wish.trigger))
    if kept.problem:
        outcome = RunOutcome(kept.problem, good=False)
    run_state.released(lock)
    note_run(f"{wish.trigger} {root}: {'' if outcome.good else 'failed: '}{outcome.said}", env)
    return outcome


class Kept:
    """Keeps whatever goes wrong inside, and lets it go no further: nobody is there to be told."""

    problem = ""
    """A sentence; empty while nothing went wrong."""

    def __enter__(self) -> "Kept":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if problem is None:
            return False
        from dreamtui.model.errors import DreamtuiError

        self.problem = str(problem) if isinstance(problem, DreamtuiError) else f"{type(problem).__name__}: {problem}"
        if not isinstance(problem, DreamtuiError | OSError):
            import traceback

            from dreamtui.desk.person import keep_error

            keep_error("".join(traceback.format_exception(problem)), os.environ)
        return isinstance(problem, Exception)


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

"""What can run by itself: a dream, a promotion of recalls, a night of training. When each comes, and what it does."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique

from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused, Usage
from dreamtui.text.cron_times import CronTimes, parse_cron
from dreamtui.text.inert import inert_line
from dreamtui.text.zones import zone_named

DAILY = "0 2 * * *"
UTC_ZONE, LOCAL = "UTC", "local"


@unique
class Task(StrEnum):
    DREAM = "dream"
    """Candidates, insights and proposals from what happened."""
    PROMOTE = "promote"
    """Recalls of an OpenClaw workspace that pass its thresholds, at the cadence of its mode."""
    TRAIN = "train"
    """Tonight's brief, by the person's own model command, while the window of the curriculum is open."""


@dataclass(frozen=True, slots=True)
class Cadence:
    """When something comes."""

    times: CronTimes
    zone: str
    """UTC, `local` for the machine's own time, or the name of a time zone."""

    def clock(self, now: datetime) -> datetime:
        """A moment by its clocks."""
        return now.astimezone(None if self.zone == LOCAL else zone_named(self.zone))

    def has_come(self, since: datetime | None, now: datetime) -> bool:
        """Whether it came after an earlier moment; whatever never was, has come."""
        last = self.times.latest(self.clock(now))
        return last is not None and (since is None or last > since)


def cadence(text: str, zone: str) -> Cadence:
    """Five fields of cron in a time zone; Usage for what is none."""
    try:
        times = parse_cron(text)
    except ValueError as problem:
        raise Usage(inert_line(str(problem))) from None
    if zone != LOCAL:
        zone_named(zone)
    return Cadence(times, zone)


def own_cadence(desk: Desk, task: Task) -> Cadence:
    """When a task comes if nobody says when; Refused where it could do nothing."""
    if task is Task.PROMOTE:
        return _of_promotions(desk)
    return _of_training(desk) if task is Task.TRAIN else cadence(DAILY, UTC_ZONE)


def _of_promotions(desk: Desk) -> Cadence:
    from dreamtui.openclaw.kind import is_workspace
    from dreamtui.openclaw.settings import PromotionOptions, settle

    if not is_workspace(desk.workspace.root):
        raise Refused("no recalls are kept here (memory/.dreams), so there is nothing to promote")
    found = settle(desk, PromotionOptions(scheduled=True))
    if not found.dreaming.enabled:
        way = "say /dreaming core to OpenClaw" if found.from_openclaw else "`dreamtui promote mode core` sets it"
        raise Refused(f"the mode is off ({found.source}); {way}")
    return cadence(found.dreaming.cron, found.dreaming.timezone or UTC_ZONE)


def _of_training(desk: Desk) -> Cadence:
    """When the window opens, and each hour while it is open: where tonight has a brief, a run does nothing."""
    from dreamtui.desk.model_command import need_command
    from dreamtui.training.ledger import Ledger

    need_command(desk)
    window = Ledger(desk).curriculum.window
    first = window.opens.hour * 60 + window.opens.minute
    length = (window.closes.hour * 60 + window.closes.minute - first) % (24 * 60)
    hours = sorted({(first + at) // 60 % 24 for at in range(0, length, 60)})
    return cadence(f"{window.opens.minute} {','.join(map(str, hours))} * * *", window.zone or UTC_ZONE)


@dataclass(frozen=True, slots=True)
class TaskDone:
    said: str
    """What came of it, a sentence without its stop."""
    new: tuple[str, ...] = ()
    """Ids of what it put into the queue."""
    idle: bool = False
    """Whether there was nothing to do at this moment, which no log needs."""


def promote(desk: Desk) -> TaskDone:
    """Put what passes into the queue."""
    from dreamtui.openclaw import promote as promotions
    from dreamtui.openclaw.recalls import Recalls
    from dreamtui.openclaw.settings import PromotionOptions

    found = Recalls(desk, PromotionOptions(scheduled=True))
    if not found.settings.dreaming.enabled:
        return TaskDone(f"nothing was done, as the mode is off ({found.settings.source})", idle=True)
    done = promotions.queue(found)
    counts = f"{len(done.intake.new)} new, {len(done.intake.updated)} updated, {len(done.skipped)} left out"
    said = f"{len(found.entries)} recalls in mode {found.settings.dreaming.mode}: {counts}"
    return TaskDone(said, tuple(made.id for made in done.intake.new))


def train(desk: Desk) -> TaskDone:
    """Ask for tonight's brief, if the window is open and there is none yet."""
    from dreamtui.training.nights.runs import run

    done = run(desk)
    if done.recorded is None:
        return TaskDone(f"nothing was done: {done.idle}", idle=True)
    made = done.recorded.made
    return TaskDone(f"{made.vertical} has a brief of {made.night}: 1 new", (made.id,))

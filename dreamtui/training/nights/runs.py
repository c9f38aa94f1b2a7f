"""A night by the person's own model command: the assignment goes in, a brief comes out or nothing does."""

from collections.abc import Callable
from dataclasses import dataclass

from dreamtui.desk.desk import Desk
from dreamtui.desk.model_command import ask, need_command
from dreamtui.model.errors import Refused
from dreamtui.store.commit.lock import locked
from dreamtui.store.index.schema import prepare_state
from dreamtui.text.danger.prompting import bare
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import iso
from dreamtui.text.inert import inert_line
from dreamtui.training.briefs.brief import parse
from dreamtui.training.ledger import Ledger
from dreamtui.training.nights.nights import RecordedBrief, prompt, record
from dreamtui.training.nights.rotation import Assignment

FAILED = "train-failed"
"""What the log calls a night that brought no brief."""
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class NightRun:
    """What became of one assignment."""

    night: str
    asked: Assignment | None = None
    """None when nothing was asked for."""
    recorded: RecordedBrief | None = None
    idle: str = ""
    """Why nothing was asked for, a sentence."""


def run(
    desk: Desk, vertical: str = "", *, force: bool = False, cancelled: Callable[[], bool] | None = None
) -> NightRun:
    """Ask for tonight's brief and put it into the queue; Refused, with a line in the log, when none comes.

    One agent at a time: another run is shut out until this one ends, however it ends.
    """
    command = need_command(desk)
    prepare_state(desk.layout)
    with locked(desk.layout.state / "training", wait=desk.wait, who=desk.actor, now=desk.now):
        ledger = Ledger(desk)
        idle = "" if force else why_not_now(ledger)
        if idle:
            return NightRun(ledger.night, idle=idle)
        asked = ledger.assignment(ledger.curriculum.need(vertical) if vertical else None)
        text = prompt(ledger, asked)
        answer = ask(desk, command, text, cancelled, repository=True, seconds=_seconds(ledger, force=force))
        try:
            if answer.problem:
                raise Refused(answer.problem)
            brief = bare(answer.text)
            if not parse(brief).sections:
                raise Refused("the answer is not a brief: it has none of its parts")
            done = record(desk, brief.encode("utf-8", "replace"), asked.vertical.name, ledger.night, command.shown)
        except Refused as problem:
            _note(desk, asked, ledger.night, str(problem))
            raise Refused(f"{asked.vertical.name} has no brief of {ledger.night}: {problem}") from None
        return NightRun(ledger.night, asked, done)


def why_not_now(ledger: Ledger) -> str:
    """Why nothing is trained by itself at this moment, a sentence; empty when it is time and nothing was done."""
    window = ledger.curriculum.window
    if not window.is_open(ledger.desk.now):
        opens = iso(window.next_opening(ledger.desk.now))
        return f"the window {window.hours} ({window.zone or 'UTC'}) is shut and opens next at {opens}"
    if ledger.tonight:
        one = ledger.tonight[0].made
        return f"{one.vertical} has a brief of tonight already, {one.id}"
    return ""


def _seconds(ledger: Ledger, *, force: bool) -> float:
    """How long the model may take: not beyond the end of the window, unless a person asked for it now."""
    window, now, most = ledger.curriculum.window, ledger.desk.now, ledger.curriculum.minutes * 60.0
    if force:
        return most
    return min(most, (window.closing(window.night_of(now)) - now).total_seconds())


def _note(desk: Desk, asked: Assignment, night: str, why: str) -> None:
    """A night without a brief is a line in the log, and nothing else."""
    said = mask(inert_line(why))[:_LONGEST]
    with desk.store.writing(desk.writer()) as transaction:
        transaction.note(FAILED, vertical=asked.vertical.name, night=night, why=said)

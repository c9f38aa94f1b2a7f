"""A night of training: the assignment, the brief that comes of it, and what stands in the way of either."""

from dataclasses import dataclass
from datetime import date

from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.desk.queue.evidence import from_words
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import AlreadyDecided, Refused, Usage
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.status import Status
from dreamtui.sources.agents import running_agent
from dreamtui.sources.handoffs import read_handoffs, read_known
from dreamtui.text.dates import iso
from dreamtui.text.words import is_blank
from dreamtui.training.briefs import codec
from dreamtui.training.briefs.brief import Source, parse
from dreamtui.training.briefs.codec import LONGEST, TrainingBrief, brief_id
from dreamtui.training.briefs.kind import FOLDERS
from dreamtui.training.curriculum.curriculum import Vertical
from dreamtui.training.ledger import Ledger
from dreamtui.training.nights.prompt import Background, prompt_for
from dreamtui.training.nights.rotation import Assignment

RECORDED = "brief"
"""What the log calls a brief that was recorded."""
_MOST_SOURCES = 20


@dataclass(frozen=True, slots=True)
class RecordedBrief:
    """A brief that was put into the queue."""

    made: TrainingBrief
    is_new: bool
    """False when the same one was there already."""


def background(ledger: Ledger, asked: Assignment) -> Background:
    """What an assignment is sent with, read now."""
    desk, name = ledger.desk, asked.vertical.name
    accepted = ledger.accepted(name)
    said = remembered(desk)
    turned_down = [one for one in ledger.briefs if one.made.vertical == name and one.made.sent_back]
    coached = [one.made for one in (*turned_down[-1:], *accepted[-2:]) if one.made.notes]
    return Background(
        accepted,
        tuple((made.night, made.notes) for made in coached),
        ledger.questions(name),
        ledger.insights(name),
        said.rules,
        said.notes,
        read_handoffs(desk.workspace.root, ledger.curriculum.handoffs),
        read_known(desk.workspace.root),
        tuple(one.name for one in ledger.curriculum.verticals if one.name != name),
    )


def prompt(ledger: Ledger, asked: Assignment) -> str:
    """The whole assignment."""
    return prompt_for(asked, ledger.night, background(ledger, asked))


def record(desk: Desk, data: bytes, vertical: str, night: str = "", written_by: str = "") -> RecordedBrief:
    """Put a brief into the queue; the same text again gives the one that is there.

    Two processes that do so at once write it once: it is looked up under the lock.
    """
    text = _text(data)
    ledger = Ledger(desk)
    known = ledger.curriculum.need(vertical)
    of_night = _night(ledger, night)
    evidence = _sources(desk, text)
    with desk.store.writing(desk.writer()) as transaction:
        ledger = Ledger(desk)
        made = _made(ledger, known, of_night, text, evidence, written_by)
        there = next((one for one in ledger.briefs if one.made.id == made.id), None)
        if there is not None and there.status in (Status.PENDING, Status.DEFERRED):
            return RecordedBrief(there.made, False)
        if there is not None:
            raise AlreadyDecided(f"the same text was {there.status} already, as {made.id}; a brief counts once")
        change = Change(FOLDERS.pending.path_of(made.id), None, codec.render(made))
        transaction.apply(ChangeSet.of(change), RECORDED, item=made.id, vertical=known.name, night=made.night)
    return RecordedBrief(made, True)


def _text(data: bytes) -> str:
    if len(data) > LONGEST:
        raise Refused(f"the brief has {len(data):,} bytes; at most {LONGEST:,}")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise Refused(f"the brief is not UTF-8 (line {line})") from None
    if is_blank(text) or "\0" in text:
        raise Refused("the brief is empty" if is_blank(text) else "the brief holds NUL characters")
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _night(ledger: Ledger, named: str) -> str:
    if not named:
        return ledger.night
    try:
        given = date.fromisoformat(named)
    except ValueError:
        raise Usage(f"{named!r} is not a date such as 2026-11-18") from None
    if given.isoformat() > ledger.night:
        raise Usage(f"the night of {given} has not come yet; tonight is {ledger.night}")
    return given.isoformat()


def _made(
    ledger: Ledger, vertical: Vertical, night: str, text: str, evidence: tuple[Evidence, ...], written_by: str
) -> TrainingBrief:
    asked, desk = ledger.assignment(vertical), ledger.desk
    return TrainingBrief(
        id=brief_id(vertical.name, text),
        vertical=vertical.name,
        night=night,
        text=text,
        cycle=asked.cycle,
        level=asked.level,
        output=asked.output,
        recorded=iso(desk.now),
        filed_by=desk.actor,
        filed_in=written_by or running_agent(desk.env),
        evidence=evidence,
    )


def _sources(desk: Desk, text: str) -> tuple[Evidence, ...]:
    """The sources of a brief as evidence: those in the repository with the line they name."""
    return tuple(_source(desk, one) for one in parse(text).sources[:_MOST_SOURCES])


def _source(desk: Desk, source: Source) -> Evidence:
    if source.address and not source.is_web and "\0" not in source.address:
        try:
            found = from_words(desk, source.address)
        except (Refused, Usage):
            found = None
        if found is not None and found.locator.where is not Where.TEXT:
            return found
    return Evidence(source.said.text, Locator(Where.TEXT))

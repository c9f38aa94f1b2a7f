"""Training: what is next, where the verticals stand, what the nights brought."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Struct

from dreamtui.present.documents.alike import each, says
from dreamtui.present.documents.items import ChangeShape, changed

if TYPE_CHECKING:
    from datetime import datetime

    from dreamtui.training.curriculum.begin import Begun
    from dreamtui.training.ledger import KnownBrief, Ledger
    from dreamtui.training.nights.digest import Digest, FailedNight
    from dreamtui.training.nights.nights import RecordedBrief
    from dreamtui.training.nights.rotation import Assignment
    from dreamtui.training.nights.runs import NightRun
    from dreamtui.training.progress import CrossLink, TrainingProgress, VerticalProgress


class VerticalShape(Struct, frozen=True):
    """A vertical of the curriculum."""

    name: Annotated[str, says("Its name.")]
    focus: Annotated[str, says("What it is about.")]
    agent: Annotated[str, says("Who trains; empty for nobody in particular.")]
    folder: Annotated[str, says("The folder of its training records.")]
    why: Annotated[str, says("Where it comes from.")]


class TrainInitOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """The curriculum that was written, or with --dry-run would be."""

    verticals: Annotated[tuple[VerticalShape, ...], says("The verticals, in the order of their turns.")]
    window: Annotated[str, says("From when to when agents train.")]
    timezone: Annotated[str, says("By the clocks of which zone.")]
    thresholds: Annotated[tuple[int, ...], says("Cycles done from which each level holds.")]
    changes: Annotated[tuple[ChangeShape, ...], says("The file before and after.")]


class AssignmentShape(Struct, frozen=True):
    """What a vertical writes when its turn comes."""

    vertical: Annotated[str, says("Its name.")]
    level: Annotated[str, says("How much is asked, after Dreyfus.")]
    output: Annotated[str, says("What is to be written.")]
    cycle: Annotated[int, says("Cycles done before it: accepted briefs.")]
    why: Annotated[str, says("Why it comes in this place.")]


class TrainNextOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Whose turn it is, and what is to be written."""

    vertical: Annotated[str, says("Its name.")]
    level: Annotated[str, says("How much is asked, after Dreyfus.")]
    output: Annotated[str, says("What is to be written.")]
    cycle: Annotated[int, says("Cycles done before it: accepted briefs.")]
    bloom: Annotated[str, says("The output's level of Bloom's taxonomy.")]
    contains: Annotated[tuple[str, ...], says("What it has to have.")]
    focus: Annotated[str, says("What the vertical is about.")]
    agent: Annotated[str, says("Who trains.")]
    why: Annotated[str, says("Why this vertical.")]
    night: Annotated[str, says("The date of tonight.")]
    window_open: Annotated[bool, says("Whether agents train at this moment.")]
    opens: Annotated[str, says("When the window opens next, UTC.")]
    tonight: Annotated[tuple[str, ...], says("Ids of the briefs of tonight.")]
    queue: Annotated[tuple[AssignmentShape, ...], says("All verticals in the order of their turns.")]


class TrainPromptOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """The assignment of a night."""

    vertical: Annotated[str, says("Who is to write.")]
    level: Annotated[str, says("How much is asked.")]
    output: Annotated[str, says("What is to be written.")]
    cycle: Annotated[int, says("Cycles done before it.")]
    night: Annotated[str, says("The date of the night.")]
    prompt: Annotated[str, says("The whole text.")]


class StandingShape(Struct, frozen=True):
    """Where a vertical stands."""

    vertical: Annotated[str, says("Its name.")]
    cycles: Annotated[int, says("Accepted briefs.")]
    level: Annotated[str, says("The level it has reached.")]
    output: Annotated[str, says("What it writes next.")]
    last_night: Annotated[str, says("The last night for which it has a brief; empty for none.")]
    waiting: Annotated[int, says("Briefs that wait for a person.")]


class TrainStatusOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """Where the verticals stand."""

    verticals: Annotated[tuple[StandingShape, ...], says("In the order of the curriculum.")]
    night: Annotated[str, says("The date of tonight.")]
    window: Annotated[str, says("From when to when agents train.")]
    timezone: Annotated[str, says("By the clocks of which zone.")]
    window_open: Annotated[bool, says("Whether agents train at this moment.")]
    opens: Annotated[str, says("When the window opens next, UTC.")]
    thresholds: Annotated[tuple[int, ...], says("Cycles done from which each level holds.")]
    written: Annotated[bool, says("Whether there is a curriculum; false for the protocol's eleven verticals.")]
    others: Annotated[tuple[str, ...], says("Verticals that have briefs and are not in the curriculum.")]


class BriefShape(Struct, frozen=True):
    """A brief and what became of it."""

    id: Annotated[str, says("Its id in the queue.")]
    vertical: Annotated[str, says("Who wrote it.")]
    night: Annotated[str, says("The date of its night.")]
    status: Annotated[str, says("Where it stands.")]
    decision: Annotated[str | None, says("Short id of the decision in force.")]
    cycle: Annotated[int, says("Cycles done before it.")]
    level: Annotated[str, says("The level it was written at.")]
    output: Annotated[str, says("What was to be written.")]
    headline: Annotated[str, says("Its headline; empty for none.")]
    score: Annotated[float | None, says("The mean of the marks that a person gave.")]
    recorded: Annotated[str, says("When it was put into the queue, UTC.")]
    path: Annotated[str, says("The file to look at.")]


class FailedNightShape(Struct, frozen=True):
    """A night that brought no brief."""

    night: Annotated[str, says("Its date.")]
    vertical: Annotated[str, says("Whose turn it was.")]
    why: Annotated[str, says("What went wrong.")]
    when: Annotated[str, says("When, UTC.")]


class TrainHistoryOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What the nights brought, the newest first."""

    briefs: Annotated[tuple[BriefShape, ...], says("Every brief.")]
    failed: Annotated[tuple[FailedNightShape, ...], says("Nights that brought none.")]


class MarkedNightShape(Struct, frozen=True):
    """An accepted brief and its marks."""

    night: Annotated[str, says("The date of its night.")]
    brief: Annotated[str, says("Its id.")]
    path: Annotated[str, says("The file to look at.")]
    score: Annotated[float, says("The mean of its marks.")]
    marks: Annotated[dict[str, int], says("Each mark, from 1 to 10.")]


class VerticalProgressShape(Struct, frozen=True):
    """How far a vertical has come."""

    vertical: Annotated[str, says("Its name.")]
    cycles: Annotated[int, says("Accepted briefs.")]
    level: Annotated[str, says("The level it has reached.")]
    next_level: Annotated[str | None, says("The level after it; null at the highest.")]
    next_at: Annotated[int | None, says("Cycles from which the next level holds.")]
    briefs: Annotated[tuple[MarkedNightShape, ...], says("Its accepted briefs, the oldest first.")]
    trend: Annotated[float | None, says("Its last three marks against the three before; null for too few.")]
    waiting: Annotated[int, says("Briefs that wait for a person.")]
    quiet_nights: Annotated[
        int | None, says("Nights without an accepted brief, where they are more than one turn of all; else null.")
    ]


class CrossingTextShape(Struct, frozen=True):
    """Something one vertical said to another."""

    brief: Annotated[str, says("The brief it stands in.")]
    text: Annotated[str, says("The sentence.")]
    open: Annotated[bool, says("Whether it is a question that nobody has answered.")]


class CrossLinkShape(Struct, frozen=True):
    """What one vertical told another."""

    sender: Annotated[str, says("Who said it.")]
    to: Annotated[str, says("To whom.")]
    insights: Annotated[tuple[CrossingTextShape, ...], says("What it told.")]
    questions: Annotated[tuple[CrossingTextShape, ...], says("What it asked.")]


class TrainProgressOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """How the training goes."""

    night: Annotated[str, says("The date of tonight.")]
    verticals: Annotated[tuple[VerticalProgressShape, ...], says("In the order of the curriculum.")]
    links: Annotated[tuple[CrossLinkShape, ...], says("What verticals tell each other.")]
    quiet: Annotated[tuple[str, ...], says("Verticals that have gone quiet, the longest first.")]


class TrainRecordOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """A brief that is in the queue now."""

    id: Annotated[str, says("Its id.")]
    new: Annotated[bool, says("False when the same one was there already.")]
    vertical: Annotated[str, says("Who wrote it.")]
    night: Annotated[str, says("The date of its night.")]
    cycle: Annotated[int, says("Cycles done before it.")]
    level: Annotated[str, says("The level it was written at.")]
    output: Annotated[str, says("What was to be written.")]


class TrainRunOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What the model command brought."""

    vertical: Annotated[str | None, says("Whose turn it was; null when nothing was run.")]
    night: Annotated[str, says("The date of the night.")]
    id: Annotated[str | None, says("The brief; null when there is none.")]
    idle: Annotated[str | None, says("Why nothing was run.")]


class DigestLineShape(Struct, frozen=True):
    """A sentence of a digest and the place it comes from."""

    text: Annotated[str, says("The sentence.")]
    brief: Annotated[str | None, says("The brief it comes from; null for what is counted.")]
    path: Annotated[str | None, says("Its file.")]
    line: Annotated[int | None, says("The line of the brief.")]


class TrainSummaryOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a night brought, for the morning."""

    night: Annotated[str, says("Its date.")]
    lines: Annotated[tuple[DigestLineShape, ...], says("What there is to know.")]
    text: Annotated[str, says("The same as Markdown.")]


def begun(made: "Begun") -> TrainInitOutput:
    known = made.curriculum
    listed = zip(known.verticals, made.reasons, strict=True)
    return TrainInitOutput(
        tuple(VerticalShape(one.name, one.focus, one.agent, one.folder, why) for one, why in listed),
        known.window.hours,
        known.window.zone or "UTC",
        known.thresholds,
        changed(made.changes),
    )


def assignment(asked: "Assignment") -> AssignmentShape:
    return AssignmentShape(asked.vertical.name, asked.level, asked.output, asked.cycle, asked.why)


def following(ledger: "Ledger", asked: "Assignment") -> TrainNextOutput:
    window, now = ledger.curriculum.window, ledger.desk.now
    return TrainNextOutput(
        asked.vertical.name,
        asked.level,
        asked.output,
        asked.cycle,
        asked.output.bloom,
        asked.output.check,
        asked.vertical.focus,
        asked.vertical.agent,
        asked.why,
        ledger.night,
        window.is_open(now),
        _instant(window.next_opening(now)),
        tuple(one.made.id for one in ledger.tonight),
        tuple(map(assignment, ledger.upcoming)),
    )


def prompted(ledger: "Ledger", asked: "Assignment", text: str) -> TrainPromptOutput:
    return TrainPromptOutput(asked.vertical.name, asked.level, asked.output, asked.cycle, ledger.night, text)


def standing(ledger: "Ledger") -> TrainStatusOutput:
    from dreamtui.training.curriculum.levels import output_at

    known, now = ledger.curriculum, ledger.desk.now
    return TrainStatusOutput(
        tuple(
            StandingShape(one.vertical.name, one.cycles, one.level, output_at(one.cycles), one.last_night, one.waiting)
            for one in ledger.standing()
        ),
        ledger.night,
        known.window.hours,
        known.window.zone or "UTC",
        known.window.is_open(now),
        _instant(known.window.next_opening(now)),
        known.thresholds,
        known.is_written,
        ledger.strangers(),
    )


def history(briefs: "tuple[KnownBrief, ...]", failures: "tuple[FailedNight, ...]") -> TrainHistoryOutput:
    return TrainHistoryOutput(tuple(map(_brief, briefs)), each(FailedNightShape, failures))


def progress(found: "TrainingProgress") -> TrainProgressOutput:
    return TrainProgressOutput(
        found.night,
        tuple(map(_vertical, found.verticals)),
        tuple(map(_link, found.links)),
        tuple(one.vertical.name for one in found.quiet),
    )


def _vertical(one: "VerticalProgress") -> VerticalProgressShape:
    briefs = tuple(
        MarkedNightShape(
            made.night, made.brief, made.where, made.score, {name.value: mark for name, mark in made.marks.items()}
        )
        for made in one.marked
    )
    following = one.next_level.value if one.next_level else None
    return VerticalProgressShape(
        one.vertical.name,
        one.cycles,
        one.level,
        following,
        one.next_at,
        briefs,
        one.trend,
        one.waiting,
        one.quiet_nights,
    )


def _link(one: "CrossLink") -> CrossLinkShape:
    insights = tuple(CrossingTextShape(brief, text, open=False) for brief, text in one.insights)
    questions = tuple(CrossingTextShape(brief, text, open=brief in one.unanswered) for brief, text in one.questions)
    return CrossLinkShape(one.sender, one.to, insights, questions)


def _brief(one: "KnownBrief") -> BriefShape:
    from dreamtui.training.marks.scores import mean

    made = one.made
    headline = made.brief.headline
    return BriefShape(
        made.id,
        made.vertical,
        made.night,
        one.status,
        one.decision or None,
        made.cycle,
        made.level,
        made.output,
        headline.text if headline else "",
        mean(made.marks) if made.scores else None,
        made.recorded,
        one.where,
    )


def recorded(done: "RecordedBrief") -> TrainRecordOutput:
    made = done.made
    return TrainRecordOutput(made.id, done.is_new, made.vertical, made.night, made.cycle, made.level, made.output)


def run(done: "NightRun") -> TrainRunOutput:
    made = done.recorded.made.id if done.recorded else None
    return TrainRunOutput(done.asked.vertical.name if done.asked else None, done.night, made, done.idle or None)


def digest(told: "Digest") -> TrainSummaryOutput:
    lines = tuple(
        DigestLineShape(one.text, one.brief or None, one.path or None, one.line or None) for one in told.lines
    )
    return TrainSummaryOutput(told.night, lines, told.text)


def _instant(moment: "datetime") -> str:
    from dreamtui.text.dates import iso

    return iso(moment)

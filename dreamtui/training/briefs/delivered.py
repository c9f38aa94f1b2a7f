"""What an accepted brief leaves for agents to read: its training record, its review, a note in other inboxes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate.intake import MANUAL
from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.kinds.candidate.kind import NAME as CANDIDATE
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.text.ids import candidate_id, line_digest
from dreamtui.text.inert import one_line
from dreamtui.text.markup import frontmatter
from dreamtui.text.markup.scalars import Scalar
from dreamtui.training.briefs.brief import Brief, Crossing, Stated
from dreamtui.training.briefs.codec import TrainingBrief
from dreamtui.training.briefs.kind import INBOX
from dreamtui.training.marks.scores import Dimension, grade, mean

_BREAK = "\n"


def named(folder: str, stem: str, taken: Iterable[str]) -> str:
    """A path that is not taken: `stem.md`, else with the next number behind it."""
    used = frozenset(taken)
    number = 1
    while (path := f"{folder}/{stem}{f'-{number}' if number > 1 else ''}.md") in used:
        number += 1
    return path


def training_record(made: TrainingBrief) -> bytes:
    """The brief as it was accepted, below what there is to know of it."""
    return f"{_head(made)}{made.text.strip(_BREAK)}\n".encode("utf-8", "replace")


def _head(made: TrainingBrief) -> str:
    fields: dict[str, Scalar] = {
        "brief": made.id,
        "vertical": made.vertical,
        "night": made.night,
        "cycle": made.cycle,
        "level": made.level,
        "output": made.output,
        "score": mean(made.marks),
        "accepted": made.when,
        "by": made.actor,
        "review": made.review,
    }
    return f"{frontmatter.build(fields)}\n"


def line_in_record(made: TrainingBrief, line: int) -> int:
    """The line of the training record on which a line of the brief stands."""
    skipped = len(made.text) - len(made.text.lstrip(_BREAK))
    return _head(made).count(_BREAK) + line - skipped


def review(made: TrainingBrief, checked: Sequence[str], crossings: Sequence[Crossing], following: str) -> bytes:
    """What a person said about a brief, for whoever wrote it."""
    marks = made.marks
    score = mean(marks)
    lines = [
        f"# Review of {made.vertical}, night of {made.night}",
        "",
        f"Brief `{made.id}`, cycle {made.cycle}, {made.level}, {made.output}. The text is in `{made.record}`.",
        "",
        "| For | Mark |",
        "| --- | --- |",
        *(f"| {one.value.capitalize()} | {marks[one]} |" for one in Dimension if one in marks),
        f"| Mean | {score} ({grade(score)}) |",
        "",
        "## Why",
        "",
        made.rationale.strip(),
    ]
    lines += ["", "## Coaching", "", made.notes] if made.notes else []
    lines += ["", "## What was checked", "", *(f"- {one_line(said)}" for said in checked)] if checked else []
    if crossings:
        lines += ["", "## For other verticals", ""]
        lines += [f"- {one.vertical}: {_said(one)}" for one in crossings]
    lines += ["", "## Next", "", following, ""]
    return "\n".join(lines).encode("utf-8", "replace")


def inbox_note(made: TrainingBrief, crossing: Crossing) -> bytes:
    """What one vertical tells another."""
    lines = [f"# From {made.vertical}, night of {made.night}", "", f"Brief `{made.id}`, in `{made.record}`.", ""]
    if crossing.insight:
        lines += [f"- Insight: {one_line(crossing.insight.text)}"]
    if crossing.question:
        lines += [f"- Question: {one_line(crossing.question.text)}", "", f"Whoever answers it names `{made.id}`."]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def inbox_path(folder: str, made: TrainingBrief) -> str:
    return f"{INBOX}/{folder}/{made.id}.md"


def _said(crossing: Crossing) -> str:
    parts = [part.text for part in (crossing.insight, crossing.question) if part]
    return one_line(" ".join(parts))


@dataclass(frozen=True, slots=True)
class InsightCandidate:
    """An insight of a brief as a candidate for a rule."""

    id: str
    path: str
    data: bytes


def insight_candidates(made: TrainingBrief, brief: Brief) -> tuple[InsightCandidate, ...]:
    """The insights of a brief, each to be decided like every other candidate."""
    return tuple(_candidate(made, said) for said in brief.insights)


def _candidate(made: TrainingBrief, said: Stated) -> InsightCandidate:
    title = one_line(said.text).strip()
    item_id = candidate_id(MANUAL, title)
    line = line_in_record(made, said.line)
    lines = training_record(made).split(b"\n")
    digest = line_digest(lines[line - 1]) if 0 < line <= len(lines) else ""
    quote = Evidence(title, Locator(Where.FILE, made.record, line), made.recorded, made.filed_by, digest)
    path = f"{CANDIDATES}/{item_id}.md"
    cited = (replace(one, when=one.when or made.recorded, who=one.who or made.filed_by) for one in made.evidence)
    pieces = (quote, *cited)
    item = Item(
        kind=CANDIDATE,
        id=item_id,
        signal=MANUAL,
        title=title,
        status=Status.PENDING,
        path=path,
        first_seen=made.when,
        last_seen=made.when,
        weight=len(pieces),
        actors=(made.filed_by,) if made.filed_by else (),
        files=tuple(sorted({one.locator.ref for one in made.evidence if one.locator.where is Where.FILE})),
        evidence=pieces,
        subject=title,
        filed_by=made.filed_by,
        filed_in=made.filed_in,
    )
    return InsightCandidate(item_id, path, candidate.render(item, made.when))

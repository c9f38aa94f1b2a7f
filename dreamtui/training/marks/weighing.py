"""A brief as it is put before a person: what the checks found, and the marks that are proposed with their reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from dreamtui.text.danger.risks import mask
from dreamtui.training.briefs.brief import Brief
from dreamtui.training.briefs.codec import TrainingBrief
from dreamtui.training.checks.checks import BriefFinding, checked
from dreamtui.training.checks.claims import claims_of
from dreamtui.training.checks.earlier import EarlierBrief, copied
from dreamtui.training.ledger import Ledger
from dreamtui.training.marks.rubric import ProposedMark, propose

_QUOTED = 160
"""Characters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class WeighedBrief:
    findings: tuple[BriefFinding, ...] = ()
    marks: tuple[ProposedMark, ...] = ()


NOT_WEIGHED = WeighedBrief()


def weigh(ledger: Ledger, made: TrainingBrief) -> WeighedBrief:
    """Hold it against the repository and against the accepted briefs of its vertical that are older."""
    from dreamtui.desk.memory.repo_facts import world_for
    from dreamtui.memory.claims import judge_all

    brief = made.brief
    before = [
        EarlierBrief(one.made.id, one.made.brief)
        for one in ledger.accepted(made.vertical)
        if one.made.id != made.id and one.made.recorded <= made.recorded
    ]
    claims = claims_of(brief)
    judged = judge_all(claims, world_for(ledger.desk, claims)) if claims else ()
    taken = {number for one in copied(brief, before) for number in _lines_of(brief, one.said.line)}
    return WeighedBrief(checked(brief, before, judged), propose(brief, taken, judged).marks)


def _lines_of(brief: Brief, first: int) -> range:
    """The lines of a paragraph from one on."""
    last = first
    while brief.line(last + 1).strip():
        last += 1
    return range(first, last + 1)


def finding_words(one: BriefFinding) -> str:
    """A finding on one line: where, which check, what."""
    where = f"line {one.line}, " if one.line else ""
    return mask(f"{'✗' if one.fails else '·'} {where}{one.check}: {one.said}")


def sentence_of(one: BriefFinding) -> str:
    """The same as a sentence: what, and where."""
    where = f" (line {one.line})" if one.line else ""
    return mask(f"{one.said[:1].upper()}{one.said[1:]}{where}.")


def reason_words(mark: ProposedMark) -> Iterator[tuple[int, str]]:
    """The reasons for a mark, each with the lines it rests on below it; how far in each stands, and its words."""
    for said, reasons in groupby(mark.reasons, key=lambda one: ("+" if one.speaks_for else "−", one.said)):
        yield 0, " ".join(said)
        for one in reasons:
            if one.quote:
                flat = " ".join(one.quote.split())
                yield 2, mask(f"line {one.line}: “{flat if len(flat) <= _QUOTED else f'{flat[: _QUOTED - 1]}…'}”")

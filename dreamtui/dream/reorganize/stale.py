"""Stale memories: overdue, naming what is gone, said elsewhere, shown by the repository, or with a relative date."""

import re
from collections.abc import Sequence
from datetime import date

from dreamtui.dream.claims import claims_in, judge_all
from dreamtui.dream.reorganize.already import Known, already_said, derivable
from dreamtui.dream.reorganize.claude_lines import TOPIC_FILE
from dreamtui.dream.reorganize.gone import Named, missing
from dreamtui.dream.reorganize.merging import check_mutation
from dreamtui.dream.reorganize.naming import mutation_id, proposal_id, short, sources_of, title_of
from dreamtui.dream.reorganize.relative import absolute
from dreamtui.dream.reorganize.settings import World
from dreamtui.dream.reorganize.statements import claims_of, statements, without
from dreamtui.model.claim import Verdict
from dreamtui.model.proposal import Fate, Memory, Mutation, MutationKind, Proposal, Statement
from dreamtui.text.dates import read_instant

_RENDERED = "rule"
"""Memories of this kind stand in CLAUDE.md because they are memories: being said there proves nothing."""
_DATED = re.compile(r"[\s*_+\d.-]*(?:On \**)?20\d\d-\d\d-\d\d\b")
_FILE = re.compile(
    r"(?:(?<![\w.-])|(?<![\w-])-+|(?<=\.)\w+-+)"
    r"(\w[\w-]*\.(?:md|py|js|jsx|ts|tsx|css|html|json|ya?ml|toml|sh|sql|go|rs|rb|java|cfg)\b)"
)
_LEFT = frozenset({Verdict.GONE, Verdict.MOVED})
_LONG = 400
"""Characters of a statement that says more than where something is."""
_DAY = re.compile(r"(?<!\d)20\d\d[-_]\d\d[-_]\d\d(?!\d)")


def stale_proposal(memory: Memory, world: World, known: Known, now: str) -> Proposal | None:
    """What to do about a stale memory: drop it, or correct its text; none when it is not stale."""
    reasons: list[tuple[float, str]] = []
    day = memory.review_after[:10]
    if day and now and day < now[:10]:
        reasons.append((0.6, f"Its review was due on {day}."))
    gone = () if _is_log(memory) else _still_claimed(memory, missing(memory, world), world)
    moved = tuple(named for named in gone if named.now)
    lost = tuple(named for named in gone if not named.now)
    places = already_said(memory, known) if memory.kind != _RENDERED else ()
    if places:
        reasons.append((0.9, f"All of it is already said in {', '.join(places[:3])}."))
    shown = derivable(memory, world)
    if shown:
        reasons.append((0.7, f"It need not be remembered: {shown}."))
    if lost and (kept := _without(memory, lost, world)) is None:
        reasons.append((0.75, f"It names what the repository no longer has: {_list(lost)}."))
    elif lost and not reasons:
        return _corrected(memory, kept or memory.text, f"It names what is gone: {_list(lost)}.", moved, 0.7)
    if reasons:
        return _dropped(memory, reasons)
    return _corrected(memory, memory.text, "", moved, 0.65)


def _is_log(memory: Memory) -> bool:
    """Whether a topic file is named after a day: what it tells of that day need not be there any more."""
    return memory.kind == TOPIC_FILE and _DAY.search(f"{memory.path.rpartition('/')[2]} {memory.title}") is not None


def _still_claimed(memory: Memory, gone: Sequence[Named], world: World) -> tuple[Named, ...]:
    """Of what is gone all that some statement is about, or that the memory is filed under."""
    if not gone:
        return ()
    claims = claims_of(memory.text)
    kept: list[Named] = []
    for named in gone:
        saying = [said.text for said in claims if named.name in said.text]
        if named.now or not saying or any(_is_about_it(text, world) for text in saying):
            kept.append(named)
    return tuple(kept)


def _is_about_it(text: str, world: World) -> bool:
    """Whether a statement says little more than something that is gone.

    What begins with a day tells of that day; what names other files too, leads to what comes after it, or says a lot
    still says something.
    """
    if text.rstrip(" *_").endswith(":") or len(text) > _LONG or _DATED.match(text):
        return False
    judged = judge_all(claims_in(text, ()), world)
    gone = [one.claim.name for one in judged if one.verdict in _LEFT]
    others = (name for name in _FILE.findall(text) if not any(left.endswith(name) for left in gone))
    return not any(one.verdict is Verdict.VERIFIED for one in judged) and next(others, None) is None


def _list(named: Sequence[Named]) -> str:
    shown = ", ".join(f"{one.kind} {one.name}" for one in named[:3])
    return shown + (f" and {len(named) - 3} more" if len(named) > 3 else "")


def _without(memory: Memory, lost: Sequence[Named], world: World) -> str | None:
    """The text without the statements that name something gone; none when half of it or more would go."""
    claims = claims_of(memory.text)
    named = [one for one in claims if any(name.name in one.text for name in lost)]
    stale = [one for one in named if _is_about_it(one.text, world)]
    return None if not stale or len(stale) * 2 >= len(claims) else without(memory.text, [one.text for one in stale])


def _dropped(memory: Memory, reasons: Sequence[tuple[float, str]]) -> Proposal:
    fates = tuple(Statement(said.text, memory.id, Fate.LOST) for said in statements(memory.text))
    made = Mutation(
        mutation_id(MutationKind.DEPRECATE, (memory.id,)), MutationKind.DEPRECATE, sources_of((memory,)),
        reason=" ".join(reason for _, reason in reasons), score=max(score for score, _ in reasons), statements=fates,
    )  # fmt: skip
    return single(memory, made, f"Retire: {title_of(memory)}")


def _corrected(memory: Memory, text: str, reason: str, moved: Sequence[Named], score: float) -> Proposal | None:
    """The memory with its renamed paths and relative dates corrected, and without what is gone."""
    reasons = [reason] if reason else []
    for named in moved:
        if named.name in text:
            text = text.replace(named.name, named.now)
            reasons.append(f"{named.name} is now {named.now}.")
    written = read_instant(memory.created or memory.updated)
    if written is not None:
        text, dates = absolute(text, date(written.year, written.month, written.day))
        how = f" ({memory.dated})" if memory.dated else ""
        reasons += [f"“{was}” becomes “{now}”: it was written on {written.date()}{how}." for was, now in dates]
    if text == memory.text or not text.strip():
        return None
    made = Mutation(
        mutation_id(MutationKind.SUPERSEDE, (memory.id,)), MutationKind.SUPERSEDE, sources_of((memory,)),
        title_of(memory), text, category=memory.category, reason=" ".join(reasons), score=score,
        statements=_fates(memory, text),
    )  # fmt: skip
    return single(memory, made, f"Correct: {title_of(memory)}")


def _fates(memory: Memory, text: str) -> tuple[Statement, ...]:
    """What becomes of each statement: one whose path or date was corrected stands for the old one."""
    fates = check_mutation((memory,), text)
    free = [said.text for said in statements(text) if said.text not in {fate.text for fate in fates}]
    found: list[Statement] = []
    for fate in fates:
        if fate.fate is Fate.LOST and (instead := _nearest(fate.text, free)):
            free.remove(instead)
            fate = Statement(fate.text, fate.source, Fate.MERGED, instead)
        found.append(fate)
    return tuple(found)


def _nearest(text: str, others: Sequence[str]) -> str:
    """The corrected form of a statement among new ones: it has most of its words."""
    own = set(text.split())
    best = max(others, key=lambda other: (len(own & set(other.split())), other), default="")
    return best if best and len(own & set(best.split())) * 2 >= len(own) else ""


def single(memory: Memory, mutation: Mutation, title: str) -> Proposal:
    """A proposal about one memory."""
    return Proposal(
        proposal_id("mutations", (memory.id,)), "mutations", short(title), (mutation,), reason=mutation.reason,
        score=mutation.score,
    )  # fmt: skip

"""The ways out of a contradiction and of two memories on one subject, to choose from; lines of CLAUDE.md are fixed."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from dreamtui.memory.reorganize.contradictions import CLAIMS, Contradiction
from dreamtui.memory.reorganize.dates import Passing, days_named, own_days, passing
from dreamtui.memory.reorganize.duplicates import LookAlike
from dreamtui.memory.reorganize.language.changes import is_change, one_slot, supersedes
from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.merging import check_mutation
from dreamtui.memory.reorganize.naming import (
    LINE,
    LONGEST_TITLE,
    TOPIC_FILE,
    mutation_id,
    proposal_id,
    short,
    sources_of,
    title_of,
)
from dreamtui.memory.reorganize.repeating import can_go, repeats
from dreamtui.memory.reorganize.statements import claims_of, plain, sentences, statements, without
from dreamtui.model.proposal import Choice, Fate, Memory, Mutation, MutationKind, Proposal, Statement

_SAID = 120
"""Characters of each statement that the reason shows."""
_AGAINST, _REPLACED, _LOOK = ": contradiction", ": superseded", ": look at these two"
"""Last in the title: of several such proposals the beginnings are to differ."""


def proposal_of(found: Contradiction, today: date | None = None) -> Proposal:
    """A contradiction as a proposal with its choices; a day after `today` tells nothing."""
    one, other, told = found.one, found.other, found.objection
    if LINE in (one.kind, other.kind):
        memory, line, said = (one, other, told.one) if other.kind == LINE else (other, one, told.other)
        newer, _ = newer_of((memory, said), (line, line.text), today)
        return against_claude(memory, line, said, f"{told.guard}: {told.reason}", found.score, newer)
    sides = (one, told.one), (other, told.other)
    newer, known_by = newer_of(*sides, today)
    differ = f"are about the same and differ in {told.guard}: {told.reason}."
    reason = f"They {differ}"
    shown = f"“{short(told.one, _SAID)}” and “{short(told.other, _SAID)}” {differ}"
    labels = [f"Keep “{short(said, 60)}”" for _, said in sides]
    if newer is not None:
        labels[newer] += ", which is newer"
        shown += f" The {('first', 'second')[newer]} is newer: {known_by}."
    choices = (
        Choice("keep-a", labels[0], (_keep(one, other, told.other, reason, found.score),)),
        Choice("keep-b", labels[1], (_keep(other, one, told.one, reason, found.score),)),
        _keep_both(*sides, reason, found.score, today),
    )
    names = " / ".join(dict.fromkeys((title_of(one), title_of(other))))
    what = _AGAINST if newer is None else _REPLACED
    return Proposal(
        about_two(one, other), "contradiction", f"{short(names, LONGEST_TITLE - len(what))}{what}", (), choices, shown,
        score=min(1.0, found.score), default="" if newer is None else choices[newer].id,
    )  # fmt: skip


def about_two(one: Memory, other: Memory) -> str:
    """The id of a proposal about two memories: the same whatever is found about them."""
    return proposal_id("contradiction", (one.id, other.id))


def newer_of(one: "Side", other: "Side", today: date | None = None) -> tuple[int | None, str]:
    """Which of two statements is newer, 0 or 1, and how that is known; none where nothing tells."""
    days = [_day_of(*side, today) for side in (one, other)]
    at, known_by = _by_its_words(one[1], other[1])
    if at is not None:
        is_earlier = all(days) and days[at] < days[1 - at]
        doubt = f", although it was written on {days[at]} and the other on {days[1 - at]}" if is_earlier else ""
        return at, f"{known_by}{doubt}"
    if one_slot(one[1], other[1]) and all(days) and days[0] != days[1]:
        at = days.index(max(days))
        return at, f"it was written on {days[at]}, the other on {days[1 - at]}"
    return None, ""


def _by_its_words(one: str, other: str) -> tuple[int | None, str]:
    """Which of two statements says itself that it came after the other."""
    told = [is_change(said) for said in (one, other)]
    if told[0] != told[1]:
        return told.index(True), "it tells of a change"
    if supersedes(one, other):
        return 0, "it tells that something is done"
    if supersedes(other, one):
        return 1, "it tells that something is done"
    return None, ""


def pair_proposal(found: LookAlike) -> Proposal | None:
    """Two memories on one subject, side by side; none where neither says what the other would give up."""
    one, other = found.one, found.other
    first, second = (short(said, _SAID) for said in found.said[0])
    said = f"both say “{first}”" if first == second else f"say nearly the same: “{first}” and “{second}”"
    more = f", and {len(found.said) - 1} more" if len(found.said) > 1 else ""
    reason = f"They are about one subject, and {said}{more}"
    ways = (
        _say_once("keep-a", one, other, [(there, here) for here, there in found.said], found.score),
        _say_once("keep-b", other, one, found.said, found.score),
    )
    choices = (*filter(None, ways), Choice("keep-both", "Keep both: each says something of its own", ()))
    if len(choices) == 1:
        return None
    names = " / ".join(dict.fromkeys((title_of(one), title_of(other))))
    return Proposal(
        about_two(one, other), "pair", f"{short(names, LONGEST_TITLE - len(_LOOK))}{_LOOK}", (), choices, reason,
        score=min(1.0, round(found.score, 3)),
    )  # fmt: skip


_ONE_SUBJECT = 0.5
"""Likeness of two whole memories from which the one may be the other in other words."""
_SMALL = 6
"""Statements of a memory that goes as a whole where another says the same; of a longer one only that statement goes."""


def _say_once(name: str, stays: Memory, goes: Memory, said: Sequence[tuple[str, str]], score: float) -> Choice | None:
    """The way out in which one memory stays as it is, and the other goes or no longer repeats it.

    `said` has what the other says and its twin in the one that stays. What the twin does not say in full stays too.
    """
    title = short(title_of(stays), 60)
    most = _SMALL * 2 if score >= _ONE_SUBJECT else _SMALL
    if len(claims_of(goes.text)) <= most or any(is_about(goes.text, one) for one, _ in said):
        return Choice(name, f"Keep “{title}”, retire the other", (_only(stays, goes, score),))
    twice = [one for one, twin in said if repeats(one, _around(stays, twin)) and can_go(goes.text, one)]
    if not twice:
        return None
    reason = f"“{title}” says nearly the same."
    what = "the statement" if len(twice) == 1 else f"{len(twice)} statements"
    label = f"Say it in “{title}” only, take {what} out of the other"
    return Choice(name, label, (given_up(goes, twice, reason, score, stays.id),))


def _around(memory: Memory, said: str) -> str:
    """The whole statement in which a sentence stands."""
    return next((each.text for each in claims_of(memory.text) if said in each.text), said)


_SOON = 30
"""Days for which nobody is asked again whether something holds."""
_WHOLE = 160
"""Characters of a statement of which that is the point; in a longer one it is an aside."""
_SURE = 0.3
_STILL = ": does it still hold?"


def recheck(memory: Memory, today: date) -> Proposal | None:
    """The oldest statement of a memory that said it holds for a time, to be looked at again; nothing rewrites it."""
    found = [
        one
        for one in passing(memory)
        if (today - one.day).days > _SOON and len(one.text) <= _WHOLE and not one.text[:1].islower()
    ]
    if not found:
        return None
    oldest = min(found, key=lambda one: (one.day, one.text))
    reason = _why_asked(oldest)
    takes, gone = _taken_out(memory, oldest, reason)
    return ask_again(memory, reason, _SURE, Choice("no-longer", f"It holds no longer: take {takes} out", (gone,)))


def ask_again(memory: Memory, reason: str, score: float, *choices: Choice) -> Proposal:
    """Whether a memory still holds, to be said by a person: it stays as it stands, or one of the other ways."""
    still = Choice("still", "It still holds: leave it as it stands", ())
    return Proposal(
        proposal_id("recheck", (memory.id,)), "recheck",
        f"{short(title_of(memory), LONGEST_TITLE - len(_STILL))}{_STILL}", (), (still, *choices), reason, score=score,
    )  # fmt: skip


def _why_asked(said: Passing) -> str:
    known = "its paragraph or section is of" if said.own else "it was written on"
    return f"“{short(said.text, _SAID)}” says “{said.words}”, and {known} {said.day}."


def _taken_out(memory: Memory, said: Passing, reason: str) -> tuple[str, Mutation]:
    """What goes of a statement that holds no longer, in words, and the memory without it; its other facts stay."""
    if (aside := _aside(said)) and memory.text.count(said.text) == 1:
        left = said.text.replace(aside, "", 1)
        text = memory.text.replace(said.text, left, 1)
        fates = tuple(
            Statement(each.text, memory.id, Fate.MERGED, left) if each.text == said.text
            else Statement(each.text, memory.id, Fate.KEPT)
            for each in statements(memory.text)
        )  # fmt: skip
        made = of_memory(memory, MutationKind.SUPERSEDE, text, reason, _SURE, "recheck")
        return f"“{short(aside.strip(' ,;—–'), 60)}”", replace(made, statements=fates)
    whole = next((each for each in statements(memory.text) if each.text == said.text), None)
    inner = [one for one in sentences(whole) if said.words in one] if whole else []
    if len(inner) == 1:
        return f"“{short(inner[0], 60)}”", given_up(memory, inner, reason, _SURE, "recheck")
    return "it", given_up(memory, [said.text], reason, _SURE, "recheck")


_ASIDE = re.compile(r"\s?\([^()\n]{1,80}\)|(?:[,;]|\s[—–-])\s[^,;—–.()\n]{1,80}(?=[.]?$|;)")
_STANDS_ALONE = 3
"""Words that a statement has at least when its doubtful ones are taken out."""


def _aside(said: Passing) -> str:
    """The bracket, or the last clause, that says how long something holds; empty where that is its point."""
    for found in _ASIDE.finditer(said.text):
        words = found.group()
        inside = words.lstrip(" ,;—–-(").lower()
        rest = said.text[: found.start()] + said.text[found.end() :]
        if inside.startswith(said.words.lower()) and len(read(rest).heavy) >= _STANDS_ALONE:
            return words
    return ""


def _only(stays: Memory, goes: Memory, score: float) -> Mutation:
    """One memory stays and the other goes; what only the other says is lost."""
    fates = tuple(Statement(said.text, stays.id, Fate.KEPT) for said in statements(stays.text))
    return Mutation(
        mutation_id(MutationKind.SUPERSEDE, (stays.id, goes.id), stays.id), MutationKind.SUPERSEDE,
        sources_of((stays, goes)), keeps=stays.id, reason="They are about one subject.", score=score,
        statements=fates + check_mutation((goes,), stays.text),
    )  # fmt: skip


def _keep(stays: Memory, goes: Memory, statement: str, reason: str, score: float) -> Mutation:
    """One memory stays; the other goes, or, a topic file that says other things too, gives up its statement."""
    if goes.kind == TOPIC_FILE and not is_about(goes.text, statement):
        return given_up(goes, [statement], reason, score, stays.id)
    fates = tuple(Statement(said.text, stays.id, Fate.KEPT) for said in statements(stays.text))
    lost = tuple(Statement(said.text, goes.id, Fate.LOST) for said in statements(goes.text))
    return Mutation(
        mutation_id(MutationKind.SUPERSEDE, (stays.id, goes.id), stays.id), MutationKind.SUPERSEDE,
        sources_of((stays, goes)), keeps=stays.id, reason=reason, score=score, statements=fates + lost,
    )  # fmt: skip


Side = tuple[Memory, str]
"""A memory and the statement of it that another contradicts."""


def _keep_both(one: Side, other: Side, reason: str, score: float, today: date | None) -> Choice:
    """Both stay, each saying since when or where it holds, as far as that is known."""
    sides = (_qualifier(one, other[0], today), one[0]), (_qualifier(other, one[0], today), other[0])
    if not all(words for words, _ in sides) or sides[0][0] == sides[1][0]:
        return Choice("keep-both", "Keep both as they are", ())
    made = tuple(_qualified(memory, words, reason, score) for words, memory in sides)
    return Choice("keep-both", f"Keep both: {sides[0][0]} / {sides[1][0]}", made)


def _qualifier(side: Side, against: Memory, today: date | None) -> str:
    """Where or as of when a memory holds, in words."""
    memory, _ = side
    if memory.files and against.files and memory.files != against.files:
        return "For " + ", ".join(f"`{path}`" for path in memory.files[:3])
    day = _day_of(*side, today)
    return f"As of {day}" if day else ""


def _day_of(memory: Memory, statement: str, today: date | None) -> str:
    """The day on which a memory said what it says; empty if nothing tells, one after today, or a file tells of several.

    Of one that says one thing that of its paragraph comes first, then that of the commit that added its line; else the
    memory's own date counts, never the time of its file.
    """
    day = _told_day(memory, statement)
    return "" if today is not None and day > today.isoformat() else day


def _told_day(memory: Memory, statement: str) -> str:
    number = memory.text.count("\n", 0, max(0, memory.text.find(statement.strip())))
    said = own_days(memory.text).get(number)
    own = "" if memory.dated else (memory.updated or memory.created)[:10]
    if len([each for each in statements(memory.text) if each.form in CLAIMS]) == 1:
        if said is not None and said.day is not None:
            return said.day.isoformat()
        own = dict(memory.lines or ()).get(number, own)
    doubt = memory.kind == TOPIC_FILE and {day.isoformat() for day in days_named(memory)} - {own}
    return "" if doubt else own


def _qualified(memory: Memory, words: str, reason: str, score: float) -> Mutation:
    said = statements(memory.text)
    if len(said) == 1 and said[0].form in CLAIMS:
        text = f"{words}: {said[0].text.lstrip('-*+ ')}"
        fates: tuple[Statement, ...] = (Statement(said[0].text, memory.id, Fate.MERGED, text),)
    else:
        text = f"{words}:\n\n{memory.text.strip()}"
        fates = tuple(Statement(each.text, memory.id, Fate.KEPT) for each in said)
    return Mutation(
        mutation_id(MutationKind.SUPERSEDE, (memory.id,)), MutationKind.SUPERSEDE, sources_of((memory,)),
        title_of(memory), text, category=memory.category, reason=reason, score=score, statements=fates,
    )  # fmt: skip


_REASONS = re.compile(
    r"(?:^|(?<!\s)[^\S\n]*\n)\s*(?:[-*] )?\*{0,2}(?:why|reason|how to apply)\b[^\n:]{0,20}:", re.IGNORECASE
)
"""Where a memory goes on to say why it holds and how to apply it."""


_NEXT = re.compile(r"^ {0,3}#{1,6}\s", re.MULTILINE)
_MOST_REASONS = 20
"""Statements behind the first reason up to which they are reasons; more say other things too."""


def _remark(place: str) -> str:
    return f"Contradicts {place}:"


def against_claude(
    memory: Memory, line: Memory, statement: str, difference: str, score: float, newer: int | None
) -> Proposal:
    """A memory and the line it contradicts, with the three ways out; CLAUDE.md itself is never edited.

    `newer` says which of the two is, the memory (0) or the line (1), where that is known.
    """
    words = short(line.text.strip(" -*#>"), 60)
    reason = f"It says “{short(statement, 80)}”, and {line.path} says “{words}”: they differ in {difference}."
    remark = f"{_remark(line.path.rpartition(':')[0])}{line.path.rpartition(':')[2]} — verify which is current"
    noted = f"{memory.text.rstrip()}\n\n{remark}"
    keep = of_memory(memory, MutationKind.SUPERSEDE, noted, reason, score, "memory")
    choices = (
        Choice("keep-claude", f"Keep {line.path}: “{words}”", (given_up(memory, [statement], reason, score),)),
        Choice("keep-memory", f"Keep the memory, with the remark that it contradicts {line.path}", (keep,)),
        Choice("keep-both", "Keep both as they are", ()),
    )
    return Proposal(
        proposal_id("contradiction", (memory.id, line.id)), "contradiction",
        short(f"{short(title_of(memory), 70)}: contradicts {line.path.rpartition(':')[0]}"), (), choices, reason,
        score=min(1.0, score), against=((line.path, line.about or line.text),),
        default="" if newer is None else ("keep-memory", "keep-claude")[newer],
    )  # fmt: skip


def given_up(memory: Memory, said: Sequence[str], reason: str, score: float, keeps: str = "claude") -> Mutation:
    """A memory without some of its statements; retired where all it says is one of them and its reasons."""
    text = without(memory.text, said)
    if any(is_about(memory.text, one) for one in said) or not claims_of(text):
        return of_memory(memory, MutationKind.DEPRECATE, "", reason, score, keeps)
    return of_memory(memory, MutationKind.SUPERSEDE, text, reason, score, keeps)


def is_about(text: str, statement: str) -> bool:
    """Whether a statement is all that a memory says, but for why it holds and how it is applied."""
    found = _REASONS.search(text)
    head, tail = (text[: found.start()], text[found.start() :]) if found else (text, "")
    if not claims_of(text):
        return True
    told = claims_of(head)
    reasons = not _NEXT.search(tail) and len(claims_of(tail)) <= _MOST_REASONS
    return bool(told) and reasons and all(said.text == statement for said in told)


def of_memory(memory: Memory, kind: MutationKind, text: str, reason: str, score: float, keeps: str) -> Mutation:
    left = {plain(said.text) for said in statements(text)}
    fates = tuple(
        Statement(said.text, memory.id, Fate.KEPT if plain(said.text) in left else Fate.LOST)
        for said in statements(memory.text)
    )
    return Mutation(
        mutation_id(kind, (memory.id,), keeps), kind, sources_of((memory,)), title_of(memory) if text else "", text,
        category=memory.category, reason=reason, score=score, statements=fates,
    )  # fmt: skip

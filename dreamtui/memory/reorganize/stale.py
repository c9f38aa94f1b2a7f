"""What has gone stale: overdue, naming what is gone, said elsewhere, or shown by the repository."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dreamtui.memory.claims import World, claims_in, judge_all
from dreamtui.memory.reorganize.dates import DatedWords, dated, how_dated
from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.merging import check_mutation, says
from dreamtui.memory.reorganize.moved import with_new_paths
from dreamtui.memory.reorganize.naming import (
    is_log,
    mutation_id,
    short,
    single,
    sources_of,
    title_of,
)
from dreamtui.memory.reorganize.statements import claims_of, is_report, plain, statements, without
from dreamtui.memory.reorganize.ways_out import ask_again, of_memory
from dreamtui.model.claim import Claim, ClaimKind, Verdict
from dreamtui.model.proposal import Choice, Fate, Memory, Mutation, MutationKind, Proposal, Statement
from dreamtui.text.dates import read_instant

_DEPENDS = re.compile(
    r"^(?:the |this )?(?:project|repo(?:sitory)?|code(?:base)?|app(?:lication)?|we|it) "
    r"(?:uses?|depends? on|requires?|has a dependency on) (?:the )?`?([\w@/.-]+?)`?(?: (?:package|library))?\.?$",
    re.IGNORECASE,
)
_LIES = re.compile(
    r"^(?:the |our |all )?([\w .-]{1,60}?) (?:is|are|lives?|is located|are located|can be found|is defined|are defined"
    r"|is stored|are stored|is kept|are kept)(?: found)? (?:in|at|under|inside) `?(?:\./)?([\w@./+-]+?)/?`?\.?$",
    re.IGNORECASE,
)
_RUNS = re.compile(r"^(?:run|use) `([^`]+)` to (?:run |start )?(?:the )?([\w ]{1,30}?)\.?$", re.IGNORECASE)


class KnownLines:
    """Lines that agents read anyway, found by their words."""

    def __init__(self, said: Sequence[tuple[str, str]]) -> None:
        self._exact: dict[str, str] = {}
        self._by_word: dict[str, list[tuple[str, str]]] = {}
        for line, place in sorted(said, key=lambda pair: (pair[1], pair[0])):
            if not plain(line):
                continue
            self._exact.setdefault(plain(line), place)
            for form in read(line).heavy:
                self._by_word.setdefault(form, []).append((line, place))

    def place(self, statement: str) -> str:
        """Where a line says all of a statement; empty when none does."""
        found = self._exact.get(plain(statement))
        if found is not None:
            return found
        heavy = read(statement).heavy
        if len(heavy) < 2:
            return ""
        lists = [self._by_word.get(form, []) for form in sorted(heavy)]
        rarest = min((held for held in lists if held), key=len, default=[])
        return next((place for line, place in rarest if says(line, statement)), "")


def already_said(memory: Memory, known: KnownLines) -> tuple[str, ...]:
    """Places that together say every statement of a memory; none when one statement is said nowhere else."""
    places: list[str] = []
    for said in claims_of(memory.text):
        place = known.place(said.text)
        if not place:
            return ()
        if place not in places:
            places.append(place)
    return tuple(places)


def derivable(memory: Memory, world: World) -> str:
    """Where the repository shows what a one-statement memory says; empty when it does not."""
    said = statements(memory.text)
    if len(said) != 1:
        return ""
    text = said[0].text.lstrip("-*+ ").strip()
    depends = _DEPENDS.match(text)
    if depends and world.packages is not None and depends[1].lower() in {name.lower() for name in world.packages}:
        return f"the list of dependencies names {depends[1]}"
    lies = _LIES.match(text)
    if lies and world.tracked is not None:
        path = lies[2].rstrip("/.")
        there = path in world.tracked or any(other.startswith(path + "/") for other in world.tracked)
        named = read(re.sub(r"[/._-]", " ", path)).topic
        about = read(lies[1]).topic
        if there and about and about <= named:
            return f"the tree shows {path}"
    runs = _RUNS.match(text)
    if runs and world.scripts is not None and runs[1] in world.scripts:
        about = read(runs[2]).topic
        if about and about <= read(re.sub(r"[:._-]", " ", runs[1])).topic:
            return f"the repository defines {runs[1]}"
    return ""


@dataclass(frozen=True, slots=True)
class MissingName:
    """One thing that a memory names and the repository does not have."""

    kind: str
    """file, command, package, branch, symbol."""
    name: str
    now: str = ""
    """What it is called now, where that is known."""


def missing(memory: Memory, world: World) -> tuple[MissingName, ...]:
    """Everything a memory names that is gone, sorted; nothing if the world does not say.

    A commit or a branch of one change that is gone makes no memory stale: it told where something came from.
    """
    found = {
        MissingName(one.claim.kind.value, one.claim.name, one.now)
        for one in judge_all(claims_in(memory.text, memory.files, every=True), world)
        if one.verdict in {Verdict.GONE, Verdict.MOVED} and not _passes(one.claim)
    }
    return tuple(sorted(found, key=lambda named: (named.kind, named.name)))


def _passes(claim: Claim) -> bool:
    """Whether a thing goes when its work is done: a commit that is rewritten, a branch such as feat/x once merged."""
    return claim.kind is ClaimKind.COMMIT or (claim.kind is ClaimKind.BRANCH and "/" in claim.name)


_RENDERED = "rule"
"""Memories of this kind stand in CLAUDE.md because they are memories: being said there proves nothing."""
_DATED = re.compile(r"[\s*_+\d.-]*(?:On \**)?20\d\d-\d\d-\d\d\b")
_FILE = re.compile(
    r"(?:(?<![\w.-])|(?<![\w-])-+|(?<=\.)\w+-+)"
    r"(\w[\w-]*\.(?:md|py|js|jsx|ts|tsx|css|html|json|ya?ml|toml|sh|sql|go|rs|rb|java|cfg)\b)"
)
_LEFT = frozenset({Verdict.GONE, Verdict.MOVED})
_LATIN, _FOREIGN = 0x24F, 4
_LONG = 240
"""Characters of a statement that says more than where something is."""
_HAPPENED = re.compile(
    r"\b(?:was|were|had|did|been|[a-z]{3,20}ed)\b(?! (?:in|at|by|with|under|to)\b)"
    r"|\b(?:NEXT|TODO|because|which|that)\b|[✓✅★]"
)
"""What happened, why, or what comes next: that stays true, or is of use, when a thing it names is gone."""


def stale_proposal(memory: Memory, world: World, known: KnownLines, now: str) -> Proposal | None:
    """What to do about a stale memory: drop it, or correct its text; none when it is not stale."""
    reasons: list[tuple[float, str]] = []
    day = memory.review_after[:10]
    if day and now and day < now[:10]:
        reasons.append((0.6, f"Its review was due on {day}."))
    gone = () if is_log(memory) else _still_claimed(memory, missing(memory, world), world)
    moved = tuple(named for named in gone if named.now)
    lost = tuple(named for named in gone if not named.now)
    places = already_said(memory, known) if memory.kind != _RENDERED else ()
    if places:
        reasons.append((0.9, f"All of it is already said in {', '.join(places[:3])}."))
    shown = derivable(memory, world)
    if shown:
        reasons.append((0.7, f"It need not be remembered: {shown}."))
    if lost and _without(memory, lost, world) is None:
        reasons.append((0.75, f"It names what the repository no longer has: {_list(lost)}."))
    elif not reasons and (files := [named for named in lost if named.kind == ClaimKind.FILE]):
        kept = _without(memory, files, world)
        if kept is not None and (staying := _still_about(memory, kept, files, world)):
            return _looked_at(memory, files, staying)
        if kept is not None:
            return _corrected(memory, kept, f"It names what is gone: {_list(files)}.", moved, world, now)
    if reasons:
        return _dropped(memory, reasons, known)
    return _corrected(memory, memory.text, "", moved, world, now)


def _still_claimed(memory: Memory, gone: Sequence[MissingName], world: World) -> tuple[MissingName, ...]:
    """Of what is gone all that some statement is about, or that the memory is filed under."""
    if not gone:
        return ()
    claims = claims_of(memory.text)
    kept: list[MissingName] = []
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
    if text.rstrip(" *_").endswith(":") or len(text) > _LONG or _DATED.match(text) or _is_foreign(text):
        return False
    if is_report(text) or _HAPPENED.search(text):
        return False
    judged = judge_all(claims_in(text, ()), world)
    gone = [one.claim.name for one in judged if one.verdict in _LEFT]
    others = (name for name in _FILE.findall(text) if not any(left.endswith(name) for left in gone))
    return not any(one.verdict is Verdict.VERIFIED for one in judged) and next(others, None) is None


def _is_foreign(text: str) -> bool:
    """Whether a statement is in a script of which it cannot be read whether it tells of what was."""
    return sum(char.isalpha() and ord(char) > _LATIN for char in text) >= _FOREIGN


def _list(named: Sequence[MissingName]) -> str:
    shown = ", ".join(f"{one.kind} {one.name}" for one in named[:3])
    return shown + (f" and {len(named) - 3} more" if len(named) > 3 else "")


def _without(memory: Memory, lost: Sequence[MissingName], world: World) -> str | None:
    """The text without the statements that name something gone; none when half of it or more would go."""
    claims = claims_of(memory.text)
    named = [one for one in claims if any(name.name in one.text for name in lost)]
    stale = [one for one in named if _is_about_it(one.text, world)]
    return None if not stale or len(stale) * 2 >= len(claims) else without(memory.text, [one.text for one in stale])


_SEVERAL = 2
"""Statements that stay and name what is gone, from which all of a memory is about it."""
_SHOWN, _LENGTH = 3, 80


def _still_about(memory: Memory, kept: str, lost: Sequence[MissingName], world: World) -> tuple[str, ...]:
    """What would stay of a memory and speak of a file that is gone: its title, its description, its line in the index,
    or several statements; nothing where the file is no subject of it.
    """
    names = {named.name for named in lost}
    last = {name.rpartition("/")[2] for name in names}
    short_names = names | (last - {path.rpartition("/")[2] for path in world.tracked or ()})
    heads = [text for text in (memory.title, memory.about, memory.hook) if any(name in text for name in short_names)]
    said = [one.text for one in claims_of(kept) if any(name in one.text for name in names)]
    return tuple(dict.fromkeys((*heads, *said))) if heads or len(said) >= _SEVERAL else ()


def _looked_at(memory: Memory, lost: Sequence[MissingName], staying: Sequence[str]) -> Proposal:
    """A memory whose subject is gone: to take out one sentence would correct nothing, so a person looks at it."""
    shown = ", ".join(f"“{short(text, _LENGTH)}”" for text in staying[:_SHOWN])
    more = f", and {len(staying) - _SHOWN} more" if len(staying) > _SHOWN else ""
    reason = f"It is about what is gone: {_list(lost)}. These speak of it: {shown}{more}."
    over = of_memory(memory, MutationKind.DEPRECATE, "", reason, _SUBJECT_GONE, "over")
    return ask_again(memory, reason, _SUBJECT_GONE, Choice("over", "All of it is over: retire the memory", (over,)))


_SUBJECT_GONE = 0.7


def said_elsewhere(memory: Memory, found: Sequence[Statement], known: KnownLines) -> tuple[Statement, ...]:
    """What becomes of its statements when it is retired: one that agents read elsewhere anyway is kept there."""
    if memory.kind == _RENDERED:
        return tuple(found)
    places = already_said(memory, known)
    there = ((one, known.place(one.text) or next(iter(places), "")) for one in found)
    return tuple(
        replace(one, fate=Fate.KEPT, into=place) if place and one.fate is Fate.LOST else one for one, place in there
    )


def _dropped(memory: Memory, reasons: Sequence[tuple[float, str]], known: KnownLines) -> Proposal:
    lost = [Statement(said.text, memory.id, Fate.LOST) for said in statements(memory.text)]
    fates = said_elsewhere(memory, lost, known)
    made = Mutation(
        mutation_id(MutationKind.DEPRECATE, (memory.id,)), MutationKind.DEPRECATE, sources_of((memory,)),
        reason=" ".join(reason for _, reason in reasons), score=max(score for score, _ in reasons), statements=fates,
    )  # fmt: skip
    return single(memory, made, f"Retire: {title_of(memory)}")


def _corrected(
    memory: Memory, kept: str, reason: str, moved: Sequence[MissingName], world: World, now: str
) -> Proposal | None:
    """The memory with its renamed paths and relative dates corrected, and without what is gone."""
    reasons, score = ([reason], 0.7) if reason else ([], 0.65)
    text, dates = _with_dates(memory, kept, now)
    text, paths = with_new_paths(text, kept, [(named.name, named.now) for named in moved], world)
    reasons += [f"{was} is now {now_is}." for was, now_is in paths]
    reasons += [how_dated(memory, one) for one in dates]
    if text == memory.text or not text.strip():
        return None
    made = Mutation(
        mutation_id(MutationKind.SUPERSEDE, (memory.id,)), MutationKind.SUPERSEDE, sources_of((memory,)),
        title_of(memory), text, category=memory.category, reason=" ".join(reasons), score=score,
        statements=_fates(memory, kept, text),
    )  # fmt: skip
    return single(memory, made, f"Correct: {title_of(memory)}")


def _with_dates(memory: Memory, kept: str, now: str) -> tuple[str, tuple[DatedWords, ...]]:
    """The text with its relative dates made absolute; where statements go, lines have no numbers any more: as it is."""
    today = read_instant(now)
    return dated(memory, today and today.date()) if kept == memory.text else (kept, ())


def _fates(memory: Memory, kept: str, text: str) -> tuple[Statement, ...]:
    """What becomes of each statement: one whose path or date was corrected stands for the old one, the rest is lost."""
    before, after = statements(kept), statements(text)
    if len(before) != len(after):
        return check_mutation((memory,), text)
    left = [(old.text, new.text) for old, new in zip(before, after, strict=True)]
    found: list[Statement] = []
    for said in statements(memory.text):
        place = next((at for at, (old, _) in enumerate(left) if old == said.text), None)
        if place is None:
            found += check_mutation((replace(memory, text=said.text),), text)
            continue
        old, new = left.pop(place)
        found.append(Statement(old, memory.id, Fate.KEPT if old == new else Fate.MERGED, "" if old == new else new))
    return tuple(found)

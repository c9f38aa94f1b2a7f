"""Whether a rule or a note has a decision for its words. What counts is all that reaches an output. A note is judged
as the rule that `note.codec.as_rule` makes of it.

A record names the bytes it left, and, since the version that needs it, title, words and paths of each rule. Bytes that
differ from the recorded ones in nothing that agents read (line ends, another reason, dates, what dotagent writes when
it reviews a rule) count as the recorded ones.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cached_property

from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.decision import graph
from dreamtui.kinds.decision.opposites import ApartDecisions, opposites
from dreamtui.kinds.insight.kind import NAME as INSIGHT
from dreamtui.kinds.kind import Needs
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.kinds.rule.kind import CANDIDATE_KIND
from dreamtui.model.change import digest
from dreamtui.model.decision import NOTE_PATHS, Decision, Mark, Said
from dreamtui.model.memory import Rule
from dreamtui.model.verb import Verb
from dreamtui.text.inert import one_line

Reads = Callable[[str], bytes | None]
"""Logical path to the current bytes."""

SAYS = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE, Verb.MOVE, Verb.ADD, Verb.EDIT})
"""Verbs with which a person vouches for the words of the rule that they leave."""
_MAKES = SAYS - {Verb.RERATIONALE, Verb.MOVE}
_OBSERVATION = re.compile(r"^Candidate `[^`]*` — ")


@unique
class Ground(StrEnum):
    """The decision behind a rule."""

    DECIDED = "decided"
    OTHER_WORDS = "other words"
    NO_DECISION = "no decision"
    WAITING = "waiting"
    """One person decided it, and a second one has to."""
    APART = "decided apart"
    """Branches that were merged decided the opposite, and nobody said which decision stands."""


@dataclass(frozen=True, slots=True)
class Ruling:
    ground: Ground
    by: Mark | None = None
    """The decision behind it; for none, the one that took it away, where there was one."""
    words: Said | None = None
    """The decided words, if the record has them and the file differs."""
    near: tuple[str, ...] = ()
    """Texts among which the decided one is, where an earlier version did not record which."""
    lapsed: bool = False
    """Whether a person took back or retired an earlier rule here."""
    apart: ApartDecisions | None = None
    """The decisions of which one has to be chosen."""
    people: tuple[str, ...] = ()
    """Who decided what waits for somebody else."""
    names: frozenset[str] = frozenset()
    """Every name of theirs."""
    owners: tuple[str, ...] = ()
    """Who may complete it; empty for anybody else."""

    @property
    def said(self) -> str:
        """What is wrong, in words; empty for nothing."""
        if self.ground is Ground.DECIDED:
            return ""
        if self.apart is not None:
            return self.apart.said
        if self.by is None:
            return "no decision"
        if self.ground is Ground.WAITING:
            who = " or ".join(self.owners) or "anybody else"
            return f"{' and '.join(self.people)} decided it, and it waits for a second person: {who}"
        when = self.by.when[:10]
        if self.ground is Ground.OTHER_WORDS:
            return f"its words are not those that {self.by.actor} decided on {when}"
        return f"no decision: {self.by.actor} {_WENT.get(self.by.verb, 'replaced it')} on {when}"


_WENT = {Verb.RETIRE: "retired it", Verb.REJECT: "rejected it", Verb.UNDO: "undid it"}


@dataclass(frozen=True, slots=True)
class Step:
    """What one record did to a rule's file."""

    mark: Mark
    before: str
    """sha256 of the file before, empty for none."""
    after: str
    """sha256 of the file afterwards, empty for gone."""


_KEEPS_WORDS = frozenset({Verb.RERATIONALE, Verb.MOVE, Verb.DEFER, Verb.REOPEN})
"""Verbs that write into a rule's file and leave its words as they were."""


class Trail:
    """The records about rules, for judging many of them."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = marks
        self._about: dict[str, list[tuple[Mark, str, str]]] = {}
        self._takers: dict[str, list[Mark]] = {}
        for mark in marks:
            for path, before, after in mark.rules:
                self._about.setdefault(path, []).append((mark, before, after))
            if mark.undoes:
                self._takers.setdefault(mark.undoes, []).append(mark)

    @cached_property
    def _lineage(self) -> graph.Lineage:
        return graph.Lineage(self._marks)

    @property
    def _place(self) -> dict[str, int]:
        return self._lineage.place

    @cached_property
    def _stands(self) -> dict[str, bool]:
        return dict(graph.in_force_of(self._lineage.listed))

    def plainly_decided(self, path: str, hashes: Collection[str]) -> Mark | None:
        """The one record about a rule, where it says these bytes and nothing took it back; what is true of most."""
        records = self._about.get(path, ())
        if len(records) != 1:
            return None
        mark, _, after = records[0]
        return mark if mark.verb in SAYS and after in hashes and mark.id not in self._takers else None

    def steps(self, path: str) -> list[Step]:
        """What the records did to a rule's file, oldest first, without those that left no trace in it.

        An adoption changes no byte, so once it is taken back nothing in the file is of it.
        """
        return [step for step in self._all_steps(path) if self._stands[step.mark.id] or step.before != step.after]

    def is_vouched_for(self, path: str, step: Step, hashes: Collection[str]) -> bool:
        """Whether the file is as a record left it, in words that a person vouched for."""
        if step.after not in hashes:
            return False
        if step.mark.verb in SAYS and self._stands[step.mark.id]:
            return True
        return any(self._stands[sayer] for sayer in self._sayers(path)[step.mark.id])

    def _all_steps(self, path: str) -> list[Step]:
        found = sorted(self._about.get(path, ()), key=lambda one: self._place[one[0].id])
        return [Step(*one) for one in found]

    def _sayers(self, path: str) -> dict[str, frozenset[str]]:
        """For each record the decisions that vouch for the bytes it left; empty if nobody did.

        A date that is written into a file says nothing about its words, and what an undo or a redo brings back is no
        better vouched for than before: both are followed to where the bytes came from.
        """
        steps = self._all_steps(path)
        by_id = {step.mark.id: step for step in steps}
        left: dict[str, frozenset[str]] = {}
        stood: dict[str, frozenset[str]] = {}
        for number, step in enumerate(steps):
            mark = step.mark
            stood[mark.id] = self._stood(step, steps[:number], left) if step.before else frozenset()
            if not step.after:
                left[mark.id] = frozenset()
            elif mark.verb in SAYS:
                left[mark.id] = frozenset({mark.id}) | (stood[mark.id] if mark.verb in _KEEPS_WORDS else frozenset())
            elif mark.verb in graph.TAKES_BACK:
                left[mark.id] = self._brought_back(step, by_id, stood)
            elif mark.overrules:
                left[mark.id] = self._as_it_was(step, steps[:number], left)
            else:
                left[mark.id] = stood[mark.id] if mark.verb in _KEEPS_WORDS else frozenset()
        return left

    def _stood(self, step: Step, earlier: Sequence[Step], left: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """The decisions that vouch for the bytes a record found; empty if these differ from what was left before it."""
        if not earlier:
            return frozenset()
        before = self._lineage.before(step.mark, earlier[0].mark)
        known = {one.mark.id: one for one in earlier if one.mark.id in before}
        tips = self._lineage.newest(one.mark for one in known.values())
        return frozenset().union(*(left[tip.id] for tip in tips if known[tip.id].after == step.before))

    def _as_it_was(self, step: Step, earlier: Sequence[Step], left: Mapping[str, frozenset[str]]) -> frozenset[str]:
        """The decisions that say what a choice between two sides brought back."""
        return frozenset().union(*(left[one.mark.id] for one in earlier if one.after == step.after))

    def _brought_back(
        self, step: Step, by_id: Mapping[str, Step], stood: Mapping[str, frozenset[str]]
    ) -> frozenset[str]:
        """The decisions that say what an undo or a redo left."""
        undone = by_id.get(step.mark.undoes)
        if undone is None or undone.mark.id not in stood:
            return frozenset()
        if step.after == undone.before:
            return stood[undone.mark.id]
        first, seen = undone, set[str]()
        while first.mark.undoes in by_id and first.mark.id not in seen:
            seen.add(first.mark.id)
            first = by_id[first.mark.undoes]
        return stood[step.mark.id] if first.mark.verb in _KEEPS_WORDS else frozenset()

    def was_ever_decided(self, path: str) -> bool:
        """Whether a person ever vouched for this rule, even if it was changed since."""
        return any(mark.verb in SAYS and after for mark, _, after in self._about.get(path, ()))

    def graduated(self, path: str) -> Mark | None:
        """The newest decision in force that made a rule what it is, reviews apart."""
        made = (step.mark for step in reversed(self.steps(path)) if step.after and step.mark.verb in _MAKES)
        return next((mark for mark in made if self._stands[mark.id]), None)

    def taker(self, path: str) -> Mark | None:
        """The newest standing decision that took one about this rule back."""
        takers = (taker for mark, *_ in self._about.get(path, ()) for taker in self._takers.get(mark.id, ()))
        standing = [taker for taker in takers if self._stands[taker.id] and taker.verb is Verb.UNDO]
        return max(standing, key=lambda mark: self._place[mark.id], default=None)

    def vouching(self, path: str, hashes: Collection[str]) -> list[Mark]:
        """For a rule's file as it is a decision of each person who vouches for it, the first who did first.

        Who has a name of an earlier one, given or git's, is no other person.
        """
        steps = self.steps(path)
        vouched = {step.mark.id for step in steps if step.after in hashes and step.mark.verb in SAYS}
        if steps and steps[-1].after in hashes:
            vouched |= self._sayers(path)[steps[-1].mark.id]
        found: list[Mark] = []
        for step in self._all_steps(path):
            known = frozenset().union(*(mark.names for mark in found))
            if step.mark.id in vouched and self._stands[step.mark.id] and known.isdisjoint(step.mark.names):
                found.append(step.mark)
        return found

    def stands(self, mark: Mark) -> bool:
        """Whether it is not taken back by a decision in force."""
        return self._stands[mark.id]

    def newest(self, marks: Iterable[Mark]) -> list[Mark]:
        """Those that none of the others comes after, the newest first."""
        return self._lineage.newest(marks)


def hashes_of(data: bytes) -> tuple[str, ...]:
    """The sha256 of a file's bytes, and of what they were before a checkout gave them other line ends."""
    own = digest(data)
    return (own, digest(data.replace(b"\r\n", b"\n"))) if b"\r\n" in data else (own,)


def judge(rule: Rule, data: bytes, trail: Trail, whole: Callable[[Mark], Decision], read: Reads) -> Ruling:
    """The decision behind a rule file; `whole` reads a record, `read` a file, and both only if the bytes differ."""
    hashes = hashes_of(data)
    plainly = trail.plainly_decided(rule.path, hashes)
    if plainly is not None:
        return Ruling(Ground.DECIDED, plainly)
    steps = trail.steps(rule.path)
    sayers = [step.mark for step in steps if step.after and step.mark.verb in SAYS and trail.stands(step.mark)]
    if not sayers:
        return _undecided(rule.path, steps, trail)
    if trail.is_vouched_for(rule.path, steps[-1], hashes):
        return Ruling(Ground.DECIDED, sayers[-1])
    made = {step.mark.id: step for step in steps}
    tips = [made[mark.id] for mark in trail.newest(step.mark for step in steps)]
    if not any(step.after for step in tips):
        return _undecided(rule.path, steps, trail)
    if any(trail.is_vouched_for(rule.path, step, hashes) for step in tips):
        return Ruling(Ground.DECIDED, sayers[-1])
    return _by_words(rule, trail.newest(sayers), sayers, whole, read)


class Judge:
    """Says of rules and notes what stands behind them."""

    def __init__(
        self, marks: Sequence[Mark], whole: Callable[[Mark], Decision], read: Reads, needs: Needs | None = None
    ) -> None:
        """`needs` says who has to decide a rule beside the person who did; None where nobody ever has to."""
        self._whole = whole
        self._read = read
        self._needs = needs or (lambda told: None)
        self._asks = needs is not None
        self.trail = Trail(marks)
        self._apart = {path: apart for apart in opposites(marks, whole) for path in apart.rules}

    def __call__(self, told: Rule, data: bytes) -> Ruling:
        """The decision behind a rule file."""
        if told.path in self._apart:
            return Ruling(Ground.APART, lapsed=True, apart=self._apart[told.path])
        found = judge(told, data, self.trail, self._whole, self._read)
        owners = self._needs(told) if found.ground is Ground.DECIDED else None
        if owners is None or found.by is None:
            return found
        by = self.trail.vouching(told.path, hashes_of(data)) or [found.by]
        others = tuple(owner for owner in owners if owner not in by[0].names)
        if len(by) > 1 and (not others or any(mark.person in others for mark in by[1:])):
            return found
        names = frozenset[str]().union(*(mark.names for mark in by))
        return Ruling(Ground.WAITING, found.by, people=tuple(mark.actor for mark in by), names=names, owners=others)

    def is_plain(self, path: str, data: bytes) -> bool:
        """Whether one decision says just these bytes, and nobody else has to: that needs no look at what is in them."""
        return (
            not self._asks and path not in self._apart and self.trail.plainly_decided(path, hashes_of(data)) is not None
        )


def _undecided(path: str, steps: Sequence[Step], trail: Trail) -> Ruling:
    """No decision is in force; the one that took it away is named."""
    if steps and not steps[-1].after:
        return Ruling(Ground.NO_DECISION, steps[-1].mark, lapsed=True)
    if trail.was_ever_decided(path):
        return Ruling(Ground.NO_DECISION, trail.taker(path), lapsed=True)
    return Ruling(Ground.NO_DECISION)


def _by_words(
    rule: Rule, newest: Sequence[Mark], sayers: Sequence[Mark], whole: Callable[[Mark], Decision], read: Reads
) -> Ruling:
    """Other bytes than those recorded: decided where they say the same to an agent."""
    says = rule_format.said(rule)
    for mark in newest:
        decided = _said_of(whole(mark), rule.path)
        if decided is not None and _same(says, decided, rule):
            return Ruling(Ground.DECIDED, mark, decided)
    first = newest[0]
    decided = _said_of(whole(first), rule.path)
    if decided is not None:
        return Ruling(Ground.OTHER_WORDS, first, decided)
    earlier = [whole(mark) for mark in reversed(sayers)]
    if _fits(rule, says, earlier, read):
        return Ruling(Ground.DECIDED, first)
    near = (text for made in earlier for text in (made.rule, made.rationale) if text.strip())
    return Ruling(Ground.OTHER_WORDS, first, near=tuple(dict.fromkeys(near)))


def _said_of(decision: Decision, path: str) -> Said | None:
    return next((one for one in decision.says if one.path == path), None)


def _same(says: Said, decided: Said, rule: Rule) -> bool:
    """Whether a file says what was decided; one that names no paths differs neither in them nor in where it goes."""
    same_files = (says.files, says.destination) == (decided.files, decided.destination) or not rule.says_files
    return (says.title, says.text) == (decided.title, decided.text) and same_files


def _fits(rule: Rule, says: Said, earlier: Sequence[Decision], read: Reads) -> bool:
    """Whether a file says what records of an earlier version say of it, which name neither its title nor its paths."""
    if rule.path.startswith(NOTE_PATHS):
        newest = earlier[0]
        is_note = newest.verb in {Verb.ADD, Verb.EDIT}
        return newest.rule.strip() == says.text and (not is_note or one_line(newest.title).strip() == says.title)
    for made in earlier:
        if rule.text == rule.rationale and made.rationale.strip() == rule.rationale:
            text = made.rationale.strip()
        elif made.verb in {Verb.RERATIONALE, Verb.MOVE}:
            continue  # it left the words as they were
        else:
            text = made.rule.strip()
        if not text or text != rule.text.strip() or made.kind not in {CANDIDATE_KIND, INSIGHT}:
            return False
        if _OBSERVATION.sub("", says.title) != one_line(made.title).strip():
            return False
        return not rule.says_files or rule.files in _files_of(made, read)
    return False


def _files_of(made: Decision, read: Reads) -> Iterator[tuple[str, ...]]:
    """The paths of the candidate as it was decided, where its file is still as the decision left it."""
    for entry in made.touched:
        if entry.after and entry.path.startswith(".agent/dream/graduated/"):
            data = read(entry.path)
            if data is not None and entry.after in hashes_of(data):
                yield candidate.parse(data, entry.path, made.item).item.files

"""The files of a candidate: what waits, what was decided, and the rule it has become."""

from dataclasses import dataclass, replace
from functools import cached_property

from dreamtui.coach.challenge import Objection
from dreamtui.coach.suggest import suggest_rule
from dreamtui.kinds.candidate import codec, decided
from dreamtui.kinds.candidate.kind import CANDIDATES, GRADUATED, NAME, RECURRING, REJECTED
from dreamtui.kinds.item_files import Gathered, StoredFile, Words
from dreamtui.kinds.kind import FileSource, UnrecordedVerdict
from dreamtui.kinds.row import QueueRow, risk_flags
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule.files import review_item
from dreamtui.kinds.rule.kind import EXPIRED, LIVE
from dreamtui.model.decision import Plan
from dreamtui.model.errors import NotFound
from dreamtui.model.item import Status
from dreamtui.model.verb import Verb
from dreamtui.text.inert import one_line


@dataclass(frozen=True, slots=True)
class CandidateFiles:
    """Every file that stands for a candidate."""

    waiting: StoredFile | None = None
    """Its file in candidates/."""
    graduated: StoredFile | None = None
    rejected: StoredFile | None = None
    rule: StoredFile | None = None
    """Its live rule."""
    expired: StoredFile | None = None
    """Its retired rule."""
    fresh: bytes | None = None
    """For a recurring one: the file that the last run would have written."""


class CandidateGatherer:
    """The files of candidates; which rules there are is read once."""

    def __init__(self, source: FileSource) -> None:
        self._source = source

    @cached_property
    def _live(self) -> dict[str, str]:
        return {row.id: row.path for row in self._source.rows(LIVE)}

    @cached_property
    def _expired(self) -> dict[str, str]:
        return {row.id: row.path for row in self._source.rows(EXPIRED)}

    @cached_property
    def _seen(self) -> dict[str, str]:
        return {row.id: row.unwritten for row in self._source.seen_again(RECURRING)}

    def gather(self, row: QueueRow) -> Gathered[CandidateFiles]:
        """The candidate with every file that stands for it, read now."""
        filed = self._source.filed
        waiting, graduated, rejected = (filed(f"{folder}/{row.id}.md") for folder in (CANDIDATES, GRADUATED, REJECTED))
        seen = self._seen.get(row.id)
        fresh = seen.encode("utf-8", "replace") if waiting is None and seen is not None else None
        own = waiting or (StoredFile(row.path, fresh) if fresh is not None else graduated or rejected)
        if own is None:
            if self._live.get(row.id) == row.path:
                return self._lone_rule(row)
            raise NotFound(f"{row.id} is gone")
        read = codec.parse(own.data, own.path, row.id)
        files = CandidateFiles(
            waiting,
            graduated,
            rejected,
            filed(self._live[row.id]) if row.id in self._live else None,
            filed(self._expired[row.id]) if row.id in self._expired else None,
            fresh,
        )
        return Gathered(replace(read.item, flags=risk_flags(read.item, read.meta)), files)

    def _lone_rule(self, row: QueueRow) -> Gathered[CandidateFiles]:
        """A rule whose candidate is nowhere: written by hand, or taken over from elsewhere."""
        found = self._source.filed(row.path)
        if found is None:
            raise NotFound(f"the rule {row.path} is gone")
        item = replace(review_item(found, row, {}), kind=NAME, signal=row.signal, subject="")
        return Gathered(replace(item, status=Status.GRADUATED), CandidateFiles(rule=found))

    def planned(self, held: Gathered[CandidateFiles], words: Words, plan: Plan) -> None:
        """Nothing that another candidate would see."""


def complete(held: Gathered[CandidateFiles], verb: Verb, words: Words) -> Words:
    """The rule as it stands, or the suggestion, for one that was not given."""
    if verb is not Verb.GRADUATE or words.rule.strip():
        return words
    return replace(words, rule=rule_at_first(held))


def rule_at_first(held: Gathered[CandidateFiles]) -> str:
    """The rule as it stands or stood before it was retired; for one that never had any what is suggested."""
    earlier = held.files.rule or held.files.expired
    return rule.parse(earlier.data, earlier.path).text if earlier else suggest_rule(held.item)


def warnings(held: Gathered[CandidateFiles], verb: Verb) -> list[str]:
    """What a decision on a reopened candidate means for the rule that stands already."""
    live = held.files.rule
    if live is None:
        return []
    if verb is Verb.REJECT:
        said = one_line(rule.parse(live.data, live.path).text)
        return [f"the rule of {held.item.id} is retired with it: “{said}”; `dreamtui undo` brings it back"]
    if verb is Verb.REOPEN:
        return [f"the rule of {held.item.id} stays live until it is decided again"]
    return []


def verdict(held: Gathered[CandidateFiles]) -> UnrecordedVerdict | None:
    """What the decided file says of its decision."""
    for verb, filed in ((Verb.GRADUATE, held.files.graduated), (Verb.REJECT, held.files.rejected)):
        rationale, actor, when = decided.verdict(filed.data) if filed is not None else ("", "", "")
        if actor:
            return UnrecordedVerdict(verb, actor, when, rationale)
    return None


def objections(held: Gathered[CandidateFiles]) -> tuple[Objection, ...]:
    """Of one that waits again although its rule is live: whose rule other words would replace."""
    filed = held.files.rule
    if filed is None or held.files.waiting is None:
        return ()
    live = rule.parse(filed.data, filed.path)
    whose = f" by {live.graduated_by}" if live.graduated_by else ""
    when = f" of {live.graduated_at[:10]}" if live.graduated_at else ""
    text = f"A live rule{whose}{when} would be rewritten by other words, and retired by a rejection."
    return (Objection("live-rule", text, filed.path),)

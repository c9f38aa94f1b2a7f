"""Rules: the file of one that is due, and the plans: retire, keep for another reason, put a review off, adopt."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from dreamtui.kinds import meta as comment
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, draft
from dreamtui.kinds.kind import FileSource, ItemActions, Planner
from dreamtui.kinds.row import QueueRow
from dreamtui.kinds.rule import codec
from dreamtui.kinds.rule.area import patterns_of
from dreamtui.kinds.rule.kind import CANDIDATE_KIND, EXPIRED, NAME
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Lack, NotFound, Refused
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Item
from dreamtui.model.memory import Rule
from dreamtui.model.status import Status
from dreamtui.model.target import Destination, Target, why_no_paths
from dreamtui.model.verb import Verb
from dreamtui.text.dates import add_days


class WithRule(Protocol):
    """Files among which there may be a live rule."""

    @property
    def rule(self) -> StoredFile | None:
        """The rule."""


def retire(held: Gathered[WithRule], words: Words, setting: Setting) -> Plan:
    """The rule moves to expired/; nothing is deleted."""
    if held.files.rule is None:
        raise Refused(f"{held.item.id} has no live rule to retire")
    return Plan(ChangeSet.of(*retired(held.files.rule, setting)), draft(held.item, Verb.RETIRE, words, setting))


def rerationale(held: Gathered[WithRule], words: Words, setting: Setting) -> Plan:
    """Add a rationale below all earlier ones and put the next review off."""
    live = _live(held)
    review, version = codec.term(words.until, add_days(setting.now, words.extend_days))
    after = codec.append_review(live.data, words.rationale, setting.actor, setting.when, review)
    if version or codec.parse(live.data, live.path).until_version:
        after = _with_keys(after, live, until_version=version or None)
    said = replace(words, until=version or review)
    return Plan(ChangeSet.of(Change(live.path, live.data, after)), draft(held.item, Verb.RERATIONALE, said, setting))


def move(held: Gathered[WithRule], words: Words, setting: Setting) -> Plan:
    """Give a rule another target; its words and its reasons stay as they are."""
    live = _live(held)
    told = codec.parse(live.data, live.path)
    if words.destination is None:
        raise Refused("it is not said where the rule goes")
    goes = settled(words.destination, told.destination, told.files)
    said = replace(words, rule=told.text)
    if goes == told.destination:
        if not goes.target.is_written_by_decision:
            raise Refused(f"{told.id} goes to {goes.said} already")
        return Plan(ChangeSet((Change(live.path, live.data, live.data),)), draft(held.item, Verb.MOVE, said, setting))
    keys: dict[str, object] = {"to": None, "paths": None, **goes.keys}
    after = _with_keys(live.data, live, **keys)
    return Plan(ChangeSet.of(Change(live.path, live.data, after)), draft(held.item, Verb.MOVE, said, setting))


def settled(asked: Destination | None, earlier: Destination, files: Iterable[str]) -> Destination:
    """Where a rule goes: where a person says, else where it went; patterns that are not named are those of its files.

    A rule for some files needs patterns, or it would be loaded for all of them.
    """
    goes = earlier if asked is None else asked
    if why := why_no_paths(goes.paths):
        raise Refused(why)
    if goes.target is Target.RULES and not goes.paths:
        patterns = patterns_of(files)
        if not patterns:
            raise Refused(
                f"its files are in several folders; name the files that {Target.RULES.name_of_file} is for", Lack.PATHS
            )
        return replace(goes, paths=patterns)
    return goes


def _with_keys(data: bytes, live: StoredFile, **keys: object) -> bytes:
    """A rule with keys of its comment set; one without a comment still says what it is about."""
    if comment.find(data) is None:
        keys = {"files": list(codec.parse(live.data, live.path).files), **keys}
    return comment.with_keys(data, **keys)


def postpone(held: Gathered[WithRule], words: Words, setting: Setting) -> Plan:
    """Defer a review: the date is in the rule's own comment."""
    live = _live(held)
    after = comment.with_keys(live.data, review_deferred=words.until)
    return Plan(ChangeSet.of(Change(live.path, live.data, after)), draft(held.item, Verb.DEFER, words, setting))


def adopt(item: Item, live: StoredFile, words: Words, setting: Setting) -> Plan:
    """Adopt a rule as its file says it: the record names the file, which does not change."""
    unchanged = ChangeSet((Change(live.path, live.data, live.data),))
    return Plan(unchanged, draft(item, Verb.ACCEPT, words, setting))


def retired(live: StoredFile | None, setting: Setting) -> list[Change]:
    """Move a live rule to expired/, bytes as they are."""
    if live is None:
        return []
    target = f"{EXPIRED.path}/{live.path.rsplit('/', 1)[-1]}"
    return [Change(live.path, live.data, None), Change(target, setting.occupied.get(target), live.data)]


def _live(held: Gathered[WithRule]) -> StoredFile:
    if held.files.rule is None:
        raise Refused(f"{held.item.id} has no live rule")
    return held.files.rule


@dataclass(frozen=True, slots=True)
class RuleFiles:
    rule: StoredFile


class RuleGatherer:
    """The rules that are due; what the last run saw is read once."""

    def __init__(self, source: FileSource) -> None:
        self._source = source

    @cached_property
    def _seen(self) -> dict[str, str]:
        return {row.id: row.unwritten for row in self._source.seen_again(CANDIDATE_KIND)}

    def gather(self, row: QueueRow) -> Gathered[RuleFiles]:
        """The rule, with what the last run saw of its signal since it was graduated."""
        found = self._source.filed(row.path)
        if found is None:
            raise NotFound(f"the rule {row.path} is gone")
        return Gathered(review_item(found, row, self._seen), RuleFiles(found))

    def planned(self, held: Gathered[RuleFiles], words: Words, plan: Plan) -> None:
        """Nothing that another rule would see."""


def review_item(filed: StoredFile, row: QueueRow, seen: Mapping[str, str]) -> Item:
    """The item that asks for a rule's review."""
    parsed = codec.parse(filed.data, filed.path)
    return Item(
        kind=NAME,
        id=row.id,
        signal=NAME,
        title=row.title,
        status=Status.PENDING,
        path=row.path,
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        weight=row.weight,
        files=parsed.files,
        evidence=_seen_since(seen.get(parsed.id, ""), parsed),
        subject=parsed.id,
        text=filed.data.decode("utf-8", "replace"),
    )


def _seen_since(text: str, live: Rule) -> tuple[Evidence, ...]:
    """Evidence newer than the rule's last review, from the candidate file the last run would have written."""
    found = comment.find(text.encode("utf-8", "replace"))
    pieces = comment.evidence_in(found[2]) if found else ()
    since = live.last_reviewed or live.graduated_at
    return tuple(piece for piece in pieces if piece.when > since)


_ON_A_RULE: Mapping[Verb, Planner[RuleFiles]] = {
    Verb.RERATIONALE: rerationale,
    Verb.RETIRE: retire,
    Verb.DEFER: postpone,
}

ACTIONS = ItemActions(
    gather=RuleGatherer,
    plans=_ON_A_RULE,
)

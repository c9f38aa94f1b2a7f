"""Plans for rules: retire, keep for another reason, put a review off, adopt."""

from dataclasses import replace
from typing import Protocol

from dreamtui.kinds.candidate.decided import with_meta
from dreamtui.kinds.item_files import Gathered, Setting, StoredFile, Words, draft
from dreamtui.kinds.rule import codec
from dreamtui.kinds.rule.kind import EXPIRED
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Plan
from dreamtui.model.errors import Refused
from dreamtui.model.item import Item
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
    review = add_days(setting.now, words.extend_days)
    after = codec.append_review(live.data, words.rationale, setting.actor, setting.when, review)
    said = replace(words, until=review)
    return Plan(ChangeSet.of(Change(live.path, live.data, after)), draft(held.item, Verb.RERATIONALE, said, setting))


def postpone(held: Gathered[WithRule], words: Words, setting: Setting) -> Plan:
    """Defer a review: the date stands in the rule's own comment."""
    live = _live(held)
    after = with_meta(live.data, review_deferred=words.until)
    return Plan(ChangeSet.of(Change(live.path, live.data, after)), draft(held.item, Verb.DEFER, words, setting))


def adopt(item: Item, live: StoredFile, words: Words, setting: Setting) -> Plan:
    """Stand up for a rule as its file says it: the record names the file, and no byte of it changes."""
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

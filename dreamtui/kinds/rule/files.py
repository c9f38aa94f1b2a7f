"""The file of a rule that is due for review, with what was seen of its signal since."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate.kind import RECURRING
from dreamtui.kinds.item_files import Gathered, StoredFile, Words
from dreamtui.kinds.kind import DetailLine, FileSource
from dreamtui.kinds.row import QueueRow
from dreamtui.kinds.rule import codec
from dreamtui.kinds.rule.kind import NAME
from dreamtui.model.decision import Plan
from dreamtui.model.errors import NotFound
from dreamtui.model.evidence import Evidence
from dreamtui.model.item import Item, Status
from dreamtui.model.memory import Rule


@dataclass(frozen=True, slots=True)
class RuleFiles:
    """The file of a live rule."""

    rule: StoredFile


class RuleGatherer:
    """The rules that are due; what the last run saw is read once."""

    def __init__(self, source: FileSource) -> None:
        self._source = source

    @cached_property
    def _seen(self) -> dict[str, str]:
        return {row.id: row.unwritten for row in self._source.seen_again(RECURRING)}

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
    pieces = candidate.parse(text.encode("utf-8", "replace"), "", live.id).item.evidence if text else ()
    since = live.last_reviewed or live.graduated_at
    return tuple(piece for piece in pieces if piece.when > since)


def details(held: Gathered[RuleFiles]) -> list[DetailLine]:
    """The rule a review is about, and every reason given for it so far."""
    filed = held.files.rule
    said = [("Rule", codec.parse(filed.data, filed.path).text)]
    said += [(f"Why ({when})", why) for when, why in codec.rationales(filed.data)]
    return [
        line
        for heading, text in said
        for line in (DetailLine(), DetailLine(heading, "heading", wraps=False), DetailLine(text, indent=2))
    ]

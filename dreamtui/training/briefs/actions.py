"""What the desk does for training briefs: gathers a brief with its marks and checks, and shows them."""

from collections.abc import Iterator
from functools import cached_property

from dreamtui.desk.desk import Desk
from dreamtui.desk.kinds import DeskActions
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.row import QueueRow
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import NotFound
from dreamtui.model.verb import Verb
from dreamtui.text.lines import Line, lines_of, plain
from dreamtui.training.briefs import codec, delivered
from dreamtui.training.briefs.codec import TrainingBrief
from dreamtui.training.briefs.kind import FOLDERS
from dreamtui.training.briefs.plans import BriefFiles
from dreamtui.training.briefs.told import told
from dreamtui.training.ledger import Ledger
from dreamtui.training.marks.weighing import WeighedBrief, weigh


class BriefItems:
    """Gathers briefs; what one decision of a batch writes, the next one knows."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._taken: frozenset[str] = frozenset()
        self._more: dict[str, int] = {}
        self._known: dict[str, WeighedBrief] = {}

    @cached_property
    def _ledger(self) -> Ledger:
        return Ledger(self._desk)

    def gather(self, row: QueueRow) -> Gathered[BriefFiles]:
        """The brief with all of its files, read now."""
        pending, accepted, rejected = (self._filed(folder.path_of(row.id)) for folder in FOLDERS)
        own = pending or accepted or rejected
        if own is None:
            raise NotFound(f"brief {row.id} is gone")
        made = codec.parse(own.data)
        ledger = self._ledger
        ids = {one.id for one in delivered.insight_candidates(made, made.brief)}
        known = {item_id for item_id, found in self._desk.queue().about(sorted(ids)).items() if found}
        cycles = ledger.cycles.get(made.vertical, 0) + self._more.get(made.vertical, 0)
        files = BriefFiles(
            made,
            pending,
            accepted,
            rejected,
            ledger.curriculum,
            cycles,
            self._weighed(made),
            frozenset(known),
            self._taken,
        )
        return Gathered(codec.to_item(made, own.path), files)

    def planned(self, held: Gathered[BriefFiles], words: Words, plan: Plan) -> None:
        """Names that are taken and cycles that are done once this plan is carried out."""
        self._taken |= {change.path for change in plan.changes.changes if change.after is not None}
        if plan.draft.verb is Verb.ACCEPT:
            vertical = held.files.made.vertical
            self._more[vertical] = self._more.get(vertical, 0) + 1

    def _weighed(self, made: TrainingBrief) -> WeighedBrief:
        if made.id not in self._known:
            self._known[made.id] = weigh(self._ledger, made)
        return self._known[made.id]

    def _filed(self, path: str) -> StoredFile | None:
        data = self._desk.store.read(path)
        return None if data is None else StoredFile(path, data)


def _details(held: Gathered[BriefFiles]) -> Iterator[Line]:
    """The brief as it was written, then what there is to know of it."""
    yield plain()
    yield from lines_of(held.files.made.text.strip("\n"))
    yield plain()
    yield from told(held)


ACTIONS = DeskActions(gather=BriefItems, details=_details)

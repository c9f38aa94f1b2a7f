"""Rules and notes that nobody decided as they are, as items."""

from functools import cached_property

from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import Held, remembered
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.row import QueueRow
from dreamtui.kinds.undecided.plans import UndecidedFiles, item_id, to_item
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import NotFound


class UndecidedItems:
    """Gathers them, held against the decisions as they are now."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @cached_property
    def _held(self) -> dict[str, Held]:
        return {one.rule.path: one for one in remembered(self._desk).held}

    def gather(self, row: QueueRow) -> Gathered[UndecidedFiles]:
        """The file, and what is wrong with it."""
        data = self._desk.store.read(row.path)
        filed = StoredFile(row.path, data or b"")
        held = self._held.get(row.path)
        if held is None or item_id(filed) != row.id:
            raise NotFound(f"{row.id} is decided, or {row.path} says something else now")
        files = UndecidedFiles(held.rule, filed, held.ruling, held.note)
        return Gathered(to_item(files), files)

    def planned(self, held: Gathered[UndecidedFiles], words: Words, plan: Plan) -> None:
        """Nothing that another one would see."""

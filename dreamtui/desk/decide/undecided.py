"""Rules and notes that nobody decided as they are, as items."""

from collections.abc import Sequence
from functools import cached_property

from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import Held, remembered
from dreamtui.kinds.grounds import Ground
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.row import QueueRow
from dreamtui.kinds.undecided.plans import UndecidedFiles, item_id, to_item
from dreamtui.model.decision import NOBODY, Mark, Plan, Words
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.verb import Verb
from dreamtui.text.inert import inert_line


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


def check_second(desk: Desk, held: Gathered[UndecidedFiles], verb: Verb, marks: Sequence[Mark]) -> None:
    """Refused where what waits for a second person is completed by the first, or by nobody who may."""
    ruling = held.files.ruling
    if ruling.ground is not Ground.WAITING or verb is not Verb.ACCEPT:
        return
    named = desk.origin.git_name
    person = named if named and named != NOBODY else desk.actor
    names = {person, desk.actor}
    who = " or ".join(ruling.owners) or "anybody else"
    source = desk.config.source("dreamtui.required_reviewers")
    if not ruling.names.isdisjoint(names):
        said = f"{desk.actor} decided it already, and it waits for a second person: {who}"
    elif ruling.owners and person not in ruling.owners:
        said = f"it waits for {who}, and you are {person}"
    else:
        return
    raise Refused(inert_line(f"{said} (dreamtui.required_reviewers in {source})"))

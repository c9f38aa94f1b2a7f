"""Two decisions that contradict each other, with everything that is needed to let one of them stand."""

from collections.abc import Mapping, Sequence

from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision.graph import Lineage, in_force
from dreamtui.kinds.decision.opposites import ApartDecisions, opposites, withdrawn
from dreamtui.kinds.item_files import Gathered
from dreamtui.kinds.opposites.plans import OppositeFiles, to_item
from dreamtui.kinds.row import QueueRow
from dreamtui.model.change import digest
from dreamtui.model.decision import Decision, Mark, Plan, Touched, Words
from dreamtui.model.errors import DreamtuiError, NotFound
from dreamtui.store.files.conflict_markers import conflict_line
from dreamtui.store.layout import OUTSIDE
from dreamtui.text.diff.spans import invert


class OppositeItems:
    """Gathers them, and looks into git for what a merge left of their files."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def gather(self, row: QueueRow) -> Gathered[OppositeFiles]:
        """The two decisions, the files that they touched, and every content of these that is found."""
        audit = self._desk.store.audit
        marks = audit.marks()
        found = opposites(marks, lambda mark: audit.read(mark.name))
        apart = next((one for one in found if one.id == row.id), None)
        if apart is None:
            raise NotFound(f"{row.id} is decided: nothing contradicts itself there now")
        own = {mark.id: mark for side in apart.sides for mark in side.marks}
        records = {name: audit.whole(mark) for name, mark in own.items()}
        # Private memory is another folder for everybody; what was done there is taken back where it was done.
        paths = {
            entry.path for made in records.values() for entry in made.touched if not entry.path.startswith(OUTSIDE)
        }
        now = {path: self._desk.store.read(path) for path in sorted(paths)}
        item = to_item(apart, *(records[side.tip.id] for side in (apart.one, apart.other)))
        files = OppositeFiles(
            apart,
            records,
            now,
            self._contents(now, list(records.values())),
            frozenset(path for path, data in now.items() if data is not None and conflict_line(data)),
            _later(marks, apart),
        )
        return Gathered(item, files)

    def planned(self, held: Gathered[OppositeFiles], words: Words, plan: Plan) -> None:
        """Nothing that another one would see."""

    def _contents(self, now: Mapping[str, bytes | None], records: Sequence[Decision]) -> dict[str, bytes]:
        """Contents of the files by their sha256: as they are, as commits have them, as the records keep them."""
        known = {digest(data): data for data in now.values() if data is not None}
        for path, data in now.items():
            wanted = {mark for made in records for one in made.touched if one.path == path for mark in _hashes(one)}
            if data is not None and b"\r\n" in data:
                known.setdefault(digest(data.replace(b"\r\n", b"\n")), data)
            if not wanted <= known.keys():
                known |= {digest(version): version for version in self._versions(path)}
        for made in reversed(records):
            for entry in made.touched:
                if entry.before and not entry.after and entry.spans:
                    known.setdefault(digest(entry.spans[0].before), entry.spans[0].before)
                elif entry.before and entry.after in known:
                    before = invert(known[entry.after], entry.spans, exact=True)
                    if before is not None:
                        known.setdefault(digest(before), before)
        return known

    def _versions(self, path: str) -> list[bytes]:
        if not self._desk.workspace.has_agent or self._desk.workspace.git_dir is None:
            return []
        from dreamtui.sources.git.objects import versions

        try:
            return list(versions(self._desk.workspace.root, path))
        except DreamtuiError:
            return []


def _hashes(entry: Touched) -> set[str]:
    return {entry.before, entry.after} - {""}


def _later(marks: Sequence[Mark], apart: ApartDecisions) -> frozenset[str]:
    """Files that a decision in force changed which came after one of these and is none of them."""
    lineage, stands = Lineage(marks), in_force(marks)
    own = {mark.id for side in apart.sides for mark in side.marks}
    gone = own | withdrawn(lineage)
    first = min((mark for side in apart.sides for mark in side.marks), key=lambda mark: lineage.place[mark.id])
    after = (mark for mark in lineage.listed if mark.id not in gone and stands[mark.id])
    return frozenset(path for mark in after if own & lineage.before(mark, first) for path in mark.paths)

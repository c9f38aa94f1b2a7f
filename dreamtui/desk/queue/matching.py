"""Which entries of the queue a query selects: the language of the console's filter, asked without a console."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.kinds.row import QueueEntry
from dreamtui.model.errors import Usage
from dreamtui.text.query.fuzzy import similar
from dreamtui.text.query.parse import parse_query
from dreamtui.text.query.row import Listed, WeightTexts
from dreamtui.text.query.select import TextIndex, select

if TYPE_CHECKING:
    from dreamtui.kinds.kind import ItemKind, Kinds


class _Entry:
    """An entry as the filter sees it."""

    def __init__(self, entry: QueueEntry, kinds: "Kinds", workspace: str) -> None:
        row = entry.row
        self._row = row
        self._type: ItemKind[object] = kinds.of(row.kind)
        self.id, self.kind, self.signal, self.title = row.id, row.kind, row.signal, row.title
        self.status: str = entry.stands.value
        self.flags = tuple(row.flags.split())
        self.place, self.last_seen, self.weight = row.place, row.last_seen, row.weight
        self.weeks = row.weeks
        self.workspace = workspace

    @property
    def sign(self) -> str:
        return self._type.sign

    @property
    def word(self) -> str:
        return self._type.word_for(self.signal)

    @property
    def weight_texts(self) -> WeightTexts:
        return self._type.weight(self.signal, self.weight)

    @property
    def actors(self) -> tuple[str, ...]:
        return self._row.actors

    @property
    def files(self) -> tuple[str, ...]:
        return self._row.files

    @property
    def words(self) -> str:
        """Its words besides the title: of a rule or note its text."""
        return self._row.words


def _words(item: Listed) -> str:
    return item.words if isinstance(item, _Entry) else ""


def matching(desk: Desk, entries: Sequence[QueueEntry], text: str, workspace: str = "") -> list[QueueEntry]:
    """Those that satisfy every term, in their order; similar ones only where `~` asks for them."""
    query = parse_query(text)
    if query.problems:
        raise Usage(f"the query cannot be read: {' '.join(query.problems)}")
    index = TextIndex([_Entry(one, desk.kinds, workspace) for one in entries], desk.now, _words)
    places = select(query, index, range(len(entries)))
    if query.fuzzy:
        places = sorted(similar(query.fuzzy, index, places))
    return [entries[place] for place in places]

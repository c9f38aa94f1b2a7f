"""What a search found, as rows and lines."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from dreamtui.model.search import DECISION, MEMORY, MOMENT, Hit
from dreamtui.present.parts import Cell, Column, ListRow
from dreamtui.text.dates import ago, humanise
from dreamtui.text.lines import Line, lines_of, plain
from dreamtui.text.paths import short_path

if TYPE_CHECKING:
    from dreamtui.desk.search.search import Hits

COLUMNS = (Column(10), Column(5, right=True, least=50), Column(0))
"""Kind, age, what it says."""


def row(row_id: str, hit: Hit, now: datetime, workspace: str = "") -> ListRow:
    """A hit in a list; where its title does not answer, the line that does stands behind it."""
    words = f"{hit.title} — {hit.quote}" if hit.quote and hit.quote not in hit.title else hit.title
    status = f"({hit.status}) " if hit.status not in {"", "pending", "live", "accepted"} else ""
    whose = f"{workspace}: " if workspace else ""
    return ListRow(row_id, (Cell(hit.kind, "kind"), Cell(ago(hit.when, now), "dim"), Cell(f"{whose}{status}{words}")))


def name_of(hit: Hit) -> str:
    """What a command takes to show it."""
    if hit.kind == DECISION:
        return hit.id[:8]
    return short_path(hit.place) if hit.kind in {MEMORY, MOMENT} else hit.id


_BEFORE, _SHOWN = 60, 160


def around(quote: str, asked: str) -> str:
    """A long line from a little before the first of the words asked for; as it is where that is near its beginning."""
    folded = quote.casefold()
    places = [at for word in asked.casefold().split() if len(word) > 2 and (at := folded.find(word)) >= 0]
    first = min(places, default=0)
    if first <= _SHOWN:
        return quote
    return f"… {quote[first - _BEFORE :].partition(' ')[2]}"


def hit_lines(hit: Hit, text: str, now: datetime) -> list[Line]:
    """A hit whole: what it is, where the answer stands, the line that answers, and all of it."""
    facts = (hit.kind, name_of(hit), hit.status, humanise(hit.when, now) if hit.when else "")
    lines = [plain(hit.title, "heading"), plain(" · ".join(filter(None, facts)), "dim"), plain(hit.locator, "dim")]
    if hit.quote and hit.quote not in hit.title and hit.quote != text.strip():
        lines += [plain(), plain(hit.quote, "ok", hanging=2)]
    return [*lines, plain(), *lines_of(text)]


def said_of(answers: "Sequence[Hits]") -> list[str]:
    """What is to be known of a search besides its hits, a sentence each."""
    told = [sentence for one in answers for sentence in one.problems]
    corrected: Mapping[str, Sequence[str]] = dict(pair for one in answers for pair in one.corrected)
    told += [f"nothing has “{typed}”; looked for {', '.join(taken)}" for typed, taken in corrected.items()]
    return list(dict.fromkeys(told))


SCREENS = {DECISION: "app.history", MEMORY: "app.folders", "rule": "app.memory", "note": "app.memory"}
"""The screen of the console on which hits of a kind stand; items stand in the queue."""

"""Retired memories as rows and lines: who took them out of their folder, when and why, and what they said."""

from collections.abc import Sequence
from datetime import datetime

from dreamtui.desk.memory.topics import Retired
from dreamtui.model.verb import Verb
from dreamtui.text.dates import ago, humanise
from dreamtui.tui.texts.parts import facts
from dreamtui.tui.widgets.lists.row_list import Cell, ListRow
from dreamtui.tui.widgets.text_pane import PaneLine, plain


def retired_rows(found: Sequence[Retired], now: datetime) -> list[ListRow]:
    """A heading and a dim row for each; nothing where none is."""
    listed = [ListRow("heading:retired", (Cell(f"Retired {len(found)}"),), heading=True)] if found else []
    for one in found:
        cells = (
            Cell("▫", "dim"),
            Cell(one.title, "dim"),
            Cell("retired", "dim"),
            Cell(one.mark.actor, "dim"),
            Cell(ago(one.mark.when, now), "dim"),
        )
        listed.append(ListRow(f"retired:{one.path}", cells, words=f"{one.path} archive retired {one.mark.actor}"))
    return listed


def retired_lines(one: Retired, reason: str, now: datetime) -> list[PaneLine]:
    """Who, when and why; what b does; then what it said."""
    mark = one.mark
    what = "Retired" if mark.verb is Verb.RETIRE else f"Gone with {mark.item}, {mark.title}:"
    made = [plain(one.title, "heading"), plain(f"{what} by {mark.actor}, {humanise(mark.when, now)}", "warning")]
    made += [plain(line) for line in reason.split("\n")]
    back = "b takes that decision back, and the memory with its line in the index is there again."
    made += [plain(""), plain(back if one.here else f"{one.back[0].upper()}{one.back[1:]}.")]
    made += [plain(""), *(plain(line, "dim") for line in one.text.split("\n")), plain("")]
    return made + facts((("was", one.path), ("is", one.archived), ("decision", mark.short)))

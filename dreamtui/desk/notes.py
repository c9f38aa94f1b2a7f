"""Notes that are near to a text."""

from dreamtui.desk import items
from dreamtui.desk.desk import Desk


def near(desk: Desk, title: str, text: str) -> list[tuple[str, str]]:
    """Ids and titles of active notes that say nearly the same, the nearest first."""
    from dreamtui.text.similarity import nearest

    rows = {row.id: row for row in items.notes(desk) if row.due != "retired"}
    found = nearest(f"{title}\n{text}", [(i, f"{row.title}\n{row.words}") for i, row in rows.items()])
    return [(i, rows[i].title) for i, _ in found[:5]]

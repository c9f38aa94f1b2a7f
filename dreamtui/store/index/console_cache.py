"""The first rows of a long queue with its totals, so that a console shows them before it has read everything.

It counts only while the files look as they did when it was written; else nothing is lost but a second.
"""

import json
from collections.abc import Mapping, Sequence

from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.item import Status
from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.store.layout import Layout
from dreamtui.text.jsons import read_json

MOST = 300
"""Rows that are kept."""

_FILE = "console-rows.json"


def save(layout: Layout, stamp: str, tally: Mapping[str, int], entries: Sequence[QueueEntry]) -> None:
    """Keep the first rows, as they stand in the queue."""
    rows = [
        [list(row._replace(words="", unwritten="")), status.value, decision, is_news, before.value if before else ""]
        for row, status, decision, is_news, before in entries[:MOST]
    ]
    save_blob(layout.state / _FILE, json.dumps({"stamp": stamp, "tally": dict(tally), "rows": rows}).encode())


def load(layout: Layout, stamp: str) -> tuple[Mapping[str, int], list[QueueEntry]] | None:
    """The totals and the first rows; none when there are none, or the files look otherwise now."""
    data = load_blob(layout.state / _FILE)
    try:
        saved = read_json(data) if data else {}
        if saved.get("stamp") != stamp or not stamp:
            return None
        tally = {Status(name).value: int(count) for name, count in saved["tally"].items()}
        return tally, [_entry(*row) for row in saved["rows"]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _entry(row: object, status: object, decision: object, is_news: object, before: object) -> QueueEntry:
    kinds = [QueueRow.__annotations__[name] for name in QueueRow._fields]
    if not isinstance(row, list) or len(row) != len(kinds) or not (decision is None or isinstance(decision, str)):
        raise ValueError("not a row")
    if not all(isinstance(value, int | float) if kind in (int, float) else type(value) is kind
               for value, kind in zip(row, kinds, strict=True)):  # fmt: skip
        raise ValueError("not a row")
    was = Status(str(before)) if before else None
    return QueueEntry(QueueRow._make(row), Status(str(status)), decision, is_news is not False, was)

"""What the last run saw again although it is decided: rows in the state folder, which a repository can ship."""

from typing import Any

from dreamtui.model.errors import Refused
from dreamtui.model.item import Kind
from dreamtui.store.index import Row
from dreamtui.store.layout import Layout
from dreamtui.store.reader import read_or_none
from dreamtui.text.jsons import read_json

RECURRING_FILE = "recurring.json"
_LARGEST_CACHE = 256 * 1024 * 1024
RECURRING_PROMOTIONS = "recurring-promotions.json"
RECURRING_PROPOSALS = "recurring-proposals.json"
RECURRING_INSIGHTS = "recurring-insights.json"
_ALL = (RECURRING_FILE, RECURRING_PROMOTIONS, RECURRING_PROPOSALS, RECURRING_INSIGHTS)


def read_recurring(layout: Layout, name: str = RECURRING_FILE) -> list[Row]:
    """Rows of what the last run saw again; empty when the cache is gone or damaged."""
    try:
        saved = read_json(read_or_none(layout.state / name, _LARGEST_CACHE) or b"[]")
        return [Row._make(_checked(row)) for row in saved]
    except (OSError, Refused, ValueError, TypeError, RecursionError):
        return []


def anything_recurs(layout: Layout) -> bool:
    """Whether the last run saw anything again, of whatever kind."""
    return any(read_recurring(layout, name) for name in _ALL)


def _checked(row: Any) -> list[Any]:
    """The row when every value is of its kind and its JSON is JSON; a repository can ship this file."""
    kinds = [Row.__annotations__[name] for name in Row._fields]
    if not isinstance(row, list) or len(row) != len(kinds):
        raise ValueError("not a row")
    if not all(isinstance(v, (int, float) if k is float else k) for v, k in zip(row, kinds, strict=True)):
        raise ValueError("not a row")
    whole = read_json(f"{row[Row._fields.index('head')]}, {row[Row._fields.index('tail')]}")
    if whole.get("id") != row[Row._fields.index("id")] or whole.get("kind") not in tuple(Kind):
        raise ValueError("not a row")
    lists = [whole.get(name) for name in ("actors", "files", "flags")]
    if not all(isinstance(one, list) and all(isinstance(word, str) for word in one) for one in lists):
        raise ValueError("not a row")
    pieces = whole.get("evidence")
    if not isinstance(pieces, list) or not all(map(_is_piece, pieces)):
        raise ValueError("not a row")
    return row


def _is_piece(piece: Any) -> bool:
    names = ("quote", "locator", "when", "who")
    return isinstance(piece, dict) and all(isinstance(piece.get(name), str) for name in names)

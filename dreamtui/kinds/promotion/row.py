"""A promotion's file as its row."""

from dataclasses import replace

from dreamtui.kinds.promotion import codec
from dreamtui.kinds.row import QueueRow, item_row, risk_flags
from dreamtui.model.errors import Malformed
from dreamtui.model.promotion import Promotion
from dreamtui.text.inert import one_line


def read(data: bytes, path: str, stem: str) -> QueueRow:
    """A promotion's file; what is none of ours is a problem, never a crash."""
    try:
        made = codec.parse(data)
    except ValueError as problem:
        raise Malformed(f"no promotion of ours: {problem}", path) from None
    if made.id != stem:
        raise Malformed(f"it holds another promotion, {one_line(made.id)[:20]}", path)
    return row_of(made, path)


def row_of(made: Promotion, path: str) -> QueueRow:
    """The row of a promotion, with the risks of what it would write and what makes it look like no memory."""
    item = codec.to_item(made, path)
    flagged = replace(item, flags=tuple(sorted({*risk_flags(item, {}), *made.junk})))
    return item_row(flagged, meta={"reopened": made.reopened}, words=f"{made.snippet} {made.path} {made.key}")

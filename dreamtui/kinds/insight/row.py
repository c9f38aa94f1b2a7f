"""An insight's file as its row, and as an item with its file."""

from dataclasses import replace

from dreamtui.kinds.insight import codec
from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.kind import FileSource
from dreamtui.kinds.row import QueueRow, item_row, risk_flags
from dreamtui.model.errors import Malformed, NotFound


def read(data: bytes, path: str, stem: str) -> QueueRow:
    """An insight's file."""
    made = codec.parse(data, path)
    if made is None or made.id != stem:
        raise Malformed("no insight of ours", path)
    item = codec.to_item(made)
    flagged = replace(item, flags=risk_flags(item, {}))
    return item_row(flagged, meta={"reopened": made.reopened}, status=made.status, words=made.text)


def held(source: FileSource, row: QueueRow) -> Gathered[StoredFile]:
    """The insight, read now."""
    found = source.filed(row.path)
    parsed = codec.parse(found.data, found.path) if found else None
    if found is None or parsed is None:
        raise NotFound(f"insight {row.id} is gone")
    item = codec.to_item(parsed)
    return Gathered(replace(item, flags=risk_flags(item, {})), found)

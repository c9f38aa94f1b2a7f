"""A note's file as its row, and as an item with its file."""

from dataclasses import replace

from dreamtui.kinds.item_files import Gathered, StoredFile
from dreamtui.kinds.kind import FileSource
from dreamtui.kinds.note import codec
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.model.errors import NotFound


def read(data: bytes, path: str, stem: str) -> QueueRow | None:
    """A note file; None for what is none."""
    parsed = codec.parse(data, path)
    if parsed is None:
        return None
    from dreamtui.text.danger.risks import flags

    item = codec.to_item(replace(parsed, path=path, updated=parsed.updated or parsed.created))
    flagged = replace(item, flags=tuple(sorted(flags([parsed.title, parsed.text]))))
    return item_row(flagged, status=item.status, words=parsed.text)


def held(source: FileSource, row: QueueRow) -> Gathered[StoredFile]:
    """The note, read now."""
    found = source.filed(row.path)
    parsed = codec.parse(found.data, found.path) if found else None
    if found is None or parsed is None:
        raise NotFound(f"note {row.id} is gone")
    return Gathered(codec.to_item(parsed), found)

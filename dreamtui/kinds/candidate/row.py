"""A candidate's file as its row."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec
from dreamtui.kinds.candidate.kind import NAME
from dreamtui.kinds.row import QueueRow, bare_row, flags_of, item_row, risk_flags
from dreamtui.model.item import Item


def read(data: bytes, path: str, stem: str) -> QueueRow:
    """A file of candidates/, graduated/ or rejected/."""
    found = comment.find(data)
    if found and "signal" in found[2]:
        return _row_of_comment(found[2], codec.title_of(data), path, stem)
    parsed = codec.parse(data, path, stem)
    item = replace(parsed.item, flags=risk_flags(parsed.item, parsed.meta))
    return item_row(item, meta=parsed.meta)


def _row_of_comment(meta: dict[str, Any], title: str, path: str, stem: str) -> QueueRow:
    """The row straight from our comment: a queue of a hundred thousand is read anew in seconds only without items."""
    text, texts = codec.text_in, codec.texts_in
    pieces = [[text(word) for word in codec.items_in(p)] + [""] * 5 for p in codec.items_in(meta.get("evidence"))]
    evidence = [{"quote": p[0], "locator": p[1] or "text:", "when": p[2], "who": p[3]} for p in pieces]
    actors, files, similar = texts(meta.get("actors")), texts(meta.get("files")), texts(meta.get("similar_to"))
    title = title or text(meta.get("title"))
    flags = flags_of([title, *files, *actors, *(p[0] for p in pieces)], meta, is_similar=bool(similar))
    weight = codec.number_in(meta.get("weight", 0))
    seen = text(meta.get("first_seen")), text(meta.get("last_seen"))
    row = bare_row(path, stem, NAME, text(meta.get("signal")), title, weight, *seen, actors, files, flags,
                   evidence)  # fmt: skip
    aliases = " ".join(texts(meta.get("aliases")))
    return row._replace(until=text(meta.get("until")), reopened=int(bool(meta.get("reopened"))), aliases=aliases)


def seen_rows(items: Iterable[Item]) -> list[QueueRow]:
    """Rows of what was seen again, with the candidate file that each would have."""
    return [
        item_row(replace(item, flags=risk_flags(item, {})))._replace(
            unwritten=codec.render(item, item.first_seen).decode("utf-8", "replace")
        )
        for item in items
    ]

"""A proposal's file as its row."""

from dataclasses import replace

from dreamtui.kinds.proposal import codec
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.model.errors import Malformed
from dreamtui.model.proposal import FiledProposal
from dreamtui.text.inert import one_line


def read(data: bytes, path: str, stem: str) -> QueueRow:
    """A proposal's file; what is none of ours is a problem, never a crash."""
    try:
        filed = codec.parse(data)
    except ValueError as problem:
        raise Malformed(f"no proposal of ours: {problem}", path) from None
    if filed.proposal.id != stem:
        raise Malformed(f"it holds another proposal, {one_line(filed.proposal.id)[:20]}", path)
    return row_of(filed, path)


def row_of(filed: FiledProposal, path: str) -> QueueRow:
    """The row of a proposal, with the risks of all its words."""
    from dreamtui.text.danger.risks import flags

    item, words = codec.to_item(filed, path), codec.words_of(filed.proposal)
    flagged = replace(item, flags=tuple(sorted({*flags([item.title, words]), *item.flags})))
    return item_row(flagged, meta={"reopened": filed.reopened}, status=filed.status, words=words)

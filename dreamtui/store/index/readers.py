"""Readers of our files for the index, imported when a file has to be read: a list from the cache never does."""

from collections.abc import Callable

from dreamtui.store.index.schema import QueueRow

Reader = Callable[[bytes, str, str], QueueRow | None]


def reader(name: str) -> Reader:
    """The function of `store.rows` with this name, looked up when the first file is read."""

    def read(data: bytes, path: str, stem: str) -> QueueRow | None:
        from dreamtui.store.index import rows

        found: Reader = getattr(rows, name)
        return found(data, path, stem)

    return read


CANDIDATE, RULE, NOTE = reader("candidate_row"), reader("rule_row"), reader("note_row")
PROMOTION, PROPOSAL, INSIGHT = reader("promotion_row"), reader("proposal_row"), reader("insight_row")

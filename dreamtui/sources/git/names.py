"""Follows files through exact renames, so that a file is counted under the name it has now. Pure."""

import heapq
from collections.abc import Sequence

from dreamtui.sources.git.log import Record


def newest_first(records: Sequence[Record]) -> list[Record]:
    """Children before their parents, then by committer time, then by sha: the same order however they were read."""
    ordered = sorted(records, key=lambda record: (-record.committed, record.sha))
    place = {record.sha: at for at, record in enumerate(ordered)}
    if all(place.get(parent, at + 1) > at for at, record in enumerate(ordered) for parent in record.parents):
        return ordered
    children = [0] * len(ordered)
    for record in ordered:
        for parent in record.parents:
            if parent in place:
                children[place[parent]] += 1
    ready = [at for at, count in enumerate(children) if not count]
    heapq.heapify(ready)
    result: list[Record] = []
    while ready:
        record = ordered[heapq.heappop(ready)]
        result.append(record)
        for parent in record.parents:
            at = place.get(parent, -1)
            if at >= 0:
                children[at] -= 1
                if not children[at]:
                    heapq.heappush(ready, at)
    return result


def current_names(records: Sequence[Record]) -> list[tuple[str, ...]]:
    """The files of each commit under their present names, sorted; the commits come children first.

    Going back in time, a rename says what an older name is called today. A file made later at the old name is
    another file. A commit on a parallel branch may be met before the rename although it knew only the old name:
    as long as nothing newer made a file of that name, it means the renamed file too. Two files that change places
    within one commit are two edits, as they are for git.
    """
    if not any(record.renames for record in records):
        return [tuple(sorted(set(record.files))) for record in records]
    called: dict[str, str] = {}
    unsettled: dict[str, list[tuple[int, int]]] = {}
    rows: list[list[str]] = []
    for at, record in enumerate(records):
        row: list[str] = []
        for path in record.files:
            now = called.get(path)
            if now is None:
                unsettled.setdefault(path, []).append((at, len(row)))
            row.append(now or path)
        rows.append(row)
        for path in record.added:
            unsettled.pop(path, None)
        moved = [(old, called.get(new, new)) for old, new in record.renames]
        for _, new in record.renames:
            called.pop(new, None)
            unsettled.pop(new, None)
        for old, now in moved:
            for commit, column in unsettled.pop(old, ()):
                rows[commit][column] = now
            called[old] = now
    return [tuple(sorted(set(row))) for row in rows]

"""Reads many files of ours with two processes: a forked child takes part of them and hands back their rows.

Whatever happens to the child, the files it did not hand back are read here.
"""

import marshal
import os
from collections.abc import Callable, Sequence
from typing import Any

from dreamtui.disk import fork
from dreamtui.kinds.row import QueueRow, Reader
from dreamtui.model.mining import no_collection
from dreamtui.store.index.file_scan import Answer, FileJob, ParsedFile, answer
from dreamtui.store.index.schema import FileProblem

SILENCE = 5.0
"""Seconds after which a child that should hand something over and does not is given up."""

_SMALLEST = 50
"""Files in a share."""


def read_in_two(jobs: Sequence[FileJob], read: Reader, step: Callable[[int], None]) -> list[Answer] | None:
    """What comes of each file, in their order; None if fork is unavailable or there is one processor.

    `step` is told now and then how many are done.
    """
    if (os.cpu_count() or 1) < 2:
        return None
    _load(jobs[0], read)
    with no_collection():
        return _parse(jobs, read, step)


def _load(job: FileJob, read: Reader) -> None:
    """Import everything a reader may need: a child that imports could wait for a lock nobody holds any more."""
    import base64  # noqa: F401
    import binascii  # noqa: F401

    from dreamtui.text.danger import risks

    risks.load()
    answer(job, read)


def _parse(jobs: Sequence[FileJob], read: Reader, step: Callable[[int], None]) -> list[Answer] | None:
    found: dict[int, Answer] = {}

    def ours(shares: fork.Shares, elsewhere: Callable[[], int]) -> None:
        for share in shares:
            found.update((number, answer(jobs[number], read)) for number in share)
            step(len(found) + elsewhere())

    def theirs(shares: fork.Shares, tell: Callable[[int], None]) -> list[bytes]:
        frames = []
        done = 0
        for share in shares:
            frames.append(marshal.dumps((share.start, [_pack(answer(jobs[number], read)) for number in share])))
            done += len(share)
            tell(done)
        return frames

    frames = fork.in_two(len(jobs), ours, theirs, smallest=_SMALLEST, silence=SILENCE)
    if frames is None:
        return None
    for frame in frames:
        start, packed = marshal.loads(frame)
        found.update(enumerate(map(_unpack, packed), start))
    return [found[number] if number in found else answer(job, read) for number, job in enumerate(jobs)]


def _pack(one: Answer) -> tuple[Any, ...] | None:
    return (one.stamp, tuple(one.row)) if isinstance(one, ParsedFile) else one and tuple(one)


def _unpack(one: tuple[Any, ...] | None) -> Answer:
    if one is None:
        return None
    first, second = one
    return FileProblem(first, second) if isinstance(second, str) else ParsedFile(first, QueueRow._make(second))

"""A separate process that updates the index of a long queue, so that a console draws and answers meanwhile.

It writes what it reads to the index batch by batch, where the console finds it, and reports progress; when all is read
it waits, and looks at the files again when asked. It is started before the console has threads; if there is no such
process, or it fails, the console updates the index itself.
"""

import gc
import json
import os
import signal
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NoReturn

from dreamtui.desk.desk import Desk
from dreamtui.disk import fork
from dreamtui.store.index.schema import FileProblem

SILENCE = 30.0
"""Seconds without a word after which the process is given up."""

_PATIENCE = 1.0


class QueueWorker:
    """The process, as the console has it."""

    def __init__(self, child: fork.Child) -> None:
        self._child = child
        self._frames: Iterator[list[Any]] = map(json.loads, child.frames(SILENCE))
        self._ended: list[FileProblem] | None = None
        self._asks = False
        self.progress = (0, 0)
        """How many files are read, and of how many; zeros where that is not worth telling."""

    @classmethod
    def of(cls, desk: Desk) -> "QueueWorker | None":
        """Begin to read; None if fork is unavailable."""
        child = fork.start(partial(_run, desk))
        return None if child is None else cls(child)

    def first(self) -> bool:
        """Wait until the first rows are in the index; false where it came to the end without telling."""
        for words in self._frames:
            if _is_progress(words):
                self.progress = (words[0], words[1])
                return True
            self._ended = [FileProblem(*one) for one in words]
            return False
        return False

    def synced(self) -> list[FileProblem] | None:
        """Wait until the index matches the files; returns the files that cannot be read.

        None if the process did not finish.
        """
        if self._asks and not self._child.ask():
            return None
        found, self._ended, self._asks = self._ended, None, True
        if found is not None:
            return found
        for words in self._frames:
            if _is_progress(words):
                self.progress = (words[0], words[1])
            else:
                return [FileProblem(*one) for one in words]
        return None

    @property
    def stopped(self) -> bool:
        """Whether it was ended from here."""
        return self._child.stopped

    def stop(self) -> None:
        """End the process at any point; what it put into the index stays."""
        self._child.stop(_PATIENCE)


def _is_progress(words: list[Any]) -> bool:
    """Whether a frame is progress, rather than the unreadable files at the end."""
    return bool(words) and isinstance(words[0], int)


def _run(desk: Desk, parent: fork.Parent) -> None:
    """The process: read, report, repeat when asked, until the console is gone."""
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)

    def tell(words: object) -> None:
        parent.send(json.dumps(words).encode())

    tell(_sync(desk, lambda done, total: tell((done, total))))
    while parent.asked():
        tell(_sync(desk, lambda done, total: None))


def _sync(desk: Desk, progress: Callable[[int, int], None]) -> list[FileProblem]:
    queue = desk.queue()
    queue.sync(progress=progress)
    return queue.problems


def _end(number: int, frame: object) -> NoReturn:
    raise SystemExit(number)

"""Work in a thread for objects that are not widgets; the result is handled in the event loop."""

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from textual.events import Callback
from textual.message import Message
from textual.worker import get_current_worker

from dreamtui.model.errors import DreamtuiError, Missing, NotFound, Refused

if TYPE_CHECKING:
    from dreamtui.tui.screens.base import BaseScreen

T = TypeVar("T")

STOPPED = "It was stopped; nothing was changed."
"""What is said of work that was stopped before its end."""

BEING_RECORDED = "It is being recorded"
"""What is said to a key that would go back from it."""

_MILD = frozenset({"undo", "detail"})
"""What may find that there is nothing to do, or that the item has just gone, which is no failure."""

_EVERY = 0.05
"""Seconds between two words on how far work is."""


@dataclass
class Failed(Message):
    """Something the desk was asked for could not be done."""

    sentence: str
    """Why, for the person."""
    log: str = ""
    """Where the traceback of an unexpected error is."""
    what: str = ""
    """What was being done, such as `decide`; a screen may want to react."""
    nothing: bool = False
    """Whether there is only nothing to do, which is no failure."""
    missing: Missing | None = None
    """What has to be said for it."""


def in_worker(
    screen: "BaseScreen[Any]",
    call: Callable[[], T],
    then: Callable[[T], object],
    *,
    group: str,
    description: str,
    what: str = "",
    exclusive: bool = True,
) -> None:
    """Make a call that may block in a worker of the screen; `then` gets what it gives.

    Where the desk refuses, the screen is posted `Failed` with a sentence; `what` names it there.
    """

    def hand_on(result: T) -> None:
        then(result)  # its result is not awaited: a screen that is closed would wait for its own end

    def work() -> None:
        try:
            message: Message = Callback(callback=partial(hand_on, call()))
        except DreamtuiError as problem:
            nothing = what in _MILD and isinstance(problem, NotFound)
            message = Failed(str(problem), what=what, nothing=nothing, missing=problem.missing)
        except OSError as problem:
            name = f": {problem.filename}" if problem.filename else ""
            message = Failed(f"{problem.strerror or type(problem).__name__}{name}", what=what)
        except Exception as problem:  # noqa: BLE001  the edge of a thread: no traceback ever reaches the screen
            log = screen.console.here.keep_error("".join(traceback.format_exception(problem)))
            sentence = f"An internal error ({type(problem).__name__}); nothing is half done."
            message = Failed(sentence, log, what)
        screen.post_message(message)

    screen.run_worker(
        work,
        thread=True,
        exclusive=exclusive,
        exit_on_error=False,
        group=group,
        description=description,
    )


class Progress:
    """Called in a worker: reports progress. With `stops`, a cancelled worker ends there."""

    def __init__(self, screen: "BaseScreen[Any]", show: Callable[[str, int, int], None], *, stops: bool) -> None:
        self._screen = screen
        self._stops = stops
        self._show = show
        """Gets what is done, how far, and of how much, in the event loop."""
        self._told = 0.0
        self._at = ("", 0, 0)
        self._waits = False

    def __call__(self, what: str, done: int = 0, total: int = 0) -> None:
        if self._stops and get_current_worker().is_cancelled:
            raise Refused(STOPPED)
        now = self._screen.console.clock()
        if not done or done == total or now - self._told >= _EVERY:
            self._told, self._at = now, (what, done, total)
            if not self._waits:  # of what is not shown yet only the newest matters
                self._waits = True
                self._screen.post_message(Callback(callback=self._tell))

    def _tell(self) -> None:
        self._waits = False
        self._show(*self._at)


def still_here(screen: "BaseScreen[Any]", what: str) -> bool:
    """Whether the person is still on the screen where they asked for something; nothing is put before them elsewhere.

    What they type there would be taken for keys of what comes up.
    """
    if screen.console.screen is screen:
        return True
    screen.console.typed.release()
    screen.console.say(f"Something else was opened meanwhile; press the key again {what}", "warning")
    return False

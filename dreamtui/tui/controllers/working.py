"""Work in a thread for whoever is no widget; what comes of it is handed on in the event loop."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from textual.events import Callback

if TYPE_CHECKING:
    from dreamtui.tui.screens.base import BaseScreen

T = TypeVar("T")


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

    Where the desk refuses, the screen says so as after every `guarded` call; `what` names it there.
    """

    def hand_on(result: T) -> None:
        then(result)  # what it gives back is not awaited: a screen that is closed would wait for its own end

    def found(result: T) -> Callback:
        return Callback(callback=partial(hand_on, result))

    screen.run_worker(
        partial(screen.guarded, call, found, what),
        thread=True,
        exclusive=exclusive,
        exit_on_error=False,
        group=group,
        description=description,
    )


def still_here(screen: "BaseScreen[Any]", what: str) -> bool:
    """Whether the person is still on the screen where they asked for something; nothing is put before them elsewhere.

    What they type there would be taken for keys of what comes up.
    """
    if screen.console.screen is screen:
        return True
    screen.console.typed.release()
    screen.console.say(f"Something else was opened meanwhile; press the key again {what}", "warning")
    return False

"""What a key does against what is wrong with what agents remember."""

from typing import TYPE_CHECKING, Any

from dreamtui.present.overview import MEND, REMEDIES, STEPS
from dreamtui.tui.controllers.applying import Then, mend_index

if TYPE_CHECKING:
    from dreamtui.desk.workspace.overview import Wrong
    from dreamtui.tui.screens.base import BaseScreen


async def apply_remedy(screen: "BaseScreen[Any]", kind: "Wrong", then: Then, here: str = "") -> None:
    """Show what mending the index would write, or go to the screen where it is mended.

    `here` is the action to do instead where the remedy is the screen that is open.
    """
    wanted = REMEDIES[kind].action
    wanted = here if here and wanted == screen.opened_by else wanted
    if wanted != MEND:
        await screen.do(wanted)
    elif screen.console.read_only:
        screen.console.say(f"This console is read-only: {screen.console.read_only}", "warning")
    else:
        mend_index(screen, then, (STEPS[kind],))

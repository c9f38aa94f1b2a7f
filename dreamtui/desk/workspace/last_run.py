"""When the queue was last filled, which a console asks before it shows anything."""

from typing import TYPE_CHECKING

from dreamtui.store.records import log

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk


def last_run(desk: "Desk") -> str:
    """When the queue was last filled; empty for never."""
    last = log.last_entry(desk.layout, "dream")
    return str(last["ts"]) if last else ""

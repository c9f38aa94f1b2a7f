"""The presence mark of a console in one workspace: while it holds, no other console writes there."""

from typing import TYPE_CHECKING

from dreamtui.desk import person
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused

if TYPE_CHECKING:
    from dreamtui.store.person.presence import Presence


class ConsolePresence:
    """Left when the console opens, taken away when it goes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.mark: Presence | None = None
        """Our mark, when there is one."""
        self._looks_on = False

    def enter(self, *, take_over: bool) -> str:
        """Leave the presence mark; returns why the console has to be read-only, or empty."""
        now = self._desk.now
        self._looks_on = False
        if not self._desk.layout.home.is_dir():
            return ""
        try:
            self.mark = person.presence_mark(self._desk)
        except OSError:
            return ""
        except Refused as problem:
            return f"read-only, because {problem}"
        if take_over and not self.mark.held:
            self.mark.take_over(now=now)
        owner = None if self.mark.held else self.mark.owner()
        if owner is None:
            return ""
        self._looks_on = True
        return f"read-only (--take-over takes it), because {owner.said(now)} has a console open here"

    def ousted(self) -> str:
        """Why a console that could write must not any more: another console took over; empty if none did."""
        if self.mark is None or self.mark.held:
            return ""
        owner = self.mark.owner()
        return f"{owner.said(self._desk.now)} has taken over; this console is read-only now" if owner else ""

    @property
    def another_writes(self) -> bool:
        """Whether drafts here are another console's."""
        return self._looks_on or (self.mark is not None and self.mark.lost)

    def leave(self) -> None:
        """Take the presence mark away."""
        if self.mark is not None:
            self.mark.release()
            self.mark = None

"""Text typed ahead: keys between the one that opens a box and the box itself belong in the box.

Textual forwards each key immediately to what has the focus. A person who presses `r` and begins to write would have the
first words taken for commands, until the box is open. So from that key on all text is kept, in its order, and given to
the box when it has the focus; if no box opens it is dropped, and never acts.
"""

import os
from typing import TYPE_CHECKING

from textual import constants
from textual.events import Event, Key, MouseDown, Paste
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from dreamtui.tui.actions.configured_keys import Keymap
from dreamtui.tui.actions.registry import Action, Scope, registry, split_keys

if TYPE_CHECKING:
    from dreamtui.tui.app import Console

HOLD_SECONDS = 5.0
"""How long text is kept at most while the action is being done."""

SETTLE_SECONDS = 0.3
"""How long it is kept when the action is done and no box is open yet; mostly none opens then."""

BURST_SECONDS = 0.4
"""Keys that follow each other faster than this are one stream of text, not single commands. At 40 words a minute 0.3
seconds lie between two letters.
"""

ESCAPE_SECONDS = 0.03
"""How long after an escape the rest of a key's sequence is waited for; terminals send it in one piece."""

APART_SECONDS = 0.05
"""How long an escape has for itself before a key that came with it acts."""


class TypedAhead:
    """Between the terminal and the console's keys: each key passes, waits for a box, or is dropped."""

    def __init__(self, console: "Console") -> None:
        self._console = console
        self._until = 0.0
        self._kept: list[Key | Paste] = []
        self._asked_in: Widget | None = None
        self._lost_until = 0.0
        self._second_try = ""
        self._moves_too = False
        self._behind: list[Event] = []
        self._giving = False
        if "ESCDELAY" not in os.environ:
            vars(constants)["ESCAPE_DELAY"] = ESCAPE_SECONDS

    # A box is asked for, and comes or does not

    def _hold(self) -> None:
        """A box was asked for; until it is open, or if none opens, text that follows immediately was meant for it."""
        if not self.holds:
            self._asked_in = self._console.focused
        self._lose()
        self._until = self._console.clock() + HOLD_SECONDS

    def settle(self) -> None:
        """The action is done; a box that still opens, opens soon."""
        if self.holds:
            self._until = min(self._until, self._console.clock() + SETTLE_SECONDS)

    @property
    def holds(self) -> bool:
        """Whether a box is waited for."""
        return self._until > 0

    def release(self) -> list[Key | Paste]:
        """The box is open, or none will be: the kept text, in its order."""
        self._until = 0.0
        kept, self._kept = self._kept, []
        return kept

    def give(self) -> None:
        """The box has the focus: it gets the text typed for it, before anything that is typed from now on."""
        if self._box_came():
            self._console.call_later(self._give)

    async def _give(self) -> None:
        if not self._box_came():
            return
        kept = self.release()
        self._stream_ends()
        self._giving = True
        for event in kept:
            await self._console.on_event(event)
        self._giving = False

    def _box_came(self) -> bool:
        """Whether the focus is elsewhere than where a box was asked for."""
        return self.holds and self._console.focused is not self._asked_in

    # A stream of words whose box never came, or has gone

    def _lose(self, key: str = "", *, moves_too: bool = True) -> None:
        """Text that follows in one stream does not act; `key` pressed again immediately is a second try, not text."""
        self._lost_until, self._second_try = self._console.clock() + BURST_SECONDS, key
        self._moves_too = moves_too

    def _stream_ends(self) -> None:
        self._lost_until, self._second_try = 0.0, ""

    def _is_lost(self, event: Key | Paste) -> bool:
        """Whether this is text of a stream that began in a box, or for one, while no box is open now."""
        console = self._console
        if self._words_go_in():
            if is_text(event):
                self._lose()
            else:
                self._stream_ends()  # it may close the box
            return False
        if not is_text(event) or self._giving:
            return False
        again, self._second_try = self._second_try, ""
        if console.clock() >= self._lost_until or (isinstance(event, Key) and event.key == again):
            return False
        self._lost_until = console.clock() + BURST_SECONDS
        return self._moves_too or not only_moves(event, console.screen, console.keymap)

    def _is_for_the_box_below(self, event: Key | Paste) -> bool:
        """Whether this is text for the box over which a choice was opened, and none of its keys."""
        console = self._console
        below = getattr(console.screen, "writes_on", False) and not takes_words(console.focused)
        return below and is_text(event) and not _meant(event, console.screen, console.keymap)

    def _words_go_in(self) -> bool:
        """Whether a box is open, or a screen that keeps text for its box."""
        return takes_words(self._console.focused) or getattr(self._console.screen, "keeps_words", False)

    # Every event

    async def take(self, event: Event) -> Event | None:
        """What of this goes on to the console now."""
        if isinstance(event, MouseDown):
            self._stream_ends()
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            return event
        if self._behind:
            self._behind.append(event)
            return None
        console = self._console
        two = apart(event, console.keymap) if isinstance(event, Key) else None
        if two is not None:
            event, behind = two
            self._behind.append(behind)
            console.set_timer(APART_SECONDS, self._go_on)
        if self._keeps(event):
            return None
        if self._is_for_the_box_below(event):
            console.screen.dismiss(None)
            return event
        if self._is_lost(event):
            return None
        wanted = asked_by(event, console.screen, console.keymap) if isinstance(event, Key) else None
        if wanted is not None and wanted.decides and console.guard.dead(console.clock()):
            self._lose(event.key if isinstance(event, Key) else "")  # too early: no box comes
        elif wanted is not None:
            self._hold()
        elif not self._words_go_in() and means_nothing(event, console.screen, console.keymap):
            self._lose(moves_too=False)  # it may begin words, of which none may act; but keys that only move do
        return event

    def _keeps(self, event: Key | Paste) -> bool:
        """Keep the text if a box is waited for; false if the key is to act now."""
        if not self.holds:
            return False
        if self._console.clock() >= self._until:
            self.release()
            return False
        self._kept.append(event)
        if is_text(event):
            self._lose()
        return True

    async def _go_on(self) -> None:
        """The escape has acted: now what came right behind it, in its order."""
        behind, self._behind = self._behind, []
        for event in behind:
            await self._console.on_event(event)


def is_text(event: Key | Paste) -> bool:
    """Whether this is text rather than a key that moves, deletes or acts in a box."""
    return isinstance(event, Paste) or event.is_printable


def takes_words(widget: Widget | None) -> bool:
    """Whether a widget is a box to write in."""
    # a text area says itself whether it can be written in; its module would hold the first row up
    return isinstance(widget, Input) or getattr(widget, "read_only", True) is False


def asked_by(event: Key, screen: "Screen[object]", keymap: Keymap) -> Action | None:
    """The action that opens a box and has this key here; none when the key has none, or is itself part of words."""
    from dreamtui.tui.screens.base import BaseScreen

    if not isinstance(screen, BaseScreen) or (event.is_printable and takes_words(screen.focused)):
        return None
    found = [one for one in registry().values() if one.asks and event.key in split_keys(keymap.keys.get(one.id, ""))]
    scopes = screen.scopes() if found else ()
    return next((one for one in found if one.scope in scopes and screen.will_ask(one.id)), None)


def means_nothing(event: Key | Paste, screen: "Screen[object]", keymap: Keymap) -> bool:
    """Whether this is text and not a key of a screen on which something can be decided."""
    decides = any(one.decides for one in _alive(screen) if one.scope is not Scope.ANYWHERE)
    return is_text(event) and decides and not _meant(event, screen, keymap)


def only_moves(event: Key | Paste, screen: "Screen[object]", keymap: Keymap) -> bool:
    """Whether this is a key that moves in a list or a pane, and nothing else."""
    meant = _meant(event, screen, keymap)
    return bool(meant) and all(one.scope in {Scope.LIST, Scope.PANE} and not one.asks for one in meant)


def _meant(event: Key | Paste, screen: "Screen[object]", keymap: Keymap) -> list[Action]:
    """The actions that this key has on a screen now."""
    if isinstance(event, Paste):
        return []
    return [one for one in _alive(screen) if event.key in split_keys(keymap.keys.get(one.id, ""))]


def _alive(screen: "Screen[object]") -> list[Action]:
    from dreamtui.tui.screens.base import BaseScreen

    scopes = screen.scopes() if isinstance(screen, BaseScreen) else ()
    return [one for one in registry().values() if one.scope in scopes]


def apart(event: Key, keymap: Keymap) -> tuple[Key, Key] | None:
    """A key right after an escape, which terminals send for the key held with alt, as the two; None if it is one."""
    held, plus, name = event.key.partition("+")
    if held != "alt" or not plus or not event.character:
        return None
    if any(event.key in split_keys(keys) for keys in keymap.keys.values()):
        return None
    return Key("escape", "\x1b"), Key(event.character if name.startswith("shift+") else name, event.character)

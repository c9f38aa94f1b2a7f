"""What is typed ahead: keys between the one that asks for a box and the box itself belong in the box.

Textual forwards each key at once to what has the focus at that moment. A person who presses `r` and begins to write
would have the first words taken for commands, until the box stands. So from the key on everything typed is kept, in its
order, and given to the box when it has the focus; where no box comes it is dropped, and never acts.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from textual import constants
from textual.app import App
from textual.events import Event, Key, MouseDown, Paste
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from dreamtui.tui.actions.keymap import Keymap
from dreamtui.tui.actions.registry import Action, Scope, registry, split_keys
from dreamtui.tui.session.sitting import KeyGuard

HOLD_SECONDS = 5.0
"""How long what is typed is kept at most while a box that was asked for is being prepared."""

SETTLE_SECONDS = 0.3
"""How long it is kept when what was asked for has been done and no box stands yet; mostly none comes then."""

BURST_SECONDS = 0.4
"""Keys that follow each other faster than this are one stream of words, not commands pressed one by one. Somebody who
writes 40 words a minute leaves 0.3 seconds between two letters."""


@dataclass(slots=True)
class TypedAhead:
    """Keys that wait for the box they were typed for."""

    _until: float = 0.0
    _kept: list[Key | Paste] = field(default_factory=list)
    asked_in: Widget | None = None
    """What had the focus when the box was asked for."""
    prepared: bool = False
    """Whether it is known that a box is being prepared, however long that takes."""
    _lost_until: float = 0.0
    _refused: str = ""
    _for_a_box: bool = False

    def refuse(self, now: float, key: str = "") -> None:
        """A key that asks for a box came too early: no box comes, so words typed for it must not act."""
        self._lost_until, self._refused, self._for_a_box = now + BURST_SECONDS, key, True

    def strays(self, now: float) -> None:
        """A key that means nothing here: it may begin words, of which none may act; but keys that only move do."""
        self.refuse(now)
        self._for_a_box = False

    def writes(self, now: float) -> None:
        """Words went to a box: what follows in the same stream is lost when the box goes away under the fingers."""
        self.refuse(now)

    def stops(self) -> None:
        """A key in a box that is no text, which may close it, or a click ends a stream of words."""
        self._lost_until, self._refused = 0.0, ""

    def loses(self, event: Key | Paste, now: float, moves: Callable[[], bool]) -> bool:
        """Whether this belongs to words whose box never came or has gone: text in one stream behind them.

        The key that came too early, pressed once more at once, is a second try and not a word.
        """
        again, self._refused = self._refused, ""
        if now >= self._lost_until or (isinstance(event, Key) and event.key == again):
            return False
        self._lost_until = now + BURST_SECONDS
        return self._for_a_box or not moves()

    def hold(self, now: float, asked_in: Widget | None, *, prepared: bool = False) -> None:
        """A box was asked for; until it stands, or if none comes, text that follows at once was meant for it."""
        if not self.holds:
            self.asked_in = asked_in
        self.refuse(now)
        self._until = now + HOLD_SECONDS
        self.prepared = self.prepared or prepared

    def settle(self, now: float) -> None:
        """What was asked for is done; a box that comes without being prepared any longer comes soon."""
        if not self.prepared:
            self._until = min(self._until, now + SETTLE_SECONDS)

    @property
    def holds(self) -> bool:
        """Whether a box is waited for."""
        return self._until > 0

    def keeps(self, event: Key | Paste, now: float) -> bool:
        """Keep what was typed, when a box is waited for; false when it is to act now."""
        if not self.holds:
            return False
        if now >= self._until:
            self.release()
            return False
        self._kept.append(event)
        if is_text(event):
            self.writes(now)
        return True

    def release(self) -> list[Key | Paste]:
        """The box stands, or there will be none: what was kept, in its order."""
        self._until, self.prepared = 0.0, False
        kept, self._kept = self._kept, []
        return kept


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
    """Whether this is text and no key of a screen on which something can be decided: then somebody is writing."""
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


ESCAPE_SECONDS = 0.03
"""How long after an escape more of a key's sequence is waited for; terminals send the whole at once."""

APART_SECONDS = 0.05
"""How long an escape has for itself before a key that came with it acts."""


def apart(event: Key, keymap: Keymap) -> tuple[Key, Key] | None:
    """A key right behind an escape, which terminals send as the key held with alt, as the two; none where it is one."""
    held, plus, name = event.key.partition("+")
    if held != "alt" or not plus or not event.character:
        return None
    if any(event.key in split_keys(keys) for keys in keymap.keys.values()):
        return None
    return Key("escape", "\x1b"), Key(event.character if name.startswith("shift+") else name, event.character)


class TypedAheadApp(App[int]):
    """An app whose keys wait for the box they are typed for."""

    keymap: Keymap
    """The keys a person has."""
    clock: Callable[[], float]
    """Seconds that pass."""
    guard: KeyGuard
    """Says when decision keys are dead."""

    def __init__(self) -> None:
        super().__init__()
        self.typed = TypedAhead()
        """What waits."""
        self._behind: list[Event] = []
        self._giving = False
        if "ESCDELAY" not in os.environ:
            vars(constants)["ESCAPE_DELAY"] = ESCAPE_SECONDS

    def hold_keys(self) -> None:
        """A box was asked for and is being prepared: what is typed before it stands is kept for it."""
        self.typed.hold(self.clock(), self.focused, prepared=True)

    def settle_keys(self) -> None:
        """What was asked for is done; a box that still comes, unless it is being prepared, comes soon."""
        if self.typed.holds:
            self.typed.settle(self.clock())

    def give_keys(self) -> None:
        """The box has the focus: it is given what was typed for it, before anything that is typed from now on."""
        if self._has_moved():
            self.call_later(self._give_keys)

    async def _give_keys(self) -> None:
        if not self._has_moved():
            return
        kept = self.typed.release()
        self.typed.stops()
        self._giving = True
        for event in kept:
            await self.on_event(event)
        self._giving = False

    async def _go_on(self) -> None:
        """The escape has acted: now what came right behind it, in its order."""
        behind, self._behind = self._behind, []
        for event in behind:
            await self.on_event(event)

    def _has_moved(self) -> bool:
        """Whether the focus is elsewhere than where a box was asked for."""
        return self.typed.holds and self.focused is not self.typed.asked_in

    async def on_event(self, event: Event) -> None:
        """What is typed for a box that is not there yet waits for it."""
        if isinstance(event, Key | Paste) and not event.is_forwarded:
            if self._behind:
                self._behind.append(event)
                return
            two = apart(event, self.keymap) if isinstance(event, Key) else None
            if two is not None:
                self._behind.append(two[1])
                self.set_timer(APART_SECONDS, self._go_on)
                event = two[0]
            if self.typed.holds and self.typed.keeps(event, self.clock()):
                return
            if self._is_lost(event):
                return
            wanted = asked_by(event, self.screen, self.keymap) if isinstance(event, Key) else None
            if wanted is not None and wanted.decides and self.guard.dead(self.clock()):
                self.typed.refuse(self.clock(), event.key if isinstance(event, Key) else "")
            elif wanted is not None:
                self.typed.hold(self.clock(), self.focused)
            elif not takes_words(self.focused) and means_nothing(event, self.screen, self.keymap):
                self.typed.strays(self.clock())
        elif isinstance(event, MouseDown):
            self.typed.stops()
        await super().on_event(event)

    def _is_lost(self, event: Key | Paste) -> bool:
        """Whether this is text of a stream that began in a box, or for one, while no box stands here now."""
        if takes_words(self.focused):
            if is_text(event):
                self.typed.writes(self.clock())
            else:
                self.typed.stops()
            return False
        if not is_text(event):
            return False
        moves = partial(only_moves, event, self.screen, self.keymap)
        return not self._giving and self.typed.loses(event, self.clock(), moves)

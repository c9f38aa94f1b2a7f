"""The application: themes, keymap, guard, signals and the way from an action to a screen."""

import asyncio
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import SuspendNotSupported
from textual.driver import Driver
from textual.events import Event, Resize
from textual.filter import LineFilter
from textual.notifications import SeverityLevel
from textual.screen import Screen

from dreamtui.present.log import SittingNotice
from dreamtui.text.dates import iso
from dreamtui.text.inert import inert
from dreamtui.tui import themes
from dreamtui.tui.actions.configured_keys import Keymap
from dreamtui.tui.actions.opened import maker_of
from dreamtui.tui.actions.registry import Scope, action, bindings_of
from dreamtui.tui.controllers.places import ConsolePlaces
from dreamtui.tui.screens.base import BaseScreen
from dreamtui.tui.screens.dialogs.too_small import TooSmallScreen, too_small
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions
from dreamtui.tui.session.sitting import KeyGuard, Sitting
from dreamtui.tui.toasts import ToastingApp
from dreamtui.tui.typed_ahead import TypedAhead
from dreamtui.tui.widgets.bar_line import BarLine

if TYPE_CHECKING:
    from dreamtui.tui.screens.review.review import ReviewScreen
    from dreamtui.tui.session.refs import Ref


@dataclass(frozen=True, slots=True)
class Options:
    """How the console is opened."""

    theme: str = ""
    """Name of a theme; empty for the configured or the last one."""
    read_only: str = ""
    """Why nothing can be decided; empty when it can."""
    take_over: bool = False
    """Whether to take the workspace from another console."""
    ascii: bool = False
    """Whether signs and borders are drawn in ASCII."""
    encoding: str = ""
    """What the terminal speaks, where that does not have every character."""
    in_terminal: bool = False
    """Whether the theme goes by the colours of the terminal; a picture has all."""
    looks_first: bool = False
    """Whether to look for items before an empty queue is shown where nobody has looked yet."""


class Console(ToastingApp):
    """The console on one workspace."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS = bindings_of(Scope.ANYWHERE)
    CSS_PATH: ClassVar[list[Any]] = [  # of the first picture; the other screens bring their own
        themes.stylesheet(name) for name in ("app.tcss", "queue.tcss", "review.tcss")
    ]

    def __init__(
        self,
        sessions: Sessions,
        keymap: Keymap,
        options: Options = Options(),
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._begun = False
        self.typed = TypedAhead(self)
        """What is typed for a box that is not there yet."""
        self.sessions = sessions
        self.keymap = keymap
        self.options = options
        self.read_only = options.read_only
        self.sitting = Sitting()
        self.places = ConsolePlaces(self)
        self.guard = KeyGuard()
        self.clock = clock
        self.split: bool | None = None
        """Whether diffs are side by side, if a person chose; None to let the width decide."""
        self.theme_chosen = ""
        """The theme chosen in the console, which the next one begins with."""
        self.first_words: list[str] = list(keymap.problems)
        """What is said when the console opens."""
        self.parting_words: list[str] = []
        """What is printed after the console has closed."""
        self.animation_level = "none"
        self.set_keymap(keymap.overrides())
        themes.install(self, options.theme, themes.colours_of(self) if options.in_terminal else themes.ALL)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our variables under a theme that is not ours."""
        return themes.variable_defaults()

    def get_driver_class(self) -> type[Driver]:
        """What talks to the terminal."""
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":
            return found
        from dreamtui.tui.terminal.driver import LenientDriver

        return LenientDriver

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the style sheets again, unless none was read yet: the first ones are read for the current theme."""
        if self._begun:
            super().refresh_css(animate=animate)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What changes lines after they are drawn."""
        found = super().get_line_filters()
        if not self.options.ascii:
            return found
        from dreamtui.tui.terminal.plain_signs import PlainSigns

        return [*found, PlainSigns(self.options.encoding)]

    def get_default_screen(self) -> "ReviewScreen":
        """The bottom screen: an empty one below it would be laid out and drawn for nothing."""
        from dreamtui.tui.screens.review.review import ReviewScreen

        return ReviewScreen()

    def on_mount(self) -> None:
        self._begun = True
        self.theme_changed_signal.subscribe(self, lambda _: self._redraw_bars())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            with suppress(NotImplementedError, ValueError, RuntimeError):  # not the main thread, or no such signals
                loop.add_signal_handler(number, self._ended_by, number)
        self._cover(too_small(*self.size))

    def _redraw_bars(self) -> None:
        """Bar lines take their tones from the theme: one whose own colours stay is not told of another."""
        for screen in self.screen_stack:
            for bar in screen.query(BarLine):
                bar.refresh()

    def read_other_styles(self) -> None:
        """Those of which the first picture has nothing: of the item's half and of the boxes."""
        paths = [themes.stylesheet(name) for name in ("diff.tcss", "item.tcss", "dialogs.tcss")]
        if self.stylesheet.has_source(str(paths[0])):
            return
        self.stylesheet.read_all(paths)
        self.stylesheet.parse()
        if len(self.screen_stack) > 1:
            self.refresh_css(animate=False)

    @property
    def here(self) -> Session:
        """The workspace under the cursor."""
        return self.sessions.here

    # Deciding

    def arm_guard(self) -> None:
        """The screen changed: decision keys are dead for a moment."""
        self.guard.arm(self.clock())

    def may_decide(self) -> bool:
        """Whether a decision key counts now; says why not, where that is not the blink of an eye."""
        if self.guard.stops(self.clock()) or too_small(*self.size):
            return False
        if why := self.read_only or self.sessions.closed():
            self.say(f"Nothing can be decided here: {why}", "warning")
            return False
        return True

    @property
    def review(self) -> "ReviewScreen":
        """The bottom screen, which all others are above."""
        from dreamtui.tui.screens.review.review import ReviewScreen

        return next(screen for screen in self.screen_stack if isinstance(screen, ReviewScreen))

    def scroll_item(self, lines: int) -> None:
        """Scroll the item of the review screen, also behind a box."""
        self.review.item.body.action_lines(lines)

    def queue_changed(self) -> None:
        """The queue was filled on another screen: the review screen behind it reads it again."""
        self.review.reading.queue()

    @property
    def auto_advance(self) -> bool:
        """Whether the next undecided item comes up after a decision."""
        return bool(self.here.desk.config["dreamtui.auto_advance"])

    @property
    def undecided_drafts(self) -> "frozenset[Ref]":
        """Items with words begun that are still to be recorded."""
        from dreamtui.tui.session.orphan_drafts import undecided_drafts

        return undecided_drafts(self.sessions.drafts.all(), self.review.queue.view.items)

    def leave(self) -> None:
        """Close the console; everything is kept already."""
        summary = self.sitting.summary()
        if summary:
            self.parting_words.insert(0, summary)
        self.keep_everything()
        drafts = len(self.undecided_drafts)
        if drafts:
            kept = "1 draft is kept" if drafts == 1 else f"{drafts} drafts are kept"
            self.parting_words.append(f"{kept}; the tab Drafts of the console has {'it' if drafts == 1 else 'them'}")
        self.exit(0)

    def copy(self, text: str, what: str) -> None:
        """Put text on the clipboard through the terminal, and say what it was."""
        from dreamtui.tui.terminal.clipboard import copy

        copy(self, text, what)

    # Telling

    def say(self, text: str, severity: SeverityLevel = "information", *, timeout: float = 3.0, about: str = "") -> None:
        """A toast, which the log keeps; one about the same thing goes."""
        self.toast(self.note(text, severity), severity, timeout, about)

    def note(self, text: str, severity: SeverityLevel = "information") -> str:
        """Keep in the log what is said on the screen itself; as it is shown."""
        shown = inert(text)
        self.sitting.said.append(SittingNotice(iso(self.here.now), shown, severity))
        return shown

    def complain(self, sentence: str, log: str = "") -> None:
        """Something failed: a box that stays until it is closed."""
        from dreamtui.tui.screens.dialogs.questions import notice

        self.sitting.said.append(SittingNotice(iso(self.here.now), inert(sentence), "error"))
        more = (f"The traceback is in {log}",) if log else ()
        self.push_screen(notice("That did not work", (sentence, *more)))

    # Actions

    def used(self, action_id: str) -> None:
        """Remember the action for the palette."""
        recent = self.sitting.recent
        if action_id in recent:
            recent.remove(action_id)
        recent.append(action_id)

    async def do_here(self, action_id: str) -> None:
        """Do an action of the app: run its method, or open its screen.

        A screen that is open already comes to the front again, and those above it close.
        """
        make = maker_of(action_id)
        if make is None:
            getattr(self, action(action_id).method)()
        elif any(_opened_by(screen) == action_id for screen in self.screen_stack):
            self.keep_everything()
            while _opened_by(self.screen) != action_id:
                self.pop_screen()
        else:
            screen = make()
            screen.opened_by = action_id
            self.push_screen(screen, self.and_then)

    async def go_to_row(self, action_id: str, row_id: str) -> None:
        """Open the screen of an action with the cursor on a row."""
        from dreamtui.tui.screens.browse.screen import BrowseScreen

        await self.do_here(action_id)
        if isinstance(self.screen, BrowseScreen):
            self.screen.go_to_row(row_id)

    async def and_then(self, result: object) -> None:
        """Do the action a screen asks for when it closes, on the topmost screen that knows it."""
        if not isinstance(result, str) or not result:
            return
        wanted = action(result)
        open_screens = [screen for screen in reversed(self.screen_stack) if isinstance(screen, BaseScreen)]
        for screen in [s for s in open_screens if s.doer(wanted) is not None] or open_screens[:1]:
            await screen.do(result)
            return

    def do_app_queue(self) -> None:
        """Close what is above the queue, and go to its list."""
        self.keep_everything()
        while self.screen is not self.review:
            self.pop_screen()
        self.review.queue.items.focus()

    def do_app_add(self) -> None:
        from dreamtui.tui.controllers.adding import add_candidate

        add_candidate(self)

    def do_app_note(self) -> None:
        from dreamtui.tui.controllers.adding import add_note

        add_note(self)

    def do_app_look_for(self) -> None:
        from dreamtui.tui.controllers.adding import look_for

        look_for(self)

    def do_app_theme(self) -> None:
        names = [theme.name for theme in themes.THEMES]
        wanted = names[(names.index(self.theme) + 1) % len(names)] if self.theme in names else names[0]
        self.theme = self.theme_chosen = themes.choose(wanted, no_color=self.no_color)
        self.say(f"Theme {self.theme.removeprefix('dreamtui-')}")

    def do_app_jump(self) -> None:
        """A letter on each pane and tab, once the key itself has changed what it changes."""
        self.call_after_refresh(self._show_letters)

    def _show_letters(self) -> None:
        from dreamtui.tui.screens.dialogs.jump import JumpScreen, targets_of

        found = targets_of(self.screen)
        if found:
            self.push_screen(JumpScreen(found), lambda target: target.go() if target is not None else None)

    def do_app_suspend(self) -> None:
        self.keep_everything()
        try:
            self.action_suspend_process()
        except SuspendNotSupported:
            self.say("This terminal cannot suspend the console.", "warning")

    def action_help_quit(self) -> None:
        """Ctrl+c does not leave: it says what does."""
        self.say("q leaves the console; ? shows all keys")

    async def on_event(self, event: Event) -> None:
        """What is typed for a box that is not there yet waits for it."""
        going_on = await self.typed.take(event)
        if going_on is not None:
            await super().on_event(going_on)

    # Size and signals

    def on_resize(self, event: Resize) -> None:
        """Cover everything while the terminal is too small."""
        if self._begun:
            self._cover(too_small(*event.size))

    def _cover(self, small: bool) -> None:
        if small and not any(isinstance(screen, TooSmallScreen) for screen in self.screen_stack):
            self.push_screen(TooSmallScreen())

    def _ended_by(self, number: int) -> None:
        """Lose nothing when the terminal goes away or the process is terminated."""
        self.keep_everything()
        self.exit(128 + number, return_code=128 + number)

    def on_app_blur(self) -> None:
        """The terminal lost the focus: save what is being typed."""
        self.keep_everything()

    def on_unmount(self) -> None:
        """The console ends, and releases its presence mark."""
        self.sessions.leave()

    def keep_everything(self) -> None:
        """Save what is being typed and where the person is; quick, and safe to call at any moment."""
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.keep()

    def _handle_exception(self, error: Exception) -> None:
        """An unexpected error: drafts are saved, the traceback is logged, and the person is told unless they are
        leaving.
        """
        self.keep_everything()
        log = self.here.keep_error("".join(traceback.format_exception(error)))
        if self.return_code is not None and not self.is_headless:
            return
        self.parting_words.append(f"an internal error ({type(error).__name__}); the traceback is in {log}")
        if self.is_headless:
            super()._handle_exception(error)
        else:
            self.exit(1, return_code=1)


def _opened_by(screen: Screen[Any]) -> str:
    """The action that opened a screen."""
    return screen.opened_by if isinstance(screen, BaseScreen) else ""

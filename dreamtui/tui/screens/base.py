"""What every screen shares: actions by id, the guard for decisions, the key bar, what is said when a call fails."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual.binding import BindingsMap
from textual.screen import ModalScreen, Screen

from dreamtui.present.parts import Word
from dreamtui.tui.actions.registry import Action, Scope, action, bindings_of, for_bar, shown_key, split_keys
from dreamtui.tui.controllers.working import Failed
from dreamtui.tui.typed_ahead import takes_words
from dreamtui.tui.widgets.bar_line import BarLine

if TYPE_CHECKING:
    from dreamtui.tui.app import Console
    from dreamtui.tui.widgets.diff.view import DiffView

C = TypeVar("C")
R = TypeVar("R")

MOST_KEYS = 7
"""The most keys the bar shows besides help; a wide one shows more."""

MOST_KEYS_WIDE = 12
"""The same on a wide terminal."""

WIDE = 100
"""Columns from which a terminal is wide: two panes have room side by side."""

HIGH = 38
"""Rows from which a terminal is high: two panes have room one above the other."""

ALWAYS = ("app.help", "browse.back", "app.quit")
"""Actions that are never left out of the bar, the most important first; of two that go back only the first is shown."""

ON_CALL = frozenset({"app.mine", "rows.next-heading", "diff.next"})
"""Actions that are in the bar only where a screen says that they matter now."""


class BaseScreen(Screen[R]):
    """A screen of the console.

    `SCOPES` are the scopes that are active on it with any focus; their keys are bound when it is made. For each action
    of these scopes one of its `CONTROLLERS`, or the screen, has a method `do_scope_what`. It yields a `KeyBar` last.
    Work that may block is done by `in_worker`. Handlers called `on_…` run for every class of a screen, the subclass
    first, so they never call `super()`.
    """

    SCOPES: tuple[Scope, ...] = ()
    CONTROLLERS: ClassVar[tuple[Callable[[Any], object], ...]] = ()
    """What has a screen's actions done: each is given the screen, and has methods `do_…`, which come before its own."""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall"), (HIGH, "-high")]  # noqa: RUF012  as Textual has it
    LOW = [(0, "-low"), (22, "-short"), *VERTICAL_BREAKPOINTS[1:]]  # noqa: RUF012
    """The same for a screen that leaves something out under so many rows."""
    AUTO_FOCUS: ClassVar[str | None] = "*"

    def __init__(self) -> None:
        super().__init__()
        self._bindings.key_to_bindings.update(BindingsMap(bindings_of(*self.SCOPES)).key_to_bindings)
        self.takes_keys = False
        """Whether text typed before it opened is for it although it has no box at first."""
        self.keeps_words = False
        """Whether it keeps what is typed for a box that is still to come."""
        self.writes_on = False
        """Whether text that is no key of it goes to the box below, where the person was writing."""
        self.opened_by = ""
        """Id of the action that opened it; empty if no action opens screens like this one."""
        self.controllers = tuple(make(self) for make in self.CONTROLLERS)

    def controller(self, kind: type[C]) -> C:
        """The one of this kind."""
        return next(one for one in self.controllers if isinstance(one, kind))

    @property
    def console(self) -> "Console":
        return cast("Console", self.app)

    def on_screen_resume(self) -> None:
        """Decisions are dead for a moment: the key may have been meant for the screen before."""
        self.console.arm_guard()
        self.refresh_keys()
        self.call_later(self._settle_keys)

    def _settle_keys(self) -> None:
        """The screen is open: text typed ahead goes to its box, and is dropped if it has none."""
        if takes_words(self.focused) or self.takes_keys or self.keeps_words:
            self.console.typed.give()
        else:
            self.console.typed.release()

    def on_compose(self) -> None:
        """Know the width and the height before the widgets come, so that they are styled only once."""
        points = (self.HORIZONTAL_BREAKPOINTS, self.VERTICAL_BREAKPOINTS)
        for length, names in zip(self.app.size, points, strict=True):
            self.add_class(max(point for point in names if point[0] <= length)[1], update=False)

    def _compositor_refresh(self) -> None:
        """Draw nothing while widgets come in a batch: Textual would draw it and then not show it."""
        if not self.app._batch_count:
            super()._compositor_refresh()

    @property
    def one_pane(self) -> bool:
        """Whether there is room for one of two panes only, and for a preview of the other at most."""
        return self.has_class("-narrow") and not self.has_class("-high")

    def keep(self) -> None:
        """Save what is being typed and where the person is; a screen where nothing would be lost keeps nothing."""

    # Actions

    async def action_do(self, action_id: str) -> None:
        """What a key asks for."""
        await self.do(action_id)

    async def do(self, action_id: str) -> None:
        """Do an action: by its method here or in the app, or on the widget that has the focus."""
        wanted = action(action_id)
        if wanted.decides and not self.console.may_decide():
            self.console.typed.release()
            return
        self.console.used(action_id)
        await self._carry_out(wanted)
        if self.console.screen is self:
            self.console.typed.settle()

    async def _carry_out(self, wanted: Action) -> None:
        if wanted.runs:
            await (self.focused or self).run_action(wanted.runs)
            return
        method = self.doer(wanted)
        if method is None:
            await self.console.do_here(wanted.id)
            return
        result = method()
        if result is not None:
            await result

    def doer(self, wanted: Action) -> "Callable[[], Awaitable[None] | None] | None":
        """What does an action here: a method of one of its controllers, or of the screen."""
        found = (getattr(one, wanted.method, None) for one in (*self.controllers, self))
        return next((method for method in found if method is not None), None)

    def will_ask(self, action_id: str) -> bool:
        """Whether an action opens a box to write in now; a search only where a screen asks what for."""
        return action(action_id).asks and (action_id != "pane.search" or hasattr(self, "on_text_pane_search_wanted"))

    def do_app_quit(self) -> None:
        """Back to where it was opened; the console itself is left from the queue."""
        self.dismiss()

    def scopes(self) -> tuple[Scope, ...]:
        """The scopes alive now, the widget that has the focus first."""
        own = getattr(self.focused, "SCOPES", ()) if self.focused is not None else ()
        return (*own, *self.SCOPES, *(() if self.is_modal else (Scope.ANYWHERE,)))

    def bar_label(self, action_id: str) -> str | None:
        """The key bar's label of an action now: None for the registry's, empty if it has nothing to act on.

        Those of `ON_CALL` are in the bar only if they have a label here.
        """
        return None

    def refresh_keys(self) -> None:
        """Show in the key bar what is alive now: nothing below a box."""
        for bar in self.query(KeyBar) if self.console.screen is self else ():
            bar.show_keys(self)

    def on_descendant_focus(self) -> None:
        """Refresh the keys; a box gets what was typed for it."""
        self.refresh_keys()
        if takes_words(self.focused):
            self.console.typed.give()

    def on_mount(self) -> None:
        self.refresh_keys()

    async def on_bar_line_clicked(self, message: BarLine.Clicked) -> None:
        """A click on a word of a line is the action it names."""
        message.stop()
        await self.do(message.action)

    def on_diff_view_mode_changed(self, message: "DiffView.ModeChanged") -> None:
        """Remember how diffs are looked at, for every diff of the console."""
        message.stop()
        self.console.split = message.split

    # What could not be done

    def on_failed(self, message: Failed) -> None:
        """Something could not be done."""
        message.stop()
        self.console.typed.release()
        self.failed(message)

    def failed(self, message: Failed) -> None:
        """Show an error, never over a box in which a person types; screens with a better place override this."""
        if message.nothing:
            from dreamtui.present.parts import sentence

            self.console.say(sentence(message.sentence), "warning", about="nothing")
            return
        upper = self.console.screen
        if upper is not self and takes_words(upper.focused):
            more = f"; the traceback is in {message.log}" if message.log else ""
            self.console.say(f"{message.sentence}{more}", "error", timeout=10)
        else:
            self.console.complain(message.sentence, message.log)


class BaseDialog(BaseScreen[R], ModalScreen[R]):
    """A box over another screen, whose keys are dead, and so not shown: half covered they would be cut in a word."""

    def on_mount(self) -> None:
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1] if self in stack[1:] else None
        for bar in below.query(KeyBar) if below is not None else ():
            bar.show([])


class KeyBar(BarLine):
    """The line at the bottom: the keys that matter now, the most important first, and always help."""

    FILLS = True
    DEFAULT_CSS = """
    KeyBar { dock: bottom; padding: 0 1; }
    """

    def show_keys(self, screen: BaseScreen[Any]) -> None:
        """Show the keys alive on a screen."""
        keys = screen.console.keymap.keys
        words: list[Word] = []
        last: list[Word] = []
        alive = for_bar(screen.scopes(), keys)
        most = MOST_KEYS_WIDE if screen.app.size.width >= WIDE else MOST_KEYS
        goes_back = any(found.id == "browse.back" for found in alive)
        for found in alive:
            label = screen.bar_label(found.id)
            if (found.id in ON_CALL and label is None) or (found.decides and screen.console.read_only):
                continue
            if label is None:
                label = found.bar_word
            always = found.id in ALWAYS
            if not label or (len(words) >= most and not always) or (goes_back and found.id == "app.quit"):
                continue
            key = shown_key(split_keys(keys[found.id])[0], plain=screen.console.options.ascii)
            keep = 10_000 - ALWAYS.index(found.id) if always else found.priority
            (last if always else words).append(Word(f" {label}  ", "dim", found.id, keep, key))
        self.show([*words, *reversed(last)])

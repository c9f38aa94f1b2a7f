"""The one registry of what can be done in the console.

Bindings, the key bar, help, the palette, the keymap of the configuration file and the documentation are made from it.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache

from textual.binding import Binding, BindingType


@unique
class Scope(StrEnum):
    """Where an action's keys are alive; the value is the heading in help."""

    ANYWHERE = "anywhere"
    LIST = "in a list"
    QUEUE = "in the queue"
    PANE = "in a pane"
    TEXT = "in a text"
    DIFF = "in a diff"
    REVIEW = "reviewing"
    REASON = "writing a reason"
    TEMPLATE = "choosing a template"
    DATE = "choosing a date"
    TARGET = "choosing where a rule goes"
    LEAVE = "leaving"
    CONFIRM = "confirming"
    NOTICE = "reading a notice"
    PROMPT = "answering"
    HISTORY = "history"
    OVERVIEW = "what agents remember"
    MEMORY = "memory"
    LOG = "log"
    SETTINGS = "settings"
    HELP = "help"
    PALETTE = "palette"
    JUMP = "jumping"
    MINING = "mining"
    ROWS = "in a list of rows"
    PROMOTIONS = "promotions"
    TRAINING = "nightly training"
    AUTOMATION = "automation"
    SEARCH = "searching"
    FOLDER = "Claude memory"
    APPLY = "before it is written"
    BROWSE = "on every screen but the queue"
    PROPOSAL = "reviewing a proposal"
    RESULT = "editing a result"


_CHAINS: tuple[tuple[Scope, ...], ...] = (
    (Scope.QUEUE, Scope.LIST, Scope.REVIEW, Scope.ANYWHERE),
    (Scope.TEXT, Scope.PANE, Scope.REVIEW, Scope.ANYWHERE),
    (Scope.DIFF, Scope.PANE, Scope.REVIEW, Scope.ANYWHERE),
    (Scope.REASON,),
    (Scope.TEMPLATE,),
    (Scope.PROMPT,),
    (Scope.DATE,),
    (Scope.TARGET,),
    (Scope.LEAVE, Scope.TEXT, Scope.PANE),
    (Scope.LEAVE, Scope.DIFF, Scope.PANE),
    (Scope.CONFIRM, Scope.TEXT, Scope.PANE),
    (Scope.NOTICE, Scope.TEXT, Scope.PANE),
    (Scope.APPLY, Scope.DIFF, Scope.PANE),
    (Scope.HELP, Scope.LIST),
    (Scope.PALETTE,),
    (Scope.JUMP,),
    (Scope.MINING, Scope.TEXT, Scope.PANE),
    (Scope.PROPOSAL, Scope.LIST, Scope.ANYWHERE),
    (Scope.PROPOSAL, Scope.TEXT, Scope.PANE, Scope.ANYWHERE),
    (Scope.RESULT,),
)


@cache
def chains() -> tuple[tuple[Scope, ...], ...]:
    """Scopes whose keys are alive at the same moment: no two actions of one chain may share a key."""
    from dreamtui.tui.actions.opened import BESIDE

    rows, text, diff = (Scope.ROWS, Scope.LIST), (Scope.TEXT, Scope.PANE), (Scope.DIFF, Scope.PANE)
    beside = (
        (one.scope, *focused, Scope.BROWSE, Scope.ANYWHERE)
        for one in BESIDE.values()
        for focused in ((rows, text, diff) if one.shows_changes else (rows, text))
    )
    return (*_CHAINS, *beside)


DISABLED = "disabled"
"""The name of a key that no terminal sends; an action the user switched off is bound to it."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do in the console."""

    id: str
    """`scope.what`; the name in the configuration file, and of the method `do_scope_what`."""
    title: str
    """Two to four words, for help and the palette."""
    help: str
    """One sentence on what it does."""
    scope: Scope
    """Where its keys are alive."""
    keys: str
    """Keys by their Textual names, separated by commas; empty for none."""
    twin: str
    """The headless command that does the same; or `-` and the reason why there is none."""
    label: str = ""
    """One word for the key bar; the title when empty."""
    vim: str | None = None
    """Other keys in the preset `vim`."""
    arrows: str | None = None
    """Other keys in the preset `arrows`."""
    priority: int = 0
    """Place in the key bar: higher comes first, 0 is never shown."""
    decides: bool = False
    """Whether it records or prepares a decision; such actions pass the guard."""
    words: tuple[str, ...] = ()
    """Other words by which the palette and help find it."""
    runs: str = ""
    """For an action of a widget, the Textual action of the widget that has the focus; empty for `do_…` of a screen."""
    asks: bool = False
    """Whether it opens a box to write in, for which what is typed right after its key is meant."""
    yields: bool = False
    """Whether its key goes on to the screen while it has nothing to do, so that the screen may use it too."""

    @property
    def method(self) -> str:
        """Name of the method that does it, on a screen or the app."""
        return f"do_{self.id.replace('.', '_').replace('-', '_')}"

    @property
    def bar_word(self) -> str:
        """What the key bar calls it, unless a screen says otherwise."""
        return self.label or self.title.lower()


@cache
def registry() -> Mapping[str, Action]:
    """Every action by its id, in the order help shows them."""
    from dreamtui.tui.actions.all_actions import ACTIONS

    found = {action.id: action for action in ACTIONS}
    if len(found) != len(ACTIONS):
        raise ValueError("two actions have the same id")
    return found


def action(action_id: str) -> Action:
    """The action with this id."""
    return registry()[action_id]


def in_scope(scope: Scope) -> list[Action]:
    """The actions of a scope, in their order."""
    return [found for found in registry().values() if found.scope is scope]


def bindings_of(*scopes: Scope) -> list[BindingType]:
    """The bindings of a widget or screen: every action of these scopes with its default keys."""
    return [
        Binding(found.keys or DISABLED, found.runs or f"screen.do('{found.id}')", found.title, show=False, id=found.id)
        for scope in scopes
        for found in in_scope(scope)
    ]


PRESETS = ("default", "vim", "arrows")
"""Names of the keymaps that come with the console."""


def preset_keys(preset: str) -> dict[str, str]:
    """The keys of every action in a preset."""
    chosen = {found.id: found.keys for found in registry().values()}
    for found in registry().values():
        other = {"vim": found.vim, "arrows": found.arrows}.get(preset)
        if other is not None:
            chosen[found.id] = other
    return chosen


def split_keys(keys: str) -> tuple[str, ...]:
    """The single keys of a list of keys."""
    return tuple(part for key in keys.split(",") if (part := key.strip()) and part != DISABLED)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two actions that want the same key at the same moment."""

    key: str
    first: str
    """Id of one action."""
    second: str
    """Id of the other."""


def clashes(keys: Mapping[str, str]) -> list[Clash]:
    """Every pair of actions of one chain that share a key."""
    found: dict[tuple[str, str, str], Clash] = {}
    for chain in chains():
        owners: dict[str, str] = {}
        for one in (each for scope in chain for each in in_scope(scope)):
            for key in split_keys(keys.get(one.id, one.keys)):
                other = owners.setdefault(key, one.id)
                if other != one.id and not registry()[other].yields:
                    found[key, other, one.id] = Clash(key, other, one.id)
    return list(found.values())


_SHOWN = {
    "escape": "esc",
    "enter": "enter",
    "space": "space",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "delete": "del",
}


_FRIENDLY = {"solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus"} | {
    "plus_sign": "plus",
    "low_line": "underscore",
}


@cache
def signs_by_name() -> Mapping[str, str]:
    """Textual's names of the printable signs, each with its sign."""
    signs = [chr(code) for code in range(0x21, 0x7F) if not chr(code).isalnum()]
    names = [unicodedata.name(sign).lower().replace(" ", "_").replace("-", "_") for sign in signs]
    return {_FRIENDLY.get(name, name): sign for name, sign in zip(names, signs, strict=True)}


def shown_key(key: str, *, plain: bool = False) -> str:
    """A key as it is shown: `?` for question_mark, `esc` for escape; `plain` for ASCII, where no letter is an arrow."""
    *held, last = key.split("+")
    sign = _SHOWN.get(last, "")
    shown = "" if plain and not sign.isascii() else sign
    return "+".join((*held, shown or signs_by_name().get(last) or last))


def shown_keys(keys: str, most: int = 9, between: str = ", ", *, plain: bool = False) -> str:
    """The keys shown for an action, any of which does it."""
    return between.join(shown_key(key, plain=plain) for key in split_keys(keys)[:most])


def for_bar(scopes: Iterable[Scope], keys: Mapping[str, str]) -> list[Action]:
    """What the key bar can show in these scopes: the most important first."""
    wanted = set(scopes)
    found = [one for one in registry().values() if one.scope in wanted and one.priority and keys.get(one.id)]
    return sorted(found, key=lambda one: -one.priority)


def search(words: str, actions: Sequence[Action], keys: Mapping[str, str]) -> list[Action]:
    """Actions whose key is the one typed, then those whose title, help, words or id contain all the words.

    An equal title comes first, then titles that begin with it, then names with a word that begins with it.
    """
    wanted = words.casefold().split()
    if not wanted:
        return list(actions)
    by_key = [one for one in actions if words.strip() in {shown_key(key) for key in split_keys(keys.get(one.id, ""))}]
    rest = [one for one in actions if one not in by_key and all(word in _haystack(one) for word in wanted)]
    return [*by_key, *sorted(rest, key=lambda one: _distance(one, wanted))]


def _distance(one: Action, wanted: Sequence[str]) -> int:
    """How far the typed words are from the action's title."""
    title, typed = one.title.casefold(), " ".join(wanted)
    called = [word for name in (title, *one.words) for word in name.casefold().split()]
    if title == typed:
        return 0
    if title.startswith(typed):
        return 1
    return 2 if all(any(word.startswith(part) for word in called) for part in wanted) else 3


def _haystack(one: Action) -> str:
    return f"{one.title} {one.help} {one.id} {one.scope} {one.label} {' '.join(one.words)}".casefold()

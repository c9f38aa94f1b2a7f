"""Actions of the widgets: lists, panes, texts and diffs."""

from typing import Any

from dreamtui.tui.actions.registry import Action, Scope

_MOVE = "- a way to move on the screen"
_LOOK = "- a way to look at it on the screen"


def _of(scope: Scope, name: str, title: str, keys: str, runs: str, say: str, twin: str = _MOVE, **more: Any) -> Action:
    return Action(name, title, say, scope, keys, twin, runs=runs, **more)


def _list(name: str, title: str, keys: str, runs: str, say: str, **more: Any) -> Action:
    return _of(Scope.LIST, f"list.{name}", title, keys, runs, say, **more)


def _pane(name: str, title: str, keys: str, runs: str, say: str, **more: Any) -> Action:
    return _of(Scope.PANE, f"pane.{name}", title, keys, runs, say, **more)


def _diff(name: str, title: str, keys: str, runs: str, say: str, twin: str = _LOOK, **more: Any) -> Action:
    return _of(Scope.DIFF, f"diff.{name}", title, keys, runs, say, twin, **more)


_LIST = (
    _list("down", "Down", "j,down", "move(1)", "Go to the next row.", arrows="down"),
    _list("up", "Up", "k,up", "move(-1)", "Go to the row before.", arrows="up"),
    _list("first", "First", "home", "first", "Go to the first row.", vim="g,home"),
    _list("last", "Last", "G,end", "last", "Go to the last row.", arrows="end"),
    _list("half-down", "Half a page down", "ctrl+d", "half_page(1)", "Move half a page down."),
    _list("half-up", "Half a page up", "ctrl+u", "half_page(-1)", "Move half a page up."),
    _list("page-down", "Page down", "pagedown", "page(1)", "Move a page down."),
    _list("page-up", "Page up", "pageup", "page(-1)", "Move a page up."),
    _list("open", "Open", "enter", "open", "Open what the cursor stands on."),
)

_MARK = "several ids after the verb, as in dreamtui reject ID ID"

_QUEUE = (
    _of(Scope.QUEUE, "list.next-undecided", "Next undecided", "right_square_bracket", "undecided(1)",
        "Go to the next item that waits for a decision."),
    _of(Scope.QUEUE, "list.previous-undecided", "Previous undecided", "left_square_bracket", "undecided(-1)",
        "Go to the item before that waits for a decision."),
    _of(Scope.QUEUE, "list.mark", "Mark", "space", "mark", "Mark the item, or take its mark back.", _MARK,
        label="mark", priority=47),
    _of(Scope.QUEUE, "list.range", "Range", "v", "range", "Begin a range, or mark the rows of the one begun.", _MARK),
    _of(Scope.QUEUE, "list.extend-down", "Extend down", "shift+down", "extend(1)", "Take the next row in.", _MARK),
    _of(Scope.QUEUE, "list.extend-up", "Extend up", "shift+up", "extend(-1)", "Take the row before in.", _MARK),
    _of(Scope.QUEUE, "list.mark-all", "Mark all shown", "asterisk", "mark_all", "Mark every row shown, or none.",
        _MARK),
    _of(Scope.QUEUE, "list.cancel-range", "Leave the range", "escape", "cancel_range", "Leave the range unmarked.",
        _MARK, yields=True),
)  # fmt: skip

_PANE = (
    _pane("down", "Down", "j,down", "lines(1)", "Scroll a line down.", arrows="down"),
    _pane("up", "Up", "k,up", "lines(-1)", "Scroll a line up.", arrows="up"),
    _pane("half-down", "Half a page down", "ctrl+d", "half_page(1)", "Scroll half a page down."),
    _pane("half-up", "Half a page up", "ctrl+u", "half_page(-1)", "Scroll half a page up."),
    _pane("page-down", "Page down", "pagedown", "half_page(2)", "Scroll a page down."),
    _pane("page-up", "Page up", "pageup", "half_page(-2)", "Scroll a page up."),
    _pane("top", "Top", "home", "edge(-1)", "Go to the top.", vim="g,home"),
    _pane("bottom", "Bottom", "G,end", "edge(1)", "Go to the bottom.", arrows="end"),
)

_TEXT = (
    _of(Scope.TEXT, "pane.search", "Search", "slash", "search", "Search in the text.", _LOOK, asks=True),
    _of(Scope.TEXT, "pane.next-match", "Next match", "n", "match(1)", "Go to the next place found.", _LOOK),
    _of(Scope.TEXT, "pane.previous-match", "Previous match", "N", "match(-1)", "Go to the place found before.", _LOOK),
)

_DIFF = (
    _diff("next", "Next change", "n", "change(1)", "Go to the next change."),
    _diff("previous", "Previous change", "p", "change(-1)", "Go to the change before."),
    _diff("split", "Split or unified", "d", "toggle_split", "Side by side, or one below the other."),
    _diff("whitespace", "Whitespace", "W", "toggle_whitespace", "Show tabs and trailing blanks as marks."),
    _diff("unfold", "Unfold", "x", "unfold", "Show the equal lines folded here."),
    _diff("unfold-all", "Unfold all", "X", "unfold_all", "Show or fold all equal lines."),
    _diff("more", "More context", "right_curly_bracket", "context(3)", "Keep more equal lines around each change."),
    _diff("less", "Less context", "left_curly_bracket", "context(-3)", "Keep fewer equal lines around each change."),
    _diff("full-screen", "Full screen", "z", "full_screen", "Give the diff the whole screen, or its place back."),
    _diff("copy", "Copy the change", "y", "copy", "Put the current change on the clipboard.",
          "dreamtui show ID --preview"),
)  # fmt: skip

ACTIONS = (*_LIST, *_QUEUE, *_PANE, *_TEXT, *_DIFF)
"""In the order help shows them."""
